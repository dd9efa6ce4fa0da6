"""Run the tests that need more than NumPy: PyTorch, Numba, Jupyter, a browser. None of them there is no failure."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NO_TESTS_COLLECTED = 5
FOLDERS = (
    "tests/inspector",
    "tests/compiled",
    "tests/probes/numba",
    "tests/probes/torch",
    "tests/analysis/replay_backends",
    "tests/analysis/torch_traces",
    "tests/notebook",
    "tests/browser",
)


def main() -> int:
    """Run pytest over the folders that exist."""
    folders = [folder for folder in FOLDERS if (ROOT / folder).is_dir()]
    if not folders:
        print("there are no such tests")
        return 0
    code = subprocess.run([sys.executable, "-m", "pytest", *folders], cwd=ROOT, check=False).returncode
    return 0 if code == NO_TESTS_COLLECTED else code


if __name__ == "__main__":
    sys.exit(main())
