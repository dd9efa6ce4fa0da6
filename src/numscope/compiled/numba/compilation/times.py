"""Where compile time went: by function, by signature, by pass; the cache; signatures that need not have been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.compilation.cache import CacheCall
from numscope.compiled.numba.compilation.watch import Compilation
from numscope.compiled.numba.type_names import short


@dataclass(frozen=True)
class Repeated:
    """A function compiled for several signatures, and the arguments that made the difference."""

    function: str
    signatures: int
    seconds: float
    because: list[str]


@dataclass(frozen=True)
class Times:
    """The finished answer."""

    total: float
    functions: list[dict[str, Any]]
    passes: list[dict[str, Any]]
    repeated: list[Repeated]
    cache: list[CacheCall]

    def as_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return {
            "total": self.total,
            "functions": self.functions,
            "passes": self.passes,
            "repeated": [vars(item) for item in self.repeated],
            "cache": [vars(item) for item in self.cache],
        }


def summarise(compilations: Sequence[Compilation], cache: Sequence[CacheCall]) -> Times:
    """Add up: a function's own time leaves out what it made Numba compile, its passes likewise not."""
    functions = [
        {
            "function": compilation.name,
            "file": compilation.file,
            "signature": ", ".join(short(type_) for type_ in compilation.arguments),
            "seconds": compilation.seconds,
            "own": compilation.own,
            "for": compilation.caller,
            "mode": "failed"
            if compilation.result is None
            else "object"
            if compilation.object_mode
            else "nopython",
        }
        for compilation in sorted(compilations, key=lambda c: -c.own)
    ]
    passes: dict[str, float] = {}
    for compilation in compilations:
        for run in compilation.passes:
            passes[run.name] = passes.get(run.name, 0.0) + run.seconds
    ranked = sorted(passes.items(), key=lambda item: -item[1])
    return Times(
        sum(compilation.own for compilation in compilations),
        functions,
        [{"pass": name, "seconds": seconds} for name, seconds in ranked],
        repeated(compilations),
        list(cache),
    )


def repeated(compilations: Sequence[Compilation]) -> list[Repeated]:
    """Functions with several signatures, with the arguments whose types varied."""
    groups: dict[Any, list[Compilation]] = {}
    for compilation in compilations:
        if compilation.result is not None:
            groups.setdefault(_place(compilation.function), []).append(compilation)
    found = []
    for group in groups.values():
        function = group[0].function
        made = len({id(compilation.function) for compilation in group})
        if len({compilation.arguments for compilation in group}) < 2 and made < 2:
            continue
        names = function.__code__.co_varnames
        columns = zip(*(compilation.arguments for compilation in group), strict=False)
        because = [_variety(name, set(column)) for name, column in zip(names, columns, strict=False)]
        if made > 1:
            around = function.__qualname__.rpartition(".<locals>.")[0]
            inside = f", inside `{around}`" if around else ""
            because.append(f"the function is made anew {made} times{inside}: make it once, outside")
        seconds = sum(compilation.own for compilation in group)
        found.append(Repeated(function.__name__, len(group), seconds, [text for text in because if text]))
    return sorted(found, key=lambda item: -item.seconds)


def _place(function: Any) -> tuple[str, int, str]:
    """Where a function stands: those made anew by the same lines are one."""
    code = function.__code__
    return code.co_filename, code.co_firstlineno, code.co_name


def _variety(name: str, types: set[Any]) -> str | None:
    kinds = sorted({short(type_) for type_ in types})
    if len(types) < 2:
        return None
    if len(kinds) == 1 and kinds[0].startswith("compiled function "):
        return f"`{name}`: {len(types)} different functions, all called {kinds[0].removeprefix('compiled function ')}"
    if len(kinds) == 1:
        return f"`{name}`: {kinds[0]}, as constant and as value"
    layouts = {kind.rpartition(", ")[2].rstrip(")") for kind in kinds}
    same = {kind.rpartition(", ")[0].removeprefix("readonly ") for kind in kinds}
    if len(same) == 1 and kinds[0].removeprefix("readonly ").startswith("array("):
        return f"`{name}`: only the layout of the array differs ({', '.join(sorted(layouts))})"
    return f"`{name}`: {', '.join(kinds)}"


def as_text(times: Times, limit: int) -> str:
    """Tables for a terminal."""
    rows = [
        f"{times.total:.2f} s compiling {len(times.functions)} signatures",
        "",
        "  own s  total s  function",
    ]
    for item in times.functions[:limit]:
        asked = f", for {item['for']}" if item["for"] else ""
        mode = "" if item["mode"] == "nopython" else f" [{item['mode']}]"
        rows.append(
            f"{item['own']:7.3f}  {item['seconds']:7.3f}  {item['function']}({item['signature']}){mode}{asked}"
        )
    rows += ["", "      s  pass"]
    rows += [f"{item['seconds']:7.3f}  {item['pass']}" for item in times.passes[:limit]]
    for again in times.repeated[:limit]:
        rows += [
            "",
            f"{again.function} was compiled {again.signatures} times ({again.seconds:.2f} s) because of",
        ]
        rows += [f"  {text}" for text in again.because]
    if times.cache:
        rows += ["", "cache:"]
        rows += [f"  {call}" for call in times.cache[:limit]]
    return "\n".join(rows)
