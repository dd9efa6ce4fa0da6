"""The example of a training that turns to NaN: `numscope nan` names layer, step and line of what was planted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "nan_in_training.py"
FLAW = "return torch.log(probabilities)"


def test_the_layer_the_step_and_the_line_are_named(numscope_command, tmp_path):
    trace = str(tmp_path / "nan.numscope")
    ran = numscope_command("run", "-o", trace, str(EXAMPLE))
    assert ran.returncode == 0, ran.stderr
    losses = dict(line.split(": loss ") for line in ran.stdout.splitlines())
    assert next(step for step, loss in losses.items() if loss in ("inf", "nan")) == "step 12"
    found = numscope_command("nan", trace, "--json")
    assert found.returncode == 1, found.stderr
    origins = json.loads(found.stdout)["origins"]
    # `loss.item()` reads what the loss made, though `empty_like` was given that tensor in between.
    assert {origin["kind"] for origin in origins} == {"made"}
    first = origins[0]
    line = 1 + EXAMPLE.read_text(encoding="utf-8").splitlines().index(f"        {FLAW}")
    assert first["operation"]["name"] == "aten::log"
    assert first["operation"]["user_site"]["file"] == str(EXAMPLE)
    assert first["operation"]["user_site"]["line"] == line
    place = first["place"]
    assert (place["module"], place["phase"], place["step"]) == ("head", "forward", 12)
    assert first["kind"] == "made"
    told = numscope_command("nan", trace).stdout
    assert f"nan_in_training.py:{line}" in told
    assert FLAW in told
    assert "in head, forward, step 12" in told
