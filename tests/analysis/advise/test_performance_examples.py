"""The examples of the performance tutorial: the slow one has every fault, the fast one none, and both answer alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import numscope
from numscope.analysis.advise import advise

pytest.importorskip("numscope._core", reason="the native core is not built")

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_the_fast_example_answers_as_the_slow_one_and_leaves_nothing_to_advise(
    tmp_path: Path, numscope_command: Callable[..., object]
) -> None:
    said, found = {}, {}
    for name in ("slow", "fast"):
        source, path = EXAMPLES / f"{name}.py", tmp_path / f"{name}.numscope"
        done = numscope_command("run", "--output", str(path), str(source))
        assert done.returncode == 0, done.stderr  # type: ignore[attr-defined]
        said[name] = done.stdout  # type: ignore[attr-defined]
        lines = source.read_text().splitlines()
        with numscope.open(path) as trace:
            findings = advise(trace, limit=50, least_ns=0, least_share=0).findings
        found[name] = {(finding.kind, lines[finding.line - 1].strip()) for finding in findings}
    assert said["fast"] == said["slow"]
    assert len(said["slow"].splitlines()) == 5
    kinds = {kind for kind, _ in found["slow"]}
    assert kinds == {
        "promotion",
        "reduction",
        "temporary",
        "tiny-loop",
        "element-loop",
        "identical",
        "growing",
    }
    assert ("identical", "inverse = np.linalg.inv(shape)  # the same each day") in found["slow"]
    assert ("growing", "days = np.append(days, inverse[0] * day)  # grows") in found["slow"]
    assert ("promotion", "return raw * gain") in found["slow"]
    assert found["fast"] == set()
