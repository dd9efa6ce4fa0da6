"""Run the sweeps of which `make test` runs a shorter form."""

import sys

from passes import run_long

if __name__ == "__main__":
    sys.exit(run_long(*sys.argv[1:]))
