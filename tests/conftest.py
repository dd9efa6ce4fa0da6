"""What the tests of several rooms share: real programs in real processes."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

import numscope

ROOT = Path(__file__).resolve().parents[1]
SOURCES = Path(numscope.__file__).resolve().parent.parent
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def clean_environ() -> dict[str, str]:
    """The environment without anything of numscope's, in which `import numscope` works."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    return {**environ, "PYTHONPATH": str(SOURCES)}


@pytest.fixture
def python(tmp_path: Path, clean_environ: dict[str, str]) -> Run:
    """Run `python *words` in `tmp_path` and return what came of it."""

    def run(*words: str, environ: Mapping[str, str] | None = None, **details: object) -> object:
        merged = {**clean_environ, **(environ or {})}
        details = {"cwd": tmp_path, "capture_output": True, "text": True, "timeout": 120, **details}
        return subprocess.run([sys.executable, *words], env=merged, check=False, **details)  # type: ignore[call-overload]

    return run  # type: ignore[return-value]


@pytest.fixture
def numscope_command(python: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run `numscope *words` in `tmp_path`, by a script as pip installs it: the folder is not on its path."""
    script = tmp_path_factory.mktemp("bin") / "numscope"
    script.write_text("import sys\nfrom numscope.cli.main import main\nsys.exit(main())\n")
    return lambda *words, **details: python(str(script), *words, **details)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout with this environment's tools."""
    for tool in ("mesonpy", "mesonbuild", "ninja", "pip"):
        if find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed here: no wheel can be built")
    folder = tmp_path_factory.mktemp("wheel")
    environ = {**os.environ, "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])}
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--wheel-dir", str(folder)]
    # Half the machine: others may be measuring on it.
    command = [sys.executable, "-m", "pip", "wheel", *options, "-Ccompile-args=-j1", str(ROOT)]
    built = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return next(folder.glob("*.whl"))


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
