"""What would make the peak smaller, and by how much: each from the tensors that are there at the peak."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from numscope.analysis.memory.categories import Category, Reason
from numscope.analysis.memory.operations import Ran
from numscope.analysis.memory.uses import Use
from numscope.operations.traits import Trait

# Of the peak: what would save less is not worth a line.
_LEAST = 0.05
_LASTING = (Category.PARAMETER, Category.OPTIMIZER, Category.GRADIENT, Category.INPUT)


@dataclass(frozen=True)
class Advice:
    """One thing to do. saves: bytes less at the peak, about; text: what to do, and at what price. file, line: where."""

    saves: int
    text: str
    file: str | None = None
    line: int = 0


def advise_on_peak(
    held: list[tuple[Use, Reason]], peak: int, running: Ran | None, grows: bool
) -> list[Advice]:
    """Return what would save at least 5 % of the peak, the most first.

    grows: what nothing reads is named as such, and not here again.
    """
    given = [
        *_checkpoint(held, peak, running),
        *_smaller_types(held),
        *_set_to_none(held, running),
        *_in_place(held, running),
        *([] if grows else _not_read_again(held)),
    ]
    return sorted((one for one in given if one.saves >= _LEAST * peak), key=lambda one: -one.saves)


def _size(held: list[Use]) -> int:
    return sum(use.block.bytes for use in held)


def _activations(held: list[tuple[Use, Reason]]) -> list[Use]:
    return [use for use, reason in held if reason.category is Category.ACTIVATION]


def _checkpoint(held: list[tuple[Use, Reason]], peak: int, running: Ran | None) -> list[Advice]:
    """Of blocks that repeat, all activations but what goes into each, and those of one that is computed again."""
    families: dict[str, dict[str, list[Use]]] = defaultdict(lambda: defaultdict(list))
    for use in _activations(held):
        block = _numbered(use.made_by)
        if block:
            families[block.rpartition(".")[0]][block].append(use)
    lasting = _size([use for use, reason in held if reason.category in _LASTING])
    found = []
    for blocks in families.values():
        if len(blocks) < 2:
            continue
        sizes = [_size(uses) for uses in blocks.values()]
        # What goes from block to block is kept.
        between = sum(_last_made(uses).block.bytes for uses in blocks.values())
        saves = sum(sizes) - between
        if _numbered(running) in blocks:
            saves -= max(sizes)
        # While a block is computed again, and goes backward, its own are there at least.
        saves = min(saves, peak - lasting - between - max(sizes))
        first, *_, last = blocks
        text = (
            f"torch.utils.checkpoint around each of {first} to {last}: only what goes into each is kept, and its "
            "forward pass runs twice"
        )
        found.append(Advice(max(0, saves), text))
    return found


def _last_made(uses: list[Use]) -> Use:
    return max(uses, key=lambda use: use.made_by.id if use.made_by else -1)


def _numbered(ran: Ran | None) -> str:
    """Return the path of the outermost numbered layer that an operation ran in: `blocks.3`."""
    matched = re.match(r"(.*?\.)?\d+(?=\.|$)", ran.module or "") if ran is not None else None
    return matched[0] if matched else ""


_HALVES = {
    "float64": "float32 in place of float64 halves what is kept for the backward pass",
    "float32": "torch.autocast with bfloat16 about halves what is kept for the backward pass, at lower precision",
}


def _smaller_types(held: list[tuple[Use, Reason]]) -> list[Advice]:
    found = []
    for dtype, text in _HALVES.items():
        size = _size([use for use in _activations(held) if use.dtype == dtype])
        found.append(Advice(size // 2, text))
    return found


def _set_to_none(held: list[tuple[Use, Reason]], running: Ran | None) -> list[Advice]:
    """Gradients of the step before that are there while the model goes forward."""
    if running is None or running.phase != "forward":
        return []
    gradients = _size([use for use, reason in held if reason.category is Category.GRADIENT])
    return [Advice(gradients, "optimizer.zero_grad() (set_to_none) before the forward pass, not after it")]


def _in_place(held: list[tuple[Use, Reason]], running: Ran | None) -> list[Advice]:
    """An elementwise operation whose operand nobody reads afterwards, while it runs."""
    if running is None or running.phase != "forward" or not running.traits & int(Trait.ELEMENTWISE):
        return []
    found = []
    for use, _ in held:
        if running.id in use.readers[-1:] and use.made_by is not running:
            text = f"{running.name} in place: its operand is not read again"
            found.append(Advice(use.block.bytes, text, running.file, running.line))
    return found


def _not_read_again(held: list[tuple[Use, Reason]]) -> list[Advice]:
    """Tensors that nothing reads again and that something still holds."""
    idle: dict[tuple[str | None, int], list[Use]] = defaultdict(list)
    for use, reason in held:
        if use.made_by is not None and use.maker is not None and reason.held_without_need:
            idle[use.made_by.file, use.made_by.line].append(use)
    return [
        Advice(
            _size(uses),
            f"del what this line made ({len(uses)} tensor{'s' * (len(uses) > 1)}): nothing reads it again",
            file,
            line,
        )
        for (file, line), uses in idle.items()
    ]
