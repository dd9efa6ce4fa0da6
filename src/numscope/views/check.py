"""Where rules held, in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.check.rule_check import Check, Violation
from numscope.views.fitted_table import FittedTable
from numscope.views.paths import short_path


def check_view(answer: Check) -> RenderableType:
    """A row a call site, the most frequent of each rule first; then what could not be decided."""
    parts: list[RenderableType] = []
    for rule in dict.fromkeys(violation.rule for violation in answer.violations):
        of_rule = [violation for violation in answer.violations if violation.rule == rule]
        table = FittedTable(least=("times",), cut=("first",), name="operation")
        for name in ("times", "place", "operation", "first"):
            table.add_column(name, right=name == "times")
        for violation in sorted(of_rule, key=lambda one: -one.count):
            file, _, line = violation.place.rpartition(":")
            table.add_row(
                f"{violation.count:,}",
                Text(f"{short_path(file)}:{line}", style="green"),
                Text(f"{violation.operation} #{violation.first}"),
                Text(_values(violation)),
            )
        parts += [Text(rule, style="bold red"), table, Text("")]
    hidden = answer.found - len(answer.violations)
    summary = f"{answer.times:,} times at {answer.found:,} places, in {answer.operations:,} operations"
    summary = summary if answer.found else f"no rule held in {answer.operations:,} operations"
    parts.append(Text(summary + (f"; {hidden:,} more places (--limit)" if hidden else ""), style="bold"))
    for rule, count in answer.undecided.items():
        parts.append(
            Text(f"'{rule}' could not be decided for {count:,} operations: values were not kept", "yellow")
        )
    return Group(*parts)


def _values(violation: Violation) -> str:
    what = f"{violation.dtype}[{','.join(map(str, violation.shape))}]" if violation.dtype else ""
    values = [
        f"{name} {value:.6g}" if isinstance(value, float) else f"{name} {value}"
        for name, value in violation.values.items()
    ]
    return " ".join([what, ", ".join(values)]).strip()
