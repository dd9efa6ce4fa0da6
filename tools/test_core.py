"""Run the tests that need NumPy only: all that test_libraries.py does not run."""

import sys

from passes import run
from test_libraries import FOLDERS

if __name__ == "__main__":
    sys.exit(run(["tests"], *sys.argv[1:], ignore=FOLDERS))
