"""`numscope learn` and `check-up --against`: what holds in healthy runs, and what another run breaks first."""

import json
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import numscope
from numscope.analysis.learn import read_rules
from numscope.analysis.learn.observations import observations
from numscope.cli.look_while_it_runs import LookWhileItRuns
from numscope.cli.main import main
from numscope.recording.findings import FOUND
from sweeps import shortened

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
    rate *= 1000 if fault == "rate" else 1
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
            loss = loss * 30 if fault == "larger" and step >= 2 else loss
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
    ("seed", "size", "rate", "optimizer"), shortened([(3, 24, 0.02, "SGD"), (4, 12, 0.001, "AdamW")])
)
def test_healthy_variations_keep_all_rules(rules, tmp_path, capsys, seed, size, rate, optimizer):
    code, answer = against(train(tmp_path, "t.numscope", seed, size, rate, optimizer), rules, capsys)
    assert (code, answer["violations"]) == (0, [])
    # Three rules about Adam's steps have nothing to say of another optimiser.
    assert answer["looked"] == answer["rules"] - 3 >= 100


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("fault", "kind", "subject", "step", "line"),
    shortened(
        [
            ("untied", "tied", "Words.embedding.weight", 0, None),
            ("left out", "update", "Words.embedding.weight", 0, "# step"),
            ("evaluation", "mode", "Words", 2, "# forward"),
            ("scaled", "gradient", "Words.embedding.weight", 2, "# step"),
            ("half", "dtype", "Words", 3, "# forward"),
            ("same batch", "batch", "Words", 1, "# forward"),
            ("rate", "change", "Words by Adam", 0, "# step"),
        ],
        4,
    ),
)
def test_the_first_violation_names_step_layer_and_line(
    rules, tmp_path, capsys, fault, kind, subject, step, line
):
    code, answer = against(train(tmp_path, "t.numscope", fault=fault), rules, capsys)
    assert code == 1
    assert answer["violations"][0]["step"] == step
    first = next(
        one
        for one in answer["violations"]
        if (one["rule"]["kind"], one["rule"]["subject"]) == (kind, subject)
    )
    assert first["step"] == step
    assert first["rule"]["observations"] >= (6 if kind == "change" else 12)
    if line:
        with open(first["file"], encoding="utf-8") as source:
            assert source.read().splitlines()[first["line"] - 1].endswith(line)


def test_what_grows_against_its_beginning_is_found(rules, tmp_path, capsys):
    """From step 2 on the loss is 30 times what it was: the median of three steps is from step 3 on."""
    trace = train(tmp_path, "t.numscope", fault="larger")
    _, answer = against(trace, rules, capsys)
    grown = {
        one["rule"]["kind"]: one for one in answer["violations"] if one["rule"]["kind"] in ("loss", "norm")
    }
    assert {kind: one["step"] for kind, one in grown.items()} == {"loss": 3, "norm": 3}
    assert all(20 < float(one["value"]) < 40 for one in grown.values())


def test_the_share_that_a_step_changes_is_that_of_the_weights(tmp_path):
    torch.manual_seed(1)
    model, x = nn.Sequential(nn.Linear(4, 3)), torch.randn(5, 4)
    held = [nn.utils.parameters_to_vector(model.parameters()).detach()]
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    with numscope.record(tmp_path / "t.numscope"):
        for _ in range(4):
            optimizer.zero_grad()
            model(x).square().sum().backward()
            optimizer.step()
            held.append(nn.utils.parameters_to_vector(model.parameters()).detach())
    with numscope.open(tmp_path / "t.numscope") as trace:
        found = [one for one in observations(trace) if one.kind == "change"]
    wanted = [float((after - before).norm() / before.norm()) for before, after in pairwise(held[:4])]
    assert [(one.subject, one.step) for one in found] == [("Sequential by AdamW", step) for step in range(3)]
    assert [one.value for one in found] == pytest.approx(wanted, rel=1e-5)


def test_a_run_that_goes_on_is_held_against_rules(rules, tmp_path, monkeypatch, capfd):
    """A copy of the trace is what is there while the program is in its third step."""
    seen, step = [], torch.optim.Adam.step

    def copying(self, *arguments, **words):
        seen.append(1)
        if len(seen) == 4:
            shutil.copytree(tmp_path / "t.numscope", tmp_path / "then.numscope")
        return step(self, *arguments, **words)

    monkeypatch.setattr(torch.optim.Adam, "step", copying)
    train(tmp_path, "t.numscope", fault="evaluation")
    look = LookWhileItRuns(tmp_path / "then.numscope", read_rules(rules))
    capfd.readouterr()
    assert look.look()
    said = capfd.readouterr().err
    assert "the program still runs, and breaks rules" in said
    assert "step 3" in said
    assert "mode of Words" in said
    assert "step 4" not in said
    assert not LookWhileItRuns(tmp_path / "missing.numscope", read_rules(rules)).look()


OWN = "the program's own code"


def train_otherwise(folder, name, seed=1, size=16, fault=""):
    with numscope.record(folder / name):
        plainly(fault, seed, size)
    return str(folder / name)


def plainly(fault, seed=1, size=16):
    """Train with noise, clipping and a loss of the program's own, each of which may be wrong."""
    torch.manual_seed(seed)
    model, data = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)), torch.randn(200, 6)
    labels = data[:, :3].argmax(1)
    steps = torch.optim.Adam(model.parameters(), lr=0.01)
    if fault == "again":
        nn.init.normal_(model[0].weight, std=0.3)  # again
    if fault == "looked":
        model.eval()(data[:2])  # looked
        model.train()
    for step in range(6):
        at = torch.randint(0, 200, (size,))
        if fault == "seed":
            torch.manual_seed(7)
        x = data[at] + torch.randn(size, 6) * (0 if fault == "still" else 0.1)  # noise
        if fault != "grows" or step < 2:
            steps.zero_grad()
        logits = model(x * (1000 if fault == "units" else 1))  # forward
        chances = logits.softmax(0 if fault == "batch" else 1)  # softmax
        right = nn.functional.one_hot(labels[at], 3).sum(1, keepdim=fault == "broadcast")
        loss = (right * -chances.gather(1, labels[at, None])[:, 0].log()).mean()  # loss
        if fault == "loss":
            loss = (loss - 0.5).abs()  # flood
        loss.backward()
        if fault == "nothing":
            steps.zero_grad(set_to_none=False)
        if fault != "clip":
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if fault == "moments" and step == 3:
            steps = torch.optim.Adam(model.parameters(), lr=0.01)
        steps.step()  # step


@pytest.fixture(scope="module")
def other_rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("learnt")
    healthy = [train_otherwise(folder, "one.numscope"), train_otherwise(folder, "two.numscope", 2, 32)]
    file = folder / "healthy.rules"
    assert main(["learn", *healthy, "-o", str(file)]) == 0
    return file


def test_a_third_healthy_run_keeps_them(other_rules, tmp_path, capsys):
    code, answer = against(train_otherwise(tmp_path, "t.numscope", 3, 24), other_rules, capsys)
    assert (code, answer["violations"]) == (0, [])


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("fault", "kind", "subject", "value", "step", "line"),
    [
        ("seed", "draw", f"aten::randn in {OWN}", "numbers that it drew before", 1, "# noise"),
        ("grows", "only", "a gradient that arrives at its parameter", "aten::add_", 2, None),
        ("units", "given", "Sequential as input", None, 0, "# forward"),
        ("batch", "arguments", f"aten::softmax in {OWN}", "dim=0", 0, "# softmax"),
        ("broadcast", "axes", f"aten::mul in {OWN}", "[n, 1] and [n]", 0, "# loss"),
        ("loss", "only", OWN, "aten::sub", 0, "# flood"),
        ("nothing", "flow", "Sequential.0.weight", "zero", 0, "# step"),
        ("clip", "called", f"aten::linalg_vector_norm in {OWN}", "never", 0, None),
        ("clip", "order", "the backward pass", "the step of the optimiser", 0, "# step"),
        ("moments", "only", "a step of Adam behind its first", None, 3, "# step"),
        ("again", "filled", "Sequential.0.weight", "2 times", 0, "# again"),
        ("looked", "first", "Sequential", "evaluation mode", 0, "# looked"),
        ("still", "changes", f"aten::add in {OWN} before the model", "what it takes", 1, "# noise"),
    ],
)
def test_each_kind_of_rule_finds_its_fault(
    other_rules, tmp_path, capsys, fault, kind, subject, value, step, line
):
    trace = train_otherwise(tmp_path, "t.numscope", 4, 24, fault)
    code, answer = against(trace, other_rules, capsys)
    assert code == 1
    assert answer["violations"][0]["step"] == step
    found = next(
        one
        for one in answer["violations"]
        if (one["rule"]["kind"], one["rule"]["subject"]) == (kind, subject)
    )
    assert found["step"] == step
    assert value is None or found["value"] == value
    if line:
        with open(found["file"], encoding="utf-8") as source:
            assert source.read().splitlines()[found["line"] - 1].endswith(line)


@pytest.mark.long
def test_a_run_is_held_against_rules_at_its_end(other_rules, tmp_path):
    """The program's own exit code stands where no rule is broken, or where it is not 0."""
    program = tmp_path / "train.py"
    here = str(Path(__file__).parent)
    text = f"import sys\nsys.path.insert(0, {here!r})\nfrom test_learnt_rules import plainly\nplainly(sys.argv[1])\n"
    program.write_text(text + "sys.exit(int(sys.argv[2]))\n")
    said = {}
    for fault, code, wanted in (("", 0, 0), ("batch", 0, FOUND), ("batch", 3, 3)):
        words = [
            sys.executable,
            "-m",
            "numscope",
            "run",
            "--force",
            "-o",
            "t.numscope",
            "--against",
            other_rules,
        ]
        done = subprocess.run(
            [*words, program, fault, str(code)], capture_output=True, text=True, cwd=tmp_path, check=False
        )
        assert done.returncode == wanted, done.stderr
        said[fault] = " ".join(done.stderr.replace("numscope:", "").split())
    assert "rules hold" in said[""]
    assert "arguments of aten::softmax in the program's own code" in said["batch"]
    words = [sys.executable, "-m", "numscope", "run", "--against", "missing.rules", program, "", "0"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "missing.rules" in done.stderr


@pytest.mark.long
def test_a_running_training_is_held_against_rules(other_rules, tmp_path):
    """It waits until the test has read what is said of it: nothing else ends it before its time."""
    program = tmp_path / "train.py"
    here = str(Path(__file__).parent)
    training = f"import os, sys, time\nsys.path.insert(0, {here!r})\nfrom test_learnt_rules import plainly\n"
    wait = "for _ in range(1200):\n    if os.path.exists('heard'): break\n    time.sleep(0.1)\n"
    program.write_text(f"{training}plainly('batch')\n{wait}print('ends', file=sys.stderr)\n")
    words = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", "--against", other_rules, program]
    heard = []
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as running:
        for line in running.stderr:
            heard.append(line.strip())
            if "the program still runs, and breaks rules" in line:
                (tmp_path / "heard").touch()
    said = "\n".join(heard)
    assert said.index("the program still runs, and breaks rules") < said.index("\nends")
    assert running.returncode == FOUND


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


def read_in_epochs(folder, name, seed=1, fault=""):
    """Train on sentences of up to five words, each once an epoch."""
    torch.manual_seed(seed)
    sentences, labels = torch.randint(0, 9, (24, 6)), torch.randint(0, 2, (24,))
    model = nn.Sequential(nn.Embedding(9, 6), nn.AdaptiveAvgPool2d((1, 6)), nn.Flatten(), nn.Linear(6, 2))
    steps = torch.optim.SGD(model.parameters(), lr=0.1)
    with numscope.record(folder / name):
        for epoch in range(3):
            parts = torch.randperm(24).split(6)
            for number, at in enumerate(parts):
                at = parts[0] if fault == "again" and epoch == 1 and number == 2 else at
                words = sentences[at]  # taken
                most = 6 if fault == "longer" and epoch == 1 else 3 + number % 3
                loss = nn.functional.cross_entropy(model(words[:, :most]), labels[at])  # forward
                steps.zero_grad()
                loss.backward()
                steps.step()
    return str(folder / name)


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "kind", "step", "line"), [("again", "rows", 6, "# taken"), ("longer", "length", 4, "# forward")]
)
def test_rows_come_once_an_epoch_and_sequences_have_a_limit(tmp_path, capsys, fault, kind, step, line):
    healthy = [read_in_epochs(tmp_path, "one.numscope"), read_in_epochs(tmp_path, "two.numscope", 2)]
    file = tmp_path / "healthy.rules"
    assert main(["learn", *healthy, "-o", str(file)]) == 0
    assert against(read_in_epochs(tmp_path, "three.numscope", 3), file, capsys)[0] == 0
    code, answer = against(read_in_epochs(tmp_path, "wrong.numscope", 4, fault), file, capsys)
    found = next(one for one in answer["violations"] if one["rule"]["kind"] == kind)
    assert (code, found["step"]) == (1, step)
    with open(found["file"], encoding="utf-8") as source:
        assert source.read().splitlines()[found["line"] - 1].endswith(line)
