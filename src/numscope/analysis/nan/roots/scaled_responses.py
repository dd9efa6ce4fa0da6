"""Predictions that are used on the scale of a standardised response: half of them are negative for that alone.

A model that was fitted to a response of mean 0 and deviation 1 predicts such numbers, until a line turns them back.
"""

from __future__ import annotations

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.losses import LAYERS, RESPONSE_LOSSES
from numscope.operations.lore.nonfinite import LOGARITHMS, ROOTS
from numscope.operations.lore.sklearn import LEARNS, PREDICTS
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Turn the predictions back (`inverse_transform`, or times the deviation plus the mean) before they are used."
_MOVES = Trait.VIEW | Trait.COPIES | Trait.READS_PART
_MOST_MOVES = 8
# A mean of float32 is 0 but for roundings; a deviation is 1 by n or by n - 1.
_NEAR = 1e-4
_FEWEST = 10
_FITS = """
    select id from operations where name in (select unnest(?::varchar[])) and id < ? and process = ?
    order by id desc limit 1
    """


def scaled_response(trace: Trace, operation: Operation) -> Root | None:
    """Return the line whose predictions `operation` makes NaN of, if they are of a standardised response.

    None if anything was computed of them in between.
    """
    if not operation.floating_point and function_name(operation.name) not in {*LOGARITHMS, *ROOTS}:
        return None
    for operand in operation.inputs:
        model = _predicting(trace, operand, operation)
        site = None if model is None else model.user_site
        if model is None or site is None or site.in_library:
            continue
        if any(map(_is_standardised, _responses(trace, model))):
            called = operation.user_site or operation.site
            line = "" if called is None else f"; {line_of(called, site)} makes NaN of them"
            said = "predicts on the scale of a response of mean 0 and deviation 1, and nothing turns it back"
            return Root(site, Cause(said + line, _ADVICE))
    return None


def _responses(trace: Trace, model: Operation) -> list[Operand]:
    """Return what a model was fitted to last: by its estimator, or by a loss of what its last layer gave then."""
    learns = None if model.name in LAYERS else [_method(model, LEARNS)]
    numbers = trace.ask(_FITS, [learns or list(RESPONSE_LOSSES), model.id, model.process])["id"].to_pylist()
    for fitted in trace.operations.fetch(numbers):
        given = fitted.inputs
        if learns is not None:
            return list(given[1:])
        layer = _maker_of_all(trace, given[0], fitted)
        if layer is not None and layer.name == model.name and _weights(layer) & _weights(model):
            return list(given[1:])
    return []


def _weights(layer: Operation) -> set[int]:
    """Return where the weights lie that a layer computes with."""
    return {one.address for one in layer.inputs[1:] if one.address}


def _predicting(trace: Trace, operand: Operand, reader: Operation) -> Operation | None:
    """Return the prediction of an estimator whose numbers an operand holds, or a part of these."""
    statistics = operand.statistics
    return (
        _maker_of_all(trace, operand, reader) if statistics is not None and statistics.minimum < 0 else None
    )


def _maker_of_all(trace: Trace, operand: Operand, reader: Operation) -> Operation | None:
    """Return the model, or the layer of one, that gave the numbers of an operand; moved, they are the same numbers."""
    for _ in range(_MOST_MOVES):
        maker = maker_of(trace, operand, reader)
        if maker is None or maker.name in LAYERS or maker.name == _method(maker, PREDICTS):
            return maker
        arrays = [one for one in maker.inputs if one.is_array()]
        same = [one for one in arrays if one.hash == operand.hash]
        if (not same and not maker.traits & _MOVES) or not arrays:
            return None
        operand, reader = (same or arrays)[0], maker
    return None


def _method(operation: Operation, name: str) -> str:
    return f"{operation.name.rpartition('.')[0]}.{name}"


def _is_standardised(operand: Operand) -> bool:
    known = operand.statistics
    size = max(operand.shape or (0,))
    if known is None or size < _FEWEST:
        return False
    return abs(known.mean) < _NEAR and abs(known.deviation - 1) < 1 / size
