"""The process's rank as torch.distributed knows it: programs may give it to init_process_group themselves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

Place = Callable[[Mapping[str, Any]], None]


class DefaultGroup:
    """Asked at the first collective. place: keeps what is found out."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def note(self) -> None:
        """Give rank and size of the default group to `place`, if there is one."""
        distributed = sys.modules.get("torch.distributed")
        if distributed is None or not distributed.is_initialized():
            return
        self._place({"rank": distributed.get_rank(), "world_size": distributed.get_world_size()})
