"""A device for torch where there is no accelerator: memory that the host can't look at, copies that arrive late."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import sysconfig
import types
from pathlib import Path
from typing import Any

NAME = "_apart"
_SOURCE = Path(__file__).with_name("device.cpp")


def accelerator() -> tuple[str, Any]:
    """Name of the GPU that there is and None, or `apart` and its counters."""
    import torch

    return ("cuda", None) if torch.cuda.is_available() else ("apart", load())


def load() -> Any:
    """Make the device `apart` known to torch; return its counters. Built at first use, about ten seconds."""
    import torch

    spec = importlib.util.spec_from_file_location(NAME, _build(torch))
    assert spec is not None
    assert spec.loader is not None
    device = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(device)
    known = types.ModuleType("torch.apart")
    for name, answer in {
        "is_available": lambda: True,
        "is_initialized": lambda: True,
        "current_device": lambda: 0,
        "device_count": lambda: 1,
        "_is_in_bad_fork": lambda: False,
        "manual_seed_all": lambda seed: None,
        "synchronize": lambda device=None: None,
    }.items():
        setattr(known, name, answer)
    torch._register_device_module("apart", known)
    return device


def _build(torch: Any) -> Path:
    from numscope.probes.torch.build import cache_folder

    tag = hashlib.sha256(_SOURCE.read_bytes() + torch.__version__.encode()).hexdigest()[:16]
    path = cache_folder().parent / "tests" / f"apart-{tag}" / f"{NAME}.so"
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        # Each worker of pytest-xdist asks for it at once, and one of them builds.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            _compile(torch, path)
    return path


def _compile(torch: Any, path: Path) -> None:
    from numscope.probes.torch.build import compiler

    partial = path.with_suffix(f".{os.getpid()}")
    root = Path(torch.__file__).parent
    subprocess.run(
        [
            *(compiler() or "c++", "-std=c++20", "-O1", "-DNDEBUG", "-fPIC", "-shared", "-w"),
            *(f"-I{sysconfig.get_path('include')}", "-isystem", str(root / "include"), "-isystem"),
            *(str(root / "include/torch/csrc/api/include"), str(_SOURCE), "-o", str(partial)),
            *(f"-L{root / 'lib'}", "-ltorch_cpu", "-lc10"),
        ],
        check=True,
    )
    partial.replace(path)
