"""Powers in formulas of models, where `**` means interactions: `dose**2` is `dose` with itself, which is `dose`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import POWER_ITSELF

KIND = "meaning"
_POWER = re.compile(r"(?<![\w.)])([A-Za-z_]\w*)\s*\*\*\s*(\d+)")


def formula_powers(evidence: Evidence) -> Iterator[Finding]:
    """Yield the models whose formula has the power of a single column, which is no column of its own."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["from_formula"]):
        formula = next((str(one.literal) for one in operation.arguments if one.kind == "string"), "")
        power = _POWER.search(_outside_of_calls(formula.partition("~")[2]))
        columns = next((one.shape for one in operation.outputs if one.name == "exog"), None)
        if power is None or call.id in found or not columns:
            continue
        found.add(call.id)
        text, name = re.sub(r"\s+", "", power[0]), power[1]
        said = (
            f"`{text}` in a formula is the interactions of `{name}` with itself, so `{name}` alone: the model has "
            f"{columns[-1]} columns, and no power of `{name}` among them"
        )
        yield finding_of(KIND, call, operation.id, 1, said, POWER_ITSELF)


def _outside_of_calls(formula: str) -> str:
    """Return a formula without what stands in parentheses: there `**` may be the power itself, as in `I(dose**2)`."""
    depth, kept = 0, []
    for letter in formula:
        depth += (letter == "(") - (letter == ")")
        kept.append(letter if depth == 0 else " ")
    return "".join(kept)
