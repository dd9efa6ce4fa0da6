"""`index.html`: one page, without anything from elsewhere, that ties a dump together."""

from __future__ import annotations

import inspect
import linecache
from html import escape
from pathlib import Path
from urllib.parse import quote

from numscope.compiled.torch_compile.breaks import giving_up
from numscope.compiled.torch_compile.explain import explain
from numscope.compiled.torch_compile.records import Break, Compilation, Function, Graph, Record
from numscope.views.page.static import details, link, listing, static_page, table

_TOTALS = {
    "functions": "functions",
    "compilations": "compilations",
    "graphs": "graphs",
    "graph_breaks": "graph breaks",
    "recompilations": "recompilations",
    "kernel_files": "kernel files",
    "not_compiled": "not compiled",
}

_STYLE = """
:root { --break: light-dark(#c2410c, #fb923c); --again: light-dark(#7c3aed, #c4b5fd); }
.totals { display: flex; flex-wrap: wrap; gap: .6rem 1.6rem; } .totals b { font-size: 1.3rem; }
.source { width: 100%; background: var(--surface); }
.source td:first-child { width: 2.5rem; opacity: .6; padding-left: .6rem; }
.source td:nth-child(2) { width: 55%; } .source details summary { opacity: .75; font-size: 13px; }
.kernel, .kernel code { font-size: 12px; line-height: 1.35; } .kernel a { margin-left: .3rem; }
.legend { opacity: .75; font-size: 13px; margin: 0; }
.story { background: var(--surface); border-radius: 8px; padding: .8rem 1rem; }
.source td { border: 0; padding-top: 0; padding-bottom: 0; }
.source em { color: var(--break); font-style: normal; }
.timeline { position: relative; overflow: hidden; background: var(--surface); }
.timeline i { position: absolute; height: 1.2rem; overflow: hidden; white-space: nowrap; font: 11px/1.2rem var(--sans);
  background: color-mix(in srgb, var(--accent) 35%, var(--bg)); border-left: 1px solid var(--bg); padding-left: 2px; }
.break { color: var(--break); } .again { color: var(--again); } .failed { color: var(--bad); }
"""

# Steps shorter than this part of the whole are not drawn.
_NARROWEST = 500

# More kernels than this beside one line are folded away.
_FOLDED = 4


def page(record: Record, directory: Path) -> str:
    """Return the page for `record`; links are relative to `directory`."""
    roots = [function for function in record.functions if not function.resume_of]
    others = sorted(path.name for path in directory.glob("*_*/index.html") for path in [path.parent])
    body = [
        "<h1>What torch.compile made</h1>",
        f"<p>torch {escape(record.torch_version)}, Python {escape(record.python_version)}</p>",
        _totals(record),
        _contents(record, roots),
        _story(record),
        _timeline(record),
    ]
    if others:
        links = ", ".join(f"<a href='{quote(name)}/index.html'>{escape(name)}</a>" for name in others)
        body.append(f"<p>Other processes of the same run: {links}</p>")
    for root in roots:
        body.append(_function(root, record.parts_of(root)))
    return static_page("torch.compile dump", "\n".join(body), _STYLE)


def _totals(record: Record) -> str:
    totals = record.totals()
    cells = "".join(f"<div><b>{totals[key]}</b> {escape(name)}</div>" for key, name in _TOTALS.items())
    return f"<div class='totals'>{cells}</div>"


def _story(record: Record) -> str:
    """What `--explain` prints, as one block a function."""
    lines = explain(record)[1:]
    return f"<h2>In short</h2><pre class='story'>{escape(chr(10).join(lines).strip())}</pre>" if lines else ""


def _timeline(record: Record) -> str:
    """Draw the steps of the compiler as bars, the steps inside of one below it; short ones are in the file."""
    end = max((each.start + each.seconds for each in record.timeline), default=0.0)
    if not end:
        return ""
    shown = [each for each in record.timeline if each.seconds >= end / _NARROWEST]
    rows = 1 + max(each.depth for each in shown)
    bars = "".join(
        f"<i style='left:{each.start / end:.3%};width:{each.seconds / end:.3%};top:{each.depth * 1.3:.1f}rem'"
        f" title='{escape(f'{each.name}, {each.compile_id}: {each.seconds * 1000:.1f} ms', quote=True)}'>"
        f"{escape(each.name)}</i>"
        for each in shown
    )
    opened = link("timeline.json", "timeline.json")
    return (
        f"<h2>Timeline</h2><p>{end:.2f} s from the first step to the last; {opened} opens in ui.perfetto.dev.</p>"
        f"<div class='timeline' style='height:{rows * 1.3:.1f}rem'>{bars}</div>"
    )


def _contents(record: Record, roots: list[Function]) -> str:
    rows = []
    for root in roots:
        own = [each for part in record.parts_of(root) for each in part.compilations]
        rows.append(
            (
                f"<a href='#{quote(root.label)}'>{escape(root.title)}</a>",
                f"<code>{escape(root.place)}</code>",
                str(sum(each.compiled for each in own)),
                str(sum(len(each.graphs) for each in own)),
                str(sum(len(each.breaks) for each in own)),
                f"{sum(each.seconds for each in own):.2f} s",
            )
        )
    return table(("function", "where", "compilations", "graphs", "graph breaks", "compile time"), rows)


def _function(root: Function, parts: list[Function]) -> str:
    whole = link(root.file, "read it from top to bottom") if root.file else "never compiled"
    lines = [
        f"<section><h2 id='{quote(root.label)}'>{escape(root.title)}</h2>"
        f"<p><code>{escape(root.place)}</code> · {whole}</p>",
        _called(root),
        _source(root, parts),
    ]
    for part in parts:
        lines += [_compilation(part, each) for each in part.compilations]
    return "\n".join(lines) + "</section>"


def _called(root: Function) -> str:
    """Say where the program calls the function, a line for each way."""
    ways = dict.fromkeys(tuple(each.callers) for each in root.compilations if each.callers)
    listed = [" ← ".join(callers) for callers in ways]
    return f"<p>Called at</p>{listing(listed)}" if listed else ""


def _source(root: Function, parts: list[Function]) -> str:
    """Return the source with, beside each line, where graphs broke and which kernels compute it."""
    breaks: dict[int, list[str]] = {}
    kernels: dict[int, dict[str, dict[str, str]]] = {}
    for compilation in (each for part in parts for each in part.compilations):
        given_up = [giving_up(compilation.error, compilation.callers)] if compilation.error else []
        for found in (*compilation.breaks, *given_up):
            if found.filename == root.filename:
                what = "graph break" if found in compilation.breaks else "not compiled"
                breaks.setdefault(found.line, []).append(f"<em>{what}: {escape(found.cause)}</em>")
        for kernel in (kernel for graph in compilation.graphs if graph.kept for kernel in graph.kernels):
            for line in kernel.lines:
                if line.filename == root.filename:
                    called = line.code.partition("(")[0]
                    files = kernels.setdefault(line.line, {}).setdefault(called, {})
                    files.setdefault(kernel.file, line.code)
    rows = []
    for number, text in _lines(root):
        notes = [*dict.fromkeys(breaks.get(number, ())), _kernels(kernels.get(number, {}))]
        beside = "".join(f"<div>{note}</div>" for note in notes if note)
        rows.append(f"<tr><td>{number}</td><td><code>{escape(text)}</code></td><td>{beside}</td></tr>")
    if not rows:
        return "<p>No source at hand.</p>"
    legend = "<p class='legend'>2.0 is kernel file 0 of graph __compiled_fn_2.</p>" if kernels else ""
    return f"<table class='source'>{''.join(rows)}</table>{legend}"


def _kernels(found: dict[str, dict[str, str]]) -> str:
    """Name the kernels of a line, each with a short link for every file that calls it; many are folded away."""
    entries = []
    for called, files in found.items():
        links = " ".join(
            f"<a href='{quote(file)}' title='{escape(file + ': ' + code, quote=True)}'>{escape(_short(file))}</a>"
            for file, code in files.items()
        )
        entries.append(f"<div class='kernel'><code>{escape(called)}</code> {links}</div>")
    if len(entries) <= _FOLDED:
        return "".join(entries)
    return details(f"{len(entries)} kernels", "".join(entries))


def _short(file: str) -> str:
    """`__compiled_fn_2.kernel_0.py` -> `2.0`: graph and kernel file."""
    graph, _, kernel = file.removeprefix("__compiled_fn_").removesuffix(".py").partition(".kernel_")
    return f"{graph}.{kernel}" if kernel else file


def _lines(root: Function) -> list[tuple[int, str]]:
    lines = linecache.getlines(root.filename)
    if not lines or root.line > len(lines):
        return []
    block = inspect.getblock(lines[root.line - 1 :])
    return [(root.line + offset, line.rstrip("\n")) for offset, line in enumerate(block)]


def _compilation(part: Function, each: Compilation) -> str:
    state = "" if each.compiled else " class='failed'"
    head = f"<h3{state}>{escape(part.title)}, compilation {escape(each.compile_id)} · {escape(each.backend)}</h3>"
    lines = [head]
    for failed in each.failed_guards:
        value = f" — {escape(failed.value)}" if failed.value else ""
        lines.append(
            f"<p class='again'>Compiled again: of {escape(failed.compile_id)}, this guard failed: "
            f"<code>{escape(failed.guard)}</code>{value}</p>"
        )
    if each.error or each.skip_reason:
        lines.append(_failure(each))
    if each.restarts:
        lines.append(f"<p>Dynamo began anew, because:</p>{listing(each.restarts)}")
    for found in each.breaks:
        hints = "".join(f"<li>{escape(hint)}</li>" for hint in found.hints)
        lines.append(
            f"<p class='break'>Graph break: {escape(found.cause)}<br><code>{escape(found.place)}</code> "
            f"<code>{escape(found.source)}</code>{_inside(found)}<br>{escape(found.explanation)}</p><ul>{hints}</ul>"
        )
    if each.transformed:
        note = "" if each.decompiled else f" (disassembly: {escape(each.decompile_failure)})"
        dis = f"{each.transformed}.{part.name}_disassembly.txt"
        guards = f" · {link(each.guard_tree, 'tree of guards')}" if each.guard_tree else ""
        lines.append(
            f"<p>Transformed code: {link(each.transformed, each.transformed)}{note} · "
            f"{link(dis, 'disassembly')}{guards}</p>"
        )
    lines += [_graph(graph) for graph in each.graphs if graph.kept]
    lines += [
        details(f"{len(each.guards)} guards", listing(each.guards)) if each.guards else "",
        _numbers(each),
    ]
    if each.caches:
        lines.append(f"<p>Caches: {escape(', '.join(dict.fromkeys(each.caches)))}.</p>")
    if each.resumes:
        lines.append(f"<p>Goes on in {escape(', '.join(each.resumes))}.</p>")
    return "\n".join(lines)


def _failure(each: Compilation) -> str:
    whole = each.error or each.skip_reason
    found = giving_up(whole, each.callers)
    place = (
        f"<code>{escape(found.place)}</code> <code>{escape(found.source)}</code>{_inside(found)}<br>"
        if found.line
        else ""
    )
    outcome = "The program got this error." if each.raised else "The function runs uncompiled."
    because = f" Given up as a whole, because {escape(found.whole_frame)}." if found.whole_frame else ""
    return (
        f"<p class='failed'>{escape(found.cause)}<br>{place}{escape(found.explanation)}<br>{outcome}{because}</p>"
        + details("what torch says", f"<pre>{escape(whole)}</pre>")
    )


def _inside(found: Break) -> str:
    lines = [f"in <code>{escape(found.inside)}</code>"] if found.inside else []
    lines += [f"called at <code>{escape(caller)}</code>" for caller in found.callers]
    return "".join(f"<br>{line}" for line in lines)


def _graph(graph: Graph) -> str:
    files = [
        (link(file.file, file.file), str(file.operations), "yes" if file.executed else "")
        for file in graph.files
    ]
    lines = [f"<h4>{escape(graph.name)}</h4>", table(("graph", "operations", "is what runs"), files)]
    for kernel in graph.kernels:
        rows = [
            (f"<code>{escape(line.code)}</code>", f"<code>{escape(line.filename)}:{line.line}</code>",
             f"<code>{escape(line.source)}</code>")
            for line in kernel.lines
        ]  # fmt: skip
        lines.append(
            f"<p>{link(kernel.file, kernel.file)} from {escape(kernel.role)}, is what runs; kernels: "
            f"{escape(', '.join(kernel.kernels) or 'none of its own')}</p>"
        )
        if rows:
            calls = table(("call", "computes", "source"), rows)
            lines.append(details(f"{len(rows)} lines of it and the source lines they compute", calls))
    if graph.artifacts:
        lines.append(f"<p>Of the compilers: {', '.join(link(file, file) for file in graph.artifacts)}</p>")
    if graph.symbols:
        lines.append("<p>Dynamic shapes:</p>" + listing(graph.symbols))
    return "\n".join(lines)


def _numbers(each: Compilation) -> str:
    phases = [(escape(name), f"{seconds * 1000:.1f} ms") for name, seconds in each.phases.items()]
    metrics = [(escape(name), escape(str(value))) for name, value in each.metrics.items()]
    tables = (table(("phase", "time"), phases) if phases else "") + (
        table(("metric", "value"), metrics) if metrics else ""
    )
    return details(f"compile time {each.seconds:.2f} s", tables) if tables else ""
