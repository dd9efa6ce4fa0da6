"""hf:// through the hub's own client, against a server on loopback: `hub.py`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.stores.hub import LARGE, Hub, running_hub

import numscope as product

pytest.importorskip("huggingface_hub.hf_file_system")

URL = "hf://datasets/me/runs/one.numscope"
Ran = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def hub() -> Iterator[Hub]:
    with running_hub() as one:
        yield one


@pytest.fixture
def command(hub: Hub, clean_environ: dict[str, str], tmp_path: Path) -> Ran:
    """Run a command line that finds the server as the hub. The client reads its address once a process."""
    settings = {
        "HF_ENDPOINT": hub.address,
        "HF_TOKEN": "hf_none",
        "HF_HOME": str(tmp_path / "home"),
        "HF_HUB_DISABLE_XET": "1",  # the server has no storage of chunks
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }

    def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "numscope", *words], env={**os.environ, **clean_environ, **settings},
            cwd=tmp_path, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        return done

    return run


def test_a_run_goes_to_the_hub_and_is_asked_there(hub: Hub, command: Ran, script: Path) -> None:
    assert command("run", "-o", URL, str(script)).stdout == "nan\n"
    command("run", "-o", "here.numscope", str(script))
    assert all(path.startswith("one.numscope/") for path in hub.files)
    shown = command("nan", URL, code=1)
    assert "program.py:5" in shown.stdout
    assert shown.stdout == command("nan", "here.numscope", code=1).stdout


def test_of_large_files_on_the_hub_only_parts_are_read(hub: Hub, command: Ran, tmp_path: Path) -> None:
    import numpy as np

    trace = tmp_path / "large.numscope"
    numbers = np.random.default_rng(0)
    with product.record(trace, values="full", ops="numpy.sqrt"):
        for _ in range(20):
            np.sqrt(numbers.random(20_000))
    product.open(trace).close()
    command("upload", str(trace), URL)
    # Each file is one commit: the hub limits how many there may be in an hour.
    assert hub.commits == len(hub.files)
    # Truth: the files that came by Git LFS are those of the trace.
    packs = [data for data in hub.files.values() if len(data) > LARGE]
    assert [path.read_bytes() for path in trace.rglob("values.pack")] == packs
    whole, hub.sent = sum(map(len, hub.files.values())), 0
    assert "numpy.sqrt" in command("show", URL, "0").stdout
    assert 0 < hub.sent < whole / 5
    command("fetch", URL, "-o", "back.numscope")
    assert [path.read_bytes() for path in (tmp_path / "back.numscope").rglob("values.pack")] == packs


def test_of_a_hub_that_refuses_the_program_notices_nothing(hub: Hub, command: Ran, script: Path) -> None:
    hub.refuses = True
    done = command("run", "-o", URL, str(script))
    assert done.stdout == "nan\n"
    assert "[not-uploaded]" in done.stderr
    hub.refuses = False
    command(*done.stderr.partition("bring it in with: numscope ")[2].split()[:3])
    assert "program.py:5" in command("nan", URL, code=1).stdout
