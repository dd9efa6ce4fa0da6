"""A store that is away for an hour, by a clock that the test moves: the program goes on, the disk stays bounded.

The real recorder writes segments while the real uploader waits; only the waiting takes no time.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tests.recording.test_rotation import size_on_disk

import numscope as product
from numscope.format.files import File, Folder
from numscope.stores.opening import open_store
from numscope.stores.store import Part, StoreError
from numscope.stores.uploader import ENDED, follow, patiently
from numscope.stores.uploading import Upload

SIZE, KEEP = 16_000_000, 3
AWAY, LATER = 3600.0, 300.0
# Operations of a second: in an hour several times what the disk may hold.
RATE = 1000


class Program:
    """What is recorded, with the only clock there is: it computes while the uploader waits for a word."""

    def __init__(self, trace: Path) -> None:
        self.now = 0.0
        self.performed = 0
        self.pauses: list[float] = []
        self.on_disk: list[int] = []
        self._trace = trace

    def heard(self, seconds: float) -> bytes | None:
        """Go on for so long; `ended` some minutes after the store has come back."""
        count = int(seconds * RATE)
        for _ in range(count):
            np.negative(1.5)
        self.performed += count
        self.now += seconds
        self.pauses.append(seconds)
        self.on_disk.append(size_on_disk(self._trace / "processes"))
        return ENDED if self.now > AWAY + LATER else None


class AwayStore:
    """A store in memory that can't be reached for the first hour of a program."""

    url = "memory://away/hour.numscope"

    def __init__(self, program: Program) -> None:
        self.asked: list[float] = []
        self.segments: list[float] = []
        self._program = program
        self._store = open_store(self.url)

    def sizes(self) -> dict[str, int]:
        self._reach()
        return self._store.sizes()

    def get_part(self, name: str, part: Part) -> bytes:
        self._reach()
        return self._store.get_part(name, part)

    def put(self, name: str, file: File) -> None:
        self._reach()
        self._store.put(name, file)
        if "/events" in name:
            self.segments.append(self._program.now)

    def delete(self, name: str) -> None:
        self._reach()
        self._store.delete(name)

    def _reach(self) -> None:
        self.asked.append(self._program.now)
        if self._program.now < AWAY:
            raise StoreError("the store is away.")


def test_an_hour_without_the_store_costs_the_oldest_segments_only(tmp_path: Path) -> None:
    path = tmp_path / "t.numscope"
    program = Program(path)
    store = AwayStore(program)
    with product.record(path, values="none", rotate=str(SIZE), keep=KEEP):
        upload = Upload(Folder.at(path), store)
        assert follow(upload, program.heard)
    patiently(upload.whole, 0)

    # It asks more and more seldom, at least once a minute: 8 pauses that double, then 60 seconds each.
    before = [at for at in store.asked if at < AWAY]
    assert len(before) <= 8 + AWAY / 60
    assert max(program.pauses) == 60
    # The program made more than there is room for, and no byte of it went beyond that.
    assert sum(program.on_disk) / len(program.on_disk) > SIZE
    assert max(program.on_disk) <= KEEP * SIZE
    # What is on the disk when the store comes back is there after a minute at most.
    assert AWAY <= store.segments[0] <= AWAY + 60
    with product.open(store.url) as trace:
        (row,) = trace.sql(
            "select count(*) n, (select min(begun_before) from processes) dropped from operations"
        ).to_pylist()
    # Each operation is in the store or was counted as it was dropped.
    assert row["n"] + row["dropped"] == program.performed
    # Nothing was dropped from the store's return on.
    assert row["n"] >= RATE * LATER
