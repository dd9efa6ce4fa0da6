"""Distributions with parameters for which they have no values: the line that gave these is to blame.

SciPy makes such a distribution without a word, and each of its methods then answers NaN, wherever it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.distributions import ASKED, MADE, OF_SHARES, OF_VALUES
from numscope.operations.lore.formulas import function_name
from numscope.trace import Operand, Operation, Trace

_MOST = 50
_ADVICE = "Check the parameters where they are computed: a scale and most shapes must be above 0."
_EARLIER = """select id from operations where id < ? and process = ? and not coalesce(in_library, false)
    and regexp_matches(name, ?) order by id desc limit ?"""


def undefined_distribution(trace: Trace, operation: Operation) -> Root | None:
    """Return the other line that made the distribution of which `operation` got nothing but NaN."""
    if (
        not operation.name.startswith(ASKED)
        or not _is_nothing_but_nan(operation)
        or not _has_an_answer(operation)
    ):
        return None
    given = _parameters(operation.inputs)
    made = (
        None
        if not given
        else next((one for one in _made_before(trace, operation) if _parameters(one.outputs) == given), None)
    )
    called = operation.user_site
    if made is None or made.user_site is None or called is None or made.user_site.place == called.place:
        return None
    shown = ", ".join(f"{name.removeprefix('argument ')}: {value:g}" for name, value in given.items())
    name = made.name.removesuffix(".__call__")
    said = f"makes {name} of parameters for which it has no values ({shown}){at_line_of(operation, made.user_site)}"
    return Root(made.user_site, Cause(said, _ADVICE))


def _made_before(trace: Trace, operation: Operation) -> list[Operation]:
    """Return the distributions that the program made last, the last first."""
    found = trace.ask(_EARLIER, [operation.id, operation.process, MADE, _MOST])
    return trace.operations.fetch(found["id"].to_pylist())


def _parameters(operands: tuple[Operand, ...]) -> Mapping[str, float]:
    """Return the numbers with which a distribution was made, by name; of arrays it is not known which one is wrong."""
    found = {one.name: numbers_of(one) for one in operands if one.name}
    return {
        name: float(values.item())
        for name, values in found.items()
        if values is not None and values.size == 1
    }


def _has_an_answer(operation: Operation) -> bool:
    """Return whether a distribution with good parameters answers a number for some of what was asked."""
    function = function_name(operation.name)
    if function not in OF_VALUES | OF_SHARES:
        return False
    asked = [
        values
        for one in operation.operands
        if not one.name and one.role in ("input", "argument") and (values := numbers_of(one)) is not None
    ]
    return any(
        ((values >= 0) & (values <= 1) if function in OF_SHARES else np.isfinite(values)).any()
        for values in asked
    )


def _is_nothing_but_nan(operation: Operation) -> bool:
    sizes = [(nans_of(one), int(np.prod(one.shape or ()))) for one in operation.outputs]
    return bool(sizes) and all(nans and nans == size for nans, size in sizes)
