"""What turns numbers into 0: by rounding them down, or by putting a 0 where a mask says so."""

from __future__ import annotations

# Functions and operators, by their last names, that turn a number between 0 and 1 into 0.
ROUNDS_DOWN = frozenset(
    ("floor_divide", "__floordiv__", "__rfloordiv__", "floordiv", "floor", "trunc", "fix", "int")
)
# What puts a number where a mask says so.
PUTS_BY_MASK = frozenset(("__setitem__", "where", "masked_fill", "masked_fill_", "mask", "putmask"))
# What makes an array of Python's numbers, whose history only the program's text tells.
OF_PYTHON_NUMBERS = frozenset(("array", "asarray", "fromiter", "tensor", "as_tensor", "Series", "DataFrame"))
# What makes numbers of text. What the text was before, only the program's text tells.
READS_TEXT = frozenset(("astype", "to_numeric"))
# What puts one value in place of another, by calls of which the last argument says what is put there.
REPLACES = frozenset(("replace", "fillna", "fill_null", "where", "mask", "get", "sub"))
