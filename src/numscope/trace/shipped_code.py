"""Source files of functions that were sent to a worker as bytecode.

Dask sends functions of the main program, lambdas and inner functions by cloudpickle. Since version 3.1.2 cloudpickle
writes the same text in place of each one's file, so that equal functions make equal bytes. A worker then knows function
and line only; the file is the one of the program whose code has just these.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

import pyarrow as pa

from numscope.trace import arrow_functions as af

SHIPPED = "<dynamic-code>"
# Function and line of a place.
_Place = tuple[str, int]


# Gives the program's own among files, and its main file, with their texts.
Texts = Callable[[Iterable[str]], Iterable[tuple[str, str]]]


def with_files(sites: Any, texts: Texts) -> Any:
    """Return the table of sites with the files of shipped functions, where one file of the program alone fits."""
    shipped = af.fill_null(af.equal(sites["file"], SHIPPED), False)
    if not af.some(shipped):
        return sites
    others = af.keep(sites, af.invert(af.or_(shipped, sites["in_library"])))
    known = _files_by_place(texts(af.unique(af.drop_null(others["file"])).to_pylist()))
    columns = (sites[name].to_pylist() for name in ("file", "function", "line"))
    named = [
        known.get((function, line), file) if file == SHIPPED else file
        for file, function, line in zip(*columns, strict=True)
    ]
    at = sites.schema.get_field_index("file")
    return sites.set_column(at, sites.schema.field(at), pa.array(named, pa.string()))


def _files_by_place(files: Iterable[tuple[str, str]]) -> dict[_Place, str]:
    """Return the file of each place that is in one file only."""
    found: dict[_Place, str | None] = {}
    for file, text in files:
        for place in _places(text):
            found[place] = file if found.get(place, file) == file else None
    return {place: file for place, file in found.items() if file is not None}


def _places(text: str) -> set[_Place]:
    """Return all places of a program's text; none if it is no program of this Python's."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the program has said them itself
            whole = compile(text, SHIPPED, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {(name, line) for code in _nested(whole) for name in _names(code) for line in _lines(code)}


def _nested(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _nested(constant)


def _names(code: CodeType) -> set[str]:
    """Return the function's name, and its qualified one where the interpreter has it: from 3.11 on."""
    return {code.co_name, getattr(code, "co_qualname", code.co_name)}


def _lines(code: CodeType) -> Iterator[int]:
    return (line for _, _, line in code.co_lines() if line is not None)
