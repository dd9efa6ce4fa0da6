"""Memory that `numpy.empty` leaves as it was: another content in every run, and no difference until it is read."""

from __future__ import annotations

from numscope.analysis.fresh_memory import is_fresh
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MAKERS = frozenset(
    {
        *("numpy.empty", "numpy.empty_like", "numpy.ndarray.__new__", "numpy.ndarray"),
        *("aten::empty", "aten::empty_like", "aten::empty_strided", "aten::empty_permuted"),
        *("aten::new_empty", "aten::new_empty_strided", "aten::resize_"),
    }
)
# What writes into an array or shows part of it, and computes nothing from what was there.
_PASSING_ON = frozenset(
    {
        "numpy.ndarray.__setitem__",
        "numpy.ndarray.__getitem__",
        "numpy.ndarray.fill",
        "numpy.ndarray.put",
        "numpy.ndarray.T",
        "numpy.ndarray.reshape",
        "numpy.ndarray.ravel",
        "numpy.ndarray.transpose",
        "numpy.ndarray.view",
        "numpy.ndarray.flat",
        "numpy.copyto",
        "numpy.put",
        "numpy.place",
        "numpy.putmask",
        "numpy.reshape",
        "numpy.ravel",
        "numpy.transpose",
        *("aten::fill_", "aten::zero_", "aten::copy_", "aten::uniform_", "aten::normal_", "aten::random_"),
        *("aten::bernoulli_", "aten::exponential_", "aten::log_normal_", "aten::eye", "aten::set_"),
        *("aten::detach", "aten::detach_", "aten::alias", "aten::lift_fresh", "aten::requires_grad_"),
        *("aten::view", "aten::reshape", "aten::t", "aten::transpose", "aten::permute", "aten::expand"),
        *("aten::select", "aten::slice", "aten::split", "aten::chunk", "aten::unsqueeze", "aten::squeeze"),
        *("aten::as_strided", "aten::narrow", "aten::to", "aten::contiguous"),
    }
)


class Uninitialised:
    """What is known of arrays that hold what memory held before, in the first of two runs that are gone through."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._contents: set[str | None] = set()

    def explains(self, first: Operation, second: Operation) -> bool:
        """Whether all that differs between these two is such memory, and neither of them has read it."""
        if first.name != second.name:
            return False
        if first.name not in _MAKERS and not (
            first.name in _PASSING_ON
            and (self.is_read(_changed(first, second)) or self._is_fresh(first, _changed(first, second)))
        ):
            return False
        self._contents.update(operand.hash for operand in first.operands if operand.role in AFTER)
        return True

    def is_read(self, changed: list[Operand]) -> bool:
        """Whether there are inputs among these operands of the first run, and each is such memory."""
        return bool(changed) and all(operand.hash in self._contents for operand in changed)

    def _is_fresh(self, operation: Operation, changed: list[Operand]) -> bool:
        """Whether the last thing that happened to the memory of torch's tensors is that it was given, or shown."""
        if not operation.name.startswith("aten::") or not changed:
            return False
        return is_fresh(self._trace, (operand.address for operand in changed), operation.id)

    def is_cause(self, first: Operation, second: Operation) -> bool:
        """Whether two operations differ because they read such memory."""
        return self.is_read(_changed(first, second))


def _changed(first: Operation, second: Operation) -> list[Operand]:
    """The arrays that went into both and held something else."""
    others = {
        (operand.role, operand.position, operand.name, operand.item): operand for operand in second.operands
    }
    found = []
    for operand in first.operands:
        other = others.get((operand.role, operand.position, operand.name, operand.item))
        goes_in = operand.role in ("input", "argument") and operand.hash is not None
        if goes_in and other is not None and operand.hash != other.hash:
            found.append(operand)
    return found
