"""Texts where numbers must be: in arithmetic, in a column, as a date; and how a number comes of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.ended.ending import Ending, Reason
from numscope.operations.lore.user_line import of, verb


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield which text is no number, and what to make of it."""
    yield _texts_in_arithmetic(ending)
    yield _texts_as_numbers(ending)
    yield _texts_of_a_column(ending)
    yield _number_joined_to_a_text(ending)
    yield _other_form_of_date(ending)


def _texts_in_arithmetic(ending: Ending) -> Reason | None:
    texts = [one for one in ending.arrays if (one.operand.dtype or "").lstrip("<>|=")[:1] in ("U", "S")]
    plain = next(
        (one for one in ending.given if one.operand.kind == "string" and one.operand.role == "input"), None
    )
    if plain is not None and ending.kind in ("UFuncNoLoopError", "TypeError") and not texts:
        text = str(plain.operand.literal)
        number = f"write the number: {text}" if _is_number(text) else "look where it comes from"
        return Reason(f"{text!r} is a text: `{ending.called}` takes numbers", number)
    if "NoLoop" not in ending.kind or not texts:
        return None
    array = texts[0]
    bad = _no_numbers(array.texts)
    first = (
        f", such as {array.texts.flat[0].item()!r}" if array.texts is not None and array.texts.size else ""
    )
    fix = f"turn them into numbers first: `{array.code}.astype(float)`"
    if bad is not None and bad.size:
        fix = f"look at {array.texts.flat[bad[0]].item()!r}, which is no number; turn the others into numbers first"
    return Reason(f"{array.name} holds texts{first}: `{ending.called}` takes numbers", fix)


def _texts_as_numbers(ending: Ending) -> Reason | None:
    array = ending.arrays[0] if ending.arrays else None
    if not ending.text.startswith("could not convert string") or array is None:
        return None
    bad = _no_numbers(array.texts)
    if bad is None or not bad.size:
        return None
    text = array.texts.flat[bad[0]].item()
    problem = (
        f"{of(len(bad), array.texts.size, 'text')} of {array.name} {verb(len(bad), 'is', 'are')} no number: "
        f"{text!r} at [{bad[0]}]"
    )
    return Reason(problem, _as_number(array.code, str(text)))


def _texts_of_a_column(ending: Ending) -> Reason | None:
    found = re.fullmatch(r"could not convert string to float: '(.*)'", ending.text)
    if found is not None and ending.raised_by("pandas.Series.astype", "pandas.DataFrame.astype"):
        return Reason(
            f"{found[1]!r} is no number",
            "make what is no number missing: `pd.to_numeric(..., errors='coerce')`, and look how many there are",
        )
    found = re.search(r"Unable to parse string ['\"](.*)['\"] at position (\d+)", ending.text)
    if found is not None:
        return Reason(
            f"{found[1]!r} at [{found[2]}] is no number",
            "make what is no number missing: `pd.to_numeric(..., errors='coerce')`, and look how many there are",
        )
    if "with string dtype" not in ending.text and "Could not convert string" not in ending.text:
        return None
    owner = ending.argument(0)
    column = owner.written if owner is not None else ""
    return Reason(
        f"{f'`{column}`' if column else 'the column'} holds texts: `{ending.called}` takes numbers",
        f"turn them into numbers first: `pd.to_numeric({column or '...'})`",
    )


def _number_joined_to_a_text(ending: Ending) -> Reason | None:
    found = re.match(r'can only concatenate str \(not "(.*)"\) to str', ending.text)
    if found is None:
        return None
    return Reason(
        f"`+` joins a text to a text only, and gets one of type {found[1]}",
        "write an f-string (`f'mean {value}'`), or `str(value)`",
    )


def _other_form_of_date(ending: Ending) -> Reason | None:
    found = re.search(r"time data [\"'](.*?)[\"'] doesn't match format [\"'](.*?)[\"'][.,]", ending.text)
    if found is None:
        return None
    text, form = found.groups()
    return Reason(
        f"the text {text!r} is no date of the form {form}, which the first one has",
        "say which forms there are (`format='mixed'`, with `dayfirst=True` where the day comes first), or make what is "
        "no date missing: `errors='coerce'`",
    )


def _as_number(code: str, text: str) -> str:
    """Return how a text becomes a number that is none as it stands."""
    if _is_number(text.rstrip("% ")):
        return f"take the sign away: `np.char.rstrip({code}, '%').astype(float) / 100`"
    if _is_number(text.replace(",", ".")):
        return f"the comma is a decimal sign there: `np.char.replace({code}, ',', '.').astype(float)`"
    if _is_number(text.replace(",", "")):
        return f"the commas stand between thousands: `np.char.replace({code}, ',', '').astype(float)`"
    return f"say what it stands for; as a missing value: `np.where({code} == {text!r}, 'nan', {code}).astype(float)`"


def _no_numbers(texts: Any) -> Any:
    """Return the places of texts that no number can be made of; None where the texts were not kept."""
    if texts is None:
        return None
    return np.array([place for place, text in enumerate(texts.flat) if not _is_number(text)], np.int64)


def _is_number(text: str | bytes) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
