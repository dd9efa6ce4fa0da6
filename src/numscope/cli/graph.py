"""`numscope graph`: which data flowed where."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.analysis.graph.flow import FOLDS, Reach, data_flow
from numscope.analysis.model_graph.boxes import model_graphs
from numscope.cli.reading import add_reading_arguments, count, opened, print_answer
from numscope.errors import UsageError
from numscope.trace import Trace
from numscope.views.escapes import print_text
from numscope.views.flow import flow_view
from numscope.views.flow_formats import FORMATS
from numscope.views.model_graph import graphs_view
from numscope.views.model_svg import model_svg


class Graph:
    """Show who made each array and who read it, through views, in-place updates and copies.

    Without --of, it shows the calls of the program's own lines, or the lines where there are more than 60 calls. A link
    is drawn where memory and content both prove it; what is not known is a gap, with the reason. --model shows the
    layers of PyTorch models, what each costs, and the tensors between them, in one call of the model.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser)
        parser.add_argument(
            "--of", type=int, metavar="ID", help="only what flowed into or out of this operation"
        )
        parser.add_argument("--up", action="store_true", help="only what flowed into it")
        parser.add_argument("--down", action="store_true", help="only what flowed out of it")
        parser.add_argument(
            "--model", nargs="?", const="", metavar="CLASS", help="the layers of a model (of all models)"
        )
        parser.add_argument(
            "--depth", type=count, default=0, metavar="N", help="at most N steps; of a model: open N levels"
        )
        parser.add_argument("--collapse", choices=FOLDS, help="fold operations together")
        parser.add_argument(
            "--format",
            choices=tuple(FORMATS),
            help="for other programs (svg needs graphviz, but for --model)",
        )
        parser.add_argument(
            "-o", "--output", metavar="FILE", help="write to FILE, in the format of its suffix"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Show, and return 0."""
        kind = arguments.format or _kind_of(arguments.output)
        if arguments.model is not None:
            return _show_model(arguments, kind)
        both = arguments.up == arguments.down
        with opened(arguments.trace) as trace:
            of = _id_of(trace, arguments.of) if (arguments.of or 0) < 0 else arguments.of
            reach = Reach(of, both or arguments.up, both or arguments.down, arguments.depth)
            flow = data_flow(trace, reach, arguments.collapse)
        if kind is None:
            print_answer(flow, flow_view(flow), arguments.json)
            return 0
        return _write(FORMATS[kind](flow), arguments.output)


def _show_model(arguments: argparse.Namespace, kind: str | None) -> int:
    if kind not in (None, "svg"):
        raise UsageError(
            f"A model's graph is drawn as svg, not as {kind}; --json has all of it for programs."
        )
    if arguments.of is not None or arguments.up or arguments.down or arguments.collapse:
        raise UsageError("--model shows layers: leave out --of, --up, --down and --collapse.")
    with opened(arguments.trace) as trace:
        graphs = model_graphs(trace, arguments.model or None)
    if kind is None:
        print_answer(graphs, graphs_view(graphs, arguments.depth), arguments.json)
        return 0
    return _write(model_svg(graphs, arguments.depth), arguments.output)


def _write(text: str, output: str | None) -> int:
    if output is None:
        print_text(text.rstrip("\n"))
        return 0
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{output} can't be written: {error.strerror or error}.") from None
    return 0


def _kind_of(output: str | None) -> str | None:
    if output is None:
        return None
    endings = {".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".mermaid": "mermaid", ".svg": "svg"}
    ending = Path(output).suffix.lower()
    if ending == ".graphml":
        return "graphml"
    if ending not in endings:
        raise UsageError(f"{output!r} has no suffix of a known format: give --format {', '.join(FORMATS)}.")
    return endings[ending]


def _id_of(trace: Trace, number: int) -> int:
    try:
        return trace[number].id
    except IndexError as error:
        raise UsageError(str(error)) from None
