"""Run the tests of what depends on how many threads NumPy and PyTorch compute with."""

import sys

from passes import run

TESTS = [
    "tests/analysis/replay",
    "tests/analysis/precision",
    "tests/analysis/test_testgen.py",
    "tests/analysis/torch_traces/test_torch_again.py",
    "tests/analysis/torch_traces/test_torch_draws.py",
    "tests/recording/test_thread_counts.py",
    "tests/probes/numpy/test_numpy_packing.py",
]

if __name__ == "__main__":
    sys.exit(run(TESTS, *sys.argv[1:]))
