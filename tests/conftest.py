"""What the tests of several rooms share: real programs in real processes."""

from __future__ import annotations

import faulthandler
import fcntl
import gc
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import venv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Threads of BLAS and OpenMP that wait for work burn the processor that the other worker waits for: `import numpy` takes
# 0.06 s of CPU in place of 0.10, torch's kernels a quarter on a busy machine. Results are those of as many threads.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from tests.warm_numscope import SOURCES, numscope_says, numscope_script

# How long an example takes says how busy the machine is.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

ROOT = Path(__file__).resolve().parents[1]
# Programs under sanitizers take many times as long.
PATIENCE_S = float(os.environ.get("TEST_PATIENCE", "120"))
Run = Callable[..., "subprocess.CompletedProcess[str]"]
LateThreads = Callable[[str, int], dict[str, str]]
_ERRORS = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    # Before the tests' own standard error is captured.
    config.stash[_ERRORS] = os.dup(2)


@pytest.hookimpl(tryfirst=True)  # before `-m` leaves out what is marked
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark `long` what follows the first cases of a test that is marked `sweep(first)`."""
    cases = Counter[str]()
    for item in items:
        sweep = item.get_closest_marker("sweep")
        if sweep is not None:
            test = item.nodeid.partition("[")[0]
            cases[test] += 1
            if cases[test] > sweep.args[0]:
                item.add_marker(pytest.mark.long)


def pytest_collection_finish() -> None:
    """Keep what pytest, its plugins and the tests' modules are made of out of the garbage collector.

    Each recording in this process looks for ufuncs among all objects: 7 % of the processor time of tests of the core.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """End pytest where a test hangs in native code: pytest-timeout's signal is not heard there, nor is its thread."""
    marker = item.get_closest_marker("timeout")
    given = marker.args[0] if marker is not None and marker.args else item.config.getoption("timeout")
    seconds = float(given if given is not None else item.config.getini("timeout"))
    if seconds > 0 and not item.config.getoption("usepdb"):
        faulthandler.dump_traceback_later(1.2 * seconds, exit=True, file=item.config.stash[_ERRORS])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def clean_environ() -> dict[str, str]:
    """The environment without anything of numscope's, in which `import numscope` works."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    return {**environ, "PYTHONPATH": SOURCES}


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT is KeyboardInterrupt here and in children; where the parent ignores it (`nohup make test &`) it is not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def python(tmp_path: Path, clean_environ: dict[str, str]) -> Run:
    """Run `python *words` in `tmp_path` and return what came of it."""

    def run(*words: str, environ: Mapping[str, str] | None = None, **details: object) -> object:
        merged = {**clean_environ, **(environ or {})}
        details = {"cwd": tmp_path, "capture_output": True, "text": True, "timeout": PATIENCE_S, **details}
        return subprocess.run([sys.executable, *words], env=merged, check=False, **details)  # type: ignore[call-overload]

    return run  # type: ignore[return-value]


@pytest.fixture
def fresh_numscope_command(python: Run) -> Run:
    """Run `numscope *words` in `tmp_path` in a fresh interpreter."""
    return lambda *words, **details: python(str(numscope_script()), *words, **details)


@pytest.fixture
def numscope_command(fresh_numscope_command: Run, clean_environ: dict[str, str], tmp_path: Path) -> Run:
    """Run `numscope *words` in `tmp_path`; where a test asks for more, in a fresh interpreter."""

    def run(*words: str, environ: Mapping[str, str] | None = None, **details: object) -> object:
        if not details.keys() <= {"cwd", "input", "timeout"}:
            return fresh_numscope_command(*words, environ=environ, **details)
        details = {"cwd": tmp_path, "timeout": PATIENCE_S, **details}
        return numscope_says(*words, environ={**clean_environ, **(environ or {})}, **details)  # type: ignore[arg-type]

    return run  # type: ignore[return-value]


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel, built from the checkout with this environment's tools."""
    for tool in ("mesonpy", "mesonbuild", "ninja", "pip"):
        if find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed here: no wheel can be built")
    # Building takes half a minute of processor time: the next run of the same sources finds it.
    wheels = ROOT / "build" / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    kept = wheels / _source_hash()
    with (wheels / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.is_dir():
            for earlier in filter(Path.is_dir, wheels.iterdir()):
                shutil.rmtree(earlier)
            partial = kept.with_suffix(".partial")
            _build_wheel(partial)
            partial.rename(kept)
    return next(kept.glob("*.whl"))


def _source_hash() -> str:
    """Return a hash of this interpreter, of NumPy's version and of every file that a wheel is made of."""
    beside = ("meson.build", "pyproject.toml", "README.md", "LICENSE", "tools/package_files.py")
    below = (path for name in ("src", "editors/jupyterlab/labextension") for path in (ROOT / name).rglob("*"))
    left_out = {".so", ".pyc", ".new"}
    files = [
        *(ROOT / name for name in beside),
        *(p for p in below if p.is_file() and p.suffix not in left_out),
    ]
    found = hashlib.sha256(f"{sys.version} {version('numpy')}".encode())
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        found.update(f"{path.relative_to(ROOT)} {path.stat().st_mode:o} {content}\n".encode())
    return found.hexdigest()[:16]


def _build_wheel(folder: Path) -> None:
    environ = {**os.environ, "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])}
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--wheel-dir", str(folder)]
    # Half the machine: others may be measuring on it.
    command = [sys.executable, "-m", "pip", "wheel", *options, "-Ccompile-args=-j1", str(ROOT)]
    built = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr


@pytest.fixture(scope="session")
def environment_with(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Make an environment with a wheel and this one's other packages; return its interpreter."""

    def install(wheel: Path) -> Path:
        folder = tmp_path_factory.mktemp("environment")
        venv.create(folder, symlinks=True)
        python = folder / "bin" / "python"
        options = ["--no-deps", "--no-index", "--quiet"]
        command = [sys.executable, "-m", "pip", "--python", str(python), "install", *options, str(wheel)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        site = next(folder.glob("lib/python*/site-packages"))
        others = [path for path in sys.path if path.endswith("site-packages")]
        (site / "others.pth").write_text("\n".join(others))
        return python

    return install


@pytest.fixture(scope="session")
def late_threads(tmp_path_factory: pytest.TempPathFactory) -> LateThreads:
    """Return the environment in which threads pause after unlocks in a module: a part of its path, and microseconds."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("needs Linux and a C compiler: threads are slowed down by a preloaded library")
    library = tmp_path_factory.mktemp("late") / "late.so"
    source = ROOT / "tests" / "late_thread.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)

    def environ(module: str, pause_us: int) -> dict[str, str]:
        preloaded = " ".join(filter(None, [os.environ.get("LD_PRELOAD"), str(library)]))
        return {"LD_PRELOAD": preloaded, "LATE_THREAD_IN": module, "LATE_THREAD_US": str(pause_us)}

    return environ
