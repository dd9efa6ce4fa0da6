"""Lines that call pandas, SciPy or scikit-learn: what is said of them when they give NaN.

Each program in `library_lines` is a whole one, most of them after a public report. The line to blame is marked.
"""

from __future__ import annotations

import re
import runpy
import warnings
from pathlib import Path

import pytest

import numscope
from numscope.analysis.nan.user_lines import user_line
from numscope.operations.lore.sentences import sentence_of
from numscope.operations.lore.user_line import Lookup, UserLine, Values

PROGRAMS = sorted((Path(__file__).parent / "library_lines").glob("*.py"))
# Imported before the recording, which would record what they compute while they are imported.
NEEDED = ("pandas", "scipy.stats", "scipy.interpolate", "sklearn.neural_network", "sklearn.model_selection")


def marked(program: Path) -> tuple[int, str]:
    """Return the line to blame and what is to be said of it."""
    text = program.read_text()
    said = re.search("^Says: (.*)$", text, re.MULTILINE)
    (number,) = [number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# culprit")]
    assert said is not None
    return number, said[1]


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> numscope.Trace:
    for library in NEEDED:
        pytest.importorskip(library, reason=f"{library} is not installed")
    with (
        numscope.record(tmp_path_factory.mktemp("lines") / "lines.numscope") as recording,
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        for program in PROGRAMS:
            runpy.run_path(str(program))
    return recording.open()


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.stem for program in PROGRAMS])
def test_the_line_is_explained(trace: numscope.Trace, program: Path) -> None:
    number, said = marked(program)
    query = "select min(id) as first from operations where user_file = ? and user_line = ?"
    (first,) = trace.sql(query, [str(program), number])["first"].to_pylist()
    (operation,) = trace.operations.fetch([first])
    assert sentence_of(user_line(trace, operation)) == said


def test_the_other_lines_of_the_programs_are_not_blamed_for_what_they_do_not_make(
    trace: numscope.Trace,
) -> None:
    query = (
        "select user_file, user_line, min(id) as first from operations "
        "where user_file like '%library_lines%' group by all"
    )
    said = {}
    for row in trace.sql(query).to_pylist():
        (operation,) = trace.operations.fetch([row["first"]])
        sentence = sentence_of(user_line(trace, operation))
        if sentence:
            said[row["user_file"], row["user_line"]] = sentence
    assert said == {(str(program), marked(program)[0]): marked(program)[1] for program in PROGRAMS}


PANDAS = frozenset({"pandas", "numpy"})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (UserLine("x = s.shift(2)", PANDAS), "`shift(2)`: the first 2 rows have none before them"),
        (UserLine("x = s.diff()", PANDAS), "`diff`: the first row has none before it"),
        (UserLine("x = s.pct_change()", PANDAS), "`pct_change`: the first row has none before it"),
        (
            UserLine("x = s.pct_change()", PANDAS, floating_point=frozenset({"divide"})),
            "`pct_change`: divides by values that are 0, beside the first row, which has none before it",
        ),
        (
            UserLine("y = f(x)", frozenset({"scipy"}), Values(4, (5,)), called="interp1d"),
            "`interp1d`: 4 of 5 points lie outside the range of the given points",
        ),
        (UserLine("y = f(x)", frozenset({"scipy"}), Values(4, (5,))), None),
        (UserLine("x = s.shift(periods=-1)", PANDAS), "`shift(periods=-1)`: the last row has none behind it"),
        (UserLine("x = s.rolling(n).mean()", PANDAS, Values(3, (9,), 3)), None),
        (
            UserLine("x = s.rolling(5, min_periods=2).mean()", PANDAS, Values(1, (9,), 1)),
            "`rolling(5, min_periods=2)`: the first window is not full",
        ),
        (
            UserLine(
                "return a.join(b)", PANDAS, None, (Lookup(1, 4, "_take_nd_ndarray"), Lookup(3, 3, "other"))
            ),
            "`join`: 1 of 4 rows has no partner",
        ),
        (
            UserLine(
                "c = np.corrcoef(x)",
                frozenset({"numpy"}),
                Values(5, (3, 3)),
                floating_point=frozenset({"invalid"}),
            ),
            "`corrcoef`: 1 of 3 variables has equal values only and correlates with none",
        ),
        # NaN that went in are in other places.
        (
            UserLine(
                "c = np.corrcoef(x)",
                frozenset({"numpy"}),
                Values(4, (3, 3)),
                floating_point=frozenset({"invalid"}),
            ),
            None,
        ),
        (UserLine("c = np.corrcoef(x)", frozenset({"numpy"}), Values(5, (3, 3))), None),
        (UserLine("x = s.reindex(labels)", PANDAS), None),
        (UserLine("x = s.shift(2)", frozenset({"numpy"})), None),
        (UserLine("x = (", PANDAS), None),
    ],
)
def test_a_sentence_is_made_of_the_source_and_the_facts(line: UserLine, said: str | None) -> None:
    assert sentence_of(line) == said
