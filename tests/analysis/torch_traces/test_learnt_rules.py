"""`numscope learn` and `check-up --against`: what holds in healthy runs, and what another run breaks first."""

import json

import pytest

import numscope
from numscope.cli.main import main

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
from torch import nn


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(20, 12)
        self.mix = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 12))
        self.output = nn.Linear(12, 20, bias=False)
        self.output.weight = self.embedding.weight

    def forward(self, words):
        hidden = self.embedding(words)
        return self.output(hidden + self.mix(hidden))


def train(folder, name, seed=1, size=16, rate=0.01, optimizer="Adam", fault=""):
    torch.manual_seed(seed)
    model, text = Words(), torch.randint(0, 20, (300,))
    if fault == "untied":
        model.output.weight = nn.Parameter(model.output.weight.detach().clone())
    held = model.mix.parameters() if fault == "left out" else model.parameters()
    steps = getattr(torch.optim, optimizer)(held, lr=rate)
    with numscope.record(folder / name):
        for step in range(6):
            at = torch.arange(size) if fault == "same batch" else torch.randint(0, 299, (size,))
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=fault == "half" and step >= 3):
                logits = model(text[at])  # forward
            loss = nn.functional.cross_entropy(logits.float(), text[at + 1])
            steps.zero_grad()
            (loss * 1e4 if fault == "scaled" and step == 2 else loss).backward()
            steps.step()  # step
            if fault == "evaluation" and step == 1:
                model.eval()
    return str(folder / name)


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("learnt")
    healthy = [train(folder, "one.numscope"), train(folder, "two.numscope", 2, 32, 0.003)]
    file = folder / "healthy.rules"
    assert main(["learn", *healthy, "-o", str(file)]) == 0
    return file


def against(trace, rules, capsys):
    """Return the exit status and the document of `check-up --against`."""
    capsys.readouterr()
    code = main(["check-up", trace, "--against", str(rules), "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("seed", "size", "rate", "optimizer"), [(3, 24, 0.02, "SGD"), (4, 12, 0.001, "AdamW")]
)
def test_healthy_variations_keep_all_rules(rules, tmp_path, capsys, seed, size, rate, optimizer):
    code, answer = against(train(tmp_path, "t.numscope", seed, size, rate, optimizer), rules, capsys)
    assert (code, answer["violations"]) == (0, [])
    assert answer["looked"] == answer["rules"] >= 50


@pytest.mark.parametrize(
    ("fault", "kind", "subject", "step", "line"),
    [
        ("untied", "tied", "Words.embedding.weight", 0, None),
        ("left out", "update", "Words.embedding.weight", 0, "# step"),
        ("half", "dtype", "Words", 3, "# forward"),
        ("evaluation", "mode", "Words", 2, "# forward"),
        ("same batch", "batch", "Words", 1, "# forward"),
        ("scaled", "gradient", "Words.embedding.weight", 2, "# step"),
    ],
)
def test_the_first_violation_names_step_layer_and_line(
    rules, tmp_path, capsys, fault, kind, subject, step, line
):
    code, answer = against(train(tmp_path, "t.numscope", fault=fault), rules, capsys)
    assert code == 1
    first = answer["violations"][0]
    assert (first["rule"]["kind"], first["rule"]["subject"], first["step"]) == (kind, subject, step)
    assert first["rule"]["observations"] >= 12
    if line:
        with open(first["file"], encoding="utf-8") as source:
            assert source.read().splitlines()[first["line"] - 1].endswith(line)


def test_the_screen_says_what_was_learnt(rules, tmp_path, capsys):
    trace = train(tmp_path, "t.numscope", fault="evaluation")
    capsys.readouterr()
    assert main(["check-up", trace, "--against", str(rules)]) == 1
    shown = capsys.readouterr().out
    assert "mode of Words" in shown
    assert "healthy: Words runs in training mode (12 observations in 2 runs)" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 80


def test_a_file_that_holds_no_rules_is_named(rules, tmp_path, capsys):
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("{}")
    trace = train(tmp_path, "t.numscope")
    assert main(["check-up", trace, "--against", str(wrong)]) == 2
    assert "wrong.rules" in capsys.readouterr().err
    with numscope.record(tmp_path / "plain.numscope"):
        torch.ones(3).sum()
    assert main(["learn", str(tmp_path / "plain.numscope"), "-o", str(tmp_path / "no.rules")]) == 2
    assert "no training" in capsys.readouterr().err


def test_a_run_without_the_layers_is_refused(rules, tmp_path, capsys):
    with numscope.record(tmp_path / "other.numscope"):
        torch.ones(3) + 1
    assert main(["check-up", str(tmp_path / "other.numscope"), "--against", str(rules)]) == 2
    said = capsys.readouterr().err
    assert "other.numscope has none of the layers" in said
    assert "healthy.rules" in said
