"""What PyTorch's own flight recorder noted, beside what numscope recorded of the same collectives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from numscope.cli.main import main

torch = pytest.importorskip("torch")
if not torch.distributed.is_available() or not hasattr(torch._C._distributed_c10d, "_dump_fr_trace"):
    pytest.skip("this torch has no flight recorder for gloo", allow_module_level=True)

_PROGRAM = """
import torch, torch.distributed as dist
from torch._C import _distributed_c10d as c10d
dist.init_process_group("gloo", init_method="file://FOLDER/store", rank=0, world_size=1)
for size in range(3, 6):
    dist.all_reduce(torch.ones(size))
dist.barrier()
open("FOLDER/trace_rank_0", "wb").write(c10d._dump_fr_trace())
open("FOLDER/json_rank_0", "wb").write(c10d._dump_fr_trace_json())
"""


def test_both_count_the_same_collectives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "program.py").write_text(_PROGRAM.replace("FOLDER", str(tmp_path)), encoding="utf-8")
    words = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", "program.py"]
    subprocess.run(
        words,
        cwd=tmp_path,
        env={**os.environ, "TORCH_FR_BUFFER_SIZE": "100"},
        check=True,
        capture_output=True,
    )
    for dump in ("trace_rank_0", "json_rank_0"):
        query = (
            "select number, f.name, f.inputs, c.operand, f.line = c.line as same_line from flight_recorder f "
            'join collectives c using ("group", number) order by number'
        )
        if dump.startswith("json"):  # it has no stacks
            query = query.replace("f.line = c.line", "true")
        trace = str(tmp_path / "t.numscope")
        assert main(["sql", trace, query, "--json", "--flight-recorder", str(tmp_path / dump)]) == 0
        rows = json.loads(capsys.readouterr().out)
        rows = rows if isinstance(rows, list) else rows["rows"]
        assert [(row["number"], row["name"], row["operand"]) for row in rows] == [
            *((size - 2, "gloo:all_reduce", f"float32[{size}]") for size in range(3, 6)),
            (4, "gloo:barrier", rows[3]["operand"]),
        ]
        assert [row["inputs"] for row in rows[:3]] == [[f"Float[{size}]"] for size in range(3, 6)]
        assert all(row["same_line"] for row in rows)
