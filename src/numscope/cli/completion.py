"""`numscope completion`: what a shell needs to complete commands, options, traces and operation names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from numscope.cli.extras import needing
from numscope.errors import NumscopeError, UsageError
from numscope.views.escapes import print_text

SHELLS = ("bash", "zsh", "fish")
_NAMES = "operations"

# "_dir" in the name makes the completion script treat the words as file names.
_TRACES = {"bash": "_numscope_dir_traces", "zsh": "_numscope_traces", "fish": "(__numscope_traces)"}
_OPERATIONS = {
    "bash": "_numscope_operations",
    "zsh": "_numscope_operations",
    "fish": "(__numscope_operations)",
}

# A folder that is no trace is offered only where no trace begins like this: it may hold traces.
_FUNCTIONS = {
    "bash": """\
_numscope_dir_traces() {
  local traces
  traces=$(compgen -d -X '!*.numscope' -- "$1")
  if [ -n "$traces" ]; then printf '%s\\n' "$traces"; else compgen -d -- "$1"; fi
}

_numscope_operations() {
  local word
  for word in "${COMP_WORDS[@]}"; do
    case "$word" in *.numscope | *.numscope/)
      compgen -W "$(numscope completion operations "$word" 2>/dev/null)" -- "$1"
      return ;;
    esac
  done
}""",
    "zsh": """\
_numscope_traces() { _files -g '*.numscope(-/)' }

_numscope_operations() {
  local word
  for word in "${words[@]}"; do
    case "$word" in *.numscope | *.numscope/)
      compadd -- ${(f)"$(numscope completion operations "${(Q)word}" 2>/dev/null)"}
      return ;;
    esac
  done
}""",
    "fish": """\
function __numscope_traces
  set -l folders (__fish_complete_directories (commandline -ct))
  set -l traces (string match -r '.*\\.numscope/.*' -- $folders)
  if test (count $traces) -gt 0
    printf '%s\\n' $traces
  else
    printf '%s\\n' $folders
  end
end

function __numscope_operations
  for word in (commandline -opc)
    if string match -qr '\\.numscope/?$' -- $word
      numscope completion operations $word 2>/dev/null
      return
    end
  end
end""",
}


class Completion:
    """Print a completion script for a shell: commands, options, traces, and the names of a trace's operations.

    bash: source <(numscope completion bash). fish: numscope completion fish | source. zsh: write the output of
    numscope completion zsh to a file _numscope in a folder of $fpath.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("shell", metavar="SHELL", choices=(*SHELLS, _NAMES), help=", ".join(SHELLS))
        parser.add_argument("trace", metavar="TRACE", nargs="?", help=argparse.SUPPRESS)

    def run(self, arguments: argparse.Namespace) -> int:
        """Print the script and return 0. Raises UsageError if shtab is not installed."""
        if arguments.shell == _NAMES:
            return _print_operations(arguments.trace)
        if arguments.trace is not None:
            raise UsageError(f"{arguments.trace!r} is one argument too many.")
        print_text(completion_script(arguments.shell))
        return 0


def completion_script(shell: str) -> str:
    """Return the completion script of numscope for `shell`. Raises UsageError if shtab is not installed."""
    from numscope.cli.catalogue import COMMANDS
    from numscope.cli.main import build_parser

    with needing("completion"):
        import shtab
    parser = build_parser(list(COMMANDS))
    for action in _actions(parser):
        _mark(action)
    return str(shtab.complete(parser, shell, preamble=_FUNCTIONS[shell]))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of the parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)


def _mark(action: argparse.Action) -> None:
    """Say how an argument is completed; shtab reads the attribute `complete`."""
    completed = _completed(action)
    if completed is not None and action.choices is None and action.nargs != 0:
        action.complete = completed  # type: ignore[attr-defined]


def _completed(action: argparse.Action) -> Any:
    metavar = str(action.metavar or "")
    if action.dest == "ops":
        return _OPERATIONS
    if "SCRIPT" in metavar or metavar == "FILE":
        return "file"
    if "TRACE" in metavar or action.dest.startswith("trace"):
        return _TRACES
    return "directory" if metavar in ("DIR", "FOLDER") else None


def _print_operations(path: str | None) -> int:
    """Print the names of the trace's operations, a line each; nothing for what is no readable trace."""
    from numscope.analysis.concepts.operation_names import operation_names
    from numscope.trace.reader import open_trace

    try:
        with open_trace(path or "") as trace:
            print_text("\n".join(operation_names(trace)))
    except NumscopeError:
        return UsageError.exit_code
    return 0
