"""`numscope run --stop-on`: halts where it happens, says what there is to say, leaves a script that shows it again."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import numscope

STOPPED = 86
LOG = "import numpy as np\nnp.log(np.array([1.0, 5.0, -1.0, 7.0]))\nprint('went on')"

PROGRAM = """
import atexit, sys
import numpy as np
atexit.register(lambda: print("atexit ran"))
def step(x, w):
    k = 3
    s = x / w
    return s * k
def main():
    x = np.arange(20.0).reshape(4, 5)
    w = np.ones(5)
    w[2] = 0
    try:
        print(step(x, w))
    except Exception as error:
        print("swallowed", error)
    finally:
        print("finally ran", np.log(-1.0))
main()
print("went on")
"""


@pytest.fixture
def halting(numscope_command, tmp_path: Path):
    def run(code: str, *options: str, name: str = "p.py") -> subprocess.CompletedProcess[str]:
        (tmp_path / name).write_text(code)
        return numscope_command("run", "--force", *options, name)

    return run


def test_it_halts_right_there_and_tells_everything(halting, python, numscope_command, tmp_path: Path) -> None:
    run = halting(PROGRAM, "--stop-on", "inf")
    assert run.returncode == STOPPED
    assert run.stdout == "finally ran nan\natexit ran\n"
    for text in (
        "p.py:7 in step: numpy.divide made Inf of finite inputs",
        "s = x / w",
        "input 1: float64 (5,)",
        ", 2] = inf from ",
    ):
        assert text in run.stderr
    assert "[1. 1. 0. 1. 1.]" in run.stderr
    assert "k  3" in run.stderr
    assert "Traceback" not in run.stderr
    script = python("p_halted.py")
    assert (script.returncode, "[[inf]]" in script.stdout) == (0, True)
    assert "2 of their 25 elements" in (tmp_path / "p_halted.py").read_text()
    again = numscope_command("halted", "p.numscope", "--json")
    assert again.returncode == 1
    document = json.loads(again.stdout)
    assert document["variables"]["k"] == "3"
    assert document["around"]["operation"]["name"] == "numpy.divide"


@pytest.mark.parametrize("values", ["full", "stats", "none"])
@pytest.mark.parametrize(
    ("on", "line", "halts"),
    [
        ("nan", "np.log(np.array([-1.0]))", True),
        ("nan", "np.log(np.float32(-1))", True),
        ("nan", "a = np.zeros(2); a /= a", True),
        ("nan", "np.mean(np.zeros(0))", True),
        ("nan", "np.full((200, 200), 1e200) @ np.full((200, 200), -1e200) - np.inf", False),
        ("nan", "np.full(3, np.nan) + 1", False),
        ("nan", "np.array([1.0, float('nan')]) * 2", False),
        ("nan", "np.nanmean(np.zeros(0))", False),
        ("nan", "np.ones(2) / np.zeros(2)", False),
        ("nan", "a = np.ones(3); a[1] = np.nan; a.sum()", False),
        ("inf", "np.ones(2) / np.zeros(2)", True),
        ("inf", "np.exp(np.full(3, 1e3))", True),
        ("inf", "np.full((200, 200), 1e200) @ np.full((200, 200), 1e200)", True),
        ("inf", "np.full(2, 1e30).astype(np.float32) * np.float32(1e30)", True),
        ("inf", "np.where([True, False], np.ones(2), -np.inf)", False),
        ("zero-div", "np.array([1]) // np.array([0])", True),
        ("zero-div", "np.zeros(2) / np.zeros(2)", True),
        ("zero-div", "a = np.ones(2); a %= 0", True),
        ("zero-div", "np.log(np.array([-1.0]))", False),
        ("zero-div", "np.exp(np.full(3, 1e3))", False),
        ("mean > 10 and size == 3", "np.full(3, 5.0) * 5", True),
        ("mean > 10 and size == 3", "np.full(4, 5.0) * 5", False),
    ],
)
def test_what_it_halts_on(on: str, line: str, halts: bool, values: str, tmp_path: Path) -> None:
    if values == "none" and "mean" in on and halts:
        pytest.skip("rules over statistics need them")
    code = compile(line, "line.py", "exec")

    def run() -> None:
        with (
            numscope.record(tmp_path / "t.numscope", stop_on=[on], values=values),
            np.errstate(all="ignore"),
        ):
            exec(code, {"np": np})

    if not halts:
        run()
        return
    with pytest.raises(SystemExit) as halt:
        run()
    assert halt.value.code == STOPPED
    facts = json.loads((tmp_path / "t.numscope" / "halted.json").read_text())
    assert facts["place"] == "line.py:1"


def test_names_and_places_can_be_allowed(halting) -> None:
    assert halting(LOG, "--stop-on", "nan", "--allow", "numpy.log").stdout == "went on\n"
    assert halting(LOG, "--stop-on", "nan", "--allow", "p.py:2").stdout == "went on\n"


AROUND = {
    "a thread": """
import threading, queue
q = queue.Queue()
def work():
    try: np.log(np.array([-1.0]))
    except Exception: q.put("swallowed")
threading.Thread(target=work).start()
print(q.get())
""",
    "a pool": """
import multiprocessing
def f(x): return np.log(np.array([x])).sum()
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(f, [1.0, -1.0, 3.0]))
""",
    "a subprocess": """
import subprocess, sys
subprocess.run([sys.executable, "-c", "import numpy as np; np.log(np.array([-1.0])); print('not reached')"])
""",
    "a callback of NumPy": "np.vectorize(lambda x: np.log(x))(np.array([1.0, -1.0]))\n",
    "a NumPy function": "np.apply_along_axis(np.log, 0, np.array([1.0, -1.0]))\n",
}


@pytest.mark.parametrize("where", AROUND)
def test_it_halts_the_whole_program_from_within(where: str, halting, python, tmp_path: Path) -> None:
    run = halting("import numpy as np\n" + AROUND[where] + "print('went on')\n", "--stop-on", "nan")
    assert run.returncode == STOPPED, run.stderr
    assert "went on" not in run.stdout
    assert "not reached" not in run.stdout
    assert "swallowed" not in run.stdout
    assert "Traceback" not in run.stderr
    assert "made NaN of finite inputs" in run.stderr
    assert "result = np.log(" in (tmp_path / "p_halted.py").read_text()
    assert "nan" in python("p_halted.py").stdout


def test_inside_pandas_it_halts_at_the_users_line(halting, python) -> None:
    pytest.importorskip("pandas", reason="needs pandas")
    code = (
        "import pandas as pd\nframe = pd.DataFrame({'a': [1.0, 0.0], 'b': [1.0, 0.0]})\n"
        "try: frame['c'] = frame['a'] / frame['b']\nexcept Exception: print('swallowed')\n"
    )
    run = halting(code, "--stop-on", "nan")
    assert (run.returncode, run.stdout) == (STOPPED, "")
    assert "p.py:3 in <module>: numpy.divide made NaN" in run.stderr
    assert "[nan]" in python("p_halted.py").stdout


def test_who_catches_everything_goes_on_and_the_run_says_so(halting) -> None:
    code = LOG.replace("np.log(", "try: np.log(").replace(
        "\nprint", "\nexcept: pass\nnp.sqrt(-np.ones(2))\nprint"
    )
    run = halting(code, "--stop-on", "nan")
    assert (run.returncode, run.stdout) == (STOPPED, "went on\n")
    assert "took the halt for something of its own and ended with 0" in run.stderr
    assert "numpy.log made NaN" in run.stderr


def test_a_signal_handler_of_the_programs_is_left_in_peace(halting) -> None:
    code = (
        "import numpy as np, signal, os\n"
        "signal.signal(signal.SIGURG, lambda *a: print('urgent'))\nos.kill(os.getpid(), signal.SIGURG)\n"
    )
    assert halting(code, "--stop-on", "nan").stdout == "urgent\n"


def drive(words: list[str], answers: list[str], folder: Path, environ: dict[str, str]) -> tuple[str, int]:
    """Run on a terminal, answering each prompt of the debugger."""
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(folder)
        os.execve(sys.executable, [sys.executable, *words], {**environ, "TERM": "dumb"})
    text, asked, until = b"", 0, time.monotonic() + 60
    while time.monotonic() < until:
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            more = os.read(terminal, 4096)
        except OSError:  # how a terminal says that nobody is on the other side any more
            break
        text += more
        if text.count(b"(Pdb) ") > asked and answers:
            asked = text.count(b"(Pdb) ")
            os.write(terminal, answers.pop(0).encode() + b"\n")
    return text.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


DEBUGGED = """
import numpy as np
def step(x):
    secret = 40 + 2
    y = np.log(x)
    return y + secret
print("result", step(np.array([-1.0])))
np.sqrt(np.array([-1.0]))
print("went on")
"""


def test_the_debugger_opens_in_the_users_frame(tmp_path: Path, clean_environ: dict[str, str]) -> None:
    (tmp_path / "p.py").write_text(DEBUGGED)
    words = ["-m", "numscope", "run", "--force", "--stop-on", "nan", "--pdb", "p.py"]
    text, code = drive(words, ["p secret, x", "n", "p y", "c", "c"], tmp_path, clean_environ)
    assert "-> y = np.log(x)" in text
    assert "(42, array([-1.]))" in text
    assert "-> return y + secret" in text
    assert "array([nan])" in text
    assert "-> np.sqrt(np.array([-1.0]))" in text
    assert "went on" in text
    assert code == 0
    text, code = drive(words, ["q"], tmp_path, clean_environ)
    assert code == STOPPED
    assert "result" not in text.replace("shows the result", "")
    assert "Traceback" not in text


def test_a_wrong_condition_is_told(halting) -> None:
    run = halting(LOG, "--stop-on", "naan")
    assert run.returncode == 2
    assert "--stop-on: the rule 'naan' names 'naan', which is unknown" in run.stderr


def test_a_trace_that_was_not_halted(numscope_command, halting) -> None:
    halting("import numpy")
    assert numscope_command("halted", "p.numscope").returncode == 0


def test_a_process_that_begins_meanwhile_keeps_no_other_from_halting(halting) -> None:
    """Its folder is there before what is known of it: of two workers of a pool the first one may find a NaN by then."""
    begins = "import pathlib\npathlib.Path('p.numscope/processes/9-1').mkdir()\n"
    run = halting(
        "import numpy as np\n" + begins + AROUND["a pool"] + "print('went on')\n", "--stop-on", "nan"
    )
    assert run.returncode == 86
    assert "went on" not in run.stdout
