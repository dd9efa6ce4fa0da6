"""Rules that were learnt, and what a run broke of them."""

from __future__ import annotations

import textwrap

from rich.text import Text

from numscope.analysis.concepts.training_ledger import grouped
from numscope.analysis.learn import Against, Rules, Violation
from numscope.views.paths import short_path

_WIDTH = 79
_SHOWN = 8


def rules_view(rules: Rules, path: str) -> Text:
    """Return how many rules there are, by kind, and where."""
    kinds: dict[str, int] = {}
    for rule in rules.rules:
        kinds[rule.kind] = kinds.get(rule.kind, 0) + 1
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    seen = sum(rule.observations for rule in rules.rules)
    runs = "1 run" if len(rules.learnt_from) == 1 else f"{len(rules.learnt_from)} runs"
    text = f"{len(rules.rules):,} rules from {seen:,} observations in {runs}, in {path}: {counts}"
    return Text("\n".join(textwrap.wrap(text, _WIDTH)))


def against_view(result: Against) -> Text:
    """Return the first violations, and the count of the rest. Some rule was looked at."""
    if not result.violations:
        text = f"all {result.looked:,} rules hold that this run has the layers for, of {result.rules:,}"
        return Text(text, style="green")
    # A change of one layer changes what comes after it, too.
    alike = list(grouped(result.violations, lambda one: (one.step, one.rule.kind)).values())
    lines = [line for members in alike[:_SHOWN] for line in _lines(members)]
    hidden = sum(map(len, alike[_SHOWN:]))
    rest = f"; {hidden} more (--json)" if hidden else ""
    lines.append(
        f"{len(result.violations):,} of {result.looked:,} rules are broken, the first in step "
        f"{result.violations[0].step + 1}{rest}"
    )
    return Text("\n".join(lines))


def _lines(members: list[Violation]) -> list[str]:
    one = members[0]
    place = f"{short_path(one.file)}:{one.line}" if one.file else "?"
    learnt = f"{one.rule.observations:,} observations in {one.rule.runs} runs"
    sentences = (
        f"{one.value}, in {one.times:,} of {one.observations:,}",
        f"healthy: {one.rule.sentence} ({learnt})",
    )
    also = f" and {len(members) - 1} more" if len(members) > 1 else ""
    title = f"step {one.step + 1}  {place}  {one.rule.kind} of {one.rule.subject}{also}"
    folded = (
        textwrap.wrap(text, _WIDTH, initial_indent="   ", subsequent_indent="   ") for text in sentences
    )
    titles = textwrap.wrap(title, _WIDTH, subsequent_indent="   ")
    return [*titles, *(line for lines in folded for line in lines)]
