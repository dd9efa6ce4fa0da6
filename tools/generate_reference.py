"""Write the reference pages that the code itself knows: options, commands, Python interface.

`docs/reference/options.md` is kept in git and compared by a test (`--check`); the others are made for each build.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

REFERENCE = ROOT / "docs" / "reference"


def options_page() -> str:
    """The table of every option with its three sources."""
    from numscope.recording.policy import options

    lines = [
        "# Options",
        "",
        "Each option can be said in four places. What stands further left wins:",
        "",
        "**command line** (or argument of `numscope.record`) › **environment variable** › **key in `[tool.numscope]`** "
        "of the nearest `pyproject.toml` in the program's folder or above › **default**.",
        "",
        "`numscope status` shows what holds where you are, and which source says so.",
        "",
        "| command line | variable | key | default | meaning |",
        "|---|---|---|---|---|",
    ]
    for option in options():
        flag = option.flag if option.kind.metavar == "0|1" else f"{option.flag} {option.kind.metavar}"
        cells = [
            f"`{flag}`".replace("|", "\\|"),
            f"`{option.variable}`",
            f"`{option.key}`",
            _default(option.default),
        ]
        lines.append(f"| {' | '.join([*cells, option.help])} |")
    lines += [
        "",
        "Sizes are written `500M`, `2G`, `64Ki`. Patterns are shell-style (`numpy.linalg.*`, `*.sum`) and several are "
        "separated by commas; a pattern that matches no known operation is refused with the nearest names, unless it "
        "begins with `*` (it may mean a ufunc that the program makes). Yes and no are `1`/`0`, `true`/`false`, "
        "`yes`/`no`, `on`/`off` in variables.",
        "",
        "As arguments of `numscope.record` they have underscores, and `from` is called `from_`.",
        "",
        "```toml",
        "[tool.numscope]",
        'values = "stats"',
        'max-bytes = "2G"',
        'skip = ["numpy.ndarray.__getitem__"]',
        "```",
        "",
    ]
    return "\n".join(lines)


def _default(value: object) -> str:
    if value in ("", (), None):
        return "-"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"`{value}`"


def commands_page() -> str:
    """Every command's help text, as argparse prints it."""
    from numscope.cli.main import COMMANDS, build_parser

    lines = ["# Commands", "", "What `numscope COMMAND --help` prints.", ""]
    for name in COMMANDS:
        subparsers = next(
            action
            for action in build_parser([name])._actions
            if isinstance(action, argparse._SubParsersAction)
        )
        lines += [
            f"## numscope {name}",
            "",
            "```text",
            subparsers.choices[name].format_help().rstrip(),
            "```",
            "",
        ]
    return "\n".join(lines)


def python_page() -> str:
    """The public Python interface, from signatures and docstrings."""
    lines = ["# Python interface", ""]
    for name, value in _public():
        kind = "class " if inspect.isclass(value) else ""
        signature = "" if inspect.isclass(value) else str(inspect.signature(value))
        lines += [
            f"## `numscope.{name}`",
            "",
            f"```python\n{kind}{name}{signature}\n```",
            "",
            inspect.getdoc(value) or "",
        ]
        if inspect.isclass(value):
            lines += ["", *_members(value)]
        lines.append("")
    return "\n".join(lines)


def tables_page() -> str:
    """The tables of a sealed trace, and the views that SQL sees."""
    import duckdb

    from numscope.trace.read_model import TABLES_IN_SQL, VIEWS
    from numscope.trace.tables import TABLES

    lines = [
        "# Tables",
        "",
        "What `numscope sql` and `Trace.sql` see, in DuckDB's dialect. Nothing is written and nothing outside the "
        "trace is read. First the tables that `numscope export` writes, then views for questions. The tables as they "
        "are stored come last; in SQL they are in the schema `stored`, and with calls of layers, which are no "
        "operations, in the schema `raw`.",
        "",
    ]
    connection = duckdb.connect()
    connection.execute("create schema raw")
    connection.execute("create schema stored")
    for table in TABLES.values():
        connection.register("empty", table.schema.empty_table())
        connection.execute(f'create table raw."{table.name}" as select * from empty')
        connection.execute(f'create view stored."{table.name}" as select * from raw."{table.name}"')
    for relation in TABLES_IN_SQL.values():
        lines += _relation(connection, relation, "##")
    lines += [
        "## Views",
        "",
        "numscope's own questions (`nan`, `graph`, `top`, `advise`, ...) are asked of these. Each joins what belongs "
        "together: ask it instead of joining stored tables.",
        "",
    ]
    for relation in VIEWS.values():
        lines += _relation(connection, relation, "###")
    for table in TABLES.values():
        lines += [f"## stored.{table.name}", "", f"{table.meaning} File: `tables/{table.name}.parquet`.", ""]
        lines += ["| column | type | meaning |", "|---|---|---|"]
        lines += [f"| `{column.name}` | {column.type} | {column.meaning} |" for column in table.columns]
        lines.append("")
    return "\n".join(lines)


def _relation(connection: Any, relation: Any, heading: str) -> Iterator[str]:
    """The section of one relation: its meaning, how it is asked if it takes parameters, and its columns."""
    from numscope.trace.computed_relations import COMPUTED

    for below, compute in COMPUTED.get(relation.name, ()):
        connection.register(below, compute(lambda query: connection.sql(query).to_arrow_table()))
    connection.execute(relation.statement())
    yield from (f"{heading} {relation.name}", "", relation.meaning, "")
    if relation.parameters:
        yield from (f"A macro with a parameter: `select * from {relation.call()}`.", "")
    yield from ("| column | type | meaning |", "|---|---|---|")
    for column, kind, *_ in connection.execute(f"describe select * from {relation.call()}").fetchall():
        yield f"| `{column}` | {kind.lower()} | {relation.column_meaning(column)} |"
    yield ""


def _public() -> Iterator[tuple[str, object]]:
    numscope = importlib.import_module("numscope")
    for name in ("record", "pause", "resume", "open"):
        yield name, getattr(numscope, name)
    trace = importlib.import_module("numscope.trace")
    for name in ("Trace", "Operation", "Operand", "Statistics", "Site", "Values"):
        yield name, getattr(trace, name)


def _members(owner: type) -> Iterator[str]:
    for name, member in vars(owner).items():
        text = inspect.getdoc(member)
        if (
            name.startswith("_")
            or not text
            or not (inspect.isfunction(member) or isinstance(member, property))
        ):
            continue
        signature = str(inspect.signature(member)) if inspect.isfunction(member) else ""
        yield f"- `{name}{signature}`: {text.splitlines()[0]}"


PAGES = {
    "options.md": options_page,
    "commands.md": commands_page,
    "python.md": python_page,
    "tables.md": tables_page,
}


def main() -> int:
    """Write every page; with --check compare the one that is kept in git."""
    if sys.argv[1:] == ["--check"]:
        path = REFERENCE / "options.md"
        if path.read_text(encoding="utf-8") != options_page():
            print(f"{path} is stale: run python tools/generate_reference.py")
            return 1
        return 0
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        (REFERENCE / name).write_text(make(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
