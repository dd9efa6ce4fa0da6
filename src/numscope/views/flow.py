"""Data flow in the terminal: each operation with what flowed into it."""

from __future__ import annotations

from collections import defaultdict

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.graph.flow import LINE, Flow, Link, MissingLink

_REMARKS = {"part": " (a part of it)", "converted": " (converted to another type)"}


def _source(link: Link, names: dict[int, str]) -> Text:
    count = f" ×{link.count:,}" if link.count > 1 else ""
    text = Text(f"{names[link.source]}{count}", style="green" if link.certain else "yellow")
    text.append("" if link.certain else " (by value, not proven)")
    return text.append(_REMARKS.get(link.kind, ""))


def flow_view(flow: Flow) -> RenderableType:
    """A line a node in the order of time, under it where its data came from."""
    by_line = flow.folded == LINE
    names = {node.id: node.label if by_line else f"{node.label} #{node.id}" for node in flow.nodes}
    into: defaultdict[int, list[Link]] = defaultdict(list)
    for link in flow.links:
        into[link.target].append(link)
    gaps: defaultdict[int, list[MissingLink]] = defaultdict(list)
    for gap in flow.missing:
        gaps[gap.target].append(gap)
    lines: list[RenderableType] = []
    for node in flow.nodes:
        title = Text(names[node.id], style="bold reverse" if node.asked else "bold")
        title.append(f" ×{node.count:,}" if node.count > 1 else "", style="cyan")
        title.append(f"  {node.detail}", style="not bold dim")
        lines.append(title)
        if into[node.id]:
            lines.append(
                Text("    <- ").append(Text(", ").join(_source(link, names) for link in into[node.id]))
            )
        lines += [Text(f"    <- ? {gap.reason}", style="red") for gap in gaps[node.id]]
    links = sum(link.count for link in flow.links)
    counts = (
        f"{len(flow.nodes):,} {'lines' if by_line else 'nodes'}, {links:,} links, {len(flow.missing):,} gaps"
    )
    lines.append(Text(f"{counts}{' (--collapse call shows each call)' if by_line else ''}", style="dim"))
    return Group(*lines)
