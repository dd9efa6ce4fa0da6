"""Labels of pandas that are not there, that are there twice, or of another type than those they are compared with."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from numscope.analysis.check_up.ended.ending import Ending, Reason
from numscope.analysis.check_up.ended.tables import tables, text_columns

# As the probe writes a table's labels.
_BETWEEN = ", "
_MOST_SHOWN = 8


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


def _missing(ending: Ending) -> Reason | None:
    found = tables(ending)
    if ending.kind != "KeyError" or not found:
        return None
    facts, written = found[0].operand.attributes, ending.given[0].written if ending.given else ""
    said = f"`{written}`" if written else "the table"
    asked = _asked(ending.text)
    columns = [label for label in str(facts.get("labels") or "").split(_BETWEEN) if label]
    if asked in columns:
        return None
    if _in_rows(ending, asked) or not columns:
        index = f" (its index: {facts['index']})" if facts.get("index") else ""
        return Reason(
            f"no row of {said} has the label {asked!r}{index}",
            "look which labels there are (`.index`), or ask with `.reindex` where some may be missing",
        )
    shown = _BETWEEN.join(columns[:_MOST_SHOWN]) + (", ..." if len(columns) > _MOST_SHOWN else "")
    return Reason(f"{said} has no column {asked!r}; its columns are {shown}", _meant(asked, columns))


def _asked(text: str) -> str:
    """Return the label that the message names: `'x'`, or the first of `"['x'] not in index"`."""
    listed = re.search(r"\['(.*?)'", text)
    return listed[1] if listed else text.strip("'\"")


def _meant(asked: str, columns: list[str]) -> str:
    """Return what to do, by the column whose name is nearest."""
    plain = {column.strip().lower(): column for column in columns}
    near = difflib.get_close_matches(asked.strip().lower(), plain, 1)
    if not near:
        return "look whether it was renamed, or became the index"
    if plain[near[0]].strip() == asked.strip():
        return "one differs by spaces only: take them away once, `df.columns = df.columns.str.strip()`"
    return f"is {plain[near[0]]!r} meant?"


def _in_rows(ending: Ending, asked: str) -> bool:
    """Whether it was looked for among the rows: `loc` does so first, and in the columns for its second index."""
    index = ending.argument(1)
    text = str(index.operand.literal) if index is not None else ""
    return ending.raised_by("loc.__getitem__", "at.__getitem__") and not text.endswith(f"'{asked}')")


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
    found = tables(ending)
    if ending.kind != "TypeError" or "'str'" not in ending.text or not found:
        return None
    columns = text_columns(found[0])
    if not columns:
        return None
    return Reason(
        f"column {' and '.join(map(repr, columns[:3]))} holds texts: `{ending.called}` takes numbers",
        "leave them out: `numeric_only=True`, or `select_dtypes('number')` first",
    )
