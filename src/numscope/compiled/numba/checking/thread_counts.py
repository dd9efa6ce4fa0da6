"""A parallel function run with several numbers of threads, several times: a race that luck shows.

Most races do not show (the shadow run finds them by what is touched); what this adds are those of functions whose
body can't be run as Python, and results that depend on how work is divided.
"""

from __future__ import annotations

import copy
from typing import Any

from numscope.compiled.numba.checking.values import difference

REPEATS = 5
# Sums over threads are added in another order: for floats, report only what no order of adding explains.
FLOAT_TOLERANCE = 1 << 30


def differs_by_threads(dispatcher: Any, arguments: tuple[Any, ...]) -> str | None:
    """Say how the result, or an argument left behind, differs from that with one thread; None when it never does."""
    import numba

    most = numba.config.NUMBA_NUM_THREADS
    before = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        alone = _run(dispatcher, arguments)
        for count in sorted({2, 4, most}):
            if count > most:
                continue
            numba.set_num_threads(count)
            differences = [
                text
                for _ in range(REPEATS)
                if (text := _apart(dispatcher, alone, _run(dispatcher, arguments)))
            ]
            if differences:
                return f"in {len(differences)} of {REPEATS} runs {count} threads differ from one: {differences[0]}"
    except Exception:  # noqa: BLE001 - the program has met this error itself
        return None
    finally:
        numba.set_num_threads(before)
    return None


def _run(dispatcher: Any, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    mine = copy.deepcopy(arguments)
    return (dispatcher(*mine), *mine)


def _apart(dispatcher: Any, alone: tuple[Any, ...], together: tuple[Any, ...]) -> str | None:
    names = ["the result", *(f"`{name}`" for name in dispatcher.py_func.__code__.co_varnames)]
    for name, one, several in zip(names, alone, together, strict=False):
        text = difference(several, one, FLOAT_TOLERANCE)
        if text:
            return f"{name}: {text.replace('compiled', 'with them').replace('Python', 'with one')}"
    return None
