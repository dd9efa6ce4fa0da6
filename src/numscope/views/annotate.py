"""A program's source in the terminal, each line with what it cost and what it gave."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from numscope.analysis.annotate.lines import Annotation, File, Line
from numscope.operations.lore.user_line import counted
from numscope.trace import Operand
from numscope.views.paths import short_path
from numscope.views.values import short_operand, short_size, short_time

_AROUND = 2  # lines without a call that are shown before and after one with some
_HOT, _WARM = 0.2, 0.05  # share of the time from which a line is red, and yellow
_LEAST_SOURCE = 24  # letters of a line of source that are shown in any case


class AnnotationView:
    """Files line by line. whole: all lines; else those with calls and the two around them."""

    def __init__(self, annotation: Annotation, whole: bool = False) -> None:
        self._annotation = annotation
        self._whole = whole

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the files, fitted to the width that there is."""
        if not self._annotation.files:
            yield Text("no line of yours called an operation")
        for number, file in enumerate(self._annotation.files):
            if number:
                yield Text()
            yield from _file(file, self._whole, options.max_width)


def _file(file: File, whole: bool, width: int) -> Iterator[Text]:
    calls = "1 call" if file.calls == 1 else f"{file.calls:,} calls"
    yield Text(f"{short_path(file.path)}: {calls}, {short_time(file.duration_ns)}", style="bold")
    if not file.complete:
        yield Text("the text of this file is not in the trace", style="dim")
    digits = max([len(str(line.number)) for line in file.lines], default=1)
    heading = f"{'time':>9} {'share':>6} {'calls':>7}  {'line':>{digits}}"
    yield Text(heading, style="dim")
    shown = 0
    for line in file.lines:
        if not whole and not _is_near(line, file):
            continue
        if line.number > shown + 1:
            yield Text("⋮".rjust(len(heading)), style="dim")
        shown = line.number
        yield from _line(line, max(digits, 4), width)


def _is_near(line: Line, file: File) -> bool:
    return any(
        (other.calls or other.is_compiled) and abs(other.number - line.number) <= _AROUND
        for other in file.lines
    )


def _line(line: Line, digits: int, width: int) -> Iterator[Text]:
    margin = Text(" " * 24)
    if line.calls:
        style = "red" if line.share >= _HOT else "yellow" if line.share >= _WARM else ""
        cost = f"{short_time(line.duration_ns):>9} {line.share:>6.1%} {line.calls:>7,}"
        margin = Text(cost, style=style)
    start = margin + Text(f"  {line.number:>{digits}}  ", style="dim")
    source, result = Text(line.source.expandtabs(4)), line_text(line)
    # As a comment, so that what is copied out still runs.
    result = Text("# ", style="dim") + result if result.plain else result
    room = max(_LEAST_SOURCE, width - cell_len(start.plain))
    beside = cell_len(source.plain) + 2 + cell_len(result.plain) <= room
    source.truncate(room, overflow="ellipsis")
    yield start + source + (Text("  ") + result if result.plain and beside else Text())
    if result.plain and not beside:
        yield Text(" " * max(0, width - cell_len(result.plain))) + result


def line_text(line: Line) -> Text:
    """What a line gave: `float64[720]  -1 to 1  3 NaN`."""
    parts: list[tuple[str, str]] = []
    if line.result is not None:
        parts += [(short_operand(line.result), "cyan"), *_range(line.result)]
    if line.raised:
        parts.append(("raised", "red"))
    for count, kind in ((line.nan, "NaN"), (line.inf, "Inf")):
        # Of one call the last result says it already.
        if count > any(words.endswith(kind) for words, _ in parts):
            parts.append((f"{kind} in {count:,} of {line.calls:,} calls", "red"))
    if line.compiled_ns:
        parts.append((f"{short_time(line.compiled_ns)} in compiled code", "yellow"))
    if line.compiled_allocations:
        size = short_size(line.compiled_allocated)
        parts.append((f"{size} in {counted(line.compiled_allocations, 'allocation')}", "yellow"))
    text = Text(style="dim")
    for number, (words, style) in enumerate(parts):
        text.append("  " if number else "").append(words, style=style)
    return text


def _range(result: Operand) -> list[tuple[str, str]]:
    statistics = result.statistics
    if statistics is None or result.dtype == "bool":
        return []
    finite = statistics.minimum == statistics.minimum
    one = statistics.minimum == statistics.maximum
    between = f"{statistics.minimum:.3g}" + ("" if one else f" to {statistics.maximum:.3g}")
    counts = (
        (statistics.nans, "NaN"),
        (statistics.infinities, "Inf"),
    )
    bad = [(f"{count:,} {kind}", "red") for count, kind in counts if count]
    return [*([(between, "dim")] if finite else []), *bad]
