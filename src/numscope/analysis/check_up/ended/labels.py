"""Labels of pandas that are not there, that are there twice, or of another type than those they are compared with."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from numscope.analysis.check_up.ended.ending import Ending, Reason
from numscope.trace import Operand

_TIMES = r'time data "(.*)" doesn\'t match format "(.*)"'


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield what is wrong with labels."""
    yield _missing(ending)
    yield _keys_of_two_types(ending)
    yield _twice(ending)
    yield _not_aligned(ending)
    yield _cell_twice(ending)
    yield _key_twice(ending)
    yield _no_times(ending)
    yield _texts_among_numbers(ending)


def _tables(ending: Ending) -> list[Operand]:
    operands = ending.operation.operands if ending.operation is not None else ()
    return [one for one in operands if one.kind == "object" and (one.type or "").startswith("pandas.")]


def _missing(ending: Ending) -> Reason | None:
    tables = _tables(ending)
    if ending.kind != "KeyError" or not tables:
        return None
    asked = ending.text.strip("'\"")
    table, name = tables[0], ending.given[0].written if ending.given else ""
    said = f"`{name}`" if name else "the table"
    if _in_rows(ending, asked):
        rows = str(table.attributes.get("index") or "")
        return Reason(
            f"no row of {said} has the label {asked!r}" + (f" (its index: {rows})" if rows else ""),
            "look which labels there are (`.index`), or ask with `.reindex` where some may be missing",
        )
    labels = [label for label in str(table.attributes.get("labels") or "").split(", ") if label]
    if not labels:
        index = table.attributes.get("index")
        return Reason(
            f"{said} has no label {asked!r}" + (f" (its index: {index})" if index else ""),
            "look which labels there are (`.index`), or ask with `.get` or `.reindex` where some may be missing",
        )
    padded = [label for label in str(table.attributes["labels"]).split(",") if label.strip() == asked.strip()]
    near = difflib.get_close_matches(
        asked.strip().lower(), [label.strip().lower() for label in labels], 1, 0.6
    )
    shown = ", ".join(labels[:8]) + (", ..." if len(labels) > 8 else "")
    if near:
        like = next(label for label in labels if label.strip().lower() == near[0])
        spaces = _has_spaces(table.attributes, like, asked)
        if spaces or (padded and like.strip() == asked.strip()):
            return Reason(
                f"{said} has no column {asked!r}; it has one that differs by spaces only",
                "take the spaces away once: `df.columns = df.columns.str.strip()`",
            )
        return Reason(f"{said} has no column {asked!r}; its columns are {shown}", f"is {like!r} meant?")
    return Reason(
        f"{said} has no column {asked!r}; its columns are {shown}",
        "look whether it was renamed, or became the index",
    )


def _in_rows(ending: Ending, asked: str) -> bool:
    """Whether it was looked for among the rows: `loc` looks there first, and in the columns for its second index."""
    index = ending.argument(1)
    text = str(index.operand.literal) if index is not None else ""
    return "loc" in (ending.operation.name if ending.operation is not None else "") and not text.endswith(
        f"'{asked}')"
    )


def _has_spaces(attributes: Mapping[str, object], like: str, asked: str) -> bool:
    return f"{asked.strip()} ," in f"{attributes.get('labels')}," and like.strip() == asked.strip()


def _keys_of_two_types(ending: Ending) -> Reason | None:
    if not ending.text.startswith("You are trying to merge on "):
        return None
    types, _, key = ending.text.removeprefix("You are trying to merge on ").partition(" columns for key ")
    key = key.split("'")[1] if "'" in key else key
    left, _, right = types.partition(" and ")
    texts = "left" if left in ("str", "object") else "right"
    number = right if texts == "left" else left
    return Reason(
        f"the key {key!r} is {left} on the left and {right} on the right: no row could find its partner",
        f"turn the one on the {texts} into numbers before the merge: `.astype({{{key!r}: {number!r}}})`, "
        "or both into texts",
    )


def _twice(ending: Ending) -> Reason | None:
    if "duplicate labels" not in ending.text and "non-unique" not in ending.text:
        return None
    name = ending.given[0].name if ending.given and ending.given[0].written else "the index"
    return Reason(
        f"labels of {name} are there more than once: it is open which row of the same label is meant",
        "make one row of each label first (`groupby(level=0).mean()`, `.loc[~x.index.duplicated()]`), or "
        "`reset_index()`",
    )


def _not_aligned(ending: Ending) -> Reason | None:
    if "identically-labeled" not in ending.text:
        return None
    names = [one.written for one in ending.given if one.written and one.operand.kind == "object"]
    said = " and ".join(f"`{name}`" for name in names[:2]) or "the two"
    return Reason(
        f"{said} have different labels, and a comparison by sign takes the same labels in the same order only",
        "compare by label with `.eq`, or by place: `.reset_index(drop=True)` or `.to_numpy()` on both",
    )


def _cell_twice(ending: Ending) -> Reason | None:
    if "contains duplicate entries, cannot reshape" not in ending.text:
        return None
    return Reason(
        "several rows have the same index and column: `pivot` has one cell for them",
        "say what becomes of several values: `pivot_table(..., aggfunc='mean')`, or drop the rows that repeat",
    )


def _key_twice(ending: Ending) -> Reason | None:
    if ending.kind != "MergeError" or "not unique" not in ending.text:
        return None
    key = ending.argument(-1, "on")
    name = repr(key.operand.literal) if key is not None and key.operand.kind == "string" else "the key"
    sides = [side for side in ("left", "right") if side in ending.text]
    return Reason(
        f"{name} is there more than once on the {' and the '.join(sides)} side",
        f"look at the rows that repeat: `df[df.duplicated({name if name != 'the key' else '...'}, keep=False)]`",
    )


def _no_times(ending: Ending) -> Reason | None:
    if not ending.text.startswith("Only valid with DatetimeIndex"):
        return None
    return Reason(
        f"`{ending.called}` groups rows by time, and the index holds no times",
        "make them times first: `df.index = pd.to_datetime(df.index)`, or name a column of times by `on=`",
    )


def _texts_among_numbers(ending: Ending) -> Reason | None:
    tables = _tables(ending)
    if ending.kind != "TypeError" or "'str'" not in ending.text or not tables:
        return None
    facts = tables[0].attributes
    columns = [
        name.removesuffix(": dtype")
        for name, value in facts.items()
        if name.endswith(": dtype") and value in ("str", "object", "string")
    ]
    if not columns:
        return None
    return Reason(
        f"column {' and '.join(map(repr, columns[:3]))} holds texts: `{ending.called}` takes numbers",
        "leave them out: `numeric_only=True`, or `select_dtypes('number')` first",
    )
