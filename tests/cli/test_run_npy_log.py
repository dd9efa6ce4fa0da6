"""`--npy` and `--log`: what a run leaves besides its trace."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

FIT = """
import numpy as np
a = np.arange(6.0).reshape(2, 3)
b = a + 1
c = a + b
np.where(a > 2, a, 0)
x, y = np.divmod(a, 2)
print(a)
"""


@pytest.fixture
def fit(tmp_path: Path) -> Path:
    path = tmp_path / "fit.py"
    path.write_text(FIT)
    return path


def load(folder: Path) -> dict[str, np.ndarray]:
    return {path.name: np.load(path, allow_pickle=False) for path in sorted(folder.iterdir())}


def test_each_operand_has_its_file(fit: Path, numscope_command, tmp_path: Path) -> None:
    assert numscope_command("run", "--npy", "fit.py").returncode == 0
    files = load(tmp_path / "np_op_dumps")
    a = np.arange(6.0).reshape(2, 3)
    expected = {
        "op_add_input1_fit.npy": a,
        "op_add_input2_fit.npy": 1,
        "op_add_output_fit.npy": a + 1,
        "op_add_input1_fit-2.npy": a,
        "op_add_input2_fit-2.npy": a + 1,
        "op_add_output_fit-2.npy": 2 * a + 1,
        "op_where_input1_fit.npy": a > 2,
        "op_where_input2_fit.npy": a,
        "op_where_output_fit.npy": np.where(a > 2, a, 0),
        "op_divmod_output1_fit.npy": a // 2,
        "op_divmod_output2_fit.npy": a % 2,
    }
    for name, value in expected.items():
        np.testing.assert_array_equal(files[name], value, err_msg=name)


def test_what_print_computes_inside_is_not_the_users(fit: Path, numscope_command, tmp_path: Path) -> None:
    numscope_command("run", "--npy", "fit.py")
    names = {path.name for path in (tmp_path / "np_op_dumps").iterdir()}
    assert not any("isfinite" in name or "maximum" in name or "array_repr" in name for name in names)


def test_a_second_run_overwrites_nothing(fit: Path, numscope_command, tmp_path: Path) -> None:
    numscope_command("run", "--npy", "fit.py")
    before = {path.name: path.read_bytes() for path in (tmp_path / "np_op_dumps").iterdir()}
    numscope_command("run", "--force", "--npy", "fit.py")
    after = {path.name: path.read_bytes() for path in (tmp_path / "np_op_dumps").iterdir()}
    assert len(after) == 2 * len(before)
    assert before.items() <= after.items()


@pytest.mark.parametrize(
    ("words", "folder", "prefix"),
    [
        (["--npy", "out", "fit.py"], "out", "fit"),
        (["--npy=out", "fit.py"], "out", "fit"),
        (["--npy", "--npy-prefix", "mine", "fit.py"], "np_op_dumps", "mine"),
        (["--npy", "-c", FIT], "np_op_dumps", "command"),
        (["--npy", "-m", "fit"], "np_op_dumps", "fit"),
        (["--npy", "out", "--values", "none", "fit.py", "--npy", "other"], "out", "fit"),
    ],
    ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else None,
)
def test_folder_and_prefix(words, folder, prefix, fit: Path, numscope_command, tmp_path: Path) -> None:
    run = numscope_command("run", *words)
    assert run.returncode == 0, run.stderr
    assert (tmp_path / folder / f"op_add_output_{prefix}.npy").exists()
    assert not (tmp_path / "other").exists()


def test_processes_do_not_take_each_others_names(numscope_command, tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text(
        "import numpy, os\npid = os.fork()\nnumpy.arange(3) + (pid == 0)\nif pid: os.waitpid(pid, 0)\nelse: os._exit(0)"
    )
    numscope_command("run", "--npy", "s.py")
    files = load(tmp_path / "np_op_dumps")
    assert files["op_add_output_s.npy"].tolist() == [0, 1, 2]
    assert files["op_add_output_s-p1.npy"].tolist() == [1, 2, 3]


def test_a_line_an_operation_on_standard_error(fit: Path, numscope_command) -> None:
    run = numscope_command("run", "--log", "fit.py")
    lines = [line for line in run.stderr.splitlines() if "fit.py:" in line]
    assert [line.split()[0].removeprefix("numpy.") for line in lines if "numpy.add" in line] == ["add", "add"]
    assert "float64[2,3]" in next(line for line in lines if "numpy.add" in line)
    assert "\x1b" not in run.stderr
    assert run.stdout == "[[0. 1. 2.]\n [3. 4. 5.]]\n"


def test_nan_has_no_sign_in_the_log(numscope_command, tmp_path: Path) -> None:
    (tmp_path / "signs.py").write_text(
        "import numpy as np\nnp.negative(np.float64(np.nan))\nnp.array([-1.0]) * -np.nan\n"
    )
    log = numscope_command("run", "--log", "signs.py").stderr
    assert "numpy.negative  nan -> nan " in log
    assert "-nan" not in log


@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_on_a_terminal_only(variables, coloured, fit: Path, clean_environ, tmp_path: Path) -> None:
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "numscope", "run", "--log", str(fit)]
    environ = {**clean_environ, **variables}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environ, stdout=subprocess.DEVNULL, stderr=child
    ) as process:
        os.close(child)
        seen = b""
        while True:
            try:
                chunk = os.read(parent, 65536)
            except OSError:  # the program's end of the terminal is closed
                break
            if not chunk:
                break
            seen += chunk
    os.close(parent)
    assert process.returncode == 0
    log = b"".join(line for line in seen.splitlines(True) if b"fit.py:" in line)
    assert b"numpy.add" in log
    assert (b"\x1b[" in log) is coloured
