"""Check-up of columns that are text, of tensors that are reshaped, and of parameters that are detached."""

from __future__ import annotations

from pathlib import Path

import pytest

import numscope
from numscope.analysis.check_up import check_up
from numscope.analysis.check_up.finding import Finding

pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("pandas", reason="pandas is not installed")

READ = (
    "import io\nimport pandas as pd\n"
    "table = pd.read_csv(io.StringIO('day,count\\n1,950\\n2,{}\\n3,1204\\n4,87\\n'))\n"
)
NET = (
    "import torch\nfrom torch import nn\ntorch.manual_seed(0)\n"
    "class Decay(nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n"
    "        self.amount, self.rate = nn.Parameter(torch.tensor(1.0)), nn.Parameter(torch.tensor(0.1))\n"
    "    def forward(self, t):\n"
    "        rate = self.rate{}\n"
    "        return self.amount * torch.exp(-rate * t)\n"
    "model, t = Decay(), torch.linspace(0, 3, 20)\n"
    "optimizer = torch.optim.Adam(model.parameters(), lr=0.02)\n"
    "for _ in range(12):\n"
    "    loss = ((model(t) - 2 * torch.exp(-0.5 * t)) ** 2).mean()\n"
    "    optimizer.zero_grad()\n"
    "    loss.backward()\n"
    "    optimizer.step()\n"
    "print(loss.item(), model.rate.item())\n"
)
POOLED = (
    "import torch\nimport torch.nn.functional as F\n"
    "steps = torch.arange(4 * 30 * 3.0).reshape(4, 30, 3)\n"
    "channels = steps.{}\n"
    "print(F.avg_pool1d(channels, 5, stride=1).amax(dim=2).sum())\n"
)
# Program, line to find, what is said.
FAULTY = {
    "the largest of texts": (
        READ.format("closed") + "print(table[table['count'] != 'closed']['count'].max())\n",
        3,
        "reads a column as text, of which line 4 takes the largest of texts: its result is the text '950'",
    ),
    "a parameter that is detached": (
        NET.format(".detach().clamp(min=0)"),
        9,
        "1 of 2 parameters have no gradient in any of 12 steps: the program detaches them here (rate)",
    ),
    "a view in place of a transpose": (
        POOLED.format("view(4, 3, 30)"),
        4,
        "(4, 30, 3) is reshaped to (4, 3, 30)",
    ),
}
HEALTHY = {
    "the largest of numbers": READ.format("7") + "print(table['count'].max())\n",
    "the last of names": READ.format("closed") + "print(table.assign(name='a b')['name'].max())\n",
    "names of digits": READ.format("closed") + "print(table.assign(code='0042')['code'].max())\n",
    "a parameter that is learnt": NET.format(".clamp(min=0)"),
    "a transpose": POOLED.format("transpose(1, 2)"),
    "a layer that reshapes inside": (
        "import torch\nlayer = torch.nn.TransformerEncoderLayer(12, 3, batch_first=True)\n"
        "print(layer(torch.arange(4 * 8 * 12.0).reshape(4, 8, 12)).sum())\n"
    ),
}


def _findings(folder: Path, program: str) -> tuple[Finding, ...]:
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    with numscope.record(folder / "t") as recording:
        exec(compile(program, str(file), "exec"), {"__name__": "__main__"})
    with recording.open() as trace:
        return check_up(trace).findings


@pytest.mark.parametrize("case", FAULTY)
def test_the_line_is_named(case: str, tmp_path: Path) -> None:
    program, line, said = FAULTY[case]
    found = _findings(tmp_path, program)[0]
    assert found.line == line
    assert said in found.problem


@pytest.mark.parametrize("case", HEALTHY)
def test_what_is_right_is_not_accused(case: str, tmp_path: Path) -> None:
    assert _findings(tmp_path, HEALTHY[case]) == ()
