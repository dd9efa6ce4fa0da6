"""Follows torch's compiler, writes what it makes to files, and has those files' code run.

One recorder serves all threads: what is under way in a thread lies on a stack of that thread, everything
shared is touched under one lock.
"""

from __future__ import annotations

import sys
import threading
import types
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from numscope.compiled.torch_compile.breaks import called_from, graph_break
from numscope.compiled.torch_compile.dump_directory import DumpDirectory
from numscope.compiled.torch_compile.full_code import full_code
from numscope.compiled.torch_compile.graph_file import execute_from_file, graph_text
from numscope.compiled.torch_compile.graph_results import KnownNames
from numscope.compiled.torch_compile.guards import failed_guards, readable_guards, readable_symbols
from numscope.compiled.torch_compile.kernel_file import kernel_lines, kernel_names
from numscope.compiled.torch_compile.metrics import add_backward_metrics, add_frame_metrics
from numscope.compiled.torch_compile.records import (
    Compilation,
    Function,
    Graph,
    GraphFile,
    KernelFile,
    Record,
)
from numscope.compiled.torch_compile.serialized_code import dump_bytecode
from numscope.compiled.torch_compile.timeline import Timeline, perfetto
from numscope.compiled.torch_compile.titles import Identity, identity_of
from numscope.compiled.torch_compile.transformed_code import (
    disassembly,
    safe_name,
    transformed_code,
    without_addresses,
)
from numscope.probes.torch.adapter import compiler as adapter
from numscope.probes.torch.adapter.listener import FrameOutcome, FrameScope
from numscope.views.torch_compile.page import page

if TYPE_CHECKING:
    import torch


# What AOTAutograd and Inductor log about a graph, and the end of the name of the file that holds it.
ARTIFACTS = {
    "aot_forward_graph_fw_metadata": "AOT_metadata.txt",
    "torch._functorch.config": "AOT_settings.txt",
    "runtime_wrapper_orchestration": "Runtime_Wrapper.py",
    "compiled_fn_wrapper": "Runtime_Wrapper.py",
    "compiled_function_forward": "Runtime_Wrapper.py",
    "compiled_function_backward": "Runtime_Wrapper.py",
    "backward_prologue": "Runtime_Wrapper.py",
    "backward_epilogue": "Runtime_Wrapper.py",
    "after_pre_grad_graph": "Pre_Grad_Graph.py",
    "inductor_post_grad_graph": "Post_Grad_Graph.py",
    "fx_graph_runnable": "Runnable.py",
}


@dataclass
class _Frame:
    """A frame that Dynamo is compiling in this thread."""

    function: Function
    compilation: Compilation
    scope: FrameScope
    code: types.CodeType


@dataclass
class _Part:
    """A graph whose compiler is running in this thread."""

    graph: Graph
    file: GraphFile
    kernels: int = 0


@dataclass
class _ThreadState(threading.local):
    frames: list[_Frame] = field(default_factory=list)
    graphs: list[tuple[Graph, GraphFile]] = field(default_factory=list)
    parts: list[_Part] = field(default_factory=list)


class Recorder:
    """The listener of `adapter.Interception` that keeps a dump directory."""

    def __init__(self, directory: DumpDirectory) -> None:
        self.directory = directory
        self._lock = threading.RLock()
        self._state = _ThreadState()
        self._start_over()

    def _start_over(self) -> None:
        self.record = Record(adapter.torch_version(), sys.version.split()[0])
        self._timeline = Timeline()
        self.record.timeline = self._timeline.slices
        # By identity: Dynamo puts constants into code objects that can't be hashed. `_codes` keeps them alive.
        self._functions: dict[int, Function] = {}
        self._codes: dict[str, types.CodeType] = {}
        self._numbers: Counter[str] = Counter()

    # -- frames

    def frame_begins(self, compile_id: str, code: types.CodeType, scope: FrameScope) -> None:
        """Dynamo starts on a frame."""
        with self._lock:
            if self.directory.follow_fork():
                self._start_over()
            function = self._functions.get(id(code)) or self._new_function(code, scope)
            compilation = Compilation(compile_id, scope.backend, callers=called_from(scope.callers))
            function.compilations.append(compilation)
        self._state.frames.append(_Frame(function, compilation, scope, code))

    def _new_function(self, code: types.CodeType, scope: FrameScope, resume_of: str = "") -> Function:
        itself = Identity("", code.co_filename, code.co_firstlineno)
        who = itself if resume_of else identity_of(code, scope.cells, scope.f_locals)
        name = safe_name(who.title if who.through else code.co_name)
        function = Function(name, who.filename, who.line, self._next("function", name), resume_of)
        function.qualified, function.through = who.title, who.through
        self._functions[id(code)] = function
        self._codes[function.label] = code
        self.record.functions.append(function)
        return function

    def _next(self, kind: str, name: str) -> int:
        number = self._numbers[f"{kind} {name}"]
        self._numbers[f"{kind} {name}"] += 1
        return number

    def frame_recompiles(self, reasons: list[str]) -> None:
        """The frame just begun was compiled before; `reasons` are the guards that failed."""
        if self._state.frames:
            frame = self._state.frames[-1]
            frame.compilation.failed_guards = failed_guards(
                reasons, frame.scope.f_locals, frame.scope.f_globals
            )

    def bytecode(self, original: types.CodeType, new: types.CodeType) -> types.CodeType | None:
        """Dynamo wrote `new` for `original`: write it down, and return the written file's code."""
        if not self._state.frames:
            return None
        frame = self._state.frames[-1]
        with self._lock:
            name = frame.function.name
            stem = f"__transformed_code_{self._next('transformed', name)}_for_{name}"
            compilation = frame.compilation
            header = (
                f"# What torch.compile made of {_described(frame.function, original)}: "
                f"compilation {compilation.compile_id}, backend {compilation.backend}.\n"
            )
            known = _known_names(compilation.graphs, new, frame.scope.f_globals)
            made = transformed_code(header, new, str(self.directory.path / f"{stem}.py"), known)
            self.directory.write(f"{stem}.py", made.text)
            self.directory.write(f"{stem}.py.{name}_bytecode", dump_bytecode(new))
            self.directory.write(f"{stem}.py.{name}_disassembly.txt", disassembly(new))
            compilation.transformed = f"{stem}.py"
            compilation.decompiled, compilation.decompile_failure = made.code is not None, made.failure
            for graph in compilation.graphs:  # an analysis that Dynamo restarted may have left graphs behind
                graph.kept = graph.name in new.co_names
        return made.code

    def resume_function(self, code: types.CodeType) -> None:
        """The frame's bytecode calls a new function for what follows a graph break."""
        if not self._state.frames:
            return
        frame = self._state.frames[-1]
        with self._lock:
            root = frame.function.resume_of or frame.function.label
            resume = self._functions.get(id(code)) or self._new_function(code, frame.scope, root)
        if resume.label not in frame.compilation.resumes:
            frame.compilation.resumes.append(resume.label)

    def frame_ends(self, outcome: FrameOutcome) -> None:
        """Dynamo is through with the frame."""
        frame = self._state.frames.pop()
        compilation = frame.compilation
        compilation.compiled, compilation.seconds = outcome.compiled, outcome.seconds
        compilation.guards = readable_guards(outcome.guards)
        compilation.breaks = [
            graph_break(reason, stack, compilation.callers) for reason, stack in outcome.breaks
        ]
        compilation.raised = outcome.raised
        compilation.skip_reason = outcome.skip_reason or ""
        if outcome.error is not None:
            compilation.error = without_addresses(f"{type(outcome.error).__name__}: {outcome.error}".strip())
        add_frame_metrics(compilation)
        if not outcome.compiled:
            for graph in compilation.graphs:
                graph.kept = False
        with self._lock:
            self._write_full_code(frame.function)

    # -- graphs

    def graph_begins(self, name: str, module: torch.fx.GraphModule, symbols: list[str]) -> None:
        """A captured graph goes to the backend."""
        graph = Graph(name, symbols=readable_symbols(symbols), outputs=adapter.outputs_of(module))
        if self._state.frames:
            frame = self._state.frames[-1]
            frame.compilation.graphs.append(graph)
        file = self._write_graph(graph, "Captured", module)
        self._state.graphs.append((graph, file))

    def graph_ends(self, module: torch.fx.GraphModule, failed: bool) -> None:
        """The backend returned, or raised."""
        graph, file = self._state.graphs.pop()
        graph.failed = failed
        if failed:
            graph.kept = False
        elif len(graph.files) == 1 and not graph.kernels and not self._from_cache():
            self._execute(graph, file, module)

    def _from_cache(self) -> bool:
        """Whether AOTAutograd's cache gave what runs in place of the graph under way."""
        return any("aotautograd cache hit" in each.compilation.caches for each in self._state.frames[-1:])

    def joint_graph(self, module: torch.fx.GraphModule) -> None:
        """AOTAutograd traced forward and backward together into `module`."""
        if self._state.graphs:
            self._write_graph(self._state.graphs[-1][0], "Joint", module)

    def graph_in_progress(self) -> object:
        """Return the graph being compiled in this thread, None where there is none."""
        return self._state.graphs[-1][0] if self._state.graphs else None

    def part_begins(self, token: object, role: str, module: torch.fx.GraphModule) -> None:
        """A forward or backward graph goes to its compiler."""
        graph = token if isinstance(token, Graph) else Graph("__aot_graph")
        file = self._write_graph(graph, role, module)
        self._state.parts.append(_Part(graph, file))

    def part_ends(self, module: torch.fx.GraphModule, failed: bool) -> None:
        """The compiler of that part returned, or raised."""
        part = self._state.parts.pop()
        if not failed and not part.kernels:
            self._execute(part.graph, part.file, module)

    def kernel(self, path: str, stacks: dict[str, list[str]]) -> str:
        """Copy Inductor's output code into the dump and return the copy, which is loaded in its place."""
        if not self._state.parts:
            return path
        part = self._state.parts[-1]
        part.kernels += 1
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with self._lock:
            name = f"{part.graph.name}.kernel_{len(part.graph.kernels)}.py"
            written = self.directory.write(name, text)
            part.graph.kernels.append(
                KernelFile(part.file.file, name, kernel_lines(text, stacks), kernel_names(text))
            )
        return str(written)

    # -- what torch logs for other tools

    def logged(self, compile_id: str, kind: str, name: str, text: str) -> None:
        """Keep an event of the timeline, Dynamo's guards, what a cache did, or what a compiler says of a graph."""
        with self._lock:
            if kind == "chromium_event":
                self._timeline.add(text, threading.get_native_id(), compile_id)
            elif kind == "dynamo_cpp_guards_str" and self._state.frames:
                self._keep_guards(self._state.frames[-1], text)
            elif "cache" in name and self._state.frames:
                self._state.frames[-1].compilation.caches.append(_of_cache(name, text))
            elif name in ARTIFACTS and self._state.parts:
                part = self._state.parts[-1]
                self._keep(part.graph, name, f"{part.file.role}_{ARTIFACTS[name]}", without_addresses(text))
            elif name in ARTIFACTS and self._state.graphs:
                self._keep(self._state.graphs[-1][0], name, ARTIFACTS[name], without_addresses(text))

    def _keep_guards(self, frame: _Frame, text: str) -> None:
        if frame.compilation.transformed:
            name = f"{frame.compilation.transformed}.{frame.function.name}_guards.txt"
            tree, _, _ = text.partition("Guard latency")  # which differs from run to run
            self.directory.write(name, without_addresses(tree).strip() + "\n")
            frame.compilation.guard_tree = name

    def _keep(self, graph: Graph, name: str, ending: str, text: str) -> None:
        file = f"{graph.name}.{ending}"
        if file not in graph.artifacts:
            graph.artifacts.append(file)
        with open(self.directory.file(file), "a", encoding="utf-8") as out:
            text = text.replace(
                "class <lambda>(", "class GraphModule("
            )  # as torch prints graphs of varying sizes
            out.write(f"# {name}\n{text.rstrip()}\n\n")

    def _write_graph(self, graph: Graph, role: str, module: torch.fx.GraphModule) -> GraphFile:
        same_role = sum(file.role == role for file in graph.files)
        name = f"{graph.name}.{role}_Graph{f'_{same_role}' if same_role else ''}.py"
        file = GraphFile(role, name, 0)
        graph.files.append(file)
        text = graph_text(module, _graph_header(graph, role))
        file.operations = text.operations
        with self._lock:
            self.directory.write(name, text.text)
        return file

    def _execute(self, graph: Graph, file: GraphFile, module: torch.fx.GraphModule) -> None:
        # Written again: the compiler may have changed the graph on its way, and the file is what runs.
        text = graph_text(module, _graph_header(graph, file.role))
        with self._lock:
            path = self.directory.write(file.file, text.text)
        execute_from_file(module, text, path)
        file.executed = True

    # -- what ties it together

    def _write_full_code(self, function: Function) -> None:
        root = self._by_label(function.resume_of) if function.resume_of else function
        if not any(each.transformed for each in root.compilations):
            return
        root.file = f"full_code_for_{root.name}_{root.number}.py"
        parts = self.record.parts_of(root)
        codes = {each.label: self._codes[each.label] for each in parts}
        self.directory.write(root.file, full_code(root, parts, codes, self.directory.path))

    def _by_label(self, label: str) -> Function:
        return next(each for each in self.record.functions if each.label == label)

    def finish(self) -> None:
        """Write everything that sums the dump up: full codes, `index.html`, `index.json`."""
        import json

        with self._lock:
            if self.directory.follow_fork():
                return
            add_backward_metrics(self.record)
            for function in self.record.functions:
                if not function.resume_of:
                    self._write_full_code(function)
            self.directory.write(
                "index.json", json.dumps(self.record.as_dict(), indent=1, default=str) + "\n"
            )
            if self.record.timeline:
                self.directory.write("timeline.json", perfetto(self.record.timeline))
            self.directory.write("index.html", page(self.record, self.directory.path))


def _known_names(graphs: list[Graph], code: types.CodeType, f_globals: Mapping[str, Any]) -> KnownNames:
    """Return what is known of the graphs, and of the resume functions among the globals, that `code` calls."""
    functions = {name: f_globals.get(name) for name in code.co_names if name.startswith("__resume_at_")}
    codes = {name: getattr(function, "__code__", None) for name, function in functions.items()}
    return KnownNames(
        {graph.name: graph.outputs for graph in graphs if graph.outputs},
        {name: one.co_varnames[: one.co_argcount] for name, one in codes.items() if one is not None},
    )


def _described(function: Function, code: types.CodeType) -> str:
    """Return what a reader knows a code object by, and its place; that of a wrapper is named behind what it wraps."""
    if function.through:
        return f"{function.title}, {function.filename}:{function.line} (through {function.through})"
    return f"{code.co_name}, {code.co_filename}:{code.co_firstlineno}"


def _of_cache(name: str, text: str) -> str:
    """Return what a cache did in words: hit, miss, or passed over and why."""
    said = name.replace("_", " ")
    if not name.endswith("bypass"):
        return said
    import json

    reason = json.loads(text).get("cache_bypass_reason") if text.startswith("{") else None
    return f"{said}: {' '.join(reason.split())}" if reason else said


def _graph_header(graph: Graph, role: str) -> str:
    what = {
        "Captured": "the graph that Dynamo captured",
        "Joint": "forward and backward together, as AOTAutograd traced them (never run: split into two)",
        "Forward": "the forward graph after AOTAutograd",
        "Backward": "the backward graph after AOTAutograd",
    }[role]
    return f"# {graph.name}: {what}."
