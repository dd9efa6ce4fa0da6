"""Patterns of dotted names: which operations, and whose calls, are recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from fnmatch import translate

from numscope.errors import UsageError


def matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that says whether a name matches one of the shell-style `patterns`.

    `numpy.linalg.*` matches everything below `numpy.linalg`, at any depth. Upper and lower case differ.
    """
    expression = re.compile("|".join(f"(?:{translate(pattern)})" for pattern in patterns) or r"(?!)")
    return lambda name: expression.match(name) is not None


def selector(ops: Collection[str], skip: Collection[str]) -> Callable[[str], bool] | None:
    """Return a function that says whether an operation is selected; None if every operation is."""
    if not ops and not skip:
        return None
    wanted = matcher(ops or ("*",))
    unwanted = matcher(skip)
    return lambda name: wanted(name) and not unwanted(name)


def caller_selector(modules: Collection[str]) -> Callable[[str], bool] | None:
    """Return a function that says whether a module's calls are selected; None if every module's are.

    `mypkg.*` means the package `mypkg` itself too.
    """
    if not modules:
        return None
    return matcher([*modules, *(pattern[:-2] for pattern in modules if pattern.endswith(".*"))])


def check_known(
    patterns: Iterable[str], names: Collection[str], source: str, unlisted: tuple[str, ...] = ()
) -> None:
    """Raise UsageError, with the nearest of `names`, for a pattern that matches none of them.

    A pattern that begins with `*` is not checked: it may mean a ufunc that the program makes later. Nor is one that
    begins as one of `unlisted`: nobody knows the names of all operations of these libraries.
    """
    for pattern in patterns:
        matches = matcher([pattern])
        if pattern.startswith(("*", *unlisted)) or any(matches(name) for name in names):
            continue
        near = nearest(pattern, names)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UsageError(f"{source}: no operation is called '{pattern}'{hint}")


def nearest(pattern: str, names: Collection[str]) -> list[str]:
    """Return up to three of `names` that look most like `pattern`, as a whole or by their last part."""
    plain = pattern.strip("*.").removeprefix("np.")
    last_parts: dict[str, str] = {}
    for name in sorted(names, key=len, reverse=True):
        last_parts[name.rpartition(".")[2]] = name
    if plain in last_parts:
        return [last_parts[plain]]
    from difflib import get_close_matches  # only where there is something to say

    whole = get_close_matches(plain, names, n=3, cutoff=0.75)
    tails = get_close_matches(plain.rpartition(".")[2], last_parts, n=3, cutoff=0.6)
    return list(dict.fromkeys([*whole, *(last_parts[tail] for tail in tails)]))[:3]
