"""The verdict of a check-up on one screen."""

from __future__ import annotations

import textwrap

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.check_up import CheckUp, Finding
from numscope.views.paths import short_path

# A terminal of 24 lines and 80 columns, less a line for the prompt.
_LINES = 23
_WIDTH = 79


def check_up_view(result: CheckUp, trace: str, whole: bool = False) -> RenderableType:
    """Return the findings that one screen holds, or all, and the count of the rest."""
    if not result.found:
        text = f"nothing found in {result.operations:,} operations; looked for: {', '.join(result.looked)}"
        return Group(
            *(Text(line, style="green") for line in _wrapped(text)), *_too_large(result), *_next_step(trace)
        )
    lines: list[Text] = []
    shown = 0
    for number, finding in enumerate(result.findings, 1):
        block = _finding(number, finding, trace)
        if not whole and shown and len(lines) + len(block) > _LINES - 1:
            break
        lines += block
        shown += 1
    noun = "finding" if result.found == 1 else "findings"
    hidden = result.found - shown
    rest = f"; {hidden} more (--all)" if hidden else ""
    count = Text(f"{result.found} {noun} in {result.operations:,} operations{rest}", style="bold")
    return Group(*lines, count, *_too_large(result))


def _next_step(trace: str) -> list[Text]:
    """Return what finds faults that no recording shows by itself: a formula, a unit, an argument meant otherwise."""
    words = "looks wrong all the same? compare with a run that was right"
    return [Text(words), Text(f"   see: numscope diff OLD {trace}", style="dim")]


def _too_large(result: CheckUp) -> list[Text]:
    """Return what was not wholly looked for, since a question took more memory than it may have."""
    if not result.too_large:
        return []
    text = (
        f"looked for in part only, as the trace is too large for a question: {', '.join(result.too_large)}; "
        "record a shorter run, or a part of it"
    )
    return [Text(line, style="yellow") for line in _wrapped(text)]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, break_on_hyphens=False)


def _finding(number: int, finding: Finding, trace: str) -> list[Text]:
    title = Text(f"{number}. ", style="bold")
    title.append(f"{short_path(finding.file)}:{finding.line}", style="bold red")
    times = f", {finding.calls:,} times" if finding.calls > 1 else ""
    title.append(f"  {finding.kind}{times}", style="bold")
    lines = [title]
    if finding.source:
        lines.append(
            Text(f"   {textwrap.shorten(finding.source, _WIDTH - 3, placeholder=' ...')}", style="green")
        )
    lines += [Text(line) for line in _folded("   ", finding.problem)]
    lines += [Text(line, style="cyan") for line in _folded("   -> ", finding.fix)]
    words = finding.look.replace(" T", f" {trace}")
    lines.append(Text(f"   see: numscope {words}", style="dim"))
    return lines


def _folded(start: str, text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start))
