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
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

_PRINTED = re.compile(r"(?<![A-Za-z_])nan(?![A-Za-z_])", re.IGNORECASE)


@dataclass(frozen=True)
class Shown:
    """How many NaN a run shows, by place: `printed`, `drawn`, or `held NAME` of a variable; and the lines that ran."""

    seconds: float
    places: dict[str, int]
    lines: frozenset[int]

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


def run_plainly(script: Path, workplace: Path, limit: float, lines: bool = False) -> Shown | None:
    """Run a script in a fork. None: it raised, ended with another status than 0, or took longer than `limit`.

    limit: seconds of processor time, which other work on the machine does not lengthen; ten times that by the clock.
    workplace: the folder that it runs in, and whose modules it imports. lines: note which of its lines run.
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
            _observe(script, workplace, result, printed, lines)
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
    return Shown(said["seconds"], said["places"], frozenset(said["lines"]))


def _observe(script: Path, workplace: Path, result: Path, printed: Path, lines: bool) -> None:
    os.chdir(workplace)
    sys.argv = [str(script)]
    sys.path.insert(0, str(workplace))
    np.random.seed(0)
    ran: set[int] = set()
    if lines:
        _note_lines(str(script), ran)
    begin = time.perf_counter()
    namespace = runpy.run_path(str(script), run_name="__main__")
    seconds = time.perf_counter() - begin
    sys.settrace(None)
    sys.stdout.flush()
    places = Counter({f"held {name}": number for name, number in _held(namespace)})
    places["printed"] = len(_PRINTED.findall(printed.read_text(errors="replace")))
    places["drawn"] = sum(_drawn())
    result.write_text(json.dumps({"seconds": seconds, "places": places, "lines": sorted(ran)}))


def _note_lines(script: str, ran: set[int]) -> None:
    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != script:
            return None
        if event == "line":
            ran.add(frame.f_lineno)
        return trace

    sys.settrace(trace)


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
