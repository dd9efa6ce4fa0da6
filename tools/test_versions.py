"""Run the tests of what depends on the interpreter on every other supported CPython that this machine has."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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


def main() -> int:
    """Test on each version but this one; 1 if any of them fails."""
    failed = []
    for version in VERSIONS:
        if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
            continue
        interpreter = find(version)
        if interpreter is None:
            print(f"Python {version}: not on this machine, skipped")
            continue
        print(f"Python {version}: {interpreter}", flush=True)
        words = ["make", f"VENV=.venv-{version}", f"PYTHON={interpreter}", "test-interpreter"]
        if subprocess.run(words, cwd=ROOT, check=False).returncode:
            failed.append(version)
    if failed:
        print(f"failed on {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
