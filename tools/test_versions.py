"""Run the tests of what depends on the interpreter on every other supported CPython that this machine has."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from passes import ROOT, workers

VERSIONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]


def find(version: str) -> str | None:
    """Return an interpreter of that version that starts: on the path, or installed by pyenv; None if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [
        shutil.which(f"python{version}"),
        *sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True),
    ]
    asks = f"import sys; sys.exit(sys.version_info[:2] != {tuple(map(int, version.split('.')))})"
    for candidate in filter(None, candidates):
        # A pyenv shim is there for versions that are not chosen, and fails.
        if subprocess.run([candidate, "-c", asks], capture_output=True, check=False).returncode == 0:
            return str(candidate)
    return None


def test(version: str, interpreter: str) -> tuple[int, str]:
    """Make an environment with that interpreter and test in it; return the exit code, and what was said."""
    words = ["make", f"VENV=.venv-{version}", f"PYTHON={interpreter}", "test-interpreter"]
    done = subprocess.run(
        words,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout


def main() -> int:
    """Test on each version but this one, as many at a time as there are workers; 1 if any of them fails."""
    there = {}
    for version in VERSIONS:
        if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
            continue
        interpreter = find(version)
        if interpreter is None:
            print(f"Python {version}: not on this machine, skipped")
        else:
            there[version] = interpreter
    failed = []
    with ThreadPoolExecutor(workers()) as pool:
        for version, (code, said) in zip(there, pool.map(test, there, there.values()), strict=True):
            print(f"Python {version}: {there[version]}\n{said}", flush=True)
            if code:
                failed.append(version)
    if failed:
        print(f"failed on {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
