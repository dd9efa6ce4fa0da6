"""Steps of an optimiser are steps of the program, unless the program counts them itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from sweeps import shortened

PROGRAM = """
import sys
import numscope, torch
model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for number in range(6):
    optimizer.zero_grad()
    model(torch.full((2, 4), float(number))).sum().backward()
    optimizer.step()
    if "half" in sys.argv: optimizer.step()
    if len(sys.argv) > 1: numscope.step()
"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("words", "steps", "forward"), shortened([(("half",), 7, 2), (("own",), 6, 3), ((), 6, 3)], 2)
)
def test_steps_of_an_optimiser_choose_what_is_recorded(
    words: tuple[str, ...], steps: int, forward: int, tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    record = [
        sys.executable,
        "-m",
        "numscope",
        "run",
        "--steps",
        "1,3:5",
        "-o",
        "t.numscope",
        "program.py",
        *words,
    ]
    subprocess.run(record, cwd=tmp_path, check=True, stderr=subprocess.DEVNULL)
    with numscope.open(tmp_path / "t.numscope", trust=True) as trace:
        numbers = trace.sql("select number from marks where kind = 'step' order by number")[
            "number"
        ].to_pylist()
        linear = trace.sql("select count(*) n from operations where name = 'aten::linear'")["n"][0].as_py()
        places = trace.sql("select operation from marks order by number")["operation"].to_pylist()
    assert numbers == list(range(1, steps + 1))
    assert linear == forward
    assert len(set(places)) > 2
