"""The command-line flags of the recording's options, made from the one table of them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from numscope.recording.kinds import Expressions, Flag, Patterns, Rules, Switch, Text
from numscope.recording.policy import Option, options


def add_policy_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare a flag for every option; what is not given stays None, so that the other sources can speak."""
    group = parser.add_argument_group(
        "what to record", "each can also be set by NUMSCOPE_... or in [tool.numscope] of pyproject.toml"
    )
    for option in options():
        names = ["-o", option.flag] if option.name == "output" else [option.flag]
        group.add_argument(*names, dest=option.name, default=None, help=option.help, **_details(option))


def _details(option: Option) -> dict[str, Any]:
    kind = option.kind
    two_ways = option.default or isinstance(kind, Switch)
    if isinstance(kind, Flag):
        return {"action": argparse.BooleanOptionalAction if two_ways else "store_true"}
    if isinstance(kind, Patterns):
        return {"action": _AddPatterns, "metavar": kind.metavar}
    if isinstance(kind, (Rules, Expressions)):
        return {"action": "append", "metavar": kind.metavar}
    if isinstance(kind, Text) and kind.optional:
        return {
            "action": _MaybeFolder,
            "nargs": argparse.REMAINDER,
            "const": kind.optional,
            "metavar": f"[{kind.metavar}]",
        }
    return {"metavar": kind.metavar}


class _AddPatterns(argparse.Action):
    """Collects the patterns of a flag that may be given several times."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        so_far = getattr(namespace, self.dest) or ()
        setattr(namespace, self.dest, (*so_far, *Patterns().parse(values)))


class _MaybeFolder(argparse.Action):
    """A flag whose value may be left out although the program's words follow it.

    `--npy out script.py` names a folder, `--npy script.py` does not: a word is the folder unless it is a flag,
    a Python file, or the last word and a program. What follows is parsed as if the flag had not been there.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        words: list[str] = list(values)
        folder = words.pop(0) if _is_folder(words) else self.const
        setattr(namespace, self.dest, folder)
        if words:
            parser.parse_args(words, namespace)


def _is_folder(words: Sequence[str]) -> bool:
    if not words or words[0].startswith("-") or words[0].endswith((".py", ".pyz")):
        return False
    # A word alone is the program's, or the whole of `--npy=DIR`.
    return len(words) > 1 or not (
        os.path.isfile(words[0]) or os.path.isfile(os.path.join(words[0], "__main__.py"))
    )
