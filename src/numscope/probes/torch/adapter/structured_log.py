"""What torch logs about a compilation for other tools to read, passed on as it comes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import torch


class StructuredLog(logging.Handler):
    """Receives the records of torch's structured log: each is a dictionary that names it, and a text."""

    def __init__(self, notify: Callable[..., Any]) -> None:
        super().__init__()
        self._notify_listener = notify
        # A backward is compiled at its first run, when Dynamo may be watching the frames of this thread.
        disable: Any = torch.compiler.disable
        self.handle = disable(self._pass_on)  # type: ignore[method-assign]

    def _pass_on(self, record: logging.LogRecord) -> bool:
        """Pass one record on with the compilation that it belongs to."""
        metadata = getattr(record, "metadata", None) or {}
        compile_id = f"{metadata.get('frame_id')}/{metadata.get('frame_compile_id')}"
        artifact = metadata.get("artifact")
        kind = "artifact" if artifact else next((key for key in _KINDS if key in metadata), "")
        if kind:
            name = artifact.get("name", "") if artifact else kind
            self._notify_listener("logged", compile_id, kind, name, getattr(record, "payload", None) or "")
        return True


_KINDS = ("chromium_event", "inductor_post_grad_graph", "dynamo_cpp_guards_str")


def structured_log() -> logging.Logger:
    """Return the logger that torch writes those records to."""
    from torch._logging._internal import trace_log

    found: logging.Logger = trace_log
    return found
