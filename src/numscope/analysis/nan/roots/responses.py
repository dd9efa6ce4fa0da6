"""Responses that the family of a statistical model does not take: the line that makes them is to blame."""

from __future__ import annotations

from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.statsmodels import FAMILY, PREFIX, RESPONSE, RESPONSES, Range
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Bring the response to what the family takes, or choose the family for what it is."
# Models and fits that came before, the nearest first.
_MODELS = f"""
    select distinct o.id from operations o join operand_contents c on c.operation = o.id
    where o.process = ? and o.id <= ? and starts_with(o.name, '{PREFIX}')
        and c.role = 'output' and c.name = '{RESPONSE}'
    order by o.id desc limit 20
"""
_DEEPEST = 6


def unfit_response(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made a response outside of what the family of a model before `operation` takes."""
    if not operation.name.startswith(PREFIX):
        return None
    ids = trace.ask(_MODELS, [operation.process, operation.id])["id"].to_pylist()
    for model in sorted(trace.operations.fetch(ids), key=lambda one: -one.id):
        response = next((one for one in model.outputs if one.name == RESPONSE), None)
        family = _family(model)
        if (
            response is None
            or family is None
            or len(response.shape or ()) != 1
            or response.statistics is None
        ):
            continue
        name, wanted = family
        known = response.statistics
        maker = _first_with(trace, response, model)
        site = (maker or model).user_site
        if wanted.leaves_out(known.minimum, known.maximum) and site is not None and not site.in_library:
            numbers = f"{known.minimum:.4g} to {known.maximum:.4g}"
            said = f"gives a response of {numbers}, of which {name} takes {wanted.said}"
            return Root(site, Cause(f"{said}{at_line_of(operation, site)}", _ADVICE))
    return None


def _family(model: Operation) -> tuple[str, Range] | None:
    """Return the name of the family that a model was given, and what that takes."""
    given = [one.type or "" for one in model.operands if one.role == "argument" and one.name == FAMILY]
    name = given[0].rpartition(".")[2] if given else ""
    return (name, RESPONSES[name]) if name in RESPONSES else None


def _first_with(trace: Trace, operand: Operand, reader: Operation) -> Operation | None:
    """Return the operation that made these numbers; what only handed them on, as a column, is not it."""
    maker = maker_of(trace, operand, reader)
    for _ in range(_DEEPEST):
        given = [one for one in maker.inputs if _same(one, operand)] if maker is not None else []
        earlier = maker_of(trace, given[0], maker) if maker is not None and given else None
        if earlier is None:
            break
        maker = earlier
    return maker


def _same(one: Operand, other: Operand) -> bool:
    """Return whether two arrays hold the same numbers, of whatever type: by their shape and their range."""
    if one.hash == other.hash:
        return True
    first, second = one.statistics, other.statistics
    if first is None or second is None or one.shape != other.shape:
        return False
    return (first.minimum, first.maximum) == (second.minimum, second.maximum)
