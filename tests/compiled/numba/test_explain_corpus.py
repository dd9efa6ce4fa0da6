"""Every class of failure, a small program each: the sentence a newcomer needs, and a change that works."""

from __future__ import annotations

import builtins
import keyword
import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numscope.compiled.numba import explain
from numscope.compiled.numba.explaining.explanation import Explanation
from numscope.compiled.numba.explaining.observer import Observer
from numscope.compiled.numba.explaining.questions import explain_failure
from numscope.compiled.numba.script import run_script

# Numba's own variables, versions of the user's, files, addresses, colours.
INSIDES = re.compile(
    r"\$\w+|<iv=|\bv?phi\d|\bneg_ax\b|\b_impl\b|closure__|numba/(?:core|np|cpython)|at 0x|<locals>|\x1b|\w\.\d+'"
)
CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.py"))


def explanations(path: Path) -> list[Explanation]:
    with Observer() as observer:
        run_script(str(path))
    return [explain_failure(failure) for failure in [*observer.failures, *observer.warnings]]


def header(path: Path, key: str) -> str:
    found = re.search(rf"^# {key}: (.*)$", path.read_text(), re.MULTILINE)
    assert found, f"{path} has no `# {key}:` line"
    return found[1]


def foreign_names(sentence: str, program: str) -> set[str]:
    """Names that a sentence quotes and that are neither the program's nor documented ones."""
    public = {
        *dir(builtins),
        *keyword.kwlist,
        *dir(np),
        *dir(str),
        "parallel",
        "parallel_chunksize",
        "objmode",
        "njit",
        "jit",
    }
    quoted = {
        name for part in re.findall(r"`([^`]*)`", sentence) for name in re.findall(r"[A-Za-z_]\w*", part)
    }
    return {name for name in quoted - public if not re.search(rf"\b{name}\b", program)}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_program_is_explained_in_plain_words(path: Path, tmp_path: Path) -> None:
    found = explanations(path)
    assert len(found) == 1, [explanation.sentence for explanation in found]
    explanation = found[0]
    assert explanation.kind == header(path, "kind")
    assert header(path, "says") in explanation.sentence
    assert "\n" not in explanation.sentence
    said = " ".join([explanation.sentence, explanation.advice, *explanation.also])
    assert not INSIDES.search(said)
    assert not foreign_names(explanation.sentence, path.read_text())
    assert explanation.advice or explanation.smallest
    assert explanation.url.startswith("https://numba.readthedocs.io/en/stable/")
    here = [number for number, line in enumerate(path.read_text().splitlines(), 1) if "# HERE" in line]
    if here:
        assert explanation.line == here[0]
        assert f"> {here[0]}" in str(explanation)
    assert bool(explanation.diff) == (header(path, "mends") == "yes")
    if explanation.diff:
        mended = tmp_path / path.name
        mended.write_text("\n".join(explanation.apply(path.read_text().splitlines())) + "\n")
        with Observer() as observer:
            outcome = run_script(str(mended))
        assert outcome.error is None
        assert not observer.failures


UNKNOWN = """
import math
import numba
import numpy as np

@numba.njit
def padded(values, text):
    total = 0.0
    for row in values:
        total += row.sum()
        if total > 10:
            total += math.sin(text)
    return total * 2

padded(np.ones((4, 4)), "x")
"""


def test_where_no_change_is_known_the_smallest_part_that_fails_is_shown(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(UNKNOWN)
    (explanation,) = explanations(program)
    assert explanation.smallest.splitlines() == [
        "def padded(values, text):",
        "    total = 0.0",
        "    total += math.sin(text)",
    ]
    assert not explanation.advice
    assert "The smallest part that fails the same way:" in str(explanation)
    smaller = tmp_path / "smaller.py"
    head, call = UNKNOWN.partition("def padded")[0], UNKNOWN.splitlines()[-1]
    smaller.write_text(f"{head}{explanation.smallest}\n\n{call}\n")
    (again,) = explanations(smaller)
    assert (again.kind, again.sentence) == (explanation.kind, explanation.sentence)


@pytest.mark.parametrize(
    "name",
    ["declared_signature", "keyword_catch_all", "missing_argument", "mixed_list_argument", "recursion"],
)
def test_error_alone_leads_to_the_same_sentence(name: str) -> None:
    """Nothing watched the program: what `numscope run` has when a program has ended."""
    path = next(path for path in CORPUS if path.stem == name)
    outcome = run_script(str(path))
    assert outcome.error is not None
    explanation = explain(outcome.error)
    assert explanation is not None
    assert explanation.kind == header(path, "kind")
    assert header(path, "says") in explanation.sentence
