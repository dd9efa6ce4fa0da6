"""What a dump knows, as plain data: functions, their compilations, the graphs and kernels of each."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from numscope.compiled.torch_compile.timeline import Slice


@dataclass
class Break:
    """A place where Dynamo ended a graph: torch's name of the cause, its words, and the user's line."""

    cause: str
    explanation: str
    hints: list[str]
    filename: str
    line: int
    source: str
    inside: str = ""  # the library's line, where the break is in something that the user's line calls
    whole_frame: str = ""  # why the frame was given up, and the graph not just ended here
    callers: list[str] = field(default_factory=list)  # the user's lines that led here, innermost first

    @property
    def place(self) -> str:
        """File and line, for a reader."""
        return f"{self.filename}:{self.line}"


@dataclass
class FailedGuard:
    """A guard of an earlier compilation that failed, and the value that failed it (text, or empty)."""

    compile_id: str
    guard: str
    value: str


@dataclass
class KernelLine:
    """A line of Inductor's output code and the user's line it came from."""

    kernel_line: int
    code: str
    filename: str
    line: int
    source: str


@dataclass
class GraphFile:
    """One dumped graph: its role, file name, operation count, and whether that file's code is what runs."""

    role: str
    file: str
    operations: int
    executed: bool = False


@dataclass
class KernelFile:
    """One file of Inductor's output code; `role` is the graph it was made from."""

    role: str
    file: str
    lines: list[KernelLine] = field(default_factory=list)
    kernels: list[str] = field(default_factory=list)


@dataclass
class Graph:
    """One captured graph and everything the backend made of it; `outputs`: how many values it gives."""

    name: str
    files: list[GraphFile] = field(default_factory=list)
    kernels: list[KernelFile] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    artifacts: list[str] = field(
        default_factory=list
    )  # files of the compilers': metadata, wrapper, graphs after passes
    outputs: int = 0
    failed: bool = False
    kept: bool = True


@dataclass
class Compilation:
    """One time that Dynamo compiled a frame: its result, or why there is none."""

    compile_id: str
    backend: str
    transformed: str = ""
    decompiled: bool = False
    decompile_failure: str = ""
    guards: list[str] = field(default_factory=list)
    guard_tree: str = ""  # the file with the tree in which the guards are checked
    graphs: list[Graph] = field(default_factory=list)
    breaks: list[Break] = field(default_factory=list)
    failed_guards: list[FailedGuard] = field(default_factory=list)
    resumes: list[str] = field(default_factory=list)
    error: str = ""
    raised: bool = False  # the error went to the program, and did not just leave the frame uncompiled
    skip_reason: str = ""
    callers: list[str] = field(
        default_factory=list
    )  # the user's lines that called the function, innermost first
    compiled: bool = False
    seconds: float = 0.0
    phases: dict[str, float] = field(default_factory=dict)
    metrics: dict[str, Any] = field(default_factory=dict)
    restarts: list[str] = field(default_factory=list)  # why Dynamo began anew with the frame
    caches: list[str] = field(default_factory=list)  # what torch said of its caches: hit, miss, bypass

    @property
    def recompile(self) -> bool:
        """Whether this was not the frame's first compilation."""
        return not self.compile_id.endswith("/0")


@dataclass
class Function:
    """A code object that Dynamo met: a function of the user's, or the rest of one after a graph break."""

    name: str
    filename: str
    line: int
    number: int
    resume_of: str = ""
    file: str = ""
    qualified: str = ""
    through: str = ""  # the decorator's function that was compiled in its stead
    compilations: list[Compilation] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What a reader knows it by: `Model.forward`."""
        return self.qualified or self.name

    @property
    def recompilations(self) -> list[Compilation]:
        """The compilations after the first that came off."""
        return [each for each in self.compilations if each.recompile and each.compiled]

    @property
    def place(self) -> str:
        """File and line, for a reader."""
        return f"{self.filename}:{self.line}"

    @property
    def label(self) -> str:
        """A name that is unique within the dump."""
        return f"{self.name}_{self.number}"

    @property
    def graphs(self) -> list[Graph]:
        """The graphs that its compilations put to use, in order."""
        return [graph for compilation in self.compilations for graph in compilation.graphs if graph.kept]


@dataclass
class Record:
    """The whole dump as data; `as_dict` is what `index.json` holds."""

    torch_version: str
    python_version: str
    functions: list[Function] = field(default_factory=list)
    timeline: list[Slice] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return plain lists, dictionaries, strings and numbers."""
        return {"numscope_compile": 1, **asdict(self), "totals": self.totals()}

    def parts_of(self, root: Function) -> list[Function]:
        """Return `root` and the functions that go on after its graph breaks."""
        return [root, *(each for each in self.functions if each.resume_of == root.label)]

    def totals(self) -> dict[str, int]:
        """Count functions, graphs, graph breaks, recompilations, kernels and failures."""
        compilations = [each for function in self.functions for each in function.compilations]
        graphs = [graph for each in compilations for graph in each.graphs if graph.kept]
        return {
            "functions": sum(1 for function in self.functions if not function.resume_of),
            "compilations": sum(each.compiled for each in compilations),
            "graphs": len(graphs),
            "graph_breaks": sum(len(each.breaks) for each in compilations),
            "recompilations": sum(len(function.recompilations) for function in self.functions),
            "kernel_files": sum(len(graph.kernels) for graph in graphs),
            "not_compiled": sum(not each.compiled for each in compilations),
        }
