"""Native callbacks for torch's operators that benchmarks hold the recorder against."""

from __future__ import annotations

import importlib.util
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType

import torch

from numscope.probes.torch import adapter, build


def load_callback(source: Path) -> ModuleType:
    """Build the module in `source` with the flags of the recorder, and load it. Raises CalledProcessError."""
    name = source.stem
    output = Path(tempfile.mkdtemp(prefix=f"numscope-{name}-"), f"{name}.so")
    line = build.command(adapter.Torch(torch), str(output))
    subprocess.run([str(source) if part.endswith("recorder.cpp") else part for part in line], check=True)
    spec = importlib.util.spec_from_file_location(name, output)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded
