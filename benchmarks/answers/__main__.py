"""`make answers`: how often the first answer is the right one, over the programs in tests/answers."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path

import numscope
from benchmarks.answers.asking import ASKED, SCREEN, Verdict, ask
from benchmarks.answers.programs import KINDS, Case, cases

_SOURCES = {".py", ".c", ".cpp", ".h"}


def main() -> int:
    """Ask, and print the table; with --verbose a line a program."""
    parser = argparse.ArgumentParser(prog="make answers", description=__doc__)
    parser.add_argument("kinds", nargs="*", default=KINDS, help=f"some of {', '.join(KINDS)} (default: all)")
    parser.add_argument(
        "--held", action="store_true", help="the programs held aside, in place of the open ones"
    )
    parser.add_argument(
        "--only", metavar="NAME", action="append", help="only programs with this in their name"
    )
    parser.add_argument(
        "--question", metavar="NAME", action="append", help="only this question of those of a kind, as nan"
    )
    parser.add_argument(
        "--recordings",
        metavar="FOLDER",
        help="keep recordings there, and ask those of the same program and recorder",
    )
    parser.add_argument(
        "--split",
        action="store_true",
        help="each program as a project: its functions in modules of a package",
    )
    parser.add_argument("--json", metavar="FILE", help="write every verdict there")
    parser.add_argument("--verbose", action="store_true", help="print a line a program")
    arguments = parser.parse_args()
    if unknown := set(arguments.kinds) - set(KINDS):
        parser.error(f"there is no kind {', '.join(sorted(unknown))}: there are {', '.join(KINDS)}")
    part = "held" if arguments.held else "open"
    verdicts: list[Verdict] = []
    for kind in arguments.kinds:
        for case in cases(kind, part):
            if arguments.only is None or any(name in case.name for name in arguments.only):
                shown = case.split() if arguments.split else case
                found = _ask(shown, arguments.question or ASKED[kind], arguments.recordings)
                verdicts += found
                if arguments.verbose:
                    print("\n".join(map(_line, found)), flush=True)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps([asdict(one) for one in verdicts], indent=1))
    print(_table(verdicts, part))
    return 0


def _ask(case: Case, questions: Collection[str], recordings: str | None) -> list[Verdict]:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if recordings is not None:
            folder = Path(recordings, f"{case.kind}-{case.name}-{_state(case)}").absolute()
            folder.mkdir(parents=True, exist_ok=True)
        try:
            return ask(case, folder, questions)
        # One program that can't be asked about must not hide what the others give.
        except Exception as error:  # noqa: BLE001
            return [
                Verdict(case.kind, case.name, case.kind, False, 0, None, f"{type(error).__name__}: {error}")
            ]


def _state(case: Case) -> str:
    """Return a name for the text of a program together with that of the recorder."""
    return hashlib.sha256(f"{_recorder()}{sorted(case.sources.items())}".encode()).hexdigest()[:12]


@cache
def _recorder() -> str:
    parts = ("_core", "include", "probes", "recording", "startup", "format")
    package = Path(numscope.__file__).parent
    files = sorted(
        path for part in parts for path in (package / part).rglob("*.*") if path.suffix in _SOURCES
    )
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _line(verdict: Verdict) -> str:
    state = "right" if verdict.first else "error" if verdict.error else "wrong"
    after = f"after {verdict.findings}" if verdict.findings else ""
    read = f"line {verdict.lines}" if verdict.lines else ""
    return f"{state}  {verdict.kind:<9}{verdict.question:<18}{verdict.name:<44}{after:<9}{read:<9}{verdict.error}"


def _table(verdicts: Iterable[Verdict], part: str) -> str:
    groups: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.kind, verdict.question].append(verdict)
    lines = [
        f"| {part} programs | question | first answer right | named at all | on the first screen | errors |"
    ]
    lines.append("|---|---|---|---|---|---|")
    for (kind, question), members in groups.items():
        right = sum(one.first for one in members)
        named = sum(one.first or one.lines is not None for one in members)
        screen = sum(one.first if one.lines is None else one.lines <= SCREEN for one in members)
        errors = sum(bool(one.error) for one in members)
        lines.append(f"| {kind} ({len(members)}) | {question} | {right} | {named} | {screen} | {errors} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
