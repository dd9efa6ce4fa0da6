"""The lint on libraries' names: what it finds, what it passes, and that its exceptions are those needed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import check_library_names as lint


@pytest.mark.parametrize(
    "source",
    [
        "name.startswith('aten::')",
        "KNOWN = {'numpy.add': 1}",
        "text = f'np.{name} of np.linalg'",
        "import torch",
        "def f():\n    from numba.core import registry",
        "from numscope.probes.torch.watch import WATCH",
        "sql = 'select id from operations where name = \\'pandas.concat\\''",
        "if library == 'scipy': pass",
    ],
)
def test_a_name_is_found(source: str) -> None:
    assert len(list(lint.names_in(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""What numpy.add does."""',
        "def f():\n    '''Like torch.add.'''",
        "# numpy.add",
        "import numpy as np\nnp.add(1, 2)",
        "def f(a: 'torch.Tensor') -> 'numpy.ndarray': ...",
        "from numscope.probes.registry import known",
        "tell('needs NumPy and PyTorch')",
        "name = 'torchlike'",
    ],
)
def test_what_names_no_library_in_code_passes(source: str) -> None:
    assert list(lint.names_in(source)) == []


def test_an_exception_needs_a_reason_and_a_need() -> None:
    found = {"analysis/a.py": [(3, "'aten::'")], "analysis/b.py": [], "views/c.py": [(1, "import torch")]}
    allowed = {
        "analysis/a.py": "why",
        "analysis/b.py": "not needed",
        "analysis/gone.py": "not there",
        "views/c.py": "",
    }
    assert list(lint.judge({"analysis/a.py": found["analysis/a.py"]}, {})) == [
        "src/numscope/analysis/a.py:3: names a library: 'aten::'"
    ]
    assert list(lint.judge(found, allowed)) == [
        "library_names_allowed.txt: analysis/b.py names no library any more: take it out",
        "library_names_allowed.txt: analysis/gone.py names no library any more: take it out",
        "library_names_allowed.txt: views/c.py has no reason",
    ]


def test_the_code_and_its_exceptions_are_in_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint.main() == 0, capsys.readouterr().out
