"""Masks of attention that leave the padding alone: the words are hidden, and the padding is looked at."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import TRUE_HIDES
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand

KIND = "meaning"
# What fills with minus infinity where a mask holds, in the program or inside of a layer.
_FILLED = """
    select o.id from called_operations o
        join operand_contents mask on mask.operation = o.id and mask.role in ('input', 'argument')
        join operand_contents made using (hash_low, hash_high)
        join operand_contents number on number.operation = o.id and number.role in ('input', 'argument')
    where made.operation = ? and made.role = 'output' and o.id > ? and o.name like '%masked_fill%'
        and coalesce(number.real, number.minimum) < -1e30 limit 1
"""


def only_padding(evidence: Evidence) -> Iterator[Finding]:
    """Yield comparisons `tokens != 0` that hide all tokens but those that are 0."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ("ne", "not_equal")):
        number = next((one.literal for one in operation.operands if isinstance(one.literal, int)), None)
        tokens = next((one for one in operation.inputs if one.shape), None)
        if call.id in found or number is None or tokens is None or not _is_padded(tokens, number):
            continue
        if evidence.trace.ask(_FILLED, [operation.id, operation.id]).num_rows:
            found.add(call.id)
            values = numbers_of(tokens)
            hidden = int((values != number).sum())
            problem = (
                f"hides the {hidden:,} tokens that are not {number}, and leaves the "
                f"{values.size - hidden:,} that are: where "
                "such a mask is true, nothing is looked at"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, TRUE_HIDES)


def _is_padded(tokens: Operand, number: int) -> bool:
    """Return whether these are whole numbers of which rows end, or begin, with the one that is compared with."""
    values = numbers_of(tokens)
    if values is None or values.dtype.kind not in "iu" or values.ndim != 2 or min(values.shape) < 2:
        return False
    padded = values == number
    ends = (padded[:, :-1] <= padded[:, 1:]).all() or (padded[:, :-1] >= padded[:, 1:]).all()
    return bool(padded.any() and not padded.all(axis=1).any() and ends)
