"""`numscope coverage`: what of an installed library is watched."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from numscope.errors import UsageError
from numscope.probes import registry
from numscope.probes.layer.coverage import Covered, LayerCoverage
from numscope.probes.numpy.coverage import Coverage, measure
from numscope.probes.numpy.entry import Standing
from numscope.views.fitted_table import FittedTable

_FILE_WIDTH = 160
_STYLES = {
    Standing.WATCHED: "green",
    Standing.SCALARS: "green",
    Standing.INSIDE: "cyan",
    Standing.NO_DATA: "dim",
    Standing.UNACCOUNTED: "bold red",
}


class CoverageCommand:
    """List every public callable of the installed NumPy, and how it is watched or why it is not.

    --library does so for another library, whose public API is recorded as a whole. Found in the installed library
    itself. Every hook is put in place once and taken away again. Exit code 1 if anything of NumPy is unaccounted for.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument(
            "patterns", nargs="*", metavar="PATTERN", help="names to list, such as 'numpy.linalg.*'"
        )
        parser.add_argument(
            "--library", metavar="NAME", default="numpy", help="another library with a probe (default: numpy)"
        )
        parser.add_argument("--json", action="store_true", help="one JSON document instead of a table")
        parser.add_argument("--limit", type=int, metavar="N", help="list at most N names")

    def run(self, arguments: argparse.Namespace) -> int:
        """List, and return whether anything is unaccounted for."""
        if arguments.library != "numpy":
            return _of_layer(arguments)
        try:
            numpy = importlib.import_module("numpy")
        except ImportError as error:
            raise UsageError(f"NumPy can't be imported: {error}") from None
        coverage = measure(numpy)
        shown = coverage.matching(arguments.patterns)
        if arguments.patterns and not shown.entries:
            raise UsageError(
                f"nothing in NumPy {coverage.version} is called {' or '.join(arguments.patterns)}"
            )
        _show(shown, print_table, arguments)
        return 1 if shown.count(Standing.UNACCOUNTED) else 0


def _of_layer(arguments: argparse.Namespace) -> int:
    known = {one.library: one for one in registry.known()}.get(arguments.library)
    probe = known.load() if known is not None else None
    if not isinstance(probe, Covered):
        names = ", ".join(_layers())
        raise UsageError(
            f"the public API of {arguments.library} isn't watched as a whole; --library takes {names}"
        )
    try:
        coverage = probe.coverage()
    except ImportError as error:
        raise UsageError(f"{probe.title} can't be imported: {error}") from None
    shown = coverage.matching(arguments.patterns)
    if arguments.patterns and not shown.entries:
        raise UsageError(
            f"nothing in {probe.title} {coverage.version} is called {' or '.join(arguments.patterns)}"
        )
    _show(shown, print_layer, arguments)
    return 0


def _show(
    coverage: Any, print_it: Callable[[Any, int | None, Console], None], arguments: argparse.Namespace
) -> None:
    """Print a coverage as JSON, or as `print_it` does."""
    if arguments.json:
        json.dump(coverage.as_json(arguments.limit), sys.stdout, indent=1)
        sys.stdout.write("\n")
    else:
        print_it(coverage, arguments.limit, Console(width=None if sys.stdout.isatty() else _FILE_WIDTH))


def _layers() -> list[str]:
    return ["numpy", *(one.library for one in registry.known() if isinstance(one.load(), Covered))]


def print_layer(coverage: LayerCoverage, limit: int | None, console: Console) -> None:
    """Print a line for each public name of a library, then the totals."""
    table = FittedTable(cut=("watched, or why not",))
    table.add_column("name")
    table.add_column("watched, or why not")
    for entry in coverage.entries[:limit]:
        table.add_row(
            Text(entry.name), Text(entry.reason, style="dim") if entry.reason else Text("watched", "green")
        )
    console.print(table)
    hidden = len(coverage.entries) - len(coverage.entries[:limit])
    if hidden:
        console.print(f"... and {hidden:,} more", style="dim")
    console.print(f"\n{coverage.title} {coverage.version}: {len(coverage.entries):,} public names")
    console.print(f"{coverage.watched:>7,} watched", style="green")
    for reason, count in coverage.reasons().items():
        console.print(f"{count:>7,} {reason}", style="dim")
    console.print(
        f"{coverage.watched:,} of the {coverage.computing:,} that can compute or move data are watched"
        f" ({coverage.percentage:.1f} %)"
    )


def print_table(coverage: Coverage, limit: int | None, console: Console) -> None:
    """Print a line for each entry, then the totals."""
    table = FittedTable(least=("kind",), cut=("watched by, or why not",))
    table.add_column("name")
    table.add_column("kind")
    table.add_column("watched by, or why not")
    for entry in coverage.entries[:limit]:
        style = _STYLES[entry.standing]
        table.add_row(Text(entry.name), Text(entry.kind, style="dim"), Text(entry.explanation, style=style))
    console.print(table)
    hidden = len(coverage.entries) - len(coverage.entries[:limit])
    if hidden:
        console.print(f"... and {hidden:,} more", style="dim")
    console.print(f"\nNumPy {coverage.version}: {len(coverage.entries):,} public callables and attributes")
    for standing in Standing:
        console.print(f"{coverage.count(standing):>7,} {standing.value}", style=_STYLES[standing])
    console.print(
        f"{coverage.recorded:,} of the {coverage.with_data:,} that compute or move array data are recorded"
        f" ({coverage.percentage:.1f} %)"
    )
