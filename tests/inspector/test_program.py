"""`numscope inspect`: real programs in real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from contextlib import suppress
from pathlib import Path

import pytest

from sweeps import shortened

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

# Nothing that the program would not have imported may be there before it runs.
MODEL = """
import sys
assert not {"torch", "numpy", "rich"} & set(sys.modules)
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = nn.Linear(4, 4)
        self.ffn = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4))

    def forward(self, x):
        return self.ffn(self.attn(x))

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x

def train(model, steps=3):
    torch.manual_seed(0)
    loss_function = nn.MSELoss()
    for _ in range(steps):
        model.zero_grad()
        loss = loss_function(model(torch.randn(16, 4)), torch.zeros(16, 4))
        loss.backward()
        # By hand: torch.optim imports Dynamo, which takes a second of CPU.
        with torch.no_grad():
            for parameter in model.parameters():
                parameter -= 0.1 * parameter.grad
    print("loss", loss.item().hex())

torch.manual_seed(0)
"""


@pytest.fixture
def inspect(tmp_path, clean_environ):
    def run(body, *options, program=(), environ=None, after=True):
        (tmp_path / "train.py").write_text(MODEL + textwrap.dedent(body))
        words = ["train.py", *options, *program] if after else [*options, "train.py", *program]
        return subprocess.run(
            [sys.executable, "-m", "numscope", "inspect", *words],
            cwd=tmp_path,
            env={**clean_environ, **(environ or {})},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    return run


@pytest.fixture
def plain(tmp_path, clean_environ):
    def run(body):
        (tmp_path / "plain.py").write_text(MODEL + textwrap.dedent(body))
        return subprocess.run(
            [sys.executable, "plain.py"],
            cwd=tmp_path,
            env=clean_environ,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def only_report(done):
    (report,) = json.loads(done.stdout)["processes"]
    return report


def names(done):
    return list(dict.fromkeys(record["layer"] for record in only_report(done)["records"]))


def test_layers_of_a_program_that_knows_nothing_of_us(inspect, plain):
    body = "train(Net())"
    done = inspect(body, "--watch", "*.attn*")
    assert done.returncode == 0
    assert done.stdout.startswith(plain(body).stdout), "the same loss to the last bit"
    assert "Net: 3 forward passes" in done.stdout
    assert "layers of Net.blocks\n" in done.stdout
    assert "1.attn" in done.stdout
    assert "ffn" not in done.stdout
    assert done.stderr == ""


def test_json_is_one_document_and_the_programs_output_is_elsewhere(inspect):
    done = inspect("train(Net())\nimport os; os.system('echo from a child')", "--json")
    report = only_report(done)
    assert done.stderr.startswith("loss ")
    assert "from a child" in done.stderr
    assert report["steps"] == 3
    kinds = {(record["layer"], record["kind"]): record for record in report["records"]}
    assert kinds["Net.blocks.0.attn", "gradients"]["calls"] == 3
    assert kinds["Net.blocks.0.attn", "activations"]["count"] == 3 * 16 * 4
    assert kinds["Net.blocks.0", "activations"]["shape"] == [16, 4]


@pytest.mark.long
def test_options_stand_behind_the_script(inspect):
    done = inspect("print(sys.argv); train(Net())", "--limit", "1", "--watch", "*.attn", program=["a", "--b"])
    assert "['train.py', 'a', '--b']" in done.stdout
    assert "3 more lines not shown" in done.stdout


def test_options_stand_before_the_script_and_what_follows_two_dashes_is_the_programs(inspect):
    done = inspect(
        "print(sys.argv); train(Net())",
        "--watch",
        "*.attn",
        "--limit",
        "1",
        program=["--", "--json", "--watch", "x"],
        after=False,
    )
    assert "['train.py', '--json', '--watch', 'x']" in done.stdout
    assert "3 more lines not shown" in done.stdout


@pytest.mark.long
def test_every_kind_can_be_watched(inspect):
    done = inspect("train(Net())", "--json", "--what", "weights, weight_gradients,inputs")
    kinds = {record["kind"]: record["calls"] for record in only_report(done)["records"]}
    assert kinds == {"weights": 3, "weight_gradients": 3, "inputs": 3}


def test_a_diagnosis_is_a_finding_and_an_exit_code(inspect):
    broken = "model = Net()\nmodel.blocks[0].ffn[0].bias.data.fill_(-100)\ntrain(model)"
    done = inspect(broken, "--diagnose")
    assert done.returncode == 1
    assert "dead-units: 8 of 8 units of Net.blocks.0.ffn.1" in done.stdout
    assert "what helps: " in done.stdout
    done = inspect("train(Net())", "--diagnose", "--watch", "*.attn")
    assert done.returncode == 0
    assert "nothing wrong" in done.stdout


@pytest.mark.long
def test_a_finding_in_json(inspect):
    # No optimiser: torch.optim imports Dynamo, for a second.
    done = inspect(
        "model = Net()\nmodel.blocks[0].ffn[0].bias.data.fill_(-100)\nmodel(torch.ones(16, 4))",
        "--diagnose",
        "--json",
    )
    assert done.returncode == 1
    assert "dead-units" in [finding["symptom"] for finding in only_report(done)["findings"]]


@pytest.mark.parametrize(
    ("ending", "code", "told"),
    shortened(
        [
            ("raise KeyboardInterrupt", -2, "KeyboardInterrupt"),
            ("sys.exit(3)", 3, ""),
        ]
    ),
)
def test_the_program_ends_as_it_would_and_what_was_seen_is_shown(inspect, plain, ending, code, told):
    body = f"train(Net())\n{ending}"
    done, alone = inspect(body), plain(body)
    assert done.returncode == code == alone.returncode
    assert done.stderr == alone.stderr.replace("plain.py", "train.py")
    assert told in done.stderr
    assert "Net: 3 forward passes" in done.stdout


@pytest.mark.usefixtures("interruptible")
def test_control_c_from_the_terminal(tmp_path, clean_environ):
    (tmp_path / "train.py").write_text(MODEL + "train(Net(), 3)\nsys.stdout.flush()\ntrain(Net(), 10**9)")
    command = [sys.executable, "-m", "numscope", "inspect", "train.py"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=clean_environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as done:
        assert done.stdout is not None
        assert done.stdout.readline().startswith(b"loss"), "three steps are done, and more are under way"
        # torch alone loses one Ctrl-C of some hundred, in its backward pass: a user presses again.
        for _ in range(5):
            done.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                done.wait(timeout=20)
                break
        done.kill()
        output, _ = done.communicate()
    assert b"forward passes" in output


def test_a_pattern_that_matched_nothing_is_told_with_near_names_after_the_run(inspect):
    done = inspect("train(Net())", "--watch", "*.atn")
    assert done.returncode == 2
    assert "loss" in done.stdout
    assert "no layer matches '*.atn': did you mean 'Net.blocks.0.attn'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--what", "grads"], "can't watch 'grads'"),
        (["--what", ""], "'what' is empty"),
        (["--limit", "x"], "no number of rows"),
    ],
)
def test_wrong_options(inspect, options, told):
    done = inspect("train(Net())", *options)
    assert done.returncode == 2
    assert told in done.stderr
    assert "loss" not in done.stdout, "told before the program runs"


def test_programs_without_modules_and_without_torch(inspect, tmp_path, clean_environ):
    done = inspect("print('no model')")
    assert done.returncode == 2
    assert "called no torch.nn.Module" in done.stderr
    command = [
        sys.executable,
        "-m",
        "numscope",
        "inspect",
        "-c",
        "import sys; assert 'torch' not in sys.modules",
    ]
    done = subprocess.run(
        command, cwd=tmp_path, env=clean_environ, capture_output=True, text=True, check=False
    )
    assert "called no torch.nn.Module" in done.stderr


def test_nothing_to_run(tmp_path, clean_environ):
    for words, told in [([], "nothing to run"), (["nope.py"], "no script 'nope.py'")]:
        command = [sys.executable, "-m", "numscope", "inspect", *words]
        done = subprocess.run(
            command, cwd=tmp_path, env=clean_environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert told in done.stderr


@pytest.mark.long
def test_a_compiled_program_is_seen_uncompiled(inspect):
    done = inspect("train(torch.compile(Net()))\nmodel = Net(); model.compile(); train(model)", "--json")
    assert "Net#2.blocks.0.attn" in names(done)
    assert "Net.blocks.0.attn" in names(done)
    assert "Warning" not in done.stderr


@pytest.mark.long
def test_several_models_and_parts_called_before_the_whole(inspect):
    done = inspect(
        """
        class Critic(Net):
            pass
        model = Net()
        model.blocks[0](torch.randn(2, 4))
        train(model)
        train(Net())
        train(Critic())
        train(nn.Linear(4, 4))
        quiet = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4))
        (quiet(torch.randn(16, 4)).mean() * 1e-5).backward()
        """,
        "--json",
    )
    symptoms = {finding["symptom"] for finding in only_report(done)["findings"]}
    assert "vanishing-gradients" not in symptoms, "gradients of one model are not compared with another's"
    found = names(done)
    assert "Net.blocks.0.attn" in found
    assert "Net#2.blocks.0.attn" in found
    assert "Critic.blocks.1.ffn.0" in found
    assert "Linear" in found
    assert not [name for name in found if name.startswith("Block.")], "the part has its name in the whole"
    records = {
        record["layer"]: record for record in only_report(done)["records"] if record["kind"] == "activations"
    }
    assert records["Net.blocks.0.attn"]["calls"] == 4


@pytest.mark.long
def test_models_that_die_are_let_go(inspect):
    done = inspect(
        """
        import gc, weakref
        model = Net()
        train(model)
        dead = weakref.ref(model.blocks[0])
        del model
        gc.collect()
        print("dead", dead() is None)
        """
    )
    assert "dead True" in done.stdout


def test_the_program_sees_no_trace_of_us_in_its_path_and_its_own_sitecustomize_runs(inspect, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text("print('my own sitecustomize')")
    path = os.pathsep.join([str(own), os.environ.get("PYTHONPATH", ""), str(source_folder())])
    done = inspect(
        "print([p for p in sys.path if 'inspector' in p and 'path' in p]); train(Net())",
        environ={"PYTHONPATH": path},
    )
    assert "my own sitecustomize" in done.stdout
    assert "[]" in done.stdout


def source_folder() -> Path:
    import numscope

    return Path(numscope.__file__).resolve().parent.parent


def test_processes_that_the_program_starts_report_for_themselves(inspect):
    done = inspect(
        """
        import multiprocessing
        if __name__ == "__main__":
            process = multiprocessing.get_context("spawn").Process(target=train, args=(Net(), 2))
            process.start()
            process.join()
            train(Net(), 4)
        """,
        "--json",
    )
    steps = sorted(report["steps"] for report in json.loads(done.stdout)["processes"])
    assert steps == [2, 4]


def test_data_loader_workers_neither_report_nor_disturb(inspect):
    done = inspect(
        """
        from torch.utils.data import DataLoader, TensorDataset
        if __name__ == "__main__":
            model = Net()
            for (batch,) in DataLoader(TensorDataset(torch.randn(8, 4)), batch_size=4, num_workers=1):
                model(batch)
            print("loaded")
        """,
        "--json",
    )
    assert only_report(done)["steps"] == 2
    assert "loaded" in done.stderr
