"""No byte of a stranger's trace acts upon the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.hostile.conftest import ask, set_manifest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_terminal_text as lint

# Sets the window's title, clears the screen, asks the terminal to type, turns the line around, the same in one byte.
EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[6n\u202e\x9b31m\r"
COMMANDS = (
    ("ls", "TRACE"),
    ("ls", "TRACE", "--json"),
    ("show", "TRACE", "1"),
    ("show", "TRACE", "1", "--json"),
    ("top", "TRACE"),
    ("nan", "TRACE"),
    ("check-up", "TRACE"),
    ("dump", "TRACE"),
    ("dump", "TRACE", "--json"),
    ("graph", "TRACE"),
    *(("graph", "TRACE", "--format", kind) for kind in ("dot", "mermaid", "graphml")),
    ("sql", "TRACE", "select * from calls"),
    ("diff", "TRACE", "TRACE"),
    ("advise", "TRACE"),
    ("halted", "TRACE"),
    ("ls", "TRACE", "--ops", EVIL),
)
# Words that the format gives, and names by which tables hang together.
KEYS = ("kind", "role", "how", "description", "directory", "environment")
Capture = pytest.CaptureFixture[str]


def _spoil(trace: Path) -> None:
    """Put escapes into every text of the trace."""
    set_manifest(trace, problems=[EVIL, f"a{EVIL}b"], host=EVIL, command=[EVIL], creator=EVIL)
    for path in (trace / "tables").glob("*.parquet"):
        table = pq.read_table(path)
        for place, field in enumerate(table.schema):
            if field.type == pa.string() and field.name not in KEYS:
                spoiled = [text and text + EVIL for text in table[field.name].to_pylist()]
                table = table.set_column(place, field, pa.array(spoiled, pa.string()))
        pq.write_table(table, path)
    facts = dict.fromkeys(("why", "operation", "place", "function", "thread", "shard"), EVIL)
    (trace / "halted.json").write_text(
        json.dumps({**facts, "sequence": 1, "locals": {EVIL: EVIL}, "stack": [EVIL]})
    )
    index = trace / "sources" / "index.json"
    for source in (trace / "sources").glob("?" * 32):
        source.write_text(f"{EVIL}\n" * 9)
    if index.exists():
        index.write_text(
            json.dumps({name + EVIL: found for name, found in json.loads(index.read_text()).items()})
        )


def test_no_escape_reaches_the_terminal(sealed: Path, capsys: Capture) -> None:
    _spoil(sealed)
    for words in COMMANDS:
        _, out, errors = ask(capsys, *(sealed if word == "TRACE" else word for word in words))
        for text in (out, errors):
            acting = {letter for letter in text if not letter.isprintable()} - {"\n", "\t"}
            assert not acting, (words, acting)
        if "--json" in words and out:
            json.loads(out)
    assert "␛" in errors or "␛" in out


def test_json_gives_the_text_as_it_is(sealed: Path, capsys: Capture) -> None:
    _spoil(sealed)
    _, out, _ = ask(capsys, "ls", sealed, "--json", "--all")
    assert json.loads(out)["operations"][0]["name"].endswith(EVIL)


@pytest.mark.parametrize(
    "source",
    [
        "print(text)",
        "sys.stdout.write(text)",
        "sys.stderr.write(f'{a}')",
        "console.print(view)",
        "print('a', text)",
    ],
)
def test_printing_text_as_it_is_is_found(source: str) -> None:
    assert len(list(lint.calls_in(source))) == 1


@pytest.mark.parametrize(
    "source", ["print_text(text)", "console.print(Visible(view))", "print('done')", "print()"]
)
def test_printing_through_the_writer_is_passed(source: str) -> None:
    assert not list(lint.calls_in(source))


def test_the_package_passes(capsys: Capture) -> None:
    assert lint.main() == 0, capsys.readouterr().out
