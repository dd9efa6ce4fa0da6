"""Numba's words without its insides: colours, names of its own variables, versions of the user's, its files."""

from __future__ import annotations

import re

_COLOUR = re.compile(r"\x1b?\[\d{1,2}m")
# In this order.
_REPLACED = (
    (re.compile(r"<iv=[^<>]*(?:<[^<>]*>[^<>]*)*>"), ""),
    (re.compile(r",? defined at (?:None|\S+ \(\d+\)|<[^>]*> \(\d+\))"), ""),
    (re.compile(r"[(,]? ?(?:File|at) \S*numba/\S+?(?: \(\d+\)|:\d+:?)\)?"), ""),
    (re.compile(r" (?:for|associated with) '\$[\w.]+'"), ""),
    (re.compile(r"'?\$[\w.]+'?"), "a value of this line"),
    (re.compile(r"variable (a value of this line) \(temporary variable\)"), r"\1"),
    (re.compile(r"'arg\.(\w+)'"), r"`\1`"),
    (re.compile(r"\bbuiltin_function_or_method\b"), "built-in function"),
    (re.compile(r"\bpyobject\b"), "a Python object"),
    (re.compile(r"\bclosure__\w*?_v\d+_(?:v?phi)?\w*"), "a variable of the inner function"),
    (re.compile(r"\bv?phi[\w.]+"), "a variable"),
    (re.compile(r"\b([A-Za-z_]\w*)\.\d+(?=['`])"), r"\1"),
    (re.compile(r"<function ([\w.<>]+) at 0x\w+>"), r"\1"),
    (re.compile(r"Function\(<(?:built-in function|class|ufunc) '?([\w.]+)'?>\)"), r"\1"),
    (re.compile(r"Function\(([\w.<>]+)\)"), r"\1"),
    (re.compile(r"type\(CPUDispatcher\(([\w.<>]+)\)\)"), r"the compiled function \1"),
    (re.compile(r"\b[\w.]*<locals>\."), ""),
    (re.compile(r"\bat 0x[0-9a-f]+"), ""),
    (re.compile(r"\bLiteral\[\w+\]\(([^()]*)\)"), r"\1"),
    (re.compile(r"\b(?:unicode_type|UnicodeType)\b"), "str"),
    (re.compile(r"\bUnicodeCharSeq\((\d+)\)|\[unichr x (\d+)\]"), r"text of \1\2 characters"),
    (re.compile(r"\bUniTuple\(([\w ]+) x (\d+)\)"), r"a tuple of \2 \1"),
    (re.compile(r"\b(List|Dict)Type(?![\w\[])"), r"typed \1"),
    (re.compile(r"\bfunction _?lambda_?\b"), "lambda"),
    (re.compile(r"<class '(?:[\w.]*\.)?(\w+)'>"), r"\1"),
    (re.compile(r"<(?:intrinsic|ufunc) '?(\w+)'?>"), r"\1"),
    (re.compile(r"\bNumba's reason: (?=\W*$)"), ""),
    (re.compile(r"\bimpl_(\w+)"), r"\1"),
    (re.compile(r"\b(?:_impl|impl|neg_ax)\b"), "the function"),
)


def without_colour(text: str) -> str:
    """Return Numba's text without the colours that it has where colorama is installed."""
    return _COLOUR.sub("", text)


def plain(text: str) -> str:
    """Return `text` as a user may read it."""
    text = without_colour(text)
    for pattern, replacement in _REPLACED:
        text = pattern.sub(replacement, text)
    return re.sub(r" {2,}", " ", text).strip()
