"""`nan` names the operation that made the first NaN, in programs with a known fault."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.analysis.nan.nonfinite import NonfiniteReport, Rules, find_nonfinite
from numscope.cli.main import main
from numscope.errors import UsageError
from numscope.operations.traits import expects_nonfinite

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.fixture
def report(tmp_path: Path) -> Callable[..., NonfiniteReport]:
    def record_and_find(program: Callable[[], object], rules: Rules | None = None) -> NonfiniteReport:
        with numscope.record(tmp_path / "t.numscope", force=True), np.errstate(all="ignore"):
            program()
        with numscope.open(tmp_path / "t.numscope") as trace:
            return find_nonfinite(trace, rules)

    return record_and_find


def test_a_healthy_program_has_none(report: Callable[..., NonfiniteReport]) -> None:
    found = report(lambda: np.sqrt(np.arange(5.0)).sum() / 3)
    assert (found.found, found.origins) == (0, ())


def test_division_by_a_zero_is_found_with_its_elements(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        values, weights = np.arange(1.0, 7).reshape(2, 3), np.ones(3)
        weights[1] = 0
        scaled = values / weights
        total = scaled.sum(axis=0)
        np.exp(total)
        values * 2

    found = report(program)
    assert found.found == 1
    (origin,) = found.origins
    assert (origin.operation.name, origin.kind) == ("numpy.divide", "made")
    assert (origin.nans, origin.infinities) == (0, 2)
    assert [element.index for element in origin.elements] == [(0, 1), (1, 1)]
    assert [element.inputs for element in origin.elements] == [("2", "0"), ("5", "0")]
    assert (origin.poisoned, origin.poisoned_results, origin.poisoned_whole) == (2, 2, True)
    assert "numpy.ndarray.__setitem__" in [maker.name for maker in origin.producers]


def test_equal_values_at_two_places_are_each_followed_from_their_own(
    report: Callable[..., NonfiniteReport],
) -> None:
    def program() -> None:
        first = np.log(np.zeros(1))
        second = np.log(np.zeros(1))
        np.where(np.isfinite(first), first, 0.0)
        np.where(np.isfinite(second), second, 0.0)

    assert report(program).found == 0


def test_of_equal_arrays_the_one_that_was_read_is_the_producer(
    report: Callable[..., NonfiniteReport],
) -> None:
    def program() -> None:
        read = np.full(64, -1.0)
        beside = np.negative(np.ones(64))
        np.sqrt(read)
        np.sqrt(beside)

    first, second = report(program).origins
    assert [maker.name for maker in first.producers] == ["numpy.full"]
    assert second.producers[0].name == "numpy.negative"


def test_a_scalar_result_counts(report: Callable[..., NonfiniteReport]) -> None:
    found = report(lambda: np.exp(np.log(np.float64(-1.0))))
    assert [origin.operation.name for origin in found.origins] == ["numpy.log"]
    assert found.origins[0].poisoned == 1


def test_in_place_operations_count(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        a = np.array([1.0, 0.0])
        a /= np.zeros(2)
        a + 1

    (origin,) = report(program).origins
    assert (origin.operation.name, origin.nans, origin.infinities) == ("numpy.divide", 1, 1)
    assert origin.poisoned == 1


def test_the_operation_inside_is_named(report: Callable[..., NonfiniteReport]) -> None:
    (origin,) = report(lambda: np.corrcoef(np.zeros((2, 3)))).origins
    assert origin.operation.name == "numpy.corrcoef"
    assert [inner.name for inner in origin.inner] == ["numpy.divide"]


def test_operations_inside_one_another_are_named_from_outside_in(
    report: Callable[..., NonfiniteReport],
) -> None:
    (origin,) = report(lambda: np.average(np.ones(3), weights=np.full(3, 1e308))).origins
    assert origin.operation.name == "numpy.average"
    assert [inner.name for inner in origin.inner] == ["numpy.ndarray.sum", "numpy.add.reduce"]


def test_a_loop_is_one_place_and_each_time_poisons_its_own(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        zeros = np.array([0.0, 1.0])
        for _ in range(4):
            made = np.log(zeros)  # the same content each time, and never NaN
            np.exp(made)
            lost = np.multiply(np.negative(made), zeros)
            lost.sum()

    found = report(program)
    assert (found.places, found.found) == (1, 4)
    (origin,) = found.origins
    assert (origin.operation.name, origin.times, origin.nans) == ("numpy.log", 4, 0)
    assert (origin.poisoned, origin.poisoned_results) == (4, 3)  # exp makes 0 of -inf
    assert origin.first_nan is not None
    assert origin.first_nan.name == "numpy.multiply"


def test_infinities_that_come_to_nothing_make_no_nan(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        1 / (1 + np.exp(np.array([1000.0])))

    found = report(program)
    assert (found.found, found.handled) == (0, 1)
    (origin,) = report(program, Rules(defaults=False)).origins
    assert (origin.infinities, origin.poisoned, origin.poisoned_results) == (1, 2, 1)
    assert origin.first_nan is None


def test_what_empty_like_was_given_is_a_result_like_any(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        made = np.log(np.array([0.0, 1.0]))
        np.empty_like(made)
        np.negative(made)

    assert [origin.operation.name for origin in report(program).origins] == ["numpy.log"]


def test_what_empty_left_is_no_origin_until_it_is_read(report: Callable[..., NonfiniteReport]) -> None:
    def dirty() -> Any:
        """Memory that NumPy gives out again, with NaN in it."""
        np.full(64, np.nan)
        return np.empty(64)

    def filled() -> None:
        array = dirty()
        left, right = array[:32], array[32:]
        left.fill(1.0)
        right[...] = 2.0
        np.sqrt(array)

    def filled_by_unseen_code() -> None:
        array = dirty()
        memoryview(array).cast("B")[:] = struct.pack("64d", 1.0, np.nan, *[2.0] * 62)
        np.sqrt(array)

    def filled_in_part_by_its_maker() -> None:
        array = dirty()
        array[:32] = 1.0
        np.log(np.full(32, -1.0), out=array[32:])
        np.sqrt(array)

    def read() -> None:
        np.sqrt(dirty())

    rules = Rules(("given",))
    assert report(filled, rules).found == 0
    (origin,) = report(filled_by_unseen_code, rules).origins
    assert (origin.operation.name, origin.kind, origin.nans) == ("numpy.sqrt", "appeared", 1)
    assert [element.index for element in origin.elements] == [(1,)]
    assert [origin.operation.name for origin in report(filled_in_part_by_its_maker, rules).origins] == [
        "numpy.log"
    ]
    found = report(read, rules)
    # Only where the memory was really given out again.
    assert {origin.kind for origin in found.origins} <= {"uninitialised"}


def test_two_origins_come_in_order(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        a = np.array([4.0, -1.0])
        np.sqrt(a)
        np.log(a)

    assert [origin.operation.name for origin in report(program).origins] == ["numpy.sqrt", "numpy.log"]


def test_a_literal_nan_is_given_not_made(report: Callable[..., NonfiniteReport]) -> None:
    found = report(lambda: np.full(3, np.nan) + 1)
    assert [(origin.operation.name, origin.kind) for origin in found.origins] == [("numpy.full", "given")]


def test_a_nan_changed_behind_our_back_appears(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        a = np.ones(4)
        memoryview(a)[2] = float("nan")
        np.multiply(a, 2)

    (origin,) = report(program).origins
    assert (origin.operation.name, origin.kind, origin.nans) == ("numpy.multiply", "appeared", 1)
    assert [element.index for element in origin.elements] == [(2,)]


def test_nan_functions_and_rules_are_deliberate(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        np.log(np.array([-1.0, 1.0]))
        np.nansum(np.nanmean(np.array([])))

    assert [origin.operation.name for origin in report(program).origins] == ["numpy.log"]
    assert report(program, Rules(("numpy.log",))).found == 0
    assert report(program, Rules(("log",))).allowed == 1
    assert report(program, Rules(("nan",))).found == 0
    strict = report(program, Rules(defaults=False))
    assert {origin.operation.name for origin in strict.origins} == {"numpy.log", "numpy.nanmean"}


def test_what_a_library_makes_while_it_is_imported_is_its_own(report: Callable[..., NonfiniteReport]) -> None:
    library = str(Path(np.__file__).with_name("made_up.py"))
    importing = compile("def run(function): function()", "<frozen importlib._bootstrap>", "exec")
    text = "import numpy as np\ndef f():\n    return np.log(np.array([-1.0]))"

    def program() -> None:
        names: dict[str, Any] = {}
        exec(importing, names)
        module: dict[str, Any] = {}
        exec(compile(text, library, "exec"), module)
        names["run"](module["f"])

    found = report(program)
    assert (found.found, found.imported) == (0, 1)


def test_the_place_of_an_origin_can_be_allowed(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        np.log(np.array([-1.0]))

    line = program.__code__.co_firstlineno + 1
    assert report(program, Rules((f"test_nonfinite.py:{line}",))).found == 0
    assert report(program, Rules((f"test_nonfinite.py:{line + 1}",))).found == 1


def test_statistics_suffice_without_elements(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", values="stats"), np.errstate(all="ignore"):
        np.log(np.full(1000, -1.0))
    (origin,) = find_nonfinite(numscope.open(tmp_path / "t.numscope")).origins
    assert (origin.nans, origin.elements) == (1000, ())


def test_a_trace_without_statistics_says_so(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", values="none"):
        np.float64(2.0) * np.ones(3)[1]  # scalars have statistics nevertheless
        np.ones(1000) + np.ones(1000)
    with pytest.raises(UsageError, match="no statistics"):
        find_nonfinite(numscope.open(tmp_path / "t.numscope"))


def test_the_command_ends_with_1_if_there_is_any(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope"), np.errstate(all="ignore"):
        np.log(np.array([-1.0, 1.0]))
    path = str(tmp_path / "t.numscope")
    assert main(["nan", path]) == 1
    text = capsys.readouterr().out
    assert "np.log(np.array([-1.0, 1.0]))" in text
    assert "[0] = nan from -1" in text
    assert main(["nan", path, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["origins"][0]["operation"]["name"] == "numpy.log"
    assert main(["nan", path, "--allow", "log"]) == 0


def first_line(program: Callable[[], object]) -> int:
    return program.__code__.co_firstlineno


def places(found: NonfiniteReport, program: Callable[[], object]) -> list[tuple[str, int]]:
    """Kind and line, counted from the program's own, of every origin."""
    return [
        (origin.kind, origin.operation.user_site.line - first_line(program))
        for origin in found.origins
        if origin.operation.user_site is not None
    ]


class TestWithPandas:
    """What pandas brings in is found at the user's line that did it."""

    @pytest.fixture(autouse=True)
    def frames(self) -> None:
        pandas = pytest.importorskip("pandas", reason="needs pandas")
        self.pd = pandas
        self.left = pandas.DataFrame({"k": [1, 2, 3], "x": [1.0, 2, 3]})
        self.right = pandas.DataFrame({"k": [1, 2, 5], "y": [1.0, 2, 3]})

    def test_a_merge(self, report: Callable[..., NonfiniteReport]) -> None:
        def program() -> None:
            merged = self.left.merge(self.right, how="left", on="k")
            merged["z"] = merged["x"] + merged["y"]

        found = report(program)
        assert places(found, program) == [("read", 1)]
        assert found.origins[0].poisoned > 0

    def test_a_merge_that_finds_everything(self, report: Callable[..., NonfiniteReport]) -> None:
        def program() -> None:
            merged = self.left.merge(self.right, how="inner", on="k")
            merged["z"] = merged["x"] + merged["y"]

        assert report(program).found == 0

    def test_an_index_alignment(self, report: Callable[..., NonfiniteReport]) -> None:
        def program() -> None:
            total = self.pd.Series([1.0, 2], index=[0, 1]) + self.pd.Series([1.0, 2], index=[1, 2])
            total * 2

        assert places(report(program), program) == [("read", 1)]

    def test_a_reindexing(self, report: Callable[..., NonfiniteReport]) -> None:
        def program() -> None:
            longer = self.pd.Series([1.0, 2], index=[0, 1]).reindex([0, 1, 2])
            np.sqrt(longer)

        assert places(report(program), program) == [("read", 1)]

    def test_a_ufunc_of_a_series(self, report: Callable[..., NonfiniteReport]) -> None:
        def program() -> None:
            logarithm = np.log(self.pd.Series([1.0, -1.0]))
            logarithm + 1

        found = report(program)
        assert places(found, program) == [("made", 1)]
        assert [element.inputs for element in found.origins[0].elements] == [("-1",)]

    def test_a_concatenation_fills_what_is_missing(self, report: Callable[..., NonfiniteReport]) -> None:
        def program() -> None:
            both = self.pd.concat([self.left, self.right])
            np.sqrt(both["y"].to_numpy()).sum()

        assert places(report(program), program) == [("read", 1)]


def test_objects_made_floats_bring_it_in(report: Callable[..., NonfiniteReport]) -> None:
    def program() -> None:
        np.array([1.0, None], dtype=object).astype(float) * 2

    assert places(report(program), program) == [("read", 1)]


def test_an_origin_can_be_allowed_by_a_rule_over_its_operation(
    report: Callable[..., NonfiniteReport],
) -> None:
    def program() -> None:
        np.log(np.array([-1.0, 1.0]))

    assert report(program, Rules(("size == 2 and nans == 1",))).allowed == 1
    assert report(program, Rules(("size == 3",))).found == 1
    with pytest.raises(UsageError, match="did you mean size"):
        Rules(("siz == 3",))


PROGRAMS = {
    "division": "a = np.ones(3); b = a * 2; c = b - 2; d = c / c; e = d + 1",
    "in place": "a = np.array([4.0, 0.0]); a /= np.zeros(2) + 0.0",
    "given": "a = np.full(3, np.nan) + 1; np.log(np.array([-1.0]))",
    "mask": "a = np.where([True, False], np.ones(2), -np.inf); np.exp(a); np.sqrt(np.array([-1.0]))",
    "reduction": "np.mean(np.zeros(0)); np.log(np.array([-1.0]))",
    "deliberate": "np.nanmean(np.array([])); np.arcsin(np.array([2.0]))",
    "set": "a = np.ones(3); a[1] = np.nan; a.sum(); np.sqrt(np.array([-2.0]))",
    "linear algebra": "np.linalg.norm(np.ones(3)); np.full((9, 9), 1e300) @ np.full((9, 9), -1e300) * 0",
    "scalar": "x = np.float64(3) * np.ones(1); np.log(np.float64(-1.0))",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_stop_on_nan_halts_at_the_first_that_nan_names_as_made(name: str, tmp_path: Path) -> None:
    code = compile("\n".join(PROGRAMS[name].split("; ")), "program.py", "exec")
    with numscope.record(tmp_path / "whole.numscope"), np.errstate(all="ignore"):
        exec(code, {"np": np})
    with numscope.open(tmp_path / "whole.numscope") as trace:
        makers = [
            origin.operation if origin.nans else origin.first_nan
            for origin in find_nonfinite(trace, Rules(defaults=False), limit=99).origins
            if origin.kind == "made"
        ]
    origins = [one for one in makers if one is not None and not expects_nonfinite(one.traits)]
    origins.sort(key=lambda operation: operation.id)
    halted = tmp_path / "halted.numscope"
    if not origins:
        with numscope.record(halted, stop_on="nan"), np.errstate(all="ignore"):
            exec(code, {"np": np})
        return
    with pytest.raises(SystemExit), numscope.record(halted, stop_on="nan"), np.errstate(all="ignore"):
        exec(code, {"np": np})
    facts = json.loads((halted / "halted.json").read_text())
    assert (facts["operation"], facts["place"]) == (
        origins[0].name,
        f"program.py:{origins[0].user_site.line}",
    )
