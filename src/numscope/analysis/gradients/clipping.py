"""How often the clipping of gradients acts, and what it multiplies them by."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any

from numscope.analysis.concepts.training_ledger import grouped
from numscope.operations.lore.gradients import KEEPS_BELOW, SCALES_GRADIENTS, STEP
from numscope.trace import Trace

# A number that is kept at 1 or below, and multiplies gradients that the next step of an optimiser takes. Of each the
# next one counts: all pairs of steps with the same number, as 1, would not fit into memory.
_CLIPPED = f"""
    with gradients as (
        select o.id, o.process, p.address from operations o join operand_layouts p on p.operation = o.id
        where starts_with(o.name, '{STEP}') and p.role = 'input' and p.kind = 'array'
    ), coefficients as (
        select o.id, o.process, o.user_file as file, o.user_line as line, made.mean as factor,
            made.hash_low, made.hash_high
        from called_operations o join operand_contents made on made.operation = o.id and made.role = 'output'
            join operands most on most.operation = o.id and most.role = 'argument' and most.name = 'max'
        where o.name = '{KEEPS_BELOW}' and coalesce(most.real, most.integer) = 1 and made.kind = 'array'
            and coalesce(list_product(made.shape), 1) = 1 and made.mean is not null
    ), scaled as (
        select o.id, o.process, other.hash_low, other.hash_high, any_value(changed.address) as address
        from called_operations o
            join operand_contents other on other.operation = o.id and other.role = 'input' and other.name = 'other'
            join operand_layouts changed on changed.operation = o.id and changed.role in ('mutated', 'output')
        where o.name in {SCALES_GRADIENTS} and coalesce(list_product(other.shape), 1) = 1
        group by all
    )
    select c.id, c.file, c.line, c.factor, gradients.id as step
    from coefficients c
        asof join scaled on c.process = scaled.process and c.hash_low = scaled.hash_low
            and c.hash_high = scaled.hash_high and c.id < scaled.id
        asof join gradients on scaled.process = gradients.process and scaled.address = gradients.address
            and scaled.id < gradients.id
    order by c.id
"""


@dataclass(frozen=True)
class Clipping:
    """One line that clips the norm of gradients. factors: what they were multiplied by, in order; 1: it did not act."""

    file: str
    line: int
    factors: tuple[float, ...]

    @property
    def acted(self) -> int:
        """How often it acted."""
        return sum(factor < 1 for factor in self.factors)

    @property
    def always(self) -> bool:
        """Whether it acted in all of several steps."""
        return len(self.factors) > 2 and self.acted == len(self.factors)

    def __str__(self) -> str:
        if not self.acted:
            return f"acts in none of {len(self.factors)} steps"
        typical = median(factor for factor in self.factors if factor < 1)
        often = f"in {self.acted} of {len(self.factors)} steps"
        text = f"acts {often} and multiplies gradients by {typical:.2g} (median)"
        return (
            f"{text}; as it always acts, it sets the size of each step, not the gradients"
            if self.always
            else text
        )


def clippings(trace: Trace) -> tuple[Clipping, ...]:
    """Return the lines that clip the norm of gradients (torch.nn.utils.clip_grad_norm_ and its like)."""
    rows: list[dict[str, Any]] = trace.ask(_CLIPPED).to_pylist()
    return tuple(
        Clipping(file, line, tuple(row["factor"] for row in same))
        for (file, line), same in grouped(rows, lambda row: (row["file"] or "?", row["line"] or 0)).items()
    )
