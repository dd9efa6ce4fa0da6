"""The native code's files use one another without circles: headers by what they include, sources by what they call."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from test_import_graph import SOURCE, Graph, strongly_connected

PACKAGE = SOURCE / "numscope"
MODULES = ["_core", "_decode", "_moments"]
FOLDERS = [*MODULES, "probes/torch/native"]

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
_INCLUDE = re.compile(r'^#\s*include\s+"([^"]+)"', re.MULTILINE)
# A definition begins a line and is not static: `type name(...) {`, or `type name;` with bounds or a value.
_FUNCTION = re.compile(r"^(?!static|typedef|extern|#)\w[\w \t*]*?\b(\w+)\([^;{}]*\)\s*\{", re.MULTILINE)
_VARIABLE = re.compile(
    r"^(?!static|typedef|extern|return|#)\w[\w \t*]*?\b(\w+)(?:\[\w*\])*(?: =[^;]*)?;$", re.MULTILINE
)
_INLINE = re.compile(r"^static inline [^;{}]*?\b(\w+)\([^;{}]*\)\s*\{(.*?)^\}", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_circle_of_headers(folder: str) -> None:
    headers = {path.name: path for path in (PACKAGE / folder).glob("*.h")}
    assert headers
    graph = {name: included(path) & headers.keys() for name, path in headers.items()}
    assert strongly_connected(graph) == []


@pytest.mark.parametrize("folder", MODULES)
def test_no_circle_of_sources(folder: str) -> None:
    graph = source_graph(PACKAGE / folder)
    assert len(graph) > 2
    assert strongly_connected(graph) == []


def test_the_measure_sees_calls_variables_and_inline_functions(tmp_path: Path) -> None:
    (tmp_path / "low.c").write_text("int state;\nstatic int own(void)\n{\n    return checked_high(1);\n}\n")
    (tmp_path / "high.c").write_text(
        '#include "low.h"\nint high_of(int one)\n{\n    return one + state;\n}\n'
    )
    (tmp_path / "apart.c").write_text("/* high_of */ int alone(void)\n{\n    return state;\n}\n")
    (tmp_path / "inline.h").write_text(
        "static inline int checked_high(int one)\n{\n    return high_of(one);\n}\n"
    )

    assert strongly_connected(source_graph(tmp_path)) == [["high", "low"]]


def included(path: Path) -> set[str]:
    """Return the names of the files that `path` includes from its own module."""
    return {Path(name).name for name in _INCLUDE.findall(path.read_text())}


def source_graph(folder: Path) -> Graph:
    """Return which sources use functions and variables that another source of the folder defines."""
    texts = {path.stem: _COMMENT.sub(" ", path.read_text()) for path in folder.glob("*.c")}
    owners = {name: source for source, text in texts.items() for name in defined(text)}
    inline = inline_functions(folder)
    return {
        source: {owners[name] for name in used(text, inline) & owners.keys()} - {source}
        for source, text in texts.items()
    }


def defined(text: str) -> set[str]:
    """Return the functions and variables that a source defines for others."""
    return {*_FUNCTION.findall(text), *_VARIABLE.findall(text)}


def inline_functions(folder: Path) -> dict[str, set[str]]:
    """Return the words in the bodies of the functions that headers define."""
    texts = [_COMMENT.sub(" ", path.read_text()) for path in folder.glob("*.h")]
    return {name: words(body) for text in texts for name, body in _INLINE.findall(text)}


def used(text: str, inline: dict[str, set[str]]) -> set[str]:
    """Return the words of a source, and of the inline functions that it calls."""
    found: set[str] = set()
    waiting = words(text)
    while waiting:
        found |= waiting
        waiting = {word for name in waiting for word in inline.get(name, ())} - found
    return found


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))
