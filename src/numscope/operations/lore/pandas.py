"""Why lines that call pandas give NaN: what was asked for, and how much of it was not there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.operations.lore.user_line import (
    Call,
    Lookup,
    Sentence,
    UserLine,
    calls,
    counted,
    of,
    parsed,
    said_of_calls,
    verb,
)

PACKAGE = "pandas"
# Where pandas takes rows by their positions, with NaN for those that were not found.
_TAKES = "_take_nd_ndarray"


def sentence(line: UserLine) -> str | None:
    """Return why the line's result holds NaN; None if the line is not known well enough."""
    if PACKAGE not in line.packages:
        return None
    return (
        said_of_calls(_SENTENCES, line)
        or _assignment(line)
        or _operator(line)
        or said_of_calls(_CONSTRUCTIONS, line)
    )


def _not_found(line: UserLine) -> Lookup | None:
    """Return the lookup that found least, of those by which rows were taken if there are any."""
    missed = [lookup for lookup in line.lookups if lookup.missing]
    takes = [lookup for lookup in missed if lookup.function == _TAKES]
    # The columns of one type lie in one array, a row of it a column.
    rows = line.result.shape[-1] if line.result is not None and line.result.shape else None
    whole = [lookup for lookup in missed if lookup.size == rows]
    return max(
        [one for one in takes if one in whole] or whole or takes or missed,
        key=lambda lookup: lookup.missing,
        default=None,
    )


def _labels(call: Call, line: UserLine) -> str | None:
    lookup = _not_found(line)
    if lookup is None:
        return None
    labels = of(lookup.missing, lookup.size, "label")
    return f"{call.shown('method')}: {labels} {verb(lookup.missing, 'is', 'are')} not in the index"


def _partners(call: Call, line: UserLine) -> str | None:
    lookup = _not_found(line)
    if lookup is None:
        return None
    rows = of(lookup.missing, lookup.size, "row")
    return f"{call.shown('on', 'how')}: {rows} {verb(lookup.missing, 'has', 'have')} no partner"


def _mapping(call: Call, line: UserLine) -> str | None:
    lookup = _not_found(line)
    if lookup is None:
        return None
    values = of(lookup.missing, lookup.size, "value")
    return f"`map`: {values} {verb(lookup.missing, 'has', 'have')} no entry in the mapping"


def _columns(call: Call, line: UserLine) -> str | None:
    lookup = _not_found(line)
    if lookup is None:
        return None
    labels = of(lookup.missing, lookup.size, "label")
    return f"{call.shown('axis')} aligns by label: {labels} {verb(lookup.missing, 'is', 'are')} missing in one part"


def _windows(call: Call, line: UserLine) -> str | None:
    least, result = _least(call), line.result
    if not isinstance(least, int) or result is None:
        return None
    if result.leading == result.nans == least - 1:
        windows = "the first window is" if least == 2 else f"the first {result.nans:,} windows are"
        return f"{call.shown('min_periods')}: {windows} not full"
    windows, holds = of(result.nans, result.size, "window"), verb(result.nans, "holds", "hold")
    return f"{call.shown('min_periods')}: {windows} {holds} fewer than {counted(least, 'value')}"


def _least(call: Call) -> object:
    """Return how many values a window must hold; None if the source does not show it."""
    if "min_periods" in call.named:
        return call.keywords.get("min_periods")
    return call.argument(0, "window") if call.name == "rolling" else call.argument(0, "min_periods", 1)


def _rows_before(call: Call, line: UserLine) -> str | None:
    if call.name == "pct_change" and line.floating_point & {"divide", "invalid"}:
        return f"{call.shown('periods')}: divides by values that are 0, beside the first row, which has none before it"
    if call.name == "diff" and "invalid" in line.floating_point:
        said = "subtracts infinity from infinity, beside the first row, which has none before it"
        return f"{call.shown('periods')}: {said}"
    if call.name == "shift" and line.raised & {"divide", "invalid"}:
        return None  # it moves rows: what another call of the statement computes of them is not its own
    steps = call.argument(0, "periods", 1)
    if not isinstance(steps, int) or not steps:
        return None
    rows = "row has" if abs(steps) == 1 else f"{abs(steps):,} rows have"
    end, side = ("first", "before it") if steps > 0 else ("last", "behind it")
    return f"{call.shown('periods')}: the {end} {rows} none {side if abs(steps) == 1 else side.replace('it', 'them')}"


def _numbers(call: Call, line: UserLine) -> str | None:
    if call.keywords.get("errors") != "coerce" or line.result is None:
        return None
    values = of(line.result.nans, line.result.size, "value")
    return f"{call.shown('errors')}: {values} {verb(line.result.nans, 'is', 'are')} no number"


def _cells(call: Call, line: UserLine) -> str | None:
    if line.result is None:
        return None
    cells = of(line.result.nans, line.result.size, "cell")
    return f"`{call.name}`: no row belongs to {cells}"


def _read(call: Call, line: UserLine) -> str | None:
    if line.result is None:
        return None
    cells = of(line.result.nans, line.result.size, "cell")
    return f"`{call.name}`: {cells} of a column {verb(line.result.nans, 'is', 'are')} empty"


def _left(call: Call, line: UserLine) -> str | None:
    if line.result is None:
        return None
    values = of(line.result.nans, line.result.size, "value")
    return f"{call.shown('method', 'limit')}: {values} {verb(line.result.nans, 'stays', 'stay')} empty"


def _spread(call: Call, line: UserLine) -> str | None:
    if line.result is None or not any(other.name == "groupby" for other in calls(line.source)):
        return None
    groups = of(line.result.nans, line.result.size, "group")
    return f"`groupby().{call.name}`: {groups} {verb(line.result.nans, 'has', 'have')} fewer than 2 values"


def _aggregated(call: Call, _: UserLine) -> str | None:
    """Say that `agg` asked for a deviation of groups with one value, by name or in a list, a mapping or a pair."""
    deviation = next((name for name in _texts_in(call) if name in _DEVIATIONS), None)
    return f"`{call.name}({deviation!r})`: groups with fewer than 2 values have none" if deviation else None


def _without_key(call: Call, line: UserLine) -> str | None:
    """Say that rows have no key, where results of groups are handed to the rows and exactly these lack one."""
    lookup, result = _not_found(line), line.result
    if lookup is None or result is None or (lookup.size, lookup.missing) != (result.size, result.nans):
        return None
    rows = of(lookup.missing, lookup.size, "row")
    has, they = verb(lookup.missing, "has", "have"), verb(lookup.missing, "it", "they")
    return (
        f"`groupby`: {rows} {has} no key, so {they} {verb(lookup.missing, 'belongs', 'belong')} to no group"
    )


def _alone(call: Call, line: UserLine) -> str | None:
    """Say that `transform` asked for a deviation of groups with one value."""
    deviation = next((name for name in _texts_in(call) if name in _DEVIATIONS), None)
    if deviation is None or line.result is None:
        return None
    values = of(line.result.nans, line.result.size, "value")
    stand = verb(line.result.nans, "is alone in its group", "are alone in their groups")
    return f"`transform({deviation!r})`: {values} {stand}, where n - 1 is 0"


def _transformed(call: Call, line: UserLine) -> str | None:
    return _without_key(call, line) or _alone(call, line)


def _texts_in(call: Call) -> Iterator[str]:
    """Yield the texts among the literal arguments of a call, those inside lists, tuples and mappings too."""
    waiting: list[object] = [*call.arguments, *call.keywords.values()]
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, tuple)):
            waiting.extend(value)
        elif isinstance(value, dict):
            waiting.extend(value.values())


def _bins(call: Call, line: UserLine) -> str | None:
    if line.result is None:
        return None
    bins = of(line.result.nans, line.result.size, "bin")
    return f"{call.shown()}: {bins} {verb(line.result.nans, 'holds', 'hold')} no value"


def _edges(call: Call, line: UserLine) -> str | None:
    if line.result is None:
        return None
    values = of(line.result.nans, line.result.size, "value")
    return f"`cut`: {values} {verb(line.result.nans, 'lies', 'lie')} in no bin"


def _condition(call: Call, line: UserLine) -> str | None:
    if call.given > 1 or "other" in call.keywords or line.result is None:
        return None
    elements = of(line.result.nans, line.result.size, "element")
    return f"`{call.name}` leaves {elements} empty"


def _equal_values(call: Call, line: UserLine) -> str | None:
    return (
        f"`{call.name}`: the {counted(line.constants[0], 'value')} of one side are all equal"
        if line.constants
        else None
    )


def _assignment(line: UserLine) -> str | None:
    """Say that `table["new"] = series` looks up labels."""
    lookup, tree = _not_found(line), parsed(line.source)
    statement = tree.body[0] if isinstance(tree, ast.Module) and len(tree.body) == 1 else None
    if lookup is None or not isinstance(statement, ast.Assign):
        return None
    target = statement.targets[0]
    if not isinstance(target, ast.Subscript):
        return None
    labels = of(lookup.missing, lookup.size, "label")
    return (
        f"assigns by label: {labels} {verb(lookup.missing, 'is', 'are')} not in the index of what is assigned"
    )


def _operator(line: UserLine) -> str | None:
    lookup, tree = _not_found(line), parsed(line.source)
    if lookup is None or tree is None or not any(isinstance(node, ast.BinOp) for node in ast.walk(tree)):
        return None
    missing = sum(other.missing for other in line.lookups if other.function == lookup.function)
    labels = of(missing, lookup.size, "label") if missing <= lookup.size else counted(lookup.missing, "label")
    return f"aligns both sides by label: {labels} {verb(missing, 'is', 'are')} on one side only"


# Of one value they are NaN.
_DEVIATIONS = ("std", "var", "sem")
_GROUPS: dict[Sentence, str] = {
    _labels: "reindex reindex_like asfreq align get_indexer",
    _partners: "merge join merge_asof merge_ordered",
    _mapping: "map",
    _columns: "concat",
    _windows: "rolling expanding",
    _rows_before: "shift diff pct_change",
    _numbers: "to_numeric",
    _cells: "pivot pivot_table unstack crosstab",
    _left: "fillna interpolate ffill bfill",
    _read: "read_csv read_table read_excel read_fwf",
    _spread: " ".join(_DEVIATIONS),
    _aggregated: "agg aggregate",
    _transformed: "transform",
    _bins: "resample",
    _edges: "cut",
    _condition: "where mask",
    _equal_values: "corr corrwith",
}
# Asked last: they stand inside of other statements.
_CONSTRUCTIONS: dict[str, Sentence] = dict.fromkeys(("DataFrame", "Series", "assign", "insert"), _columns)
_SENTENCES = {name: said for said, names in _GROUPS.items() for name in names.split()}
