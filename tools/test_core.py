"""Run the tests that need NumPy only: all that test_libraries.py does not run."""

import subprocess
import sys

from test_libraries import FOLDERS, ROOT

if __name__ == "__main__":
    ignored = [f"--ignore={folder}" for folder in FOLDERS]
    command = [sys.executable, "-m", "pytest", "tests", *ignored, *sys.argv[1:]]
    sys.exit(subprocess.run(command, cwd=ROOT, check=False).returncode)
