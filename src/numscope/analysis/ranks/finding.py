"""One thing that is wrong between ranks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """What is wrong, the verdict first.

    kind: `mismatch`, `missing`, `nan`, `replica`, `straggler`. ranks: the odd ones. text: the verdict. evidence: what
    shows it, a sentence each. advice: what to do. operations: ids to look at. place: file and line of the cause.
    """

    kind: str
    ranks: tuple[int, ...]
    text: str
    evidence: tuple[str, ...] = ()
    advice: str = ""
    operations: tuple[int, ...] = ()
    place: str | None = None


def named(ranks: tuple[int, ...] | list[int]) -> str:
    """Return `rank 2`, `ranks 0, 1 and 3`, or of many `ranks 0-6 and 9`."""
    spans = _spans(sorted(ranks))
    if len(spans) == 1:
        return f"rank {spans[0]}" if len(ranks) == 1 else f"ranks {spans[0]}"
    return f"ranks {', '.join(spans[:-1])} and {spans[-1]}"


def _spans(ranks: list[int]) -> list[str]:
    found: list[list[int]] = []
    for rank in ranks:
        if found and rank == found[-1][-1] + 1:
            found[-1].append(rank)
        else:
            found.append([rank])
    spans = []
    for run in found:
        spans += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(rank) for rank in run]
    return spans
