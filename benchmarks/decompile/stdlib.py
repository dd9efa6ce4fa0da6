"""Decompiles every function of about 150 pure-Python standard-library modules and says how many come back the same.

Usage: python benchmarks/decompile/stdlib.py [--json] [--worst N] [--time] [MODULE ... | WHEEL.whl ...]
Runs under any supported interpreter, without installing anything: only the standard library is needed.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import importlib.util
import json
import re
import statistics
import sys
import time
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from numscope.compiled.decompile import DecompilationError, Verdict, decompile, decompile_verified

MODULES = Path(__file__).with_name("modules.txt").read_text().split()


def module_code(name: str) -> CodeType | None:
    """Compile a module's source, None when this version has no such pure-Python module."""
    try:
        spec = importlib.util.find_spec(name)
    except ImportError:
        return None
    if spec is None or spec.origin is None:
        return None
    origin = spec.origin
    if origin == "frozen":
        library = Path(importlib.util.__file__).parents[1]
        stem = name.replace(".", "/")
        origin = str(
            library / stem / "__init__.py" if spec.submodule_search_locations else library / f"{stem}.py"
        )
    if not origin.endswith(".py"):
        return None
    return compile(_read(Path(origin)), origin, "exec", dont_inherit=True)


def _read(path: Path) -> bytes:
    """Read a file, also of a standard library that is packed in an archive."""
    for folder in path.parents:
        if folder.suffix == ".zip":
            with zipfile.ZipFile(folder) as archive:
                return archive.read(str(path.relative_to(folder)))
    return path.read_bytes()


def wheel_codes(path: Path) -> Iterator[tuple[str, CodeType]]:
    """Compile the modules in a wheel, its tests and what this version cannot read left out."""
    with zipfile.ZipFile(path) as wheel, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in sorted(wheel.namelist()):
            if name.endswith(".py") and "tests/" not in name:
                with contextlib.suppress(SyntaxError, ValueError):
                    yield name, compile(wheel.read(name), name, "exec", dont_inherit=True)


def codes(names: list[str]) -> Iterator[tuple[str, CodeType]]:
    """Compile what was asked for: modules by name, wheels by file name."""
    for name in names:
        if name.endswith(".whl"):
            yield from wheel_codes(Path(name))
        else:
            code = module_code(name)
            if code is not None:
                yield name, code


def functions(code: CodeType) -> list[CodeType]:
    """List the functions in a code object, nested ones too; comprehensions count with their function."""
    found = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            name = constant.co_name
            # 3.14 makes __annotate__ itself; it is written as the annotations of its function. So are, with a
            # parameter named .format, the values of type aliases.
            if (
                constant.co_flags & 1
                and name != "__annotate__"
                and constant.co_varnames[:1] != (".format",)
                and (name.isidentifier() or name == "<lambda>")
            ):
                found.append(constant)
            found.extend(functions(constant))
    return found


def construct(reason: str) -> str:
    """Reduce a message to what many of its kind share."""
    reason = re.sub(r"^[^:]*: ", "", reason)
    reason = re.sub(r"at offset \d+", "", reason)
    reason = re.sub(r"'[^']*'", "_", reason)
    return re.sub(r"\d+", "N", reason)[:110]


def main() -> int:
    """Measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--worst", type=int, default=0, help="show this many kinds of failure, with examples")
    parser.add_argument("--time", action="store_true", help="time each function alone, best of three")
    parser.add_argument("modules", nargs="*")
    arguments = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    kinds: dict[str, list[str]] = collections.defaultdict(list)
    times = []
    modules = 0
    for name, code in codes(arguments.modules or MODULES):
        modules += 1
        for function in functions(code):
            counts["functions"] += 1
            where = f"{name}:{function.co_name}:{function.co_firstlineno}"
            best = float("inf")
            try:
                for _ in range(3 if arguments.time else 1):
                    start = time.perf_counter()
                    decompile(function)
                    best = min(best, time.perf_counter() - start)
                times.append(best)
                counts["decompiled"] += 1
                verified = decompile_verified(function)
            except DecompilationError as error:
                kind = "does not compile" if "does not compile" in str(error) else "failed"
                counts[kind] += 1
                kinds[f"{kind}: {construct(str(error))}"].append(where)
                continue
            except Exception as error:  # noqa: BLE001 - a crash of the decompiler is what is being counted
                counts["crashed"] += 1
                kinds[f"crashed: {type(error).__name__} {construct(str(error))}"].append(where)
                continue
            counts[verified.verdict.name.lower()] += 1
            if verified.verdict is not Verdict.EQUAL:
                kinds[f"shape: {construct(verified.difference)}"].append(where)
    total = counts["functions"]
    result = {
        "python": sys.version.split()[0],
        "modules": modules,
        "functions": total,
        "decompiled_percent": round(100 * (counts["decompiled"] - counts["does not compile"]) / total, 2),
        "equal_percent": round(100 * counts["equal"] / total, 2),
        "other_shape": counts["behaviour"],
        "failed": counts["failed"],
        "crashed": counts["crashed"],
        "does_not_compile": counts["does not compile"],
        "median_ms": round(1000 * statistics.median(times), 3),
        "p99_ms": round(1000 * statistics.quantiles(times, n=100)[98], 2),
        "total_s": round(sum(times), 2),
    }
    print(json.dumps(result) if arguments.json else "\n".join(f"{k}: {v}" for k, v in result.items()))
    for kind in sorted(kinds, key=lambda kind: -len(kinds[kind]))[: arguments.worst]:
        print(f"{len(kinds[kind]):5} {kind}\n      {', '.join(kinds[kind][:4])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
