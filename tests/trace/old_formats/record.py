"""How the traces in this folder were recorded: `python record.py`, by the version of numscope that wrote the format.

Afterwards: one copy of `raw` opened, which seals it; what names a machine taken out of the JSON files.
"""

import numpy as np
import program

import numscope
from numscope import _core

with numscope.record("raw.numscope", values="full"):
    program.main()
    _core.note("example.noted", np.arange(3.0), {"layer": "encoder", "step": 3})
