"""Whether the process that writes a shard may still be there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any


def may_run(facts: Mapping[str, Any]) -> bool:
    """Return whether the process of which a `process.json` says this may still be alive on this host."""
    if facts.get("ended_ns") is not None:
        return False
    pid = facts.get("pid")
    if not isinstance(pid, int) or pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
