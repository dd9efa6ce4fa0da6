"""A program under `numscope run` is the program it would have been: compared with a plain run, stream by stream."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from sweeps import shortened

# Each prints what it sees of itself and uses NumPy, so that the recorder is at work.
PROGRAMS = {
    "arguments": "import sys, numpy; print(numpy.arange(3) + 1); print(sys.argv)",
    "main module": "import __main__, numpy as np; print(__name__, sorted(__main__.__dict__.keys() - {'np'}))",
    "file": "import os; print(globals().get('__file__'), os.getcwd())",
    "path": "import sys; print(sys.path)",
    "flags": "import sys; print(sys.flags, sys.warnoptions, sys.dont_write_bytecode)",
    "exit code": "import numpy, sys; numpy.ones(2) + 1; sys.exit(7)",
    "exit text": "import sys; sys.exit('goodbye')",
    "traceback": "import numpy\ndef f(): return numpy.ones(2) @ numpy.ones(3)\nf()",
    "syntax error": "print(1",
    "keyboard interrupt": "raise KeyboardInterrupt",
    "atexit": "import atexit, numpy; atexit.register(lambda: print(numpy.ones(2) * 3))",
    "os._exit": "import os, numpy; print(numpy.ones(2), flush=True); os._exit(9)",
    "warnings": "import numpy; numpy.log(numpy.zeros(2)); print('on')",
    "stdin": "import sys, numpy; print(numpy.array(sys.stdin.read().split(), float) * 2)",
    "threads left": "import threading, time; threading.Thread(target=lambda: (time.sleep(.1), print('late'))).start()",
    "closed streams": "import sys, numpy; sys.stdout.close(); sys.stderr.close(); numpy.ones(2) + 1",
    "print": "import numpy; print(numpy.random.default_rng(0).normal(size=(40, 40)))",
    "error state": "import numpy; numpy.seterr(all='raise'); print(numpy.geterr()); numpy.float64(1) / numpy.zeros(1)",
    "identities": (
        "import numpy as np, pickle, inspect, __main__\n"
        "print(isinstance(np.add, np.ufunc), pickle.loads(pickle.dumps(np.add)) is np.add, np.sum.__module__)\n"
        "print(inspect.signature(np.concatenate), np.add.nin, np.ndarray.__getitem__, type(np.__loader__))\n"
    ),
}


def own_lines(text: str) -> str:
    """What the program itself wrote to standard error: numscope's lines begin with its name."""
    return "".join(line for line in text.splitlines(True) if not line.startswith("numscope: "))


# Those in which it matters how the program is given are run in every way.
OTHERWISE = ("arguments", "main module", "file", "path", "traceback", "exit code")


@pytest.mark.parametrize(
    ("name", "how"),
    [
        *((name, "script") for name in PROGRAMS),
        *shortened(((name, how) for name in OTHERWISE for how in ("-c", "-m")), 4),
    ],
)
def test_the_same_as_a_plain_run(name, how, python, numscope_command, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAMS[name])
    words = {"script": ["program.py"], "-c": ["-c", PROGRAMS[name]], "-m": ["-m", "program"]}[how]
    words += ["--values", "stats", "-o", "x", "-m"]
    plain = python(*words, input="1 2 3")
    recorded = numscope_command("run", "-o", "t.numscope", *words, input="1 2 3")
    assert recorded.stdout == plain.stdout
    assert own_lines(recorded.stderr) == plain.stderr
    assert recorded.returncode == plain.returncode
    assert "warning" not in recorded.stderr.replace(own_lines(recorded.stderr), "")


def test_a_package_folder_and_a_zip_run_too(python, numscope_command, tmp_path: Path) -> None:
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / "__main__.py").write_text("import sys; print(sys.argv, __package__, sys.path[0])")
    assert numscope_command("run", "tool", "a").stdout == python("tool", "a").stdout
    assert (tmp_path / "tool.numscope").is_dir()


def test_a_relative_script_in_another_folder(python, numscope_command, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "helper.py").write_text("WORD = 'found'")
    (tmp_path / "deep" / "s.py").write_text("import helper, sys; print(helper.WORD, sys.path[0], __file__)")
    assert numscope_command("run", "deep/s.py").stdout == python("deep/s.py").stdout
    assert (tmp_path / "s.numscope").is_dir()


def test_a_module_of_the_program_called_like_one_of_the_standard_library_stays_its(
    python, numscope_command, tmp_path: Path
) -> None:
    for name in ("json", "fcntl", "platform", "dataclasses", "queue"):
        (tmp_path / f"{name}.py").write_text("MINE = True")
    (tmp_path / "s.py").write_text(
        "import json, queue, dataclasses; print(json.MINE, queue.MINE, dataclasses.MINE)"
    )
    assert numscope_command("run", "s.py").stdout == python("s.py").stdout == "True True True\n"


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGINT]
)
def test_a_program_that_dies_of_a_signal(number: signal.Signals, python, numscope_command) -> None:
    code = f"import os, signal, numpy; numpy.ones(2) + 1; n = {int(number)}; "
    code += "n == 9 or signal.signal(n, signal.SIG_DFL); os.kill(os.getpid(), n)"
    assert python("-c", code).returncode == -number
    recorded = numscope_command("run", "-c", code)
    assert recorded.returncode == -number
    assert " operations" in recorded.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1])
def test_a_signal_sent_to_numscope_reaches_the_program(
    number: signal.Signals, tmp_path: Path, clean_environ: dict[str, str]
) -> None:
    program = tmp_path / "s.py"
    program.write_text(
        textwrap.dedent(f"""
        import signal, sys, time, numpy
        def got(n, frame):
            print("got", n, numpy.ones(2).sum(), flush=True)
            sys.exit(5)
        signal.signal({int(number)}, got)
        print("ready", flush=True)
        time.sleep(30)
        """)
    )
    command = [sys.executable, "-m", "numscope", "run", str(program)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=clean_environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert out == f"got {int(number)} 2.0\n"
    assert process.returncode == 5
    assert " operations" in err


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_in_a_terminal_reaches_the_program_once(tmp_path: Path, clean_environ: dict[str, str]) -> None:
    program = tmp_path / "s.py"
    program.write_text(
        textwrap.dedent("""
        import signal, sys, time, numpy
        count = 0
        def got(number, frame):
            global count
            count += 1
        signal.signal(signal.SIGINT, got)
        print("tty", sys.stdin.isatty(), sys.stdout.isatty(), flush=True)
        end = time.monotonic() + 2
        while time.monotonic() < end:
            time.sleep(0.05)
        print("interrupts", count, flush=True)
        """)
    )
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        os.execve(sys.executable, [sys.executable, "-m", "numscope", "run", str(program)], clean_environ)
    seen = b""
    interrupted = False
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # the terminal's last user has gone
            break
        if not chunk:
            break
        seen += chunk
        if b"tty True True" in seen and not interrupted:
            interrupted = True
            os.write(terminal, b"\x03")
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert b"interrupts 1" in seen
    assert os.waitstatus_to_exitcode(status) == 0


def test_nothing_of_ours_is_imported_but_the_core(numscope_command, tmp_path: Path) -> None:
    code = (
        "import sys, numpy; numpy.ones(2) + 1\n"
        "print(sorted(n for n in sys.modules if n.partition('.')[0] in "
        "('rich', 'pyarrow', 'duckdb', 'pandas', 'scipy', 'tomllib', 'argparse')))\n"
        "print(sorted(n for n in sys.modules if n.startswith(('numscope.trace', 'numscope.cli', 'numscope.views', "
        "'numscope.analysis'))))"
    )
    assert numscope_command("run", "-c", code).stdout == "[]\n[]\n"


def test_numpy_is_not_imported_for_the_program(numscope_command) -> None:
    code = "import sys; print('numpy' in sys.modules, 'numscope.recording' in sys.modules)"
    recorded = numscope_command("run", "-c", code)
    assert recorded.stdout == "False False\n"
    assert "did not use NumPy" in recorded.stderr


def test_of_a_program_without_numpy_no_tables_are_made(numscope_command, tmp_path) -> None:
    recorded = numscope_command("run", "-o", "t.numscope", "-c", "print(1)", cwd=tmp_path)
    assert recorded.stdout == "1\n"
    assert not (tmp_path / "t.numscope" / "tables").exists()
    asked = numscope_command("ls", "t.numscope", "--json", cwd=tmp_path)
    assert asked.returncode == 0
    assert (tmp_path / "t.numscope" / "tables").exists()
