"""Columns that a model is asked with in another order, or of other things, than it learnt: an array has no names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SAME_COLUMNS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "data"
_ASKS = ("predict", "predict_proba", "score", "decision_function")
_MODELS = ("OLS", "WLS", "GLS", "GLM", "Logit", "Probit", "Poisson")
_ARRAYS = ("to_numpy", "asarray", "array", "get_dummies", "values", "__array__")


@dataclass(frozen=True)
class _Columns:
    """The names of columns, and where the array was made of them."""

    names: tuple[str, ...]
    call: Call


def columns_by_position(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give a model columns of other names, or of other codes, than those it was fitted to."""
    fits = in_order(evidence, ("fit", *_MODELS))
    asks = in_order(evidence, _ASKS) if fits else []
    if not asks:
        return
    arrays = _named_arrays(evidence)
    codes = _codes(evidence)
    found: set[int] = set()
    for call, ask in asks:
        fit = next(
            ((place, one) for place, one in reversed(fits) if one.id < ask.id and _is_of(one, ask)), None
        )
        if fit is None:
            continue
        given, known = _columns(call, ask, arrays), _columns(*fit, arrays)
        place, said = call, None
        if given is not None and known is not None:
            place, said = given.call, _other_names(given, known)
        if said is None and (changed := _other_codes(ask, fit[1], codes)) is not None:
            place, said = changed
        if said is not None and place.id not in found:
            found.add(place.id)
            yield finding_of(KIND, place, ask.id, 1, said, SAME_COLUMNS)


def _is_of(fit: Operation, ask: Operation) -> bool:
    """Return whether a model that is asked is of the kind of one that was fitted."""
    kind = fit.name.rpartition(".")[0] if last_name(fit) == "fit" else fit.name
    asked = ask.name.rpartition(".")[0]
    if last_name(fit) == "fit":
        return kind == asked
    return "Results" in asked


def _named_arrays(evidence: Evidence) -> dict[str, _Columns]:
    """Return of which columns arrays were made, by what they hold."""
    found = {}
    for call, operation in in_order(evidence, _ARRAYS):
        names = _names(operation, 0)
        made = [one for one in operation.outputs if one.is_array() and len(one.shape or ()) == 2]
        if names and len(made) == 1 and made[0].hash is not None:
            found[made[0].hash] = _Columns(names, call)
    return found


def _names(operation: Operation, place: int) -> tuple[str, ...]:
    for one in operation.operands:
        if one.position == place and one.role in ("input", "argument") and one.kind == "object":
            labels = str(one.attributes.get("labels", ""))
            return tuple(labels.split(", ")) if labels and "..." not in labels and "…" not in labels else ()
    return ()


def _columns(call: Call, operation: Operation, arrays: dict[str, _Columns]) -> _Columns | None:
    names = _names(operation, 1)
    if names:
        # A model of this kind that gets names on both sides compares them.
        return (
            None
            if last_name(operation) in ("fit", *_ASKS) and "Results" not in operation.name
            else _Columns(names, call)
        )
    table = table_of(operation, 1)
    held = [arrays[one] for one in table.hashes if one in arrays] if table is not None else []
    return held[0] if held else None


def _other_names(given: _Columns, known: _Columns) -> str | None:
    if given.names == known.names or len(given.names) != len(known.names):
        return None
    unlike = [(one, other) for one, other in zip(given.names, known.names, strict=True) if one != other]
    where = place_beside(known.call.file, known.call.line, given.call.file)
    return (
        f"gives `{unlike[0][0]}` where the model learnt `{unlike[0][1]}`: {len(unlike)} of {len(given.names)} columns "
        f"have another name than those of {where}, and an array goes by position"
    )


def _codes(evidence: Evidence) -> dict[str, tuple[Call, int]]:
    """Return how many kinds there are where texts were given numbers table by table, by the numbers."""
    found = {}
    for call, operation in in_order(evidence, ["astype"]):
        is_category = any(one.literal == "category" for one in operation.arguments)
        for one in operation.outputs if is_category else ():
            numbers = numbers_of(one) if one.name == "codes" and one.hash is not None else None
            if numbers is not None and numbers.size:
                found[str(one.hash)] = (call, int(numbers.max()) + 1)
    return found


def _other_codes(
    ask: Operation, fit: Operation, codes: dict[str, tuple[Call, int]]
) -> tuple[Call, str] | None:
    """Return the line that gives the texts of a column other numbers than those that were learnt from have."""
    given, known = table_of(ask, 1), table_of(fit, 1)
    if given is None or known is None or not codes:
        return None
    learnt = {one.name: codes.get(str(one.hash)) for one in known.arrays}
    for one in given.arrays:
        ours, theirs = codes.get(str(one.hash)), learnt.get(one.name)
        if ours is not None and theirs is not None and ours[1] != theirs[1]:
            return ours[0], (
                f"numbers the texts of each table by itself: `{one.name}` has {theirs[1]} kinds in the rows that the "
                f"model learnt from and {ours[1]} in those it is asked for, so that one number is not one text"
            )
    return None
