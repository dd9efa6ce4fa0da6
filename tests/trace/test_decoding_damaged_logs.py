"""The decoder of raw logs on damaged bytes: columns or one sentence, never a crash, whatever it reads.

`NUMSCOPE_FUZZ=10000 python tools/sanitize.py tests/trace/test_decoding_damaged_logs.py` is the long form;
NUMSCOPE_FUZZ_FROM is the case to begin with.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.cli.test_damaged_traces import damage, program

import numscope
from numscope.errors import TraceError
from numscope.format.files import Folder, RefusedFileError
from numscope.trace.definitions import Definitions
from numscope.trace.events import Events
from numscope.trace.sealing import open_shards_of

FIRST, CASES = int(os.environ.get("NUMSCOPE_FUZZ_FROM", "0")), int(os.environ.get("NUMSCOPE_FUZZ", "300"))
STRETCH = 100


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("raw")
    with numscope.record(folder / "t.numscope"), np.errstate(all="ignore"):
        program()
    return folder / "t.numscope"


def decode(trace: Path) -> int:
    """Decode all of it, as sealing does, and return the number of operations."""
    shards = open_shards_of(Folder.at(trace))
    events = Events(Definitions(shards))
    found = 0
    for shard in shards:
        for batch, _ in events.decode(shard):
            found += sum(len(table) for table in (batch.operations, batch.operands, batch.contents))
    return found + len(events.calls()) + len(events.slots())


@pytest.mark.parametrize("start", range(FIRST, CASES, STRETCH))
def test_damaged_logs_give_columns_or_a_sentence(start: int, raw: Path, tmp_path: Path) -> None:
    trace = tmp_path / "t.numscope"
    for seed in range(start, min(start + STRETCH, CASES)):
        chance = random.Random(seed)
        shutil.copytree(raw, trace)
        done = [damage(trace, chance) for _ in range(chance.choice((1, 1, 3)))]
        try:
            decode(trace)
        except (TraceError, RefusedFileError):
            pass  # a sentence
        except BaseException as error:
            raise AssertionError(f"case {seed}: after {done}") from error
        shutil.rmtree(trace)
