"""`pytest --numscope`: what pytest loads in every environment that has numscope, and that does nothing unless asked."""

from __future__ import annotations

import re
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from numscope.errors import NumscopeError
from numscope.views.workflow_commands import error_command, wanted

_MARKER = "no_numscope"
_BASELINE_FOLDER = "numscope_baseline"
_TRACES = "numscope trace"
_ORIGIN = "numscope nan"
_PLACE = re.compile(r"(.*?):(\d+): (.*)", re.DOTALL)
_RECORDED_ALREADY = "numscope: pytest itself is being recorded: baselines are neither saved nor checked."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("numscope", "record what NumPy does in each test")
    group.addoption("--numscope", action="store_true", help="record each test into a trace of its own")
    group.addoption(
        "--numscope-traces", metavar="FOLDER", help="where traces go (default: .numscope in the root folder)"
    )
    group.addoption(
        "--numscope-baseline",
        choices=("save", "check"),
        help="save: keep the traces of tests that pass as their baseline; check: fail tests that differ from it",
    )
    group.addoption("--numscope-rtol", type=float, metavar="X", help="relative tolerance (default: by dtype)")
    group.addoption(
        "--numscope-atol", type=float, default=0.0, metavar="X", help="absolute tolerance (default 0)"
    )
    parser.addini("numscope_baseline", "where baselines are kept", default=_BASELINE_FOLDER)


def pytest_configure(config: pytest.Config) -> None:
    """Begin to record tests, if that was asked for."""
    config.addinivalue_line("markers", f"{_MARKER}: numscope does not record this test")
    if config.option.numscope or config.option.numscope_baseline:
        config.pluginmanager.register(Plugin(config), "numscope-recorder")


class Plugin:
    """Records the call of each test; fixtures and their ends are not in it."""

    def __init__(self, config: pytest.Config) -> None:
        from numscope.testing.recorder import TestRecorder, Tolerances

        root = config.rootpath
        self._baseline: str | None = config.option.numscope_baseline
        self._recorder = TestRecorder(
            root / (config.option.numscope_traces or ".numscope"),
            root / str(config.getini("numscope_baseline")),
            Tolerances(config.option.numscope_rtol, config.option.numscope_atol),
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record the test, then save or check its baseline."""
        if item.get_closest_marker(_MARKER) is not None:
            return (yield)
        recorded = ExitStack()
        try:
            recording = self._recorder.begin(item.nodeid)
            if recording is not None:
                recorded.enter_context(recording)
        except NumscopeError as error:
            pytest.fail(f"numscope: {error}", pytrace=False)
        if recording is None:
            if self._baseline is not None:
                pytest.fail(_RECORDED_ALREADY, pytrace=False)
            return (yield)
        trace = self._recorder.shown(recording.path)
        item.user_properties.append((_TRACES, trace))
        try:
            with recorded:
                result = yield
        except BaseException as failure:
            item.add_report_section("call", "numscope", f"recorded: numscope ls {trace} --last")
            self._explain(item, recording.path, _lines(failure))
            raise
        if self._baseline == "save":
            self._recorder.save(recording.path)
        elif self._baseline == "check":
            difference = self._recorder.check(item.nodeid, recording.path)
            if difference is not None:
                pytest.fail(difference, pytrace=False)
        return result

    def _explain(self, item: pytest.Item, trace: Path, lines: frozenset[tuple[str, int]]) -> None:
        """Say in a failing test's report where its first NaN began. lines: files and lines at which it failed."""
        origin = self._recorder.origin(trace, lines)
        if origin is None:
            return
        place = f"{self._recorder.shown(Path(origin.file))}:{origin.line}"
        item.user_properties.append((_ORIGIN, f"{place}: {origin.problem}"))
        text = f"{place}: {origin.problem}\n    {origin.source}\n-> {origin.fix}"
        look = f"see: numscope {origin.look.removesuffix('T')}{self._recorder.shown(trace)}"
        from numscope.views.escapes import visible

        item.add_report_section("call", "NaN", visible(f"{text}\n{look}"))

    def pytest_report_header(self) -> str:
        """Where traces and baselines are."""
        return f"numscope: {self._recorder.where(self._baseline)}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """How many tests were recorded, by all workers together."""
        reports = [one for found in terminalreporter.stats.values() for one in found]
        traces = {
            value for one in reports for name, value in getattr(one, "user_properties", ()) if name == _TRACES
        }
        if wanted():
            from numscope.views.escapes import visible

            for line in dict.fromkeys(_annotations(reports)):
                terminalreporter.write_line(visible(line))
        if traces:
            count = f"{len(traces):,} test{'' if len(traces) == 1 else 's'}"
            terminalreporter.write_line(
                f"numscope: {count} recorded in {self._recorder.shown(self._recorder.traces)}"
            )


def _lines(failure: BaseException) -> frozenset[tuple[str, int]]:
    """Return the files and lines of a traceback."""
    return frozenset(
        (frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(failure.__traceback__)
    )


def _annotations(reports: Iterable[object]) -> Iterator[str]:
    """Yield a mark for the line of each NaN that failing tests met."""
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            found = _PLACE.fullmatch(str(value)) if name == _ORIGIN else None
            if found:
                text = f"{found[3]} (in {getattr(report, 'nodeid', 'a test')})"
                yield error_command(found[1], int(found[2]), text)
