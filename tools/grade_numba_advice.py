"""Grade `numscope numba explain` on the programs in Numba's own tests that assert a compiler error.

The tests are read from the installed Numba: each file is run from a temporary copy, so that it counts as the
user's, and of each only the methods that assert an error of the compiler. What is graded, without a person:
does the cause name a line that Numba's own text names; was a change found that compiles and agrees with Python,
of the calls that plain Python accepts; is it said of the others that Python refuses them, with Python's own error;
is the cause no more than a fallback, Numba's own words; does any text name a file or a variable of Numba's.
A third of the tests, chosen by the hash of their names, is held aside: `--held` grades it, and rules are written
without looking at it. `--share 8` takes one test in eight, also by the hash. Of one test the first two failures are
graded. All limits are processor time, so other work on the machine changes no figure. All of it takes an hour or
two: `--rows FOLDER` keeps what each test gave, and a later run goes on from there. A test that crashes or takes over
ten minutes of the processor counts as a crash.

    python tools/grade_numba_advice.py [--held] [--share 4] [--budget 8] [--modules test_a test_b] [--rows FOLDER]
"""

from __future__ import annotations

import argparse
import ast
import builtins
import hashlib
import importlib.util
import json
import keyword
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ERRORS = re.compile(r"Typing|Lowering|Unsupported|NumbaError|NumbaValue|NumbaType|CompilerError|Require")
MOST_OF_ONE_TEST = 2
LONGEST_TEST_S = 600
REAL_TIME = 10  # Of a test that waits: so much longer.
HELD_OF = 3


def main() -> int:
    """Grade every module in a process of its own and print the figures."""
    arguments = _parse()
    if arguments.inside:
        return _grade_module(arguments)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(arguments.rows or folder) / ("held" if arguments.held else "open")
        kept.mkdir(parents=True, exist_ok=True)
        for file in _copies(Path(folder), arguments):
            _grade_file(file, kept / f"{file.stem}.jsonl", arguments)
        graded = sorted(kept.glob("*.jsonl"))
        _print_figures([row for rows in graded for test in _tests_in(rows) for row in test["rows"]])
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--held", action="store_true", help="grade the third that is held aside")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="grade one test in N")
    parser.add_argument("--budget", type=float, default=6.0, help="processor seconds of trying for a failure")
    parser.add_argument("--modules", nargs="*", help="only these test modules")
    parser.add_argument("--rows", help="keep what each test gave in this folder, one JSON line a test")
    parser.add_argument("--inside", nargs=2, help=argparse.SUPPRESS)
    return parser.parse_args()


def _copies(folder: Path, arguments: argparse.Namespace) -> list[Path]:
    """Copy the test files that assert compiler errors, with imports of their neighbours made absolute."""
    specification = importlib.util.find_spec("numba")
    assert specification is not None
    assert specification.origin is not None
    copies = []
    for file in sorted((Path(specification.origin).parent / "tests").glob("test_*.py")):
        if arguments.modules and file.stem not in arguments.modules:
            continue
        text = file.read_text(encoding="utf-8")
        if _methods(text, arguments):
            copy = folder / file.name
            copy.write_text(
                re.sub(r"^(\s*from )\.(\w*)", r"\1numba.tests.\2", text, flags=re.MULTILINE).replace(
                    "from numba.tests. import", "from numba.tests import"
                ),
                encoding="utf-8",
            )
            copies.append(copy)
    return copies


def _methods(text: str, arguments: argparse.Namespace) -> set[tuple[str, str]]:
    """Return (class, method) of every test that asserts a compiler error and belongs to the part that is graded."""
    found = set()
    for node in ast.parse(text).body:
        for method in node.body if isinstance(node, ast.ClassDef) else ():
            test = isinstance(method, ast.FunctionDef) and method.name.startswith("test") and _asserts(method)
            if test and _chosen(f"{node.name}.{method.name}", arguments):
                found.add((node.name, method.name))
    return found


def _asserts(method: ast.FunctionDef) -> bool:
    calls = [
        node
        for node in ast.walk(method)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    raising = [call for call in calls if str(getattr(call.func, "attr", "")).startswith("assertRaises")]
    return any(ERRORS.search(ast.unparse(argument)) for call in raising for argument in call.args)


def _chosen(name: str, arguments: argparse.Namespace) -> bool:
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    return (number % HELD_OF == 0) == arguments.held and number // HELD_OF % arguments.share == 0


def _grade_file(file: Path, rows: Path, arguments: argparse.Namespace) -> None:
    """Grade the tests of one file that `rows` does not have yet, in another process after each that ends one."""
    tests = [".".join(test) for test in sorted(_methods(file.read_text(encoding="utf-8"), arguments))]
    rows.touch()
    while left := [test for test in tests if test not in {done["test"] for done in _tests_in(rows)}]:
        held = ["--held"] if arguments.held else []
        words = [*held, "--share", str(arguments.share), "--budget", str(arguments.budget)]
        ended = subprocess.run(
            [sys.executable, __file__, *words, "--inside", str(file), str(rows)], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False,
        ).returncode  # fmt: skip
        if ended:
            done = {test["test"] for test in _tests_in(rows)}
            culprit = next((test for test in left if test not in done), None)
            if culprit is not None:
                name = f"{file.stem}.{culprit}"
                _keep(rows, culprit, [{"test": name, "crash": f"the process ended with {ended}"}])
    print(f"{file.stem}: {sum(len(test['rows']) for test in _tests_in(rows))} failures", file=sys.stderr)


def _tests_in(rows: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in rows.read_text().splitlines()]


def _keep(rows: Path, test: str, found: list[dict[str, Any]]) -> None:
    with open(rows, "a") as kept:
        kept.write(json.dumps({"test": test, "rows": found}) + "\n")


def _grade_module(arguments: argparse.Namespace) -> int:
    """Run those tests of one copied module that have no rows yet, and write the failures that each asserts."""
    import unittest

    path, rows = (Path(name) for name in arguments.inside)
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[path.stem] = module
    specification.loader.exec_module(module)
    done = {test["test"] for test in _tests_in(rows)}
    for class_name, method in sorted(_methods(path.read_text(encoding="utf-8"), arguments)):
        test = f"{class_name}.{method}"
        case = getattr(module, class_name, None)
        if test in done:
            continue
        found = []
        if isinstance(case, type) and issubclass(case, unittest.TestCase):
            _limit(LONGEST_TEST_S)
            found = _grade_test(case(method), f"{path.stem}.{test}", arguments.budget)
            _limit(0)
        _keep(rows, test, found)
    return 0


def _limit(seconds: int) -> None:
    """Let the system end this process after so much processor time; 0: never."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(seconds * REAL_TIME)


def _grade_test(case: Any, name: str, budget: float) -> list[dict[str, Any]]:
    import unittest

    from numscope.compiled.numba.explaining.observer import Observer
    from numscope.compiled.numba.explaining.questions import explain_failure

    result = unittest.TestResult()
    with Observer() as observer:
        case.run(result)
    if result.skipped:
        return []
    rows = []
    for failure in observer.failures[:MOST_OF_ONE_TEST]:
        file = getattr(getattr(failure.function, "__code__", None), "co_filename", "")
        try:
            explanation = explain_failure(failure, budget)
        except Exception as error:  # noqa: BLE001 - a rule that breaks is what is looked for
            rows.append({"test": name, "crash": f"{type(error).__name__}: {error}"})
            continue
        said = f"{explanation.sentence} {explanation.advice} {' '.join(explanation.also)}"
        rows.append(
            {
                "test": name,
                "kind": explanation.kind,
                "line": explanation.line,
                "places": _places(str(failure.error), explanation.file or file),
                "sentence": explanation.sentence,
                "advice": explanation.advice if explanation.diff else "",
                "tried": explanation.tried,
                "without_numba": explanation.without_numba,
                "count": explanation.tried_count,
                "diff": explanation.diff,
                "error": re.sub(r"\x1b\[[0-9;]*m", "", str(failure.error))[:600],
                "files": FILES.findall(said),
                "variables": VARIABLES.findall(said) + _names_not_of(explanation.file, explanation.sentence),
            }
        )
    return rows


FILES = re.compile(r"numba/(?:core|np|cpython|typed)/\S+")
VARIABLES = re.compile(
    r"\$\w+|\bv?phi\w*|closure__\w+|<iv=|\bneg_ax\b|\b_impl\b|\w+\.\d+'|<locals>|(?:0x|#)[0-9a-f]{6,}|\barg\.\w|OptionalType|\bpyobject\b"
)


def _names_not_of(file: str, sentence: str) -> list[str]:
    """Return the names that a sentence quotes and that stand neither in the user's file nor in Python's or NumPy's."""
    import numpy

    text = Path(file).read_text(encoding="utf-8") if Path(file).is_file() else ""
    public = {
        *dir(builtins),
        *keyword.kwlist,
        *dir(numpy),
        *dir(str),
        *dir(numpy.ndarray),
        *dir(numpy.zeros(0).flags),
        *(
            "njit",
            "jit",
            "prange",
            "objmode",
            "literal_unroll",
            "literally",
            "forceobj",
            "parallel_chunksize",
        ),
    }
    quoted = {
        name for part in re.findall(r"`([^`]*)`", sentence) for name in re.findall(r"[A-Za-z_]\w*", part)
    }
    return sorted(name for name in quoted - public if not re.search(rf"\b{name}\b", text))


def _places(text: str, file: str) -> list[int]:
    """Return the lines of the file that Numba's text names."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    name = re.escape(Path(file).name)
    found = re.findall(rf'{name}"?(?:, line (\d+)| \((\d+)\)|:(\d+))', plain)
    return sorted({int(one) for groups in found for one in groups if one})


def _print_figures(rows: list[dict[str, Any]]) -> None:
    good = [row for row in rows if "crash" not in row]
    placed = [row for row in good if row["places"]]
    right = sum(row["line"] in row["places"] for row in placed)
    print(f"{len(rows)} failures of {len({row['test'] for row in rows})} tests")
    print(f"line: {right} of {len(placed)} where Numba names one ({_percent(right, len(placed))})")
    single = [row for row in placed if len(row["places"]) == 1]
    right = sum([row["line"]] == row["places"] for row in single)
    print(f"  where Numba names exactly one: {right} of {len(single)}; none: {len(good) - len(placed)}")
    accepted = [row for row in good if row["without_numba"].startswith("plain Python accepts")]
    refused = [row for row in good if row["without_numba"].startswith("plain Python fails")]
    _print_accepted(accepted)
    said = sum(
        row["without_numba"] in row["tried"] or row["tried"].startswith("Plain Python") for row in refused
    )
    print(f"Python refuses the call too: {len(refused)}, said with Python's own error: {said}")
    unknown = [row for row in good if not row["without_numba"]]
    compiled = sum(bool(row["diff"]) for row in unknown)
    print(f"can't be run as Python: {len(unknown)}, of them a change that compiles: {compiled}")
    _print_words(good)
    print(f"crashes: {len(rows) - len(good)}")


def _print_words(rows: list[dict[str, Any]]) -> None:
    """Print how many sentences are no more than Numba's, and how many name what is Numba's own."""
    fallback = sum(row["kind"] == "unknown" for row in rows)
    quoted = sum("Numba's reason: " in row["sentence"] for row in rows)
    print(f"a fallback sentence, Numba's own words: {fallback} ({_percent(fallback, len(rows))})")
    print(f"a sentence of ours that ends with Numba's reason: {quoted} ({_percent(quoted, len(rows))})")
    print(f"files of Numba's named: {sum(bool(row['files']) for row in rows)}")
    print(f"variables of Numba's named: {sum(bool(row['variables']) for row in rows)}")


def _print_accepted(rows: list[dict[str, Any]]) -> None:
    """Print how many of the failures of calls that plain Python accepts have a change that works."""
    agree = [row for row in rows if "gave the same result" in row["tried"] or "same error" in row["tried"]]
    compiled = sum(bool(row["diff"]) for row in rows) - len(agree)
    print(f"Python accepts the call: {len(rows)}")
    print(f"  a change that compiles and agrees: {len(agree)} ({_percent(len(agree), len(rows))})")
    whole = sum(row["advice"].startswith("Nothing of this function") for row in agree)
    in_python = sum("+" in row["diff"] and "objmode(" in row["diff"].partition("+")[2] for row in agree)
    print(f"    of them with a part left to Python: {in_python - whole}, with the whole function: {whole}")
    print(f"  a change that compiles, not compared: {compiled} ({_percent(compiled, len(rows))})")
    for kind, count in Counter(row["kind"] for row in rows if not row["diff"]).most_common(15):
        print(f"  without a change: {count:3d} {kind}")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


if __name__ == "__main__":
    sys.exit(main())
