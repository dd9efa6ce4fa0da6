"""Numba's types in words a newcomer reads."""

from __future__ import annotations

import re
from typing import Any

_INITIAL_VALUE = re.compile(r"<iv=[^<>]*(?:<[^<>]*>[^<>]*)*>")
_RECORD = re.compile(r"Record\(((?:\w+\[type=.*?;offset=\d+(?:;title=\w+)?\],?)+);\d+;\w+\)")
_FIELD = re.compile(r"(\w+)\[type=[^;]*;offset")
_LITERALS = re.compile(r"(?:Literal(List)\(\(.*\)\)|LiteralStrKey\[(Dict)\]\(\{.*\}\))")
_LITERAL = re.compile(r"Literal\[(\w+)\]\((.*)\)")
_OF_LITERAL = {"int": "int64", "bool": "bool", "str": "str"}


def short(type_: Any) -> str:
    """Numba's own name of a type without literal values, initial values and version marks."""
    text = _INITIAL_VALUE.sub("", str(type_))
    text = re.sub(r"Literal\[(\w+)\]\([^()]*\)", lambda found: _OF_LITERAL.get(found[1], found[1]), text)
    text = re.sub(r"instance\.jitclass\.(\w+)#\w+<.*>", r"\1", text)
    text = re.sub(r"(?:class\()?jitclass\.(\w+)#\w+<.*?>\)?", r"class \1", text)
    text = re.sub(r"\bclass\(([\w.]+)\)", r"type \1", text)
    text = re.sub(r"type\(CPUDispatcher\(<function ([\w.<>]+) at 0x\w+>\)\)", r"compiled function \1", text)
    text = re.sub(
        r"Function\(<(?:built-in )?(?:function|class|ufunc) '?([\w.]+)'?(?: at 0x\w+)?>\)", r"\1", text
    )
    text = re.sub(r"(.+) generator\(func=.*\)", r"generator of \1", text)
    text = re.sub(r"Module\(<module '([\w.]+)'.*>\)", r"module \1", text)
    text = _RECORD.sub(lambda found: f"record({', '.join(_FIELD.findall(found[1]))})", text)
    text = _LITERALS.sub(lambda found: f"{found[1] or found[2]} of several types", text)
    text = re.sub(r"OptionalType\(([^()]*)\)", r"\1 or None", text)
    text = re.sub(r"typeref\[(?:<class 'numba[\w.]*\.(\w+)'>|(.*))\]", r"type \1\2", text)
    text = re.sub(r"omitted\(default=(.*)\)", r"default \1", text)
    text = re.sub(r"UndefinedFunctionType\[undefined\([^()]*\)\d*\]", "functions", text)
    text = text.replace("slice<a:b:c>", "slice").replace("slice<a:b>", "slice")
    return (
        text.replace("unicode_type", "str")
        .replace("reflected list(", "list(")
        .replace("reflected set(", "set(")
    )


def in_words(type_: Any) -> str:
    """A type as a phrase: "a tuple of 2 int64", "an array of float64 with 2 dimensions"."""
    text = short(type_)
    array = re.fullmatch(r"((?:unaligned |readonly )*)array\((.+), (\d+)d, (\w).*\)", text)
    if array:
        count = int(array[3])
        marks = array[1]
        article = "a " if marks.startswith("r") else "an "
        return f"{article}{marks}array of {array[2]} with {count} dimension{'s' if count != 1 else ''}"
    pair = re.fullmatch(r"UniTuple\((.+) x (\d+)\)", text)
    if pair:
        return f"a tuple of {pair[2]} {pair[1]}"
    mixed = re.fullmatch(r"Tuple\((.*)\)", text)
    if mixed:
        return f"a tuple ({mixed[1]})"
    list_ = re.fullmatch(r"(?:reflected )?(list|set)\((.+)\)", text)
    if list_:
        return f"a {list_[1]} of {list_[2]}"
    part = re.fullmatch(r"Array(Flags|CTypes)\(.*\)", text)
    if part:
        return f"the `{part[1].lower()}` of an array"
    if text == "none":
        return "None"
    typed = re.fullmatch(r"(List|Dict)Type\[(.*)\]", text)
    if typed:
        return f"a typed {typed[1].lower()} of {typed[2]}"
    article = "an" if text[:1] in "aeiou" and not text.startswith("uint") else "a"
    return f"{article} {text}"


def literal_value(type_: Any) -> str | None:
    """The value inside a literal type, as source text, or None."""
    found = _LITERAL.fullmatch(str(type_))
    return found[2] if found else None
