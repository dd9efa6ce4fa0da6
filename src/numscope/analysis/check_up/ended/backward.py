"""Backward passes that torch refuses: no graph, a graph used before, values that were changed."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.ended.ending import Ending, Reason
from numscope.trace import Operation

_PASSES = "depth = 0 and name like 'autograd::%'"
# torch's names of what works in place end so: `aten::mul_`.
_CHANGES = "depth = 0 and name like 'aten::%' and right(name, 1) = '_'"


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield why the gradients could not be computed."""
    yield _no_graph(ending)
    yield _again(ending)
    yield _changed(ending)
    yield _parameter_changed(ending)
    yield _kept_graph(ending)


def _no_graph(ending: Ending) -> Reason | None:
    if "does not require grad and does not have a grad_fn" not in ending.text:
        return None
    return Reason(
        "nothing that this result was computed from requires a gradient, so there is nothing to go back to",
        "let a parameter require one (`requires_grad=True`), or look for `detach()`, `.item()`, "
        "`torch.no_grad()` before",
    )


def _again(ending: Ending) -> Reason | None:
    if not ending.text.startswith("Trying to backward through the graph a second time"):
        return None
    # The same node of the graph before it: others of this pass have run already.
    name = ending.operation.name if ending.operation is not None else ""
    before = next((one for one in ending.earlier(_PASSES) if one.name == name), None)
    site = before.user_site if before is not None else None
    where = f": line {site.line} used it" if site is not None else ""
    return Reason(
        f"the graph of this result was used for a backward pass before, and freed{where}",
        "add the losses and call `backward()` once, or compute the result anew; a state kept from the step before "
        "needs `.detach()`; `retain_graph=True` keeps the graph",
    )


def _changed(ending: Ending) -> Reason | None:
    if "modified by an inplace operation" not in ending.text:
        return None
    changer = next(filter(_on_a_line, ending.earlier(_CHANGES)), None)
    site = changer.user_site if changer is not None else None
    if site is None:
        return None
    return Reason(
        f"line {site.line} changed values in place that the backward pass still needs: {site.source}",
        "make a new tensor there, without the operation in place (`y = y * 2` for `y.mul_(2)`, `y *= 2`)",
    )


def _parameter_changed(ending: Ending) -> Reason | None:
    if "a leaf Variable that requires grad is being used in an in-place operation" not in ending.text:
        return None
    name = next((one.name for one in ending.arrays if one.written), "the parameter")
    return Reason(
        f"{name} requires a gradient and is changed in place: torch could not compute its gradient afterwards",
        "put the update into `with torch.no_grad():`, or let an optimiser make it",
    )


def _kept_graph(ending: Ending) -> Reason | None:
    if "Can't call numpy() on Tensor that requires grad" not in ending.text:
        return None
    return Reason(
        "this tensor belongs to a graph for gradients, which NumPy would leave",
        "write `.detach().numpy()`, or compute it within `with torch.no_grad():`",
    )


def _on_a_line(operation: Operation) -> bool:
    return operation.user_site is not None
