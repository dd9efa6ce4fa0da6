"""`make downstream`: NumPy's own tests, and parts of pandas' and SciPy's, plain and recorded."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import numpy

from benchmarks.downstream.compare import Comparison, compare
from benchmarks.downstream.suites import (
    Part,
    layer_parts,
    numpy_parts,
    pandas_parts,
    scipy_parts,
    short_parts,
    slice_parts,
)
from numscope.probes.numpy.adapter import implementation_package


def chosen(names: list[str]) -> list[Part]:
    """The parts of the suites in `names`, or with a name in it, as far as their libraries are installed."""
    implementation = implementation_package(numpy)
    suites = {
        "short": short_parts(implementation),
        "slice": slice_parts(implementation),
        "numpy": numpy_parts(implementation),
        "pandas": pandas_parts(),
        "scipy": scipy_parts(),
        "layers": layer_parts(),
    }
    whole = [part for name in ("numpy", "pandas", "scipy", "layers") for part in suites[name]]
    parts = [part for name in names for part in suites.get(name, [p for p in whole if p.name == name])]
    unknown = [name for name in names if name not in suites and name not in {part.name for part in whole}]
    if unknown:
        raise SystemExit(
            f"no suite or part is called {', '.join(unknown)}: there are {', '.join(suites)}, "
            + ", ".join(part.name for part in whole)
        )
    installed = [part for part in parts if importlib.util.find_spec(part.library)]
    for part in parts:
        if part not in installed:
            print(f"{part.name}: {part.library} is not installed, so not run")
    return installed


def line(comparison: Comparison) -> str:
    plain, recorded = comparison.plain, comparison.recorded
    return (
        f"{comparison.part.name:28} {len(plain.outcomes):>7,} tests  {len(comparison.differences):>3} differ"
        f"  {recorded.operations:>12,} operations  {plain.cpu_seconds:>7.1f} s -> {recorded.cpu_seconds:>7.1f} s CPU"
        f"  exit {plain.code}/{recorded.code}"
        + (f"  [{comparison.problem}]" if comparison.problem else "")
        + (f"  ({len(comparison.unsteady)} unsteady)" if comparison.unsteady else "")
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="make downstream", description=__doc__)
    parser.add_argument("suites", nargs="*", default=["numpy", "pandas", "scipy"], metavar="SUITE|PART")
    parser.add_argument("--json", metavar="FILE", help="write the result to FILE")
    parser.add_argument(
        "--values", choices=["none", "stats", "full"], help="what the recorded runs keep of values"
    )
    parser.add_argument(
        "--only", metavar="EXPRESSION", help="run the tests of a part that pytest's -k selects"
    )
    parser.add_argument("--keep", metavar="FOLDER", help="leave outcomes and outputs in FOLDER")
    arguments = parser.parse_args()
    folder = Path(arguments.keep or tempfile.mkdtemp(prefix="downstream-")).absolute()
    comparisons = []
    for number, part in enumerate(chosen(arguments.suites)):
        only = ("-k", arguments.only) if arguments.only else ()
        part = replace(part, values=arguments.values or part.values, arguments=(*only, *part.arguments))
        comparison = compare(part, folder / f"{number:02}")
        comparisons.append(comparison)
        print(line(comparison), flush=True)
        for difference in comparison.differences[:20]:
            print(
                f"    {difference.test}\n        plain: {difference.plain}; recorded: {difference.recorded}"
            )
            print("        " + "\n        ".join(difference.text.splitlines()[-6:]))
    tests = sum(len(comparison.plain.outcomes) for comparison in comparisons)
    differing = sum(len(comparison.differences) for comparison in comparisons)
    print(
        f"\n{tests:,} tests compared, {differing} differ (NumPy {numpy.__version__}, Python {sys.version.split()[0]})"
    )
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(as_json(comparisons), indent=1) + "\n")
    return 1 if differing or any(comparison.problem for comparison in comparisons) or not comparisons else 0


def as_json(comparisons: list[Comparison]) -> dict[str, object]:
    return {
        "numpy": numpy.__version__,
        "python": sys.version.split()[0],
        "date": datetime.now(timezone.utc).date().isoformat(),
        "parts": [
            {
                "name": comparison.part.name,
                "values": comparison.part.values,
                "tests": len(comparison.plain.outcomes),
                "operations": comparison.recorded.operations,
                "cpu_seconds": [comparison.plain.cpu_seconds, comparison.recorded.cpu_seconds],
                "differences": [vars(difference) for difference in comparison.differences],
                "unsteady": [difference.test for difference in comparison.unsteady],
            }
            for comparison in comparisons
        ],
    }


if __name__ == "__main__":
    raise SystemExit(main())
