"""`numscope precision`: every operation again in higher precision, alone and along the data flow.

Alone: on the recorded inputs, which gives the operation's own error. Along the data flow: on the results of higher
precision of the operations before it, which gives the error of all roundings so far together.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from numscope.analysis.concepts.spelling import for_worker
from numscope.analysis.concepts.user_calls import importing_operations
from numscope.analysis.precision.answers import Loss, Precision
from numscope.analysis.precision.measure import (
    Error,
    condition,
    digits_lost,
    digits_of,
    error_of,
    noise_of,
    worst_ratio,
)
from numscope.analysis.precision.measured import Measured
from numscope.analysis.precision.nodes import Node
from numscope.analysis.precision.remedies import LINEAR, is_centring, remedy_for
from numscope.analysis.precision.shadows import Key, Shadows
from numscope.analysis.precision.widening import as_wide_number, widened, wider
from numscope.analysis.replay.tasks import Tasks
from numscope.operations.traits import Trait
from numscope.probes.calling.making import recipe_for
from numscope.probes.calling.memory import Arena, Form, as_array
from numscope.probes.calling.recipes import Recipe, dtype_of
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.calling.wanted import Wanted
from numscope.trace import Trace
from numscope.trace.parts import map_parts

# A line is named when it loses this share of the digits that its type has.
_SHARE = 0.45
_LOOP = 100
# An error of so many units in the last place may be that of a sum that is zero.
_MANY = 100
_ROUNDINGS_OF_A_SUM = 16
# So many operations on, it is seen whether a loss matters.
_FOLLOWED = 6
_LARGEST = 200 << 20
_LONGEST = 200  # letters of a reason
# Their results jump where their inputs move a little, or have another meaning in another precision.
_DISCRETE = frozenset(
    (
        *("floor", "ceil", "rint", "round", "around", "trunc", "fix", "sign", "floor_divide", "remainder", "fmod"),
        *("divmod", "modf", "frexp", "nextafter", "spacing", "view", "searchsorted", "digitize", "histogram"),
        *("unique", "mod", "frombuffer", "histogram2d", "histogramdd", "copysign", "signbit", "tobytes", "heaviside"),
        *("ndarray", "lib.stride_tricks.as_strided", "percentile", "quantile", "nanpercentile", "nanquantile"),
    )
)  # fmt: skip
_COMPARED = (
    *(
        "less",
        "less_equal",
        "greater",
        "greater_equal",
        "equal",
        "not_equal",
        "isclose",
        "allclose",
        "array_equal",
    ),
    *("isfinite", "isnan", "sign", "argmin", "argmax", "all", "any", "nonzero", "count_nonzero"),
)
# How large a difference is, not the difference itself, goes on.
_SIZES = (
    "absolute",
    "linalg.norm",
    "max",
    "min",
    "maximum.reduce",
    "minimum.reduce",
    "amax",
    "amin",
    "nanmax",
)
Progress = Callable[[int, int], None]


def precision(trace: Trace, limit: int = 10, progress: Progress | None = None) -> Precision:
    """Where `trace` loses digits, worst lines first, and how accurate each kind of operation is.

    Needs kept values (`--values full`); what has none, or no higher precision, is listed with the reason.
    """
    trace.require_confinement("precision")
    found = Measured()
    for part in map_parts(trace, _measured) if trace.scheduler else [_measured(trace, progress)]:
        found.add(part)
    return found.answer(limit, trace.sources)


def _measured(trace: Trace, progress: Progress | None = None) -> Measured:
    """Measure the operations of a trace, or of a part of it."""
    run = _Run(trace)
    tasks = Tasks(trace, "seen_through_operations")
    ranges = tasks.ranges()
    total = sum(piece[2] for piece in ranges)
    done = 0
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for first, last, count in ranges:
            chunk = tasks.chunk(tasks.message(first, last))
            for place in range(len(chunk.ids)):
                run.measure(tasks, chunk, place)
                if progress is not None and place % 256 == 0:
                    progress(done + place, total)
            done += count
    return run.found()


class _Run:
    """Goes through the operations in their order."""

    def __init__(self, trace: Trace) -> None:
        rows = trace.ask(
            "select id, coalesce(user_file, file) file, coalesce(user_line, line) line, unfinished or truncated cut, "
            "in_library and (function = '<module>' or file like '<frozen %') own from calls"
        ).to_pylist()
        self._lines = {row["id"]: f"{row['file']}:{row['line']}" for row in rows}
        self._left_out = {row["id"] for row in rows if row["cut"] or row["own"]}
        self._imports = importing_operations(trace)
        formulas = trace.ask("select call from formulas where own")
        self._formulas = set(formulas["call"].to_pylist())
        self._found = Measured()
        self._recipes: dict[Any, Recipe | str] = {}
        self._shadows = Shadows()
        self._losses: dict[tuple[str, str], tuple[Loss, Node]] = {}

    def measure(self, tasks: Tasks, chunk: Any, place: int) -> None:
        """Run one operation again, alone and along the data flow."""
        call, slot_ids = chunk.calls[place], chunk.slot_ids(place)
        if call in self._left_out or chunk.ids[place] in self._imports or chunk.exceptions.get(place):
            return
        name = tasks.names[call]
        slots = [tasks.slot(number) for number in slot_ids]
        gives = [
            slot for slot in slots if slot.role in ("output", "mutated") and slot.kind in ("array", "scalar")
        ]
        if not any("f" in _kind(slot) or "c" in _kind(slot) for slot in gives):
            self._note_reader(name, call, chunk, place, slots)
            return
        if tasks.traits[call] & (Trait.UNINITIALISED | Trait.DRAWS):
            return
        self._found.floating += 1
        recipe = self._recipe(name, tasks.traits[call], (call, slot_ids), tuple(slots))
        number = chunk.ids[place]
        if isinstance(recipe, str):
            self._give_reason(recipe, number)
            return
        line = self._lines.get(call, "?")
        self._found.run[line, name] += 1
        try:
            _Measurement(self, recipe, chunk, place, line, call in self._formulas).run()
            self._found.measured += 1
        except CannotReplayError as reason:
            self._give_reason(str(reason), number)
        except Exception as error:  # noqa: BLE001 - run on other types, an operation may fail in any way
            self._give_reason(
                f"{name} fails in higher precision: {type(error).__name__}: {error}"[:_LONGEST], number
            )

    def _note_reader(self, name: str, call: int, chunk: Any, place: int, slots: list[Any]) -> None:
        """An operation that gives no floating-point numbers may be all that becomes of a result."""
        keys = zip(chunk.addresses(place), chunk.keys(place), slots, strict=True)
        nodes = [
            self.shadows.node((address, content))
            for address, content, slot in keys
            if content is not None and slot.role in ("input", "argument")
        ]
        if any(node is not None and node.watched for node in nodes):
            Node(chunk.ids[place], name, [*nodes], self._lines.get(call, "?"))

    def _recipe(self, name: str, traits: int, key: Any, slots: tuple[Any, ...]) -> Recipe | str:
        if key not in self._recipes:
            try:
                self._recipes[key] = recipe_for(Wanted(name, slots, for_worker(name), traits))
            except CannotReplayError as reason:
                self._recipes[key] = str(reason)
        return self._recipes[key]

    def _give_reason(self, text: str, number: int) -> None:
        self._found.reasons.setdefault(text, [0, number])[0] += 1

    @property
    def shadows(self) -> Shadows:
        """What is known of the arrays so far."""
        return self._shadows

    def note_accuracy(self, node: Node, dtype: str, own: Error) -> None:
        """Note an operation's own error."""
        self._found.add_accuracy((node.name, dtype), 1, (own.ulp, node.id), own.normwise_ulp)

    def note_loss(
        self, node: Node, dtype: np.dtype[Any], error: Error, ulp: float, stretched: float | None
    ) -> None:
        """Note that digits were lost at `node`; the worst of each line and kind is kept."""
        node.watched = _FOLLOWED
        remedy = remedy_for(node, dtype.name, bool(error.spoiled), stretched)
        key = (node.line, remedy.kind)
        known = self._losses.get(key)
        count = known[0].operations + 1 if known else 1
        if known and (known[0].digits, known[0].spoiled) >= (error.digits, error.spoiled):
            loss, worst = known
            self._losses[key] = (Loss(**{**vars(loss), "operations": count}), worst)
            return
        loss = Loss(
            line=node.line,
            kind=remedy.kind,
            advice=remedy.advice,
            digits=error.digits,
            of=digits_of(dtype),
            dtype=dtype.name,
            spoiled=error.spoiled,
            ulp=ulp,
            condition=stretched,
            operations=count,
            operation=node.id,
            name=node.name,
        )
        self._losses[key] = (loss, node)

    def found(self) -> Measured:
        """Return what was found, once all operations were measured."""
        self._found.losses = {
            key: (loss, _came_to_nothing(node, _FOLLOWED)) for key, (loss, node) in self._losses.items()
        }
        return self._found


class _Measurement:
    """One operation, run again twice. own: what it computes is the user's formula, not a library's."""

    def __init__(self, run: _Run, recipe: Recipe, chunk: Any, place: int, line: str, own: bool) -> None:
        self._all, self._recipe, self._own = run, recipe, own
        self._addresses, self._values = chunk.addresses(place), chunk.values(place)
        contents = chunk.keys(place)
        self._keys: list[Key | None] = [
            None if content is None else (address, content)
            for address, content in zip(self._addresses, contents, strict=True)
        ]
        self._node = Node(chunk.ids[place], recipe.name, self._operands(), line)

    def run(self) -> None:
        """Measure it. Raises CannotReplayError with the reason if it can't be."""
        recipe = self._recipe
        recorded = recipe.objects(self._addresses, self._values, Arena(1 << 12))
        arrays = [value for value in recorded.values() if isinstance(value, np.ndarray)]
        if sum(array.nbytes for array in arrays) > _LARGEST:
            raise CannotReplayError("its arrays are too large to be measured")
        wide = {index: widened(value) for index, value in recorded.items()}
        if isinstance(recipe.function, np.ufunc) and not any(map(_is_floating, recorded.values())):
            wide = {index: as_wide_number(value) for index, value in wide.items()}
        flowed = dict(wide)
        for index in recorded:
            key = self._keys[index] if index is not None else None
            shadow = None if key is None else self._all.shadows.of(key, np.shape(recorded[index]))
            if shadow is not None:
                flowed[index] = shadow[()] if isinstance(recorded[index], np.generic) else shadow.copy()
        moved = any(flowed[index] is not wide[index] for index in wide)
        # Data made of plain numbers is exact by definition; and where results jump, another precision shows nothing.
        made_of_nothing = not isinstance(recipe.function, np.ufunc) and not any(
            isinstance(value, (np.ndarray, np.generic)) for value in recorded.values()
        )
        if made_of_nothing or self._node.is_of(*_DISCRETE):
            self._leave(None)
            return
        operands = [flowed[index] for index in recipe.before if index in flowed]
        # The second run gets arrays of its own: the first may have changed some in place.
        alone = self._results({index: _own(value) for index, value in wide.items()})
        along = self._results(flowed) if moved else alone
        self._judge(alone, along, operands, flowed if moved else wide)
        self._leave(along)

    def _results(self, objects: dict[Any, Any]) -> dict[int, Any]:
        """The results in higher precision, by operand."""
        recipe = self._recipe
        positional, named = recipe.arguments(objects, self._values)
        try:
            result = recipe.function(*positional, **named)
        except (TypeError, ValueError, np.linalg.LinAlgError, NotImplementedError):
            self._leave(None)
            raise CannotReplayError(f"there is no {recipe.name} in higher precision") from None
        results = dict(zip(recipe.outputs, recipe.parts(result), strict=False))
        for index, before in zip(recipe.changed, recipe.mutated, strict=True):
            if before is not None:
                results[index] = objects[before]
        return results

    def _judge(
        self, alone: dict[int, Any], along: dict[int, Any], operands: list[Any], objects: dict[Any, Any]
    ) -> None:
        node = self._node
        inputs = list(node.nodes_or_none())
        for index in along:
            computed = self._recorded(index)
            if computed is None or computed.dtype.kind not in "fc" or wider(computed.dtype) is None:
                continue
            if np.shape(along[index]) != computed.shape or computed.size == 0:
                continue
            if np.asarray(along[index]).dtype.kind not in "fc":
                continue
            of_a_sum = node.is_of("add", "subtract")
            own = error_of(computed, alone[index], of_a_sum=of_a_sum)
            noise = noise_of(node.short_name(), operands, along[index])
            cancelled = any(inner.cancelled for inner in inputs)
            leaves_zeros = cancelled or node.is_of(*LINEAR)
            alike = along is alone and not of_a_sum and not leaves_zeros
            error = own if alike else error_of(computed, along[index], noise, of_a_sum, leaves_zeros)
            node.cancelled = cancelled or (of_a_sum and not np.all(computed))
            lost = digits_lost(error.normwise, computed.dtype)
            node.lost, node.relative = max(node.lost, lost), max(node.relative, error.normwise)
            if own.ulp < _MANY or not self._is_zero(objects, computed, alone[index]):
                self._all.note_accuracy(node, computed.dtype.name, own)
            digits = digits_of(computed.dtype)
            least = _SHARE * digits
            node.recovered = node.lost < least / 2
            # What came in was less exact, maybe for being of another type.
            came_in = max((inner.relative for inner in inputs), default=0.0)
            gained = lost - (max(0.0, np.log10(came_in) + digits) if came_in else 0.0)
            in_loop = node.loop >= _LOOP and lost - node.before >= least
            # What has lost its digits may have any value: the root of a variance that came out negative.
            was_spoiled = any(inner.spoiled or inner.lost >= least for inner in inputs)
            node.spoiled = node.spoiled or bool(error.spoiled)
            if is_centring(node) or not self._own:
                continue
            if gained >= least and self._is_zero(objects, computed, along[index]):
                continue
            if (error.spoiled and not was_spoiled) or (not error.spoiled and (gained >= least or in_loop)):
                stretched = self._condition(objects) if not error.spoiled else None
                self._all.note_loss(node, computed.dtype, error, own.ulp, stretched)

    def _is_zero(self, objects: dict[Any, Any], computed: Any, true: Any) -> bool:
        """Return whether a sum is zero within the rounding of its terms."""
        unit = float(np.finfo(computed.dtype).eps) / 2
        if self._node.is_of("add", "subtract") and not self._recipe.changed:
            numbers = (
                value for value in objects.values() if isinstance(value, (int, float)) or _is_floating(value)
            )
            return bool(np.all(np.abs(true) <= unit * sum(map(np.abs, numbers))))
        terms = self._terms(objects)
        if terms is None:
            return False
        # A long sum rounds more than once, and so have its terms been; but for those that are exact.
        uncertain = _ROUNDINGS_OF_A_SUM * unit * (terms - self._terms(self._exact(objects)))
        noise = _ROUNDINGS_OF_A_SUM * float(np.finfo(np.asarray(true).dtype).eps) * terms
        return bool(np.all(np.abs(true) <= uncertain + noise))

    def _terms(self, objects: dict[Any, Any]) -> Any:
        """The size of what a sum adds up: the sum of the absolute values. None of any other operation."""
        if not self._node.is_of(*LINEAR) or self._recipe.changed:
            return None
        sizes = {index: np.abs(value) if _is_floating(value) else value for index, value in objects.items()}
        positional, named = self._recipe.arguments(sizes, self._values)
        return np.abs(self._recipe.function(*positional, **named))

    def _exact(self, objects: dict[Any, Any]) -> dict[Any, Any]:
        """`objects` with 0 for each number that may be rounded: that is no whole number, or was recorded as another."""
        exact = dict(objects)
        for index, value in objects.items():
            recorded = self._recorded(index) if _is_floating(value) and index is not None else None
            if recorded is not None and recorded.shape == np.shape(value):
                is_exact = (np.rint(value.real) == value) & (recorded == value)
                exact[index] = np.where(is_exact, value, 0).astype(value.dtype)
        return exact

    def _condition(self, objects: dict[Any, Any]) -> float | None:
        recipe = self._recipe
        if recipe.changed or any(slot.role == "out" for slot in recipe.slots):
            return None
        terms = self._terms(objects)
        if terms is not None:
            # Higham, 4.2: of a sum, the sum of the sizes over the size of the sum.
            positional, named = recipe.arguments(objects, self._values)
            return worst_ratio(terms, np.abs(recipe.function(*positional, **named)))
        floating = [index for index, value in objects.items() if _is_floating(value)]

        def call(operands: list[Any]) -> Any:
            changed = {**objects, **dict(zip(floating, operands, strict=True))}
            positional, named = recipe.arguments(changed, self._values)
            result = recipe.function(*positional, **named)
            return result[0] if isinstance(result, (tuple, list)) else result

        return condition(call, [objects[index] for index in floating])

    def _recorded(self, index: int) -> Any:
        content = self._values[index]
        slot = self._recipe.slots[index]
        if content is None or slot.kind not in ("array", "scalar"):
            return None
        form = Form(
            dtype_of(slot.description or "?"), tuple(slot.shape or ()), tuple(slot.strides or ()), True
        )
        return as_array(content, form)

    def _leave(self, results: dict[int, Any] | None) -> None:
        """Note what made the outputs, for operations to come."""
        for index in (*self._recipe.outputs, *self._recipe.changed):
            key = self._keys[index]
            if key is None:
                continue
            shadow = None if results is None else results.get(index)
            recorded = dtype_of(self._recipe.slots[index].description or "?")
            # Made of plain numbers alone, a result is as exact in its own precision as it will be.
            known = isinstance(shadow, (np.ndarray, np.generic)) and shadow.dtype == wider(recorded)
            self._all.shadows.put(key, self._node, np.array(shadow) if known else None)

    def _operands(self) -> list[Node | float | None]:
        operands: list[Node | float | None] = []
        for index in self._recipe.before:
            slot = self._recipe.slots[index]
            if slot.kind in ("array", "scalar"):
                key = self._keys[index]
                if slot.role != "out" and slot.name not in ("where", "out"):
                    operands.append(None if key is None else self._number(index) or self._made(key))
            elif slot.kind in ("int", "float"):
                operands.append(self._values[index])
        return operands

    def _number(self, index: int) -> float | None:
        """The number that an array without dimensions of a library's own type stands for: torch has Python's so."""
        slot, key = self._recipe.slots[index], self._keys[index]
        known = self._all.shadows.node(key) is not None if key is not None else False
        if slot.kind != "array" or slot.shape != () or known or slot.type is None:
            return None
        value = self._recorded(index)
        return float(value) if value is not None and value.dtype.kind in "fi" else None

    def _made(self, key: Key) -> Node:
        """The operation that made an array; of data from outside a node that stands for it."""
        node = self._all.shadows.node(key)
        if node is None:
            node = Node(-1, "data", [], "")
            self._all.shadows.put(key, node, None)
        return node


def _own(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value


def _kind(slot: Any) -> str:
    try:
        return dtype_of(slot.description or "?").kind
    except CannotReplayError:
        return ""


def _is_floating(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "fc"


def _came_to_nothing(node: Node, depth: int) -> bool:
    """Whether what was lost is lost no more in all that was made of it.

    A residual is only measured and compared; the last correction of an iteration is small beside what it corrects.
    """
    if not node.readers or not depth:
        return False
    return all(_is_harmless(reader, depth) for reader in node.readers)


def _is_harmless(reader: Node, depth: int) -> bool:
    if reader.is_of(*_COMPARED):
        return True
    if reader.is_of(*_SIZES):
        return not reader.readers or _came_to_nothing(reader, depth - 1)
    return (reader.recovered and not reader.spoiled) or _came_to_nothing(reader, depth - 1)
