"""What a program calls of SciPy is an operation; functions of the program that it calls are the program's own lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from recorded_example import EXAMPLES, Recorded, coverage_of, record

pytest.importorskip("scipy", reason="SciPy is not installed")

PROGRAM = """\
import numpy as np
from scipy import fft, interpolate, linalg, optimize, signal, sparse, spatial, stats
from scipy.integrate import solve_ivp
def slope(time, values):
    return -0.5 * values + np.sin(time)
def cost(values):
    return np.sum((values - linalg.norm(values)) ** 2)
solution = solve_ivp(slope, (0, 5), [1.0, 2.0])
least = optimize.minimize(cost, np.ones(3), method="Nelder-Mead", options={"maxiter": 5})
line = interpolate.interp1d(np.arange(5.0), np.arange(5.0) ** 2)
between = line(2.5)
low, high = signal.butter(3, 0.2)
smooth = signal.filtfilt(low, high, np.arange(50.0))
score = stats.zscore(np.arange(5.0))
matrix = sparse.csr_matrix(np.eye(3))
product = matrix @ np.ones(3)
both = sparse.coo_array(np.eye(3)) + sparse.eye_array(3)
density = stats.norm.pdf(score)
frozen = stats.norm(0, 2).cdf(score)
likely = stats.norm(0, 2).pdf(score)
counts = stats.poisson(2.5).pmf(np.arange(4))
joint = stats.multivariate_normal(np.zeros(2), np.eye(2)).logpdf(np.ones(2))
spectrum = fft.rfft(score)
paths = sparse.csgraph.shortest_path(matrix)
root = optimize.brentq(lambda x: x - 0.3, 0, 1)
rotation = spatial.transform.Rotation.from_euler("z", 90, degrees=True).as_matrix()
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("scipy")
    script = folder / "program.py"
    script.write_text(PROGRAM)
    return record(script, folder)


@pytest.fixture(scope="module")
def hum(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return record(EXAMPLES / "hum.py", tmp_path_factory.mktemp("hum"))


@pytest.fixture(scope="module")
def harvest(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return record(EXAMPLES / "harvest.py", tmp_path_factory.mktemp("harvest"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("solution =", ["integrate.solve_ivp"]),
        ("least =", ["optimize.minimize"]),
        ("line =", ["interpolate.interp1d"]),
        ("between =", ["interpolate.interp1d.__call__"]),
        ("low, high =", ["signal.butter"]),
        ("smooth =", ["signal.filtfilt"]),
        ("score =", ["stats.zscore"]),
        ("matrix =", ["sparse.csr_matrix"]),
        ("product =", ["sparse.csr_matrix.__matmul__"]),
        ("both =", ["sparse.coo_array", "sparse.eye_array", "sparse.coo_array.__add__"]),
        ("density =", ["stats.norm.pdf"]),
        ("frozen =", ["stats.norm.__call__", "stats.rv_frozen.cdf"]),
        ("likely =", ["stats.norm.__call__", "stats.rv_frozen.pdf"]),
        ("counts =", ["stats.poisson.__call__", "stats.rv_frozen.pmf"]),
        ("joint =", ["stats.multivariate_normal.__call__", "stats.multi_rv_frozen.logpdf"]),
        # Behind a dispatcher in compiled code.
        ("spectrum =", ["fft.rfft"]),
        # Compiled by Cython.
        ("paths =", ["sparse.csgraph.shortest_path"]),
        ("root =", ["optimize.brentq"]),
    ],
)
def test_the_programs_calls_are_operations(program: Recorded, text: str, names: list[str]) -> None:
    found = [one.name.removeprefix("scipy.") for one in program.on_line(text, "scipy.")]
    assert found == names


def test_functions_of_the_program_run_inside_on_their_own_lines(program: Recorded) -> None:
    inside = [one for one in program.trace().operations if one.user_site is not None and one.depth > 0]
    assert {"numpy.sin", "numpy.multiply"} <= {one.name for one in inside if one.user_site.line == 5}
    # What the program's function calls of SciPy, inside SciPy.
    assert "scipy.linalg.norm" in {one.name for one in inside if one.user_site.line == 7}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("solution =", ["success: True", "nfev: ", "output t item", "output y item"]),
        ("least =", ["success: False", "nit: ", "output x item", "Maximum number of iterations"]),
        ("product =", ["format: csr", "shape: (3, 3)", "nonzeros stored: 3", "indices", "indptr"]),
        ("frozen =", ["name: norm", "argument 1"]),
    ],
)
def test_objects_are_shown_with_what_they_hold(program: Recorded, text: str, shown: list[str]) -> None:
    call = program.on_line(text, "scipy.")[-1]
    said = program.ask("show", str(call.id))
    assert [words for words in shown if words not in said] == []


def test_ls_shows_the_programs_calls_first(hum: Recorded) -> None:
    text = hum.ask("ls", "--limit", "30")
    assert "scipy.signal.filtfilt" in text
    assert "lfilter" not in text


def test_nan_names_the_line_and_the_reason(hum: Recorded, harvest: Recorded) -> None:
    assert "hum.py:24 divides 0 by 0" in hum.ask("nan").splitlines()[0]
    assert "harvest.py:29 takes the logarithm of negative numbers" in harvest.ask("nan").splitlines()[0]


def test_graph_links_the_calls(hum: Recorded) -> None:
    lines = hum.ask("graph").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("scipy.signal.filtfilt"))
    assert "scipy.signal.butter" in lines[at + 1]


def test_diff_names_the_call_with_another_argument(hum: Recorded, tmp_path: Path) -> None:
    text = hum.ask("diff", str(record(hum.script, tmp_path, "4").path))
    assert "scipy.signal.butter" in text
    assert "called with another argument" in text


def test_replay_calls_functions_again_bit_for_bit(hum: Recorded) -> None:
    text = hum.ask("replay")
    assert "different" not in text.splitlines()[1]
    assert "NumPy" not in "".join(line for line in text.splitlines() if "scipy." in line)


@pytest.mark.parametrize("command", ["testgen"])
def test_the_other_commands_answer(hum: Recorded, command: str, tmp_path: Path) -> None:
    into = {"report": "r.html", "explain": "e.html", "testgen": "tests"}.get(command)
    assert hum.ask(command, *(("--output", str(tmp_path / into)) if into else ()))


def test_the_public_api_is_watched() -> None:
    found = coverage_of("scipy")
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
