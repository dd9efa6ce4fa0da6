"""Tables in the form that was asked for: Arrow, pandas or Polars."""

from __future__ import annotations

import importlib
from typing import Any

from numscope.errors import UsageError

FORMS = ("arrow", "pandas", "polars")


def as_form(table: Any, form: str) -> Any:
    """The Arrow table as a pyarrow Table, a pandas DataFrame or a Polars DataFrame.

    pandas and Polars are imported when they are first asked for. Raises UsageError if one is not installed, or if
    there is no such form.
    """
    if form == "arrow":
        return table
    if form not in FORMS:
        raise UsageError(f"there is no form {form!r} of a table; there are {', '.join(FORMS)}.")
    try:
        library = importlib.import_module(form)
    except ImportError:
        raise UsageError(f"{form} is not installed here: pip install {form}") from None
    return table.to_pandas() if form == "pandas" else library.from_arrow(table)
