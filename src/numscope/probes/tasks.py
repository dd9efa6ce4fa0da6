"""Tasks of a scheduler such as Dask's or Ray's: that one begins in a worker's thread, and that a line asked for one.

They are operations without operands, with the attributes that `trace/task_relations.py` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# Of the names of what a task needs: a sum over many thousand parts would be a text of megabytes.
_MOST_NAMES = 16 << 10


def note_begin(operation: str, key: str, identity: str | None = None, needs: Iterable[str] = ()) -> None:
    """Record that the task `key` begins in this thread.

    identity: what names it to the one who asked for it, if that is not its key. needs: keys of the tasks whose results
    it is given.
    """
    attributes = {"task": key}
    if identity is not None:
        attributes["task id"] = identity
    if names := _joined(needs):
        attributes["task needs"] = names
    _note(operation, attributes)


def note_request(operation: str, identity: str) -> None:
    """Record that the caller's line asks for the task with this id, or key if it has no other."""
    _note(operation, {"asks for task": identity})


def _joined(names: Iterable[str]) -> str:
    chosen, room = [], _MOST_NAMES
    for name in names:
        room -= len(name) + 1
        if room < 0:
            break
        chosen.append(name)
    return "\n".join(chosen)


def _note(operation: str, attributes: Mapping[str, str | int]) -> None:
    import numscope._core as core

    core.unmute()  # a function that sees results is called muted
    try:
        core.note(operation, None, dict(attributes))
    finally:
        core.mute()
