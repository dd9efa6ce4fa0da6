"""The tree of a changed file, of which parts are parsed, against the same text parsed as a whole."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from numscope.compiled.numba.explaining.edits import Edit, applied
from numscope.compiled.numba.explaining.source import Source
from numscope.compiled.numba.explaining.trying.changed_text import changed_text

FILES = [
    Path(__file__),
    Path(__file__).with_name("test_explain.py"),
    Path(__file__).parents[1] / "decompile" / "grammar.py",
]


def random_edits(source: Source, chance: random.Random) -> list[Edit]:
    """Return lines put in, replaced and taken out, at other places each."""
    edits = []
    for line in chance.sample(range(1, len(source.lines) + 1), chance.randint(1, 3)):
        indent = source.indent(line)
        edits.append(
            chance.choice(
                [
                    Edit(line, line - 1, (f"{indent}import zzz",)),
                    Edit(line, line, (f"{indent}yyy = 3",)),
                    Edit(line, line, ()),
                ]
            )
        )
    return edits


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_parts_give_the_tree_of_the_whole(path: Path) -> None:
    source = Source.of(str(path))
    chance = random.Random(17)
    in_parts = 0
    for _ in range(60):
        edits = random_edits(source, chance)
        try:
            whole = ast.dump(ast.parse("\n".join(applied(source.lines, edits))))
        except SyntaxError:
            with pytest.raises(SyntaxError):
                changed_text(source, edits, "random_edits")
            continue
        found = changed_text(source, edits, "random_edits")
        assert ast.dump(found.tree) == whole, edits
        in_parts += found.before is not source.tree.body
    assert in_parts > 5
