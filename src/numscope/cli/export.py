"""`numscope export`: a trace for other programs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numscope.analysis.export.timeline import Span, flows, slices, timeline
from numscope.analysis.ls.listing import Selection, selected_operations
from numscope.cli.extras import needing
from numscope.cli.reading import add_ops_argument, add_reading_arguments, opened
from numscope.errors import UsageError
from numscope.trace import Trace
from numscope.trace.views_file import views_script
from numscope.views.documents import to_json
from numscope.views.escapes import print_json, print_text
from numscope.views.export_npy import NpyFolder
from numscope.views.export_tables import export_tables
from numscope.views.export_timeline import write_perfetto, write_speedscope
from numscope.views.progress import with_progress

# Outermost operations between which a timeline has arrows.
_MOST_FLOW = 50_000
_NPY_FOLDER = "np_op_dumps"


class Export:
    """Write the trace for other programs: tables, .npy files, timelines. Nothing is ever overwritten."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser)
        parser.add_argument("--parquet", metavar="DIR", help="every table as Parquet")
        parser.add_argument("--csv", metavar="DIR", help="every table as CSV")
        parser.add_argument(
            "--views", metavar="FILE", help="a SQL script that names the trace's tables and views for DuckDB"
        )
        parser.add_argument(
            "--npy",
            metavar="DIR",
            nargs="?",
            const=_NPY_FOLDER,
            help=f"operands as .npy (default {_NPY_FOLDER})",
        )
        parser.add_argument("--prefix", metavar="PREFIX", help="in .npy names (default: the script's stem)")
        add_ops_argument(parser, ".npy of these only")
        parser.add_argument(
            "--all", action="store_true", help=".npy also of what ran inside other operations"
        )
        parser.add_argument(
            "--perfetto",
            metavar="FILE",
            help="a timeline for ui.perfetto.dev; NAME.json: as text, which chrome://tracing opens too",
        )
        parser.add_argument("--speedscope", metavar="FILE", help="a timeline for speedscope.app")

    def run(self, arguments: argparse.Namespace) -> int:
        """Write what was asked for, and return 0. Raises UsageError if nothing was, or it can't be written."""
        wanted = [
            name
            for name in ("parquet", "csv", "views", "npy", "perfetto", "speedscope")
            if getattr(arguments, name)
        ]
        if not wanted:
            raise UsageError(
                "say what to export: --parquet, --csv, --views, --npy, --perfetto or --speedscope."
            )
        done: dict[str, Any] = {}
        with opened(arguments.trace) as trace:
            for name in wanted:
                try:
                    done[name] = getattr(self, f"_{name}")(trace, arguments)
                except OSError as error:
                    where = error.filename or getattr(arguments, name)
                    raise UsageError(f"{where} can't be written: {error.strerror or error}.") from None
        if arguments.json:
            print_json(to_json(done))
        else:
            for name, text in done.items():
                print_text(f"{name}: {text}")
        return 0

    def _parquet(self, trace: Trace, arguments: argparse.Namespace) -> str:
        return (
            f"{len(export_tables(trace, Path(arguments.parquet), 'parquet'))} tables in {arguments.parquet}"
        )

    def _csv(self, trace: Trace, arguments: argparse.Namespace) -> str:
        return f"{len(export_tables(trace, Path(arguments.csv), 'csv'))} tables in {arguments.csv}"

    def _views(self, trace: Trace, arguments: argparse.Namespace) -> str:
        tables = trace.tables_folder.path
        if tables.parent.resolve() != trace.path.resolve():
            raise UsageError(
                f"{trace.path} was not recorded by you on this host and has no tables of its own: export --parquet."
            )
        script = views_script(tables)
        with Path(arguments.views).open("x", encoding="utf-8") as file:
            file.write(script)
        return f"{arguments.views}; read it with: duckdb -init {arguments.views}"

    def _npy(self, trace: Trace, arguments: argparse.Namespace) -> str:
        selection = Selection(tuple(arguments.ops), not arguments.all)
        operations = selected_operations(trace, selection, arguments.limit)
        folder = NpyFolder(Path(arguments.npy), arguments.prefix or _script_stem(trace))
        done = folder.export(with_progress(operations, len(trace), "exporting"))
        missing = f"; {done.without_value} operands have no kept value" if done.without_value else ""
        return f"{done.files} files in {arguments.npy}{missing}"

    def _perfetto(self, trace: Trace, arguments: argparse.Namespace) -> str:
        pids = {
            row["id"]: row["pid"] for row in trace.table("processes").to_pylist() if row["pid"] is not None
        }
        output = Path(arguments.perfetto)
        if output.suffix.lower() == ".json":
            with output.open("x", encoding="utf-8") as file:
                count = write_perfetto(_spans(trace), slices(trace), pids, trace.ranks, file)
        else:
            with needing("timeline"):
                from numscope.views.export_perfetto import Timeline, write_perfetto_trace
            found = Timeline(_spans(trace), slices(trace), flows(trace, _MOST_FLOW), pids, trace.ranks)
            with output.open("xb") as packed:
                count = write_perfetto_trace(found, packed)
        return f"{count} operations in {arguments.perfetto}; open it at https://ui.perfetto.dev"

    def _speedscope(self, trace: Trace, arguments: argparse.Namespace) -> str:
        with Path(arguments.speedscope).open("x", encoding="utf-8") as file:
            count = write_speedscope(_spans(trace), slices(trace), trace.path.name, trace.ranks, file)
        return f"{count} operations in {arguments.speedscope}; open it at https://www.speedscope.app"


def _spans(trace: Trace) -> Iterator[Span]:
    return with_progress(timeline(trace), len(trace), "exporting")


def _script_stem(trace: Trace) -> str:
    """The recorded script's name without its ending."""
    for argv in trace.table("processes")["argv"].to_pylist():
        if argv and argv[0]:
            return Path(argv[0]).stem
    return trace.path.stem
