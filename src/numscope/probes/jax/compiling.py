"""What JAX compiles while it is recorded: each lowering and each compilation is an operation inside the call."""

from __future__ import annotations

import sys
from typing import Any

import numscope._core as _core

_TRACE = "/jax/core/compile/jaxpr_trace_duration"
# Events of jax.monitoring that come when a step has ended, and what the step is called.
_STEPS = {
    "/jax/core/compile/jaxpr_to_mlir_module_duration": "jax.lower",
    "/jax/core/compile/backend_compile_duration": "jax.compile",
}


class CompileEvents:
    """Listens to JAX tracing, lowering and compiling."""

    def __init__(self) -> None:
        self._listening = False

    def listen(self) -> None:
        """Record each step from now on."""
        if not self._listening:
            self._listening = True
            sys.modules["jax"].monitoring.register_event_duration_secs_listener(self._ended)

    def stop(self) -> None:
        """Listen no more, where this JAX has a way to say so: an event is not recorded then."""
        if self._listening:
            monitoring = sys.modules["jax"].monitoring
            unregister = getattr(monitoring, "unregister_event_duration_listener", None)
            if unregister is not None:
                self._listening = False
                unregister(self._ended)

    def _ended(self, event: str, seconds: float, **facts: Any) -> None:
        function = str(facts.get("fun_name", ""))
        ns = max(0, int(seconds * 1e9))
        if event in _STEPS:
            _core.note(_STEPS[event], None, {"function": function} if function else {}, ns)
        elif event == _TRACE:
            # What is traced runs operations inside: the time stands beside, so that none counts twice.
            _core.note("jax.trace", None, {"function": function, "traced_ns": ns})
