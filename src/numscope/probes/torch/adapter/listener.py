"""What `adapter.Interception` reports about a compilation, and to whom."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import torch


class Listener(Protocol):
    """Receives the events of a compilation, in the thread that compiles and in the order they happen."""

    def frame_begins(self, compile_id: str, code: types.CodeType, scope: FrameScope) -> None:
        """Dynamo starts on a frame."""

    def frame_recompiles(self, reasons: list[str]) -> None:
        """The frame just begun was compiled before; `reasons` are the guards that failed."""

    def bytecode(self, original: types.CodeType, new: types.CodeType) -> types.CodeType | None:
        """Dynamo wrote `new` for `original`; a returned code object runs in its place."""

    def resume_function(self, code: types.CodeType) -> None:
        """The frame's bytecode calls a new function for what follows a graph break."""

    def frame_ends(self, outcome: FrameOutcome) -> None:
        """Dynamo is through with the frame."""

    def graph_begins(self, name: str, module: torch.fx.GraphModule, symbols: list[str]) -> None:
        """A captured graph goes to the backend."""

    def graph_ends(self, module: torch.fx.GraphModule, failed: bool) -> None:
        """The backend returned, or raised."""

    def joint_graph(self, module: torch.fx.GraphModule) -> None:
        """AOTAutograd traced forward and backward together into `module`."""

    def graph_in_progress(self) -> object:
        """A token for the graph being compiled in this thread, to be given back to `part_begins`."""

    def part_begins(self, token: object, role: str, module: torch.fx.GraphModule) -> None:
        """A forward or backward graph goes to its compiler (for a backward: perhaps much later)."""

    def part_ends(self, module: torch.fx.GraphModule, failed: bool) -> None:
        """The compiler of that part returned, or raised."""

    def logged(self, compile_id: str, kind: str, name: str, text: str) -> None:
        """Torch wrote a record for other tools: an event of its timeline, or an artifact of that name."""

    def kernel(self, path: str, stacks: dict[str, list[str]]) -> str:
        """Inductor is about to load `path`; returns the file to load in its place.

        `stacks` maps a kernel's handle, as it stands in the file's comments, to the user's stacks behind it.
        """


# (file, line number, text of the line), the innermost frame last.
Stack = list[tuple[str, int, str]]


class FrameScope:
    """The namespaces a frame is compiled in, the name of the backend, and the user's frames that led to the call."""

    def __init__(
        self,
        f_globals: dict[str, Any],
        f_locals: dict[str, Any],
        backend: str,
        cells: tuple[types.CellType, ...] = (),
        callers: Stack | None = None,
    ) -> None:
        self.f_globals = f_globals
        self.f_locals = f_locals
        self.backend = backend
        self.cells = cells
        self.callers = callers or []


class FrameOutcome:
    """What came of compiling a frame."""

    def __init__(self) -> None:
        self.guards: list[str] = []
        self.breaks: list[tuple[str, Stack]] = []
        self.error: BaseException | None = None
        self.raised = False
        self.skip_reason: str | None = None
        self.compiled = False
        self.seconds = 0.0
