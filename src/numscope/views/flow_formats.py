"""Data flow as DOT, Mermaid, GraphML and SVG."""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as ET

from numscope.analysis.graph.flow import Flow, Node
from numscope.errors import UsageError


def to_dot(flow: Flow) -> str:
    """Graphviz's language. Unproven links are dashed; data of unknown origin comes from a grey note."""
    lines = ["digraph flow {", "  rankdir=TB;", '  node [shape=box, style="rounded", fontname="sans-serif"];']
    for node in flow.nodes:
        fill = ', style="rounded,filled", fillcolor="#fff2b2"' if node.asked else ""
        lines.append(f"  n{node.id} [label={_quoted(_text(node))}{fill}];")
    for link in flow.links:
        style = [f"label={_quoted(f'×{link.count}')}"] if link.count > 1 else []
        style += ["style=dashed"] if not link.certain else []
        style += ["color=gray40"] if link.kind == "part" else []
        lines.append(f"  n{link.source} -> n{link.target}" + (f" [{', '.join(style)}];" if style else ";"))
    for number, gap in enumerate(flow.missing):
        lines.append(
            f"  gap{number} [label={_quoted(gap.reason)}, shape=note, color=gray, fontcolor=gray40];"
        )
        lines.append(f"  gap{number} -> n{gap.target} [style=dotted, color=gray];")
    return "\n".join([*lines, "}", ""])


def to_mermaid(flow: Flow) -> str:
    """Mermaid's flowchart language."""
    lines = ["flowchart TB"]
    for node in flow.nodes:
        lines.append(f"  n{node.id}[{_mermaid(_text(node))}]")
        if node.asked:
            lines.append(f"  style n{node.id} fill:#fff2b2")
    for link in flow.links:
        arrow = "-->" if link.certain else "-.->"
        label = f"|×{link.count}|" if link.count > 1 else ""
        lines.append(f"  n{link.source} {arrow}{label} n{link.target}")
    for number, gap in enumerate(flow.missing):
        lines.append(f"  gap{number}({_mermaid(gap.reason)}) -.-> n{gap.target}")
    return "\n".join([*lines, ""])


def to_graphml(flow: Flow) -> str:
    """GraphML (graphml.graphdrawing.org): nodes with name, detail and count, links with kind, certainty and count."""
    root = ET.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    fields = {
        "node": (("label", "string"), ("detail", "string"), ("count", "int")),
        "edge": (("kind", "string"), ("certain", "boolean"), ("count", "int")),
    }
    for target, columns in fields.items():
        for name, kind in columns:
            key = {"id": f"{target}_{name}", "for": target, "attr.name": name, "attr.type": kind}
            ET.SubElement(root, "key", key)
    graph = ET.SubElement(root, "graph", {"id": "flow", "edgedefault": "directed"})
    for node in flow.nodes:
        element = ET.SubElement(graph, "node", {"id": f"n{node.id}"})
        _data(element, "node", {"label": node.label, "detail": node.detail, "count": node.count})
    for number, gap in enumerate(flow.missing):
        element = ET.SubElement(graph, "node", {"id": f"gap{number}"})
        _data(element, "node", {"label": "unknown origin", "detail": gap.reason, "count": gap.count})
    for link in flow.links:
        ends = {"source": f"n{link.source}", "target": f"n{link.target}"}
        element = ET.SubElement(graph, "edge", ends)
        _data(element, "edge", {"kind": link.kind, "certain": str(link.certain).lower(), "count": link.count})
    for number, gap in enumerate(flow.missing):
        element = ET.SubElement(graph, "edge", {"source": f"gap{number}", "target": f"n{gap.target}"})
        _data(element, "edge", {"kind": "gap", "certain": "false", "count": gap.count})
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def to_svg(flow: Flow) -> str:
    """A picture, drawn by graphviz. Raises UsageError if its `dot` is not installed, or fails."""
    dot = shutil.which("dot")
    if dot is None:
        raise UsageError(
            "SVG is drawn by graphviz, which is not installed (no program 'dot'): use another format."
        )
    done = subprocess.run([dot, "-Tsvg"], input=to_dot(flow), capture_output=True, text=True, check=False)
    if done.returncode:
        raise UsageError(f"graphviz could not draw the graph: {done.stderr.partition(chr(10))[0]}")
    return done.stdout


FORMATS = {"dot": to_dot, "mermaid": to_mermaid, "graphml": to_graphml, "svg": to_svg}


def _text(node: Node) -> str:
    count = f" ×{node.count}" if node.count > 1 else ""
    return f"{node.label} #{node.id}{count}\n{node.detail}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _mermaid(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace("\n", "<br>")
    return f'"{escaped}"'


def _data(element: ET.Element, target: str, values: dict[str, object]) -> None:
    for name, value in values.items():
        data = ET.SubElement(element, "data", {"key": f"{target}_{name}"})
        # XML 1.0 has no control characters; names of files and functions may.
        data.text = "".join(letter if letter.isprintable() else "?" for letter in str(value))
