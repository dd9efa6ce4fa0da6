"""Parts of NumPy that the program imports one after another are each watched, and what was there before still is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numscope

PROGRAM = """\
import numpy as np
table = np.zeros(3, [("a", float), ("b", int)])
import numpy.lib.recfunctions as records
records.structured_to_unstructured(table)
import numpy.ma.mrecords as masked
masked.fromarrays([[1.0, 2.0], [3, 4]], names="a,b")
import numpy.fft
numpy.fft.fft(np.ones(4))
"""


def test_each_part_that_is_imported_later_is_watched(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    trace = tmp_path / "t.numscope"
    command = [sys.executable, "-m", "numscope", "run", "--output", str(trace), str(tmp_path / "program.py")]
    subprocess.run(command, check=True, capture_output=True)
    with numscope.open(trace) as opened:
        seen = [operation.name for operation in opened.operations if operation.user_visible]
    assert seen == [
        "numpy.zeros",
        "numpy.lib.recfunctions.structured_to_unstructured",
        "numpy.ma.mrecords.fromarrays",
        "numpy.ones",
        "numpy.fft.fft",
    ]
