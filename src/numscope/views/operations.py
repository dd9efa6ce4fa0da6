"""Operations in the terminal: as a list, and one of them whole."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from numscope.analysis.concepts.listed_calls import Listed
from numscope.analysis.concepts.user_calls import CallCounts
from numscope.analysis.ls.listing import Listing
from numscope.analysis.show.surroundings import Surroundings
from numscope.trace import Operand, Operation, Site, Statistics
from numscope.trace.running_tasks import Task
from numscope.views.fitted_table import FittedTable, WholeName
from numscope.views.paths import file_name, short_path
from numscope.views.values import fact_text, short_arguments, short_operands, short_time, value_text


def short_site(site: Site | None) -> str:
    """`script.py:12`."""
    return "" if site is None else f"{short_path(site.file)}:{site.line}"


def source_line(site: Site | None) -> str:
    """Return the line of source at `site`, as it ran; empty if it is not known."""
    return "" if site is None else site.source


def result_text(operation: Operation) -> Text:
    """What came out of `operation`, short."""
    if operation.exception is not None:
        return Text(operation.exception.partition("\n")[0][:60], style="red")
    if operation.unfinished:
        return Text("never ended", style="red")
    return Text(", ".join(short_operands(operation.outputs)))


def operations_table(operations: Sequence[Operation]) -> FittedTable:
    """A line an operation: id, name, what went in, what came out, how long, from where; cut where it is too long."""
    table = FittedTable(
        least=("inputs", "time", "result", "from", "task"), cut=("inputs", "result", "task"), name="operation"
    )
    several = any(operation.rank is not None for operation in operations)
    in_tasks = any(operation.task is not None for operation in operations)
    table.add_column("id", right=True)
    if several:
        table.add_column("rank", right=True)
    if in_tasks:
        table.add_column("task")
    table.add_column("operation")
    for heading in ("inputs", "result"):
        table.add_column(heading)
    table.add_column("time", right=True)
    table.add_column("from")
    for operation in operations:
        given = short_arguments(operation)
        warned = (
            Text(" " + " ".join(operation.floating_point), style="yellow")
            if operation.floating_point
            else Text("")
        )
        name = Text(
            "  " * operation.depth + operation.name, style="bold" if operation.user_visible else "dim"
        )
        values = [Text(given), result_text(operation)]
        table.add_row(
            Text(str(operation.id), style="cyan"),
            *_rank_cells(operation.rank, several),
            *_task_cells(operation.task, in_tasks),
            name + warned,
            *values,
            short_time(operation.duration_ns),
            Text(short_site(operation.user_site or operation.site), style="dim"),
        )
    return table


def _rank_cells(rank: int | None, several: bool) -> list[str]:
    return ["" if rank is None else str(rank)] if several else []


def _task_cells(task: Task | None, in_tasks: bool) -> list[str]:
    return ["" if task is None else task.key] if in_tasks else []


class CallsTable:
    """A line a call of the user's: where it stands, its name, what went in, what came out, how long.

    Where that is wider than the terminal, names of calls stay whole: folders go first, then operands are cut, then
    columns are left out.
    """

    def __init__(self, calls: Sequence[Listed]) -> None:
        self._calls = calls

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table, fitted to the width that there is."""
        table = _calls_table(self._calls, [short_site(listed.call.site) for listed in self._calls])
        if table.widest <= options.max_width:
            yield table
            return
        sites = [listed.call.site for listed in self._calls]
        files = {site.file for site in sites if site is not None}
        if len(files) == 1:
            yield Text(short_path(files.pop()), style="dim")
            places = ["" if site is None else str(site.line) for site in sites]
        else:
            places = ["" if site is None else f"{file_name(site.file)}:{site.line}" for site in sites]
        yield _calls_table(self._calls, places)


def _calls_table(calls: Sequence[Listed], places: Sequence[str]) -> FittedTable:
    """places: of the calls in the source."""
    table = FittedTable(
        least=("inside", "inputs", "time", "result", "line", "task"),
        cut=("inputs", "result", "task"),
        name="call",
    )
    several = any(listed.rank is not None for listed in calls)
    in_tasks = any(listed.task is not None for listed in calls)
    table.add_column("id", right=True)
    if several:
        table.add_column("rank", right=True)
    if in_tasks:
        table.add_column("task")
    table.add_column("line")
    table.add_column("call")
    table.add_column("inside", right=True)
    table.add_column("inputs")
    table.add_column("result")
    table.add_column("time", right=True)
    for listed, place in zip(calls, places, strict=True):
        call = listed.call
        table.add_row(
            Text(str(call.operation), style="cyan"),
            *_rank_cells(listed.rank, several),
            *_task_cells(listed.task, in_tasks),
            Text(place, style="dim"),
            call_text(listed),
            Text(f"{call.inside:,}" if call.inside else "", style="dim"),
            Text(given_text(listed)),
            result_text_of_call(listed),
            short_time(None if call.unfinished else call.duration_ns),
        )
    return table


def call_text(listed: Listed) -> Text:
    """The name of a call, and the flags it raised or the one operation that a library's came down to."""
    text = Text(listed.call.name, style="bold")
    if listed.inner is not None:
        text.append(f" > {listed.inner}", style="not bold dim")
    if listed.operation is not None and listed.operation.floating_point:
        text.append(" " + " ".join(listed.operation.floating_point), style="not bold yellow")
    return text


def given_text(listed: Listed) -> str:
    """Return what went into a call, short."""
    if listed.operation is not None and listed.inputs == listed.operation.inputs:
        return short_arguments(listed.operation)
    return ", ".join(short_operands(listed.inputs))


def result_text_of_call(listed: Listed) -> Text:
    """Return what came out of a call, short; red where it raised or never ended."""
    operation = listed.operation
    if operation is not None and (operation.exception or operation.unfinished or not listed.results):
        return result_text(operation)
    return Text(", ".join(short_operands(listed.results)))


def listing_view(listing: Listing, all_operations: bool) -> RenderableType:
    """The list, and how much of the trace it is."""
    if listing.counts is None:
        shown = len(listing.operations)
        rest = f"{shown:,} of {listing.matching:,} {'' if all_operations else 'user-visible '}operations"
        return Group(operations_table(listing.operations), Text(rest, style="dim"))
    shown, hidden = len(listing.calls), listing.matching - len(listing.calls)
    more = "; --all lists them" if listing.counts.inside else ""
    more += f"; {hidden:,} more rows (--limit)" if hidden > 0 else ""
    table: RenderableType = (
        CallsTable(listing.calls) if shown else Text("no line of yours called an operation")
    )
    return Group(table, Text(counts_text(listing.counts) + more, style="dim"))


def counts_text(counts: CallCounts) -> str:
    """`24 operations of yours, 1,314 inside libraries (1,280 while importing)`."""
    noun = "operation" if counts.own == 1 else "operations"
    text = f"{counts.own:,} {noun} of yours, {counts.inside:,} inside libraries"
    return text + (f" ({counts.importing:,} while importing)" if counts.importing else "")


def operation_view(around: Surroundings) -> RenderableType:
    """One operation whole: call site with source line, times, operands with values and statistics, family."""
    operation = around.operation
    facts = Table(box=None, show_header=False, pad_edge=False)
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    facts.add_row("operation", Text(f"{operation.name}  #{operation.id}", style="bold"))
    facts.add_row("called by", Text(f"{operation.how}, depth {operation.depth}"))
    for label, site in (("from", operation.user_site), ("directly from", operation.site)):
        if site is not None and (label == "from" or site != operation.user_site):
            facts.add_row(label, WholeName(Text(str(site))))
            facts.add_row("", Text(source_line(site), style="green"))
    own = "" if operation.self_ns == operation.duration_ns else f", self {short_time(operation.self_ns)}"
    facts.add_row("took", short_time(operation.duration_ns) + own)
    facts.add_row("process, thread", f"{operation.process}, {operation.thread}")
    if operation.rank is not None:
        facts.add_row("rank", f"{operation.rank}")
    _add_task(facts, around)
    for name, value in operation.attributes.items():
        facts.add_row(Text(name), Text(str(value)))
    if operation.floating_point:
        facts.add_row("floating point", Text(", ".join(operation.floating_point), style="yellow"))
    if operation.exception is not None:
        facts.add_row("raised", Text(operation.exception, style="red"))
    if around.parent is not None:
        facts.add_row("inside", Text(f"{around.parent.name} #{around.parent.id}"))
    parts: list[RenderableType] = [facts]
    for operand in operation.operands:
        parts.append(Text())
        parts.append(operand_view(operand))
    if around.children:
        more = around.child_count - len(around.children)
        parts.append(Text(f"\ninside it: {around.child_count:,} operations", style="bold"))
        parts.append(operations_table(around.children))
        if more:
            parts.append(Text(f"... and {more:,} more", style="dim"))
    return Group(*parts)


def _add_task(facts: Table, around: Surroundings) -> None:
    task, asker = around.operation.task, around.asker
    if task is not None and task.begin != around.operation.id:  # that operation says the same itself
        facts.add_row("task", Text(f"{task.key}, begun by #{task.begin}"))
    if asker is not None:
        place = asker.user_site or asker.site
        facts.add_row("asked for by", Text(f"{asker.name} #{asker.id}"))
        facts.add_row("", WholeName(Text(str(place or ""))))
        facts.add_row("", Text(source_line(place), style="green"))


def operand_view(operand: Operand) -> RenderableType:
    """One operand whole: place, layout, content hash, statistics, values."""
    place = operand.name or (f"{operand.position}" if operand.position is not None else "")
    item = f" item {operand.item}" if operand.item else ""
    title = Text(f"{operand.role} {place}{item}: ", style="bold")
    if operand.kind == "object":
        facts = [f"  {name}: {fact_text(name, value)}" for name, value in operand.attributes.items()]
        return Group(title + Text(operand.describe()), *(Text(fact, style="dim") for fact in facts))
    if not operand.is_array():
        return title + Text(value_text(operand))
    layout = f"{operand.dtype} {operand.shape}, strides {operand.strides}"
    layout += f", {operand.type}" if operand.type else ""
    layout += ", read-only" if operand.read_only else ""
    layout += ", given as a list" if operand.converted else ""
    where = f"at 0x{operand.address:x}" if operand.address else ""
    where += f", memory of 0x{operand.owner:x}" if operand.owner else ""
    where += f"  hash {operand.hash}" if operand.hash else ""
    where += "".join(f"  {name} {value}" for name, value in operand.attributes.items())
    lines: list[RenderableType] = [title + Text(layout, style="not bold")]
    if where:
        lines.append(Text(f"  {where}", style="dim"))
    if operand.statistics is not None:
        lines.append(Text("  ") + statistics_text(operand.statistics))
    lines.append(Text("  " + value_text(operand).replace("\n", "\n  ")))
    return Group(*lines)


def statistics_text(statistics: Statistics) -> Text:
    """The statistics in one line; NaN and infinities stand out."""
    text = Text(
        f"min {statistics.minimum:.6g}  max {statistics.maximum:.6g}  mean {statistics.mean:.6g}  "
        f"std {statistics.deviation:.6g}  zeros {statistics.zeros:,}",
        style="dim",
    )
    for name, count in (
        ("NaN", statistics.nans),
        ("+Inf", statistics.positive_infinities),
        ("-Inf", statistics.negative_infinities),
    ):
        if count:
            text.append(f"  {name} {count:,}", style="red")
    return text
