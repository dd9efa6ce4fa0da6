"""A script run plainly in a fork: which of its lines ran, and where NaN is in what it printed, drew and kept."""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import re
import runpy
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from benchmarks.planting.source import Edit

_PRINTED = re.compile(r"(?<![A-Za-z_])nan(?![A-Za-z_])", re.IGNORECASE)


class Promise(IntEnum):
    """What a rewritten expression gives at the place where it is evaluated first."""

    LATER = 1  # negative numbers, zeros or nothing: what is computed of these may be NaN
    NOW = 2  # NaN or infinities


@dataclass(frozen=True)
class Shown:
    """How many NaN a run shows, by place: `printed`, `drawn`, or `held NAME` of a variable.

    lines: that ran. promising: the edits, by their number, with which an expression gives NaN, infinities, negative
    numbers, zeros or nothing, where it gave none.
    """

    seconds: float
    places: dict[str, int]
    lines: frozenset[int]
    promising: dict[int, Promise]

    def more_than(self, other: Shown) -> set[str]:
        """Return the places that hold more NaN than in the other run."""
        return {place for place, number in self.places.items() if number > other.places.get(place, 0)}


def load_libraries(text: str) -> None:
    """Import what a script imports, so that each fork begins with it."""
    for node in ast.walk(ast.parse(text)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
        for name in names:
            with contextlib.suppress(Exception), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                importlib.import_module(name)


def run_plainly(
    script: Path, workplace: Path, limit: float, tried: Sequence[Edit] | None = None
) -> Shown | None:
    """Run a script in a fork. None: it raised, ended with another status than 0, or took longer than `limit`.

    limit: seconds of processor time, which other work on the machine does not lengthen; ten times that by the clock.
    workplace: the folder that it runs in, and whose modules it imports. tried: edits of which to evaluate the
    expression where it stands, the first time that its line runs; None: lines are not noted either.
    """
    result, printed = script.with_suffix(".shown.json"), script.with_suffix(".printed.txt")
    result.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        code = 70
        try:
            for stream in (1, 2):
                os.dup2(os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND), stream)
            sys.stdout, sys.stderr = (open(stream, "w", closefd=False) for stream in (1, 2))  # noqa: SIM115
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            signal.setitimer(signal.ITIMER_PROF, limit)
            signal.alarm(int(10 * limit))
            _observe(script, workplace, result, printed, tried)
            code = 0
        # Nothing may leave the fork: its parent's code would run a second time.
        except BaseException:  # noqa: BLE001
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if status or not result.exists():
        return None
    said = json.loads(result.read_text())
    promising = {int(number): Promise(promise) for number, promise in said["promising"].items()}
    return Shown(said["seconds"], said["places"], frozenset(said["lines"]), promising)


def _observe(
    script: Path, workplace: Path, result: Path, printed: Path, tried: Sequence[Edit] | None
) -> None:
    os.chdir(workplace)
    sys.argv = [str(script)]
    sys.path.insert(0, str(workplace))
    np.random.seed(0)
    ran: set[int] = set()
    promising: dict[int, Promise] = {}
    if tried is not None:
        _note_lines(str(script), ran, tried, promising)
    begin = time.perf_counter()
    namespace = runpy.run_path(str(script), run_name="__main__")
    seconds = time.perf_counter() - begin
    sys.settrace(None)
    sys.stdout.flush()
    places = Counter({f"held {name}": number for name, number in _held(namespace)})
    places["printed"] = len(_PRINTED.findall(printed.read_text(errors="replace")))
    places["drawn"] = sum(_drawn())
    said = {"seconds": seconds, "places": places, "lines": sorted(ran), "promising": promising}
    result.write_text(json.dumps(said))


def _note_lines(script: str, ran: set[int], tried: Sequence[Edit], promising: dict[int, Promise]) -> None:
    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != script:
            return None
        if event == "line" and frame.f_lineno not in ran:
            ran.add(frame.f_lineno)
            for number, edit in enumerate(tried):
                if edit.line == frame.f_lineno and (promise := _promise(edit, frame)) is not None:
                    promising[number] = promise
        return trace

    sys.settrace(trace)


def _promise(edit: Edit, frame: FrameType) -> Promise | None:
    """Evaluate an expression as it is and as it is rewritten, and compare what both give."""
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before, after = (
            _numbers(eval(f"({text})", frame.f_globals, frame.f_locals)) for text in (edit.before, edit.text)
        )
        if after is None or before is None:
            return None
        if not np.isfinite(after).all() and np.isfinite(before).all():
            return Promise.NOW
        fewer = after.size < before.size
        below = (after < 0).any() and not (before < 0).any()
        if fewer or below or ((after == 0).any() and not (before == 0).any()):
            return Promise.LATER
    return None


def _numbers(value: object) -> Any:
    """Return the numbers of an array, a table or a tensor; None if it holds anything else."""
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    array = np.asarray(value)
    return array.astype(float) if array.dtype.kind in "fiu" else None


def _held(namespace: dict[str, object]) -> Iterator[tuple[str, int]]:
    for name, value in namespace.items():
        if not name.startswith("_"):
            with contextlib.suppress(Exception):
                yield name, count_nan(value)


def count_nan(value: object, depth: int = 2) -> int:
    """Return how many NaN a number, an array, a table, a tensor or a container of these holds."""
    if isinstance(value, float | complex):
        return int(value != value)
    if isinstance(value, dict | list | tuple) and depth:
        members = value.values() if isinstance(value, dict) else value
        return sum(count_nan(one, depth - 1) for one in list(members)[:1000])
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ma.MaskedArray):
        value = value.compressed()
    if hasattr(value, "to_numpy"):
        columns = value.select_dtypes("number") if hasattr(value, "select_dtypes") else value
        value = columns.to_numpy()
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "fc":
        return int(np.isnan(value).sum())
    return 0


def _drawn() -> Iterator[int]:
    """Yield how many NaN each artist of the open figures holds."""
    plt = sys.modules.get("matplotlib.pyplot")
    if plt is None:
        return
    for number in plt.get_fignums():
        for artist in plt.figure(number).findobj():
            for data in ("get_data", "get_array", "get_offsets", "get_height"):
                with contextlib.suppress(Exception):
                    yield count_nan(getattr(artist, data)())
