"""Run pytest in two passes: what is independent on several workers, then what is marked `serial` alone.

What is marked `long` is in neither: `make test-long` runs it.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NO_TESTS_COLLECTED = 5


def workers() -> int:
    """Return how many workers to use: `TEST_WORKERS` of the environment, or one more than there are processors.

    Tests wait for programs, debuggers and files for a fifth of their time.
    """
    wanted = os.environ.get("TEST_WORKERS")
    if wanted:
        return int(wanted)
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + 1


def run(folders: list[str], *options: str, ignore: tuple[str, ...] = ()) -> int:
    """Test `folders` in both passes, without those to `ignore`; return the first pytest exit code that is no success.

    No tests in one of the passes is a success; `NO_TESTS_COLLECTED` says that there were none in either.
    """
    # A file stays on one worker, so that what it records once is recorded once. Files run in the order in which
    # they are collected: by number of tests, which xdist would prefer, the longest tests of all would begin last.
    spread = ["-n", str(workers()), "--dist", "loadfile", "--no-loadscope-reorder"]
    left_out = [f"--ignore={folder}" for folder in ignore]
    codes = [_pytest(*folders, *left_out, *spread, "-m", "not serial and not long", *options)]
    serial = files_with("serial", folders, ignore)
    if serial:
        codes.append(_pytest(*serial, "-m", "serial and not long", *options))
    ran = [code for code in codes if code != NO_TESTS_COLLECTED]
    return next(filter(None, ran), 0) if ran else NO_TESTS_COLLECTED


def run_long(*options: str) -> int:
    """Run the sweeps that are marked `long`, one after the other; return pytest's exit code."""
    return _pytest(*files_with("long", ["tests"]), "-m", "long", *options)


def files_with(mark: str, folders: list[str], ignore: tuple[str, ...] = ()) -> list[str]:
    """Return the files that use a mark: to collect all files again takes as long as these tests."""
    words = [f"mark.{mark}", *(["import shortened", "mark.sweep"] if mark == "long" else [])]
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in _files(folders, ignore)}
    return [path for path, text in texts.items() if any(word in text for word in words)]


def _files(folders: list[str], ignore: tuple[str, ...]) -> list[str]:
    named = [ROOT / folder for folder in folders]
    inside = [
        path for folder in named for path in ([folder] if folder.is_file() else folder.rglob("test_*.py"))
    ]
    found = sorted(path.relative_to(ROOT) for path in inside)
    return [str(path) for path in found if not any(path.is_relative_to(folder) for folder in ignore)]


def _pytest(*words: str) -> int:
    command = [sys.executable, "-m", "pytest", *words]
    return subprocess.run(command, cwd=ROOT, check=False).returncode
