"""`numscope run --prove` shows that a recording changes nothing, and notices when something is changed."""

from __future__ import annotations

from pathlib import Path

import numscope


def test_a_quiet_program_is_proved(numscope_command, tmp_path: Path) -> None:
    code = (
        "import sys, random, numpy; numpy.random.seed(3); random.seed(4); "
        "print(sys.stdin.read(), numpy.random.rand(), random.random()); print('told', file=sys.stderr); sys.exit(3)"
    )
    run = numscope_command("run", "--prove", "-c", code, input="given")
    assert run.returncode == 0
    assert run.stdout.startswith("given 0.55")
    assert run.stderr.startswith("told\n")
    same = "standard output, standard error, exit code, random state (random, numpy.random)"
    assert f"numscope: the same with and without a recording: {same}\n" in run.stderr
    assert "numscope: time with a recording " in run.stderr
    with numscope.open(tmp_path / "command.numscope") as trace:
        assert "numpy.random.rand" in {operation.name for operation in trace}


def test_what_a_recording_changes_is_told(numscope_command) -> None:
    code = "import os, sys, numpy; on = os.environ['NUMSCOPE'] == '1'; print('on' if on else 'off'); sys.exit(on)"
    run = numscope_command("run", "--prove", "-c", code)
    assert run.returncode == 1
    assert "NOT the same with a recording: standard output: line 1 is 'off' without, 'on' with" in run.stderr
    assert "NOT the same with a recording: exit code: 0 without, 1 with" in run.stderr


def test_random_numbers_drawn_only_under_recording_are_told(numscope_command) -> None:
    code = "import os, numpy; numpy.random.seed(1); os.environ['NUMSCOPE'] == '1' and numpy.random.rand()"
    run = numscope_command("run", "--prove", "-c", code)
    assert run.returncode == 1
    assert "NOT the same with a recording: random state" in run.stderr


def test_what_differs_by_itself_is_not_shown(numscope_command) -> None:
    run = numscope_command(
        "run", "--prove", "-c", "import numpy, os; print(os.getpid()); numpy.random.rand()"
    )
    assert run.returncode == 1
    assert "not shown for standard output: it differs from run to run without a recording" in run.stderr
    assert "not shown for random state: it differs from run to run without a recording" in run.stderr
    assert "NOT" not in run.stderr


def test_a_program_that_is_killed_leaves_no_random_state(numscope_command) -> None:
    run = numscope_command(
        "run", "--prove", "-c", "import numpy, os; numpy.ones(3) + 1; os.kill(os.getpid(), 9)"
    )
    assert run.returncode == 0
    assert "exit code, random state (the program did not end by itself)" in run.stderr


def test_the_live_log_can_not_be_told_apart(numscope_command) -> None:
    run = numscope_command("run", "--prove", "--log", "-c", "import numpy")
    assert run.returncode == 2
    assert run.stderr == (
        "numscope: the live log goes where the program writes: --prove can't tell them apart; leave out --log\n"
    )


FILES = """
import numpy as np, os
with open("own.log", "w") as file: print(np.ones(3).sum(), file=file)
with open("all.log", "a") as file: file.write("again\\n")
with open("update.bin", "r+b") as file: file.seek(3); file.write(b"here")
if not os.path.exists("once.npy"): np.save("once.npy", np.arange(10.0))
np.arange(4.0).tofile("raw.bin")
os.system("echo child > child.txt; echo child >> children.txt")
"""


def test_the_files_that_a_program_writes_are_compared(numscope_command, tmp_path: Path) -> None:
    (tmp_path / "update.bin").write_bytes(bytes(100))
    (tmp_path / "all.log").write_text("before\n")
    (tmp_path / "children.txt").write_text("before\n")
    run = numscope_command("run", "--prove", "-c", FILES)
    assert run.returncode == 0, run.stderr
    assert "files written (all.log, child.txt, children.txt and 4 more)" in run.stderr
    assert (tmp_path / "all.log").read_text() == "before\n" + 3 * "again\n"


def test_files_that_a_recording_changes_are_named(numscope_command, tmp_path: Path) -> None:
    (tmp_path / "update.bin").write_bytes(bytes(100))
    changed = FILES + (
        "if os.environ['NUMSCOPE'] == '1':\n"
        "    open('own.log', 'a').write('trace')\n"
        "    open('more.bin', 'wb').write(b'trace')\n"
        "    open('all.log', 'a').write('trace')\n"
    )
    run = numscope_command("run", "--prove", "-c", changed)
    assert run.returncode == 1
    for name, sizes in (
        ("own.log", "4 bytes"),
        ("more.bin", "none without, 5 bytes"),
        ("all.log", "6 bytes"),
    ):
        assert f"NOT the same with a recording: file {name}: {sizes}" in run.stderr
    assert "files written (child.txt, " in run.stderr


def test_byte_code_of_imports_is_no_file_of_the_program(numscope_command, tmp_path: Path) -> None:
    """The recorder's own modules are imported for the first time by the recorded run."""
    run = numscope_command(
        "run", "--prove", "-c", "import numpy", environ={"PYTHONPYCACHEPREFIX": str(tmp_path / "byte code")}
    )
    assert run.returncode == 0, run.stderr
    assert list((tmp_path / "byte code").rglob("*.pyc"))


def test_files_whose_content_changes_by_itself_are_not_shown(numscope_command, tmp_path: Path) -> None:
    code = "import numpy, time; open('now.txt', 'w').write(str(time.time_ns()))"
    run = numscope_command("run", "--prove", "-c", code)
    assert run.returncode == 1
    assert "not shown for file now.txt: it differs from run to run without a recording" in run.stderr
