"""Each command that reads fits into terminals of 60 to 200 columns."""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import numscope
from numscope.views.fitted_table import FittedTable
from sweeps import shortened
from terminal_widths import check_fit

pytest.importorskip("numscope._core", reason="the native core is not built")

FILE = "standardisation_of_measurements.py"
HELPER = """
import numpy as np

def standardise_each_column_of_the_matrix(matrix):
    centred = matrix - matrix.mean(axis=0, keepdims=True)
    return np.divide(centred, np.linalg.norm(centred, axis=0, keepdims=True))

def work(rng):
    x = standardise_each_column_of_the_matrix(rng.normal(size=(30, 4)))
    logarithms_of_standardised_measurements = np.log(x)
    weights = np.zeros(4)
    for step in range(20):
        weights = weights - 0.1 * (x.T @ (x @ weights - 1))
    small = np.array([100, 120], np.int8) + np.int8(50)
    order = np.lexsort((x[:, 0], x[:, 1]))
    spectrum = np.fft.irfft(np.fft.rfft(x, axis=0), axis=0)
    return logarithms_of_standardised_measurements.sum(), weights, small, order, spectrum
"""
NAMES = (
    *(
        "numpy.linalg.norm",
        "numpy.random.Generator.normal",
        "numpy.fft._pocketfft_umath.rfft_n_even",
        "numpy.log",
    ),
    *("standardise_each_column_of_the_matrix",),
    *("numpy.fft.irfft", "numpy.lexsort", "numpy.matmul", "numpy.ndarray.sum", "int8", "numpy.divide"),
)
COMMANDS = (
    *(
        "ls --limit 40",
        "ls --all --limit 20",
        "top",
        "top --by operation",
        "top --by function",
        "top --by site",
    ),
    *("nan", "check-up", "graph", "precision", "show 0", "top --flops", "annotate"),
    *(
        "advise",
        "replay",
        "verify",
        "diff measurements/preparation/second.numscope",
        "diff --details measurements/preparation/second.numscope",
    ),
)


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("widths") / "measurements" / "preparation"
    folder.mkdir(parents=True)
    (folder / FILE).write_text(HELPER)
    specification = importlib.util.spec_from_file_location("standardisation", folder / FILE)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    rng = np.random.default_rng(0)
    with numscope.record(folder / "run.numscope"), np.errstate(all="ignore"):
        module.work(rng)
    with numscope.record(folder / "second.numscope"), np.errstate(all="ignore"):
        module.work(rng)
    return str(folder / "run.numscope")


@pytest.mark.parametrize("words", shortened(COMMANDS, 9))
def test_a_command_fits_and_its_names_are_whole(
    words: str, trace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(trace).parents[2])
    # Annotate cuts the lines of source; its own columns are whole.
    names = {
        "top --by site": (FILE,),
        "annotate": (" share ",),
        "replay": ("operations",),
        "verify": ("operations",),
        "top --by function": ("work in ", "standardise_each_column_of_the_matrix in "),
    }.get(words, NAMES)
    check_fit(words, "measurements/preparation/run.numscope", names, FILE, monkeypatch)


def test_a_name_that_is_wider_than_the_terminal_is_broken_between_its_parts() -> None:
    table = FittedTable(least=("calls",))
    for heading in ("place", "calls"):
        table.add_column(heading)
    table.add_row("measurements/preparation/standardisation.py:12", "7")
    table.add_row("encoder.layers.attention_projection.weight", "8")
    screen = Console(width=28, file=io.StringIO(), color_system=None)
    with screen.capture() as shown:
        screen.print(table)
    assert [line.rstrip() for line in shown.get().splitlines()] == [
        "place",
        "measurements/preparation/",
        "standardisation.py:12",
        "encoder.layers.attention_",
        "projection.weight",
    ]
