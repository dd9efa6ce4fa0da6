"""Runs the programs of `issues`, each modelled on what people report against JAX, in one process."""

import runpy
from pathlib import Path

for program in sorted((Path(__file__).parent / "issues").glob("*.py")):
    runpy.run_path(str(program))
