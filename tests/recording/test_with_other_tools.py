"""Programs that other tools watch, or that run under unusual settings, behave under a recording as they do without."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import numscope
from sweeps import shortened

WORK = """\
import numpy as np

def grow(n):
    total = np.zeros(8)
    for i in range(n):
        total = total + np.sqrt(np.arange(8.0) + i)
    return total

print(grow(5).round(6).tolist())
"""
# Programs whose output says all that there is to compare.
PROGRAMS = {
    "sys.settrace": """
import sys
lines = []
def trace(frame, event, argument):
    if frame.f_code.co_filename == __file__:
        lines.append((event, frame.f_lineno))
        return trace
sys.settrace(trace)
grow(3)
sys.settrace(None)
print(lines)
""",
    "sys.setprofile": """
import sys
calls = []
def profile(frame, event, argument):
    if frame.f_code.co_filename == __file__:
        calls.append((event, getattr(argument, "__name__", None) if event.startswith("c_") else frame.f_lineno))
sys.setprofile(profile)
grow(3)
sys.setprofile(None)
print(calls)
""",
    "gc.freeze": """
import gc, os, weakref
class Node: pass
def cycle():
    node = Node(); node.me = node; node.array = np.ones(4) + 1
    return weakref.ref(node)
gc.collect(); gc.freeze()
reference = cycle()
if not os.fork():
    grow(2); gc.unfreeze(); gc.collect(); os._exit(reference() is not None)
print(os.waitstatus_to_exitcode(os.wait()[1]), gc.collect() > 0, reference(), gc.get_freeze_count() > 0)
gc.set_debug(gc.DEBUG_SAVEALL); cycle(); gc.collect(); print(len([g for g in gc.garbage if isinstance(g, Node)]))
gc.set_debug(0)
""",
    "faulthandler": """
import faulthandler, sys, tempfile, time
with tempfile.TemporaryFile("w+") as file:
    faulthandler.enable(file); faulthandler.dump_traceback_later(0.05, file=file); time.sleep(0.2)
    faulthandler.dump_traceback(file); file.seek(0)
    print([line for line in file.read().splitlines() if "<module>" in line], faulthandler.is_enabled())
    faulthandler.disable()
""",
    "tracemalloc": """
import tracemalloc
tracemalloc.start(); kept = [np.ones(1000) + n for n in range(20)]
own = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, __file__)])
print(sum(s.size for s in own.statistics("filename")) >= 160000)
tracemalloc.stop()
""",
    "a subinterpreter": """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
other = interpreters.create()
interpreters.run_string(other, "import json, sys; json.dumps(sys.version)")
grow(2)
interpreters.destroy(other)
""",
    "threads and signals": """
import signal, threading
caught = []
signal.signal(signal.SIGALRM, lambda *_: caught.append(1)); signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
threads = [threading.Thread(target=grow, args=(200,)) for _ in range(4)]
[t.start() for t in threads]; [t.join() for t in threads]
signal.setitimer(signal.ITIMER_REAL, 0); print('ended')
""",
    "an audit hook": """
import sys
seen = []
sys.addaudithook(lambda event, arguments: seen.append(event) if event in ("subprocess.Popen", "os.system") else None)
import os, subprocess
subprocess.run(["true"]); os.system("true"); grow(2); print(seen)
""",
}
SETTINGS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "-X dev": (("-X", "dev"), {}),
    "-W error": (("-W", "error"), {}),
    "PYTHONMALLOC=debug": ((), {"PYTHONMALLOC": "debug"}),
    "PYTHONMALLOC=malloc": ((), {"PYTHONMALLOC": "malloc", "MALLOC_PERTURB_": "165"}),
    "PYTHONFAULTHANDLER": ((), {"PYTHONFAULTHANDLER": "1", "PYTHONTRACEMALLOC": "3"}),
    "C locale": ((), {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
}


def same(
    python: Callable[..., object], numscope_command: Callable[..., object], *words: str, **details: object
) -> str:
    """Run `words` without and with a recording, compare, and return what the program printed."""
    plain, recorded = (
        python(*words, **details),
        numscope_command("run", "--force", "-o", "t.numscope", *words, **details),
    )
    said = [line for line in recorded.stderr.splitlines() if not line.startswith("numscope: ")]
    assert (recorded.stdout, said, recorded.returncode) == (plain.stdout, plain.stderr.splitlines(), 0)
    assert plain.returncode == 0, plain.stderr
    assert "warning" not in recorded.stderr
    return plain.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_looks_at_itself(python, numscope_command, tmp_path: Path, name: str) -> None:
    (tmp_path / "p.py").write_text(WORK + PROGRAMS[name])
    assert same(python, numscope_command, "p.py").count("\n") >= 1


@pytest.mark.parametrize("name", shortened(SETTINGS, 4))
def test_a_setting_of_the_interpreter(python, numscope_command, tmp_path: Path, name: str) -> None:
    options, variables = SETTINGS[name]
    (tmp_path / "p.py").write_text(WORK)
    same(python, numscope_command, *options, "p.py", environ=variables)


def test_a_sitecustomize_that_wraps_libraries(python, numscope_command, tmp_path: Path) -> None:
    """As tracers of services do: an import hook that replaces functions of NumPy once it is imported."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(
        "import sys, importlib.abc, importlib.util, functools\n"
        "class Finder(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name != 'numpy': return None\n"
        "        sys.meta_path.remove(self)\n"
        "        spec = importlib.util.find_spec(name)\n"
        "        run = spec.loader.exec_module\n"
        "        def exec_module(module):\n"
        "            run(module); original = module.sqrt\n"
        "            def sqrt(*a, **k): sys.wrapped += 1; return original(*a, **k)\n"
        "            module.sqrt = sqrt\n"
        "        spec.loader.exec_module = exec_module\n"
        "        return spec\n"
        "sys.wrapped = 0; sys.meta_path.insert(0, Finder())\n"
    )
    (tmp_path / "p.py").write_text(WORK + "import sys; print(sys.wrapped)\n")
    path = os.pathsep.join([str(site), str(Path(numscope.__file__).resolve().parents[1])])
    assert same(python, numscope_command, "p.py", environ={"PYTHONPATH": path}).endswith("\n5\n")


@pytest.mark.parametrize(
    "name", shortened([b"caf\xe9.py", b"two\nlines.py", "数.py".encode(), b"sp ace'\".py"], 2), ids=repr
)
def test_an_unusual_file_name(python, numscope_command, tmp_path: Path, name: bytes) -> None:
    path = os.fsdecode(os.path.join(os.fsencode(tmp_path), name))
    Path(path).write_text(
        "# -*- coding: latin-1 -*-\nword = 'caf\xe9'\n" + WORK + "print(len(word))\n", encoding="latin-1"
    )
    assert same(python, numscope_command, path).endswith("\n4\n")
    with numscope.open(tmp_path / "t.numscope") as trace:
        lines = {operation.user_site.source for operation in trace if operation.user_site}
    # A name that is not UTF-8 is kept with escapes, by which the file is not found.
    assert "total = total + np.sqrt(np.arange(8.0) + i)" in lines or b"\xe9" in name
    for command in ("ls", "nan", "check-up"):
        assert numscope_command(command, "t.numscope").returncode in (0, 1)


def needs(module: str) -> None:
    # Of a library with a folder of tests the name alone is found: that folder is on the path.
    try:
        found = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        found = None
    if found is None:
        pytest.skip(f"{module} is not installed")


def test_coverage(python, numscope_command, tmp_path: Path) -> None:
    needs("coverage")
    (tmp_path / "p.py").write_text(WORK)
    executed = []
    for run in (python, lambda *words: numscope_command("run", "--force", *words)):
        assert run("-m", "coverage", "run", "--branch", "p.py").returncode == 0
        assert python("-m", "coverage", "json", "-q", "-o", "c.json").returncode == 0
        executed.append(json.loads((tmp_path / "c.json").read_text())["files"]["p.py"]["executed_lines"])
    assert executed[0] == executed[1] != []


def test_line_profiler(python, numscope_command, tmp_path: Path) -> None:
    needs("line_profiler")
    code = (
        "import line_profiler\n"
        + WORK
        + "profiler = line_profiler.LineProfiler(grow); profiler.runcall(grow, 7)\n"
        "print([(n, hits) for lines in profiler.get_stats().timings.values() for n, hits, _ in lines])\n"
    )
    (tmp_path / "p.py").write_text(code)
    same(python, numscope_command, "p.py")


def test_ddtrace(python, numscope_command, tmp_path: Path) -> None:
    """Its own sitecustomize begins the tracing of a program that ddtrace-run starts."""
    needs("ddtrace")
    code = (
        "import sys; begun = 'ddtrace' in sys.modules\n"
        + WORK
        + "from ddtrace.trace import tracer\n"
        + "with tracer.trace('work', resource='grow') as span: grow(3)\n"
        + "print(begun, span.name, span.resource, span.error, span.duration is not None)\n"
    )
    (tmp_path / "p.py").write_text(code)
    # It may be installed elsewhere than where the tests' other libraries are.
    folders = {
        str(Path(importlib.util.find_spec(name).origin).parents[1]) for name in ("numscope", "ddtrace")
    }
    offline = {
        "PYTHONPATH": os.pathsep.join(sorted(folders)),
        "DD_TRACE_ENABLED": "true",
        "DD_TRACE_STARTUP_LOGS": "false",
        "DD_INSTRUMENTATION_TELEMETRY_ENABLED": "false",
        "DD_REMOTE_CONFIGURATION_ENABLED": "false",
        "DD_TRACE_AGENT_URL": f"unix://{tmp_path}/none",
        "DD_LOGGING_RATE_LIMIT": "0",
        "DD_TRACE_LOG_LEVEL": "CRITICAL",
    }
    words = ("-m", "ddtrace.commands.ddtrace_run", sys.executable, "p.py")
    said = same(python, numscope_command, *words, environ=offline)
    assert said.endswith("True work grow 0 True\n")
    with numscope.open(tmp_path / "t.numscope") as trace:
        # ddtrace-run starts the program, which imports ddtrace.trace, over again in the same process, unrecorded too.
        last = max(one.process for one in trace)
        assert sum(one.name == "numpy.sqrt" and one.process == last for one in trace) == 8


NUMBA = """
import numba, sys
@numba.njit
def spread(x):
    out = np.empty_like(x)
    for i in range(len(x)): out[i] = x[i] * 2 + np.sqrt(x[i])
    return out
@numba.vectorize
def twice(x): return 2 * x
@numba.njit(parallel=True)
def total(x):
    found = 0.0
    for i in numba.prange(len(x)): found += x[i]
    return found
print(spread(np.arange(5.0)).tolist(), twice(np.arange(3)).tolist(), total(np.ones(1000)))
print(spread.signatures, spread.py_func(np.ones(1)).tolist(), total.parallel_diagnostics is not None)
try:
    spread(None)
except numba.TypingError as error:
    print(type(error).__name__, 'spread' in str(error))
"""


def test_numba(python, numscope_command, tmp_path: Path) -> None:
    needs("numba.core")
    (tmp_path / "p.py").write_text(WORK + NUMBA)
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_NUM_THREADS": "2"}
    assert "[0.0, 3.0," in same(python, numscope_command, "p.py", environ=cache)


TORCH_PROFILER = """
import json, sys, torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
x = torch.randn(16, 8)
seen = []
def ready(profiler):
    named = [event for event in profiler.key_averages() if event.key.startswith(("aten", "user"))]
    seen.append(sorted((event.key, event.count) for event in named))
wishes = dict(schedule=schedule(wait=1, warmup=1, active=2), record_shapes=True, with_stack=True)
with profile(activities=[ProfilerActivity.CPU], on_trace_ready=ready, **wishes) as profiler:
    for _ in range(4):
        with record_function("user step"):
            model(x).pow(2).mean().backward()
        profiler.step()
print(json.dumps(seen))
"""


def test_torch_profiler(python, numscope_command, tmp_path: Path) -> None:
    needs("torch.profiler")
    (tmp_path / "p.py").write_text(WORK + TORCH_PROFILER)
    # Its library prints the time of day otherwise.
    said = same(python, numscope_command, "p.py", environ={"KINETO_LOG_LEVEL": "99"})
    assert '["aten::addmm", ' in said
    assert '["user step", 2]' in said


def test_debugpy(python, numscope_command, tmp_path: Path) -> None:
    needs("debugpy")
    (tmp_path / "p.py").write_text(WORK)
    same(
        python,
        numscope_command,
        "-X",
        "frozen_modules=off",
        "-m",
        "debugpy",
        "--listen",
        "127.0.0.1:0",
        "p.py",
    )


def test_py_spy(clean_environ, tmp_path: Path) -> None:
    spy = shutil.which("py-spy", path=os.path.dirname(sys.executable)) or shutil.which("py-spy")
    if spy is None:
        pytest.skip("py-spy is not installed")
    (tmp_path / "p.py").write_text(WORK + "print('up', flush=True)\nwhile True: grow(100)\n")
    command = [sys.executable, "-m", "numscope", "run", "--values", "stats", "p.py"]
    run = subprocess.Popen(command, cwd=tmp_path, env=clean_environ, text=True, stdout=subprocess.PIPE)
    try:
        assert run.stdout is not None
        while run.stdout.readline() != "up\n":
            pass
        children = subprocess.run(
            ["ps", "--ppid", str(run.pid), "-o", "pid="], capture_output=True, text=True, check=True
        )
        dumped = subprocess.run(
            [spy, "dump", "--pid", children.stdout.split()[0]], capture_output=True, text=True, check=False
        )
        if "Permission" in dumped.stderr:
            pytest.skip("py-spy may not look at other processes here")
        assert "grow (p.py:" in dumped.stdout, dumped.stderr
    finally:
        run.terminate()
        assert run.wait(60) == -15
