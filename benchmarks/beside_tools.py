"""numscope beside torchinfo, TorchLens, torch.profiler, MemTracker and msprobe on one training step of a small BERT.

    pip install -r benchmarks/torch_peers.txt
    python -m benchmarks.beside_tools [--only NAME]

Each cell is run in a process of its own, and printed as it came; behind the last one stands the table of docs/torch.md.
The model is `benchmarks.small_bert`, with 8 sequences of 32 and AdamW. Times are processor time of the whole process,
each divided by that of plain steps of the same process. What draws with Graphviz needs its program `dot`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from benchmarks.small_bert import LENGTH, ROWS, WORDS, small_bert
from benchmarks.tools_table import table

PLAIN, RECORDED = 30, 20


class Training:
    """A small BERT that learns which sequences are of which kind."""

    def __init__(self, *, planted: bool = False) -> None:
        torch.manual_seed(0)
        torch.set_num_threads(1)
        self.model = small_bert()
        self.words = torch.randint(0, WORDS, (ROWS, LENGTH))
        self.labels = torch.arange(ROWS) % 2
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-4)
        if planted:
            with torch.no_grad():
                self.model.bert.encoder.layer[2].attention.output.LayerNorm.weight[0] = float("inf")

    def forward(self) -> torch.Tensor:
        loss: torch.Tensor = self.model(input_ids=self.words, labels=self.labels).loss
        return loss

    def step(self) -> None:
        self.optimizer.zero_grad()
        self.forward().backward()
        self.optimizer.step()


def seconds(once: Callable[[], object], times: int) -> float:
    """Return processor seconds of one call."""
    once()
    started = time.process_time()
    for _ in range(times):
        once()
    return (time.process_time() - started) / times


def truth() -> dict[str, Any]:
    """torch's own count of operations, and what a plain step takes."""
    from torch.utils.flop_counter import FlopCounterMode

    training = Training()
    training.step()
    with FlopCounterMode(display=False) as forward:
        loss = training.forward()
    with FlopCounterMode(display=False) as backward:
        loss.backward()
    return {
        "forward": forward.get_total_flops(),
        "backward": backward.get_total_flops(),
        "parameters": sum(one.numel() for one in training.model.parameters()),
        "plain step, ms": seconds(training.step, PLAIN) * 1e3,
    }


def numscope_answers() -> dict[str, Any]:
    """What the commands say of three recorded steps."""
    import numscope

    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "t.numscope")
        with numscope.record(path, values="full"):
            training = Training()
            for _ in range(3):
                training.step()
        words = {name: _asked(name, path, "--json") for name in ("summary", "memory", "gradients")}
        [model] = json.loads(words["summary"])["models"]
        with numscope.open(path) as trace:
            calls = trace.sql("select count(*) as n from module_calls").to_pylist()[0]["n"]
            kept = trace.sql(
                'select sum(stored) as n from (select distinct hash_high, hash_low, stored from stored."values")'
            ).to_pylist()[0]["n"]
            count = len(trace)
        return {
            "summary": _asked("summary", path).splitlines()[:12],
            "rows": len(model["rows"]),
            "forward": model["rows"][0]["flops_forward"],
            "backward": model["rows"][0]["flops_backward"],
            "peak bytes": json.loads(words["memory"])["peak_bytes"],
            "operations of 3 steps": count,
            "calls of layers of 3 steps": calls,
            "bytes kept of 3 steps": int(kept),
            "memory": _asked("memory", path, "--limit", "3").splitlines()[:8],
            "gradients": _asked("gradients", path, "--limit", "3").splitlines()[:8],
            "lines of the drawn graph": len(_asked("graph", path, "--model").splitlines()),
        }


def numscope_nan() -> dict[str, Any]:
    """Where NaN began, of a weight that is infinite."""
    import numscope

    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "t.numscope")
        with numscope.record(path):
            Training(planted=True).step()
        return {"nan": _asked("nan", path).splitlines()[:14]}


def _asked(*words: str) -> str:
    from numscope.cli.main import main

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        main(list(words))
    return said.getvalue()


def numscope_time(values: str) -> dict[str, Any]:
    import numscope

    training = Training()
    plain = seconds(training.step, PLAIN)
    with tempfile.TemporaryDirectory() as folder, numscope.record(Path(folder) / "t.numscope", values=values):
        return {"times a plain step": seconds(training.step, RECORDED) / plain}


def torchinfo_cells() -> dict[str, Any]:
    import torchinfo

    training = Training()
    training.model.eval()
    plain = seconds(training.step, PLAIN)

    def once() -> Any:
        return torchinfo.summary(training.model, input_data={"input_ids": training.words}, depth=9, verbose=0)

    found = once()
    return {
        "rows": len(str(found).splitlines()),
        "multiply-adds": found.total_mult_adds,
        "parameters": found.total_params,
        "bytes": found.total_input + found.total_output_bytes + found.total_param_bytes,
        "times a plain step": seconds(once, 3) / plain,
    }


def torchlens_cells() -> dict[str, Any]:
    import torchlens

    training = Training()
    plain = seconds(training.step, PLAIN)

    def once() -> Any:
        capture = torchlens.options.CaptureOptions(layers_to_save="all")
        return torchlens.trace(training.model, input_kwargs={"input_ids": training.words}, capture=capture)

    found = once()
    figures = [name for name in dir(found) if any(one in name for one in ("flops", "mem", "num_", "params"))]
    said: dict[str, Any] = {}
    for name in figures:
        with contextlib.suppress(Exception):
            value = getattr(found, name)
            if isinstance(value, (int, float)):
                said[name] = value
    said["times a plain step"] = seconds(once, 3) / plain
    return said


def torchlens_drawn() -> dict[str, Any]:
    import torchlens

    training = Training()
    with tempfile.TemporaryDirectory() as folder:
        found = torchlens.trace(training.model, input_kwargs={"input_ids": training.words})
        found.draw(vis_outpath=str(Path(folder) / "graph"), vis_fileformat="svg", vis_save_only=True)
        files = [path for path in Path(folder).rglob("*") if path.is_file()]
        return {path.name: path.stat().st_size for path in files}


def profiler_cells() -> dict[str, Any]:
    from torch.profiler import ProfilerActivity, profile

    training = Training()
    plain = seconds(training.step, PLAIN)

    def once() -> Any:
        with profile(
            activities=[ProfilerActivity.CPU],
            record_shapes=True,
            profile_memory=True,
            with_stack=True,
            with_flops=True,
            with_modules=True,
        ) as profiler:
            training.step()
        return profiler

    found = once()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "timeline.json"
        warnings.simplefilter("ignore")
        found.export_memory_timeline(str(path), device="cpu")
        times, sizes = json.loads(path.read_text())
    return {
        "flops": sum(event.flops for event in found.key_averages()),
        "events": len(found.events()),
        "peak bytes": max(map(sum, sizes)),
        "moments": len(times),
        "times a plain step": seconds(once, 3) / plain,
    }


def memtracker_cells() -> dict[str, Any]:
    from torch.distributed._tools.mem_tracker import MemTracker

    training = Training()
    plain = seconds(training.step, PLAIN)

    def once() -> Any:
        tracker = MemTracker()
        tracker.track_external(training.model, training.optimizer)
        with tracker:
            training.step()
        return tracker

    found = once()
    peak = found.get_tracker_snapshot("peak")
    [kinds] = peak.values()
    return {
        "peak": {str(kind): size for kind, size in kinds.items()},
        "peak bytes": max(kinds.values()),
        "modules": len(found.memory_tracking),
        "times a plain step": seconds(once, 3) / plain,
    }


def msprobe_cells(task: str, *, planted: bool = False) -> dict[str, Any]:
    from msprobe.pytorch import PrecisionDebugger

    training = Training(planted=planted)
    # Plain steps first would spread what is planted to all weights.
    plain = seconds(Training().step, PLAIN)
    with tempfile.TemporaryDirectory() as folder:
        debugger = PrecisionDebugger(dump_path=str(Path(folder) / "dump"), task=task, level="mix")

        def once() -> None:
            debugger.start(training.model)
            training.step()
            debugger.stop()
            debugger.step()

        used = seconds(once, 2) / plain
        step = Path(folder) / "dump" / "step0"
        entries = json.loads(next(step.rglob("dump.json")).read_text())["data"]
        tensors = list(step.rglob("*.pt"))
        found = {
            "calls": len(entries),
            "backward": sum(".backward" in name for name in entries),
            "files of tensors": len(tensors),
            "bytes of tensors": sum(path.stat().st_size for path in tensors),
            "times a plain step": used,
        }
        for command, given in (("overflow_check", "-i"), ("graph_visualize", "-tp")):
            out = Path(folder) / command
            done = subprocess.run(
                [Path(sys.executable).with_name("msprobe"), command, given, str(step), "-o", str(out)],
                capture_output=True,
                text=True,
                check=False,
            )
            files = [path for path in out.rglob("*") if path.is_file()]
            found[command] = [
                done.returncode,
                *[f"{path.name}: {path.stat().st_size} bytes" for path in files],
            ]
            found[command] += [path.read_text()[:1500] for path in files if path.suffix == ".json"]
            found[command] += done.stdout.strip().splitlines()[-3:] + done.stderr.strip().splitlines()[-3:]
    return found


def msprobe_monitor() -> dict[str, Any]:
    """Gradients of parameters by step, as its monitor writes them."""
    import os

    from msprobe.pytorch import TrainerMon

    training = Training()
    plain = seconds(training.step, PLAIN)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MONITOR_OUTPUT_DIR"] = folder
        settings = Path(folder) / "monitor.json"
        settings.write_text(
            json.dumps(
                {"targets": {}, "wg_distribution": True, "format": "csv", "ops": ["norm", "min", "max"]}
            )
        )
        monitor = TrainerMon(str(settings), params_have_main_grad=False)
        monitor.set_monitor(training.model, grad_acc_steps=1, optimizer=training.optimizer)
        used = seconds(training.step, 3) / plain
        files = list(Path(folder).rglob("*.csv"))
        return {
            "files": [path.name for path in files][:4],
            "rows": sum(len(path.read_text().splitlines()) - 1 for path in files),
            "times a plain step": used,
        }


CELLS: dict[str, Callable[[], dict[str, Any]]] = {
    "truth": truth,
    "numscope": numscope_answers,
    "numscope nan": numscope_nan,
    "numscope none": lambda: numscope_time("none"),
    "numscope stats": lambda: numscope_time("stats"),
    "numscope auto": lambda: numscope_time("auto"),
    "numscope full": lambda: numscope_time("full"),
    "torchinfo": torchinfo_cells,
    "TorchLens": torchlens_cells,
    "TorchLens drawn": torchlens_drawn,
    "torch.profiler": profiler_cells,
    "MemTracker": memtracker_cells,
    "msprobe statistics": lambda: msprobe_cells("statistics"),
    "msprobe tensors": lambda: msprobe_cells("tensor"),
    "msprobe with infinity": lambda: msprobe_cells("statistics", planted=True),
    "msprobe monitor": msprobe_monitor,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="NAME", default="", help="cells with this in their name")
    parser.add_argument("--worker", choices=CELLS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        warnings.simplefilter("ignore")
        print("\n" + json.dumps(CELLS[arguments.worker]()))
        return
    found: dict[str, dict[str, Any]] = {}
    for name in (name for name in CELLS if arguments.only in name):
        command = [sys.executable, "-m", "benchmarks.beside_tools", "--worker", name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        print(f"== {name}")
        if done.returncode:
            print("  failed:", (done.stderr.strip().splitlines() or ["?"])[-1])
            continue
        found[name] = json.loads(done.stdout.splitlines()[-1])
        for row, value in found[name].items():
            lines = value if isinstance(value, list) else [value]
            print(
                f"  {row}: {lines[0]}",
                *[f"      {line}" for line in lines[1:]],
                sep="\n" if lines[1:] else "",
            )
    print(*table(found), sep="\n")


if __name__ == "__main__":
    main()
