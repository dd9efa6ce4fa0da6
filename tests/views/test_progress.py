"""What takes long says how far it is, also where no bar can be drawn."""

from __future__ import annotations

import pytest

from numscope.views import progress


def test_into_a_pipe_a_line_is_written_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter([0.0, 3.0, 11.0, 11.0, 12.0, 25.0, 25.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    with progress.logged_progress("reading the trace") as update:
        for done in (1, 2, 3, 4):
            update(done, 4)
    assert capsys.readouterr().err.splitlines() == [
        "numscope: reading the trace: 50 %",
        "numscope: reading the trace: 100 %",
    ]
