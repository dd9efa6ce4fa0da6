"""The ledger of training: programs of the corpus with a silent error, their healthy twins, and healthy trainings."""

import runpy
from pathlib import Path

import pytest

import numscope

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
from benchmarks.answers.programs import Case, cases, healthy_twin, without_answer
from healthy_trainings import HEALTHY, NEAR_MISSES

from numscope.analysis.check_up import check_up
from sweeps import shortened

# One of each way to look; the whole corpus is asked by `make answers`.
PROGRAMS = {
    "flowers_by_their_petals": "parameter",
    "words_of_a_village": "parameter",
    "rust_on_bridges": "mode",
    "cells_under_a_lens": "gradient",
    "stars_of_hotels": "meaning",
    "noise_on_recordings": "random",
    "grain_of_old_films": "unread",
    "sentences_both_ways": "meaning",
    "ropes_of_one_length": "gradient",
    "letters_in_drawers": "data",
    "loads_on_a_bridge": "mode",
    "distance_from_home": "shared-memory",
    "weights_of_parcels": "gradient",
    "price_of_one_share": "meaning",
    "best_of_ten_runs": "parameter",
    "chunks_of_a_transfer": "unfilled",
    "names_given_again": "replaced-again",
    "yield_of_orchards": "broadcasting",
    "rlinf_1568": "broadcasting",
    "longer_than_positions": "position",
    "blended_paints": "order",
    "paths_between_clouds": "order",
    "first_look_at_a_model": "mode",
    "halves_and_wholes": "mode",
    "funds_by_year": "data",
    "pictures_with_captions": "sample-axis",
    "accelerate_2665": "gradient",
    "fastai_2133": "parameter",
    "nanogpt_240": "mode",
    "esrgan_39": "parameter",
}
# One program for every second kind of finding: each takes ten seconds with its twin.
FIRST = [*{kind: name for name, kind in reversed(PROGRAMS.items())}.values()][::4]
CASES = {case.name: case for part in ("open", "reports") for case in cases("training", part)}


def findings(program: Path, text: str):
    program.write_text(text, encoding="utf-8")
    with numscope.record(program.with_suffix(".numscope")) as recording:
        runpy.run_path(str(program), run_name="__main__")
    with recording.open() as trace:
        return check_up(trace).findings


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    "name", [name if name in FIRST else pytest.param(name, marks=pytest.mark.long) for name in PROGRAMS]
)
def test_the_line_is_named_and_the_twin_is_silent(name, tmp_path):
    case: Case = CASES[name]
    (text,) = case.sources.values()
    faulty = findings(tmp_path / "faulty.py", without_answer(text))
    assert faulty, "nothing was found"
    assert faulty[0].kind == PROGRAMS[name]
    assert faulty[0].line in {line for _, line in case.culprits}
    assert any(digit.isdigit() for digit in faulty[0].problem)
    assert faulty[0].fix
    assert not findings(tmp_path / "healthy.py", healthy_twin(text))


@pytest.mark.parametrize("part", shortened(range(4)))
def test_healthy_trainings_are_silent(part, tmp_path):
    """Several in one process: none is taken for a part of another."""
    with numscope.record(tmp_path / "healthy.numscope") as recording:
        for program in HEALTHY[part::4]:
            torch.manual_seed(0)
            program()
    with recording.open() as trace:
        assert not check_up(trace).findings


@pytest.mark.sweep(2)
@pytest.mark.parametrize("program", shortened(NEAR_MISSES, 6), ids=lambda program: program.__name__)
def test_what_is_nearly_a_fault_is_none(program, tmp_path):
    with numscope.record(tmp_path / "healthy.numscope") as recording:
        torch.manual_seed(0)
        program()
    with recording.open() as trace:
        assert not check_up(trace).findings


def test_a_run_without_a_training_has_no_ledger(tmp_path):
    with numscope.record(tmp_path / "plain.numscope") as recording:
        torch.nn.Dropout()(torch.nn.Linear(4, 4)(torch.ones(8, 4))).softmax(0)
    with recording.open() as trace:
        assert not check_up(trace).findings


def test_every_program_of_the_corpus_has_a_twin():
    for case in [*CASES.values()]:
        (text,) = case.sources.values()
        assert case.culprits, case.name
        for version in (without_answer(text), healthy_twin(text)):
            compile(version, case.name, "exec")
            assert "culprit" not in version.lower()
        assert without_answer(text) != healthy_twin(text), case.name
