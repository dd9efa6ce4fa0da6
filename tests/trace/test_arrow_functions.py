"""Arrow's functions by their names, against `pyarrow.compute`."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pyarrow.compute as pc
import pytest

from numscope.trace import arrow_functions

PRIVATE = (
    *("CastOptions", "FilterOptions", "ScalarAggregateOptions", "SetLookupOptions", "TakeOptions"),
    "call_function",
)


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_private_is_what_is_public(name: str) -> None:
    """The canary: a pyarrow that moves them costs a start 60 ms, and shows here first."""
    assert getattr(arrow_functions, name) is getattr(pc, name)
    assert getattr(importlib.import_module("pyarrow._compute"), name) is getattr(pc, name)


def test_without_the_private_module_the_public_one_serves() -> None:
    asks = (
        "import sys; sys.modules['pyarrow._compute_'] = None\n"
        "import importlib.abc\n"
        "class Gone(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'pyarrow._compute' and 'pyarrow.compute' not in sys.modules:\n"
        "            raise ModuleNotFoundError(name=name)\n"
        "sys.meta_path.insert(0, Gone())\n"
        "from numscope.trace import arrow_functions as af\n"
        "import pyarrow as pa\n"
        "assert 'pyarrow.compute' in sys.modules\n"
        "print(af.take(pa.array([1, 2, 3]), pa.array([2, 0])).to_pylist(), af.total(pa.array([1, None, 5])))"
    )
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[3, 1] 6\n", "")
