"""Pages and notebook cells made of traces whose texts are HTML and scripts: none of it becomes an element or runs.

`NUMSCOPE_FUZZ=2000 python -m pytest tests/hostile/test_pages.py` is the long form; NUMSCOPE_FUZZ_FROM is the case to
begin with.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.cli.test_damaged_traces import program
from tests.hostile.conftest import LONGEST_S

import numscope
from numscope.cli.main import main
from numscope.errors import NumscopeError
from numscope.notebook.formats import _KINDS
from numscope.notebook.lesson import lesson_html
from numscope.trace.sealing import seal
from numscope.views.notebook import as_html

FIRST, CASES = int(os.environ.get("NUMSCOPE_FUZZ_FROM", "0")), int(os.environ.get("NUMSCOPE_FUZZ", "4"))
STRETCH = 4
# In how many pages of each stretch a text of ours was found as text.
SHOWN: list[int] = []
# Types of scripts that browsers run; pages hold their data in scripts of others.
RUNNING = ("", "module", "text/javascript", "application/javascript")
# What only our texts call so.
MARK = "x-evil"
TEXTS = (
    f"<{MARK}>",
    f'"><{MARK} onload="evil()">',
    f"'><{MARK} onload='evil()'>",
    f"</script><{MARK}><script>evil()</script>",
    f"<script>evil()</script><{MARK}>",
    f"</style></title></textarea></svg><{MARK}>",
    f"--><{MARK}><!--",
    f"]]><{MARK}>",
    f"\\u003c{MARK}>&lt;{MARK}>",
    f"javascript:evil()//<{MARK}>",
    f"[1, '<{MARK}>']",
    f"numpy.<{MARK}>",
)


class Elements(HTMLParser):
    """What a browser makes of a page: its elements, what they would run, and what other pages lie in it."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.names: set[str] = set()
        self.runs: list[str] = []
        self.scripts: list[str] = []
        self.frames: list[str] = []
        self._in_script = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element, its handlers and its links."""
        self.names.add(tag)
        given = {name: value or "" for name, value in attrs}
        self.runs += [name for name in given if name.startswith("on")]
        self.runs += [value for value in given.values() if value.strip().lower().startswith("javascript:")]
        if "srcdoc" in given:
            self.frames.append(given["srcdoc"])
        self._in_script = tag == "script" and given.get("type", "") in RUNNING

    def handle_data(self, data: str) -> None:
        """Note what runs."""
        if self._in_script:
            self.scripts.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Leave a script."""
        self._in_script = False


@pytest.fixture(scope="module")
def sealed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    with np.errstate(all="ignore"):
        program()  # imports are not recorded
    with numscope.record(folder / "t.numscope"), np.errstate(all="ignore"):
        program()
    seal(folder / "t.numscope")
    return folder / "t.numscope"


@pytest.fixture(scope="module")
def scripts_of_ours(sealed_once: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The scripts in the pages of the trace as it was recorded."""
    return {
        script
        for page in pages_of(sealed_once, tmp_path_factory.mktemp("ours"))
        for script in all_of(page)[1]
    }


def put_texts(trace: Path, chance: random.Random) -> str:
    """Write hostile texts into one cell, or all, of each of some columns of text, and into the manifest."""
    done = []
    for path in chance.sample(sorted((trace / "tables").glob("*.parquet")), 3):
        table = pq.read_table(path)
        texts = [place for place, field in enumerate(table.schema) if pa.types.is_string(field.type)]
        for place in chance.sample(texts, min(len(texts), 2)):
            field, cells = table.schema.field(place), table[place].to_pylist()
            rows = (
                range(len(cells))
                if chance.random() < 0.5
                else chance.choices(range(len(cells)), k=3)
                if cells
                else ()
            )
            for row in rows:
                cells[row] = chance.choice(TEXTS)
            table = table.set_column(place, pa.field(field.name, field.type), pa.array(cells, field.type))
            done.append(f"{path.stem}.{field.name}")
        pq.write_table(table, path)
    if chance.random() < 0.5:
        manifest = json.loads((trace / "manifest.json").read_text())
        manifest.update(
            command=[chance.choice(TEXTS)], folder=chance.choice(TEXTS), host=chance.choice(TEXTS)
        )
        (trace / "manifest.json").write_text(json.dumps(manifest))
    return ", ".join(done)


def view_of(thing: Any) -> Any:
    """What stands for an object in a notebook."""
    return next(_KINDS[kind] for kind in type(thing).__mro__ if kind in _KINDS)(thing).view


def pages_of(trace: Path, folder: Path, with_report: bool = True) -> list[str]:
    """Every page and cell that can be made of a trace; those that it is refused for are left out."""
    pages = []
    commands = (["explain", "TRACE", "-o", "a.html"], ["report", "TRACE", "-o", "b.html"])
    for words in commands[: 1 + with_report]:
        out = folder / words[-1]
        if (
            main(
                [str(trace) if word == "TRACE" else str(out) if word == words[-1] else word for word in words]
            )
            == 0
        ):
            pages.append(out.read_text())
    try:
        with numscope.open(trace) as opened:
            things: list[Any] = [opened, *list(opened)[::29]]
            things += [operand for one in things[1:] for operand in one.operands]
            pages += [as_html(view_of(thing)) for thing in things]
            pages.append(lesson_html(opened, "en", {}) or "")
    except NumscopeError:
        pass
    return pages


def all_of(page: str) -> tuple[set[str], list[str], list[str]]:
    """Return names, scripts and handlers of a page and of those framed in it."""
    found = Elements(page)
    names, scripts, runs = set(found.names), list(found.scripts), list(found.runs)
    for frame in found.frames:
        more = all_of(frame)
        names |= more[0]
        scripts += more[1]
        runs += more[2]
    return names, scripts, runs


@pytest.mark.parametrize("start", range(FIRST, CASES, STRETCH))
def test_no_text_of_a_trace_becomes_part_of_a_page(
    start: int,
    sealed_once: Path,
    scripts_of_ours: set[str],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    made = shown = 0
    for seed in range(start, min(start + STRETCH, CASES)):
        signal.alarm(LONGEST_S)
        chance = random.Random(seed)
        trace = tmp_path / "t.numscope"
        shutil.copytree(sealed_once, trace)
        context = f"case {seed}: {put_texts(trace, chance)}"
        try:
            pages = pages_of(trace, tmp_path, with_report=not seed % 4)
        except BaseException as error:
            raise AssertionError(context) from error
        said = capfd.readouterr().err
        assert "Traceback" not in said, f"{context}\n{said}"
        for page in pages:
            names, scripts, runs = all_of(page)
            assert MARK not in names, context
            assert not [script for script in scripts if script not in scripts_of_ours], context
            assert not runs, context
            shown += MARK in page
        made += len(pages)
        shutil.rmtree(trace)
    assert made > 5
    SHOWN.append(shown)


def test_most_stretches_show_a_text() -> None:
    """The test before tries nothing where no page shows a text; of four cases, none may."""
    assert sum(map(bool, SHOWN)) >= len(SHOWN) / 2


def test_the_parser_sees_what_would_run() -> None:
    for text in TEXTS[:6]:
        assert MARK in Elements(f"<p title='{text}'>{text}</p>").names
    assert Elements("<a href=' JavaScript:evil()'>").runs
    assert Elements("<p onclick=1>").runs
    assert all_of("<iframe srcdoc='&lt;x-evil&gt;'></iframe>")[0] == {"iframe", MARK}
