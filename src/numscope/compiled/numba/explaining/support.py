"""What compiled code has, asked of Numba itself: NumPy functions, attributes of a type, operators."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable
from typing import Any

from numscope.probes.numba.adapter.compiler import core, cpu_target, numba_types


def functions_like(name: str, count: int = 3) -> list[str]:
    """NumPy functions Numba compiles whose names resemble `name`."""
    return difflib.get_close_matches(name, _numpy_functions(), n=count, cutoff=0.7)


def attributes_like(type_: Any, name: str, count: int = 3) -> list[str]:
    """Attributes and methods that values of `type_` have in compiled code, the most similar to `name`."""
    return difflib.get_close_matches(name, attributes(type_), n=count, cutoff=0.5)


def attributes(type_: Any) -> list[str]:
    """Attributes and methods that values of `type_` have in compiled code."""
    return _resolved(type_, _possible_attributes(type_))


def has_attribute(type_: Any, name: str) -> bool:
    """Tell whether values of `type_` have this attribute or method in compiled code."""
    return bool(_resolved(type_, [name]))


@functools.cache
def _numpy_functions() -> tuple[str, ...]:
    import numpy

    module = numba_types().Module(numpy)
    names = [name for name in dir(numpy) if not name.startswith("_")]
    return tuple(_resolved(module, names))


def _possible_attributes(type_: Any) -> list[str]:
    import numpy

    kinds: dict[str, type] = {
        "array": numpy.ndarray,
        "unicode_type": str,
        "Literal[str]": str,
        "list": list,
        "reflected": list,
        "ListType": list,
        "DictType": dict,
        "complex": complex,
        "set": set,
    }
    text = str(type_)
    kind = next((kind for start, kind in kinds.items() if text.startswith(start)), numpy.ndarray)
    return [name for name in dir(kind) if not name.startswith("_")]


def _resolved(type_: Any, names: Iterable[str]) -> list[str]:
    numba_errors = core("errors")
    context = cpu_target().typing_context
    context.refresh()
    found = []
    for name in names:
        try:
            if context.resolve_getattr(type_, name) is not None:
                found.append(name)
        except (numba_errors.NumbaError, TypeError):
            # TypeError: np.character and its like are classes without a dtype.
            continue
    return found


def cases_like(function_type: Any, arguments: tuple[Any, ...], count: int = 3) -> list[str]:
    """The argument types an operator is compiled for that share most with `arguments`: "int64, float64"."""
    wanted = [str(argument) for argument in arguments]
    seen: dict[str, int] = {}
    for template in getattr(function_type, "templates", ()):
        for case in getattr(template, "cases", None) or ():
            kinds = [str(argument) for argument in case.args]
            if len(kinds) == len(wanted):
                score = sum(kind == want for kind, want in zip(kinds, wanted, strict=False))
                seen[", ".join(kinds)] = score
    best = sorted((name for name, score in seen.items() if score), key=lambda name: -seen[name])
    return best[:count]
