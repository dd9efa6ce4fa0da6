"""What torch keeps to itself and following torch.compile needs.

`PRIVATE_NAMES` lists each one with the parameters we rely on. `moved_names()` compares the list with the
installed torch, so that what a new release moved is reported by name (`tests/compiled/torch_compile/
test_adapter.py` is the canary). `Interception` puts the wrappers in and takes every one of them out again.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import linecache
import os
import sys
import threading
import time
import traceback
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any, cast

import torch
from torch.utils import _pytree as pytree

from numscope.probes.torch.adapter.listener import FrameOutcome, FrameScope, Listener, Stack
from numscope.probes.torch.adapter.structured_log import StructuredLog, structured_log
from numscope.probes.torch.adapter.versions import TRIED, was_tried
from numscope.user_code import is_user_file

# module:qualified name -> the leading parameters the wrappers rely on (empty: existence is enough).
PRIVATE_NAMES: dict[str, tuple[str, ...]] = {
    "torch._dynamo.convert_frame:_compile": (
        "code",
        "globals",
        "locals",
        "builtins",
        "closure",
        "compiler_fn",
        "one_graph",
    ),
    "torch._dynamo.convert_frame:register_bytecode_hook": ("hook",),
    "torch._dynamo.convert_frame:get_and_maybe_log_recompilation_reasons": ("cache_entries", "frame"),
    "torch._dynamo.output_graph:OutputGraph._call_user_compiler": ("self", "gm", "example_inputs"),
    "torch._dynamo.output_graph:OutputGraph.install_resume_function_global": ("self", "name", "code"),
    "torch._dynamo.output_graph:unique_id": ("name", "with_uuid"),
    "torch._dynamo.symbolic_convert:InstructionTranslatorBase.log_graph_break": (
        "self",
        "code_options",
        "reason",
        "exc",
    ),
    "torch._dynamo.config:suppress_errors": (),
    "torch._dynamo.exc:Unsupported": (),
    "torch._dynamo.exc:UserError": (),
    "torch._dynamo.utils:graph_break_reasons": (),
    "torch._dynamo.utils:get_compilation_metrics": (),
    "torch._dynamo.utils:get_metrics_context": (),
    "torch._functorch.aot_autograd:aot_stage2_compile": (
        "aot_state",
        "aot_graph_capture",
        "partition_fn",
        "fw_compiler",
        "bw_compiler",
        "inference_compiler",
    ),
    "torch._logging._internal:trace_log": (),
    "torch._inductor.codecache:PyCodeCache.load_by_key_path": ("key", "path", "linemap", "attrs"),
    "torch.fx._lazy_graph_module:_LazyGraphModule.force_recompile": ("gm",),
    "torch.utils._pytree:tree_flatten_with_path": ("tree",),
    "torch.utils._pytree:tree_leaves": ("tree",),
    "torch.utils._pytree:tree_map": ("func", "tree"),
    "torch.fx.graph:Graph.python_code": ("self", "root_module"),
    "torch._dynamo.config:automatic_dynamic_local_pgo": (),
    "torch._dynamo.config:record_runtime_overhead": (),
    "torch._dynamo:lookup_backend": (),
    "torch._functorch.config:donated_buffer": (),
    "torch._functorch.config:enable_autograd_cache": (),
    "torch._inductor.config:codegen_config": (),
    "torch._inductor.config:fallback_random": (),
    "torch._inductor.config:fx_graph_cache": (),
    "torch._inductor.config:trace.provenance_tracking_level": (),
    "torch._inductor.debug:_inductor_kernel_stack_trace": (),
    "torch:Tensor._version": (),
}


def torch_version() -> str:
    """Return the version of the installed torch."""
    return str(torch.__version__)


def version_known() -> bool:
    """Tell whether the installed torch is one this adapter was tested on."""
    return was_tried(torch_version())


def moved_names() -> list[str]:
    """Return the entries of `PRIVATE_NAMES` that the installed torch no longer has, or has changed."""
    return [entry for entry, parameters in PRIVATE_NAMES.items() if not _still_there(entry, parameters)]


def _still_there(entry: str, parameters: tuple[str, ...]) -> bool:
    module_name, _, qualified = entry.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
        for part in qualified.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError):
        return False
    if not parameters:
        return True
    return tuple(inspect.signature(found).parameters)[: len(parameters)] == parameters


@functools.cache
def warn_if_unknown() -> None:
    """Warn once when this torch was never tested."""
    if not version_known():
        warnings.warn(
            f"[torch-version] numscope compile was tested with torch {', '.join(TRIED)}, "
            f"this is {torch.__version__}: what it shows may be incomplete",
            stacklevel=4,
        )


def forget_compiled_code() -> None:
    """Drop what Dynamo compiled so far in this process, so that it is compiled again in view."""
    torch.compiler.reset()


@contextlib.contextmanager
def without_marks() -> Iterator[None]:
    """Leave out the calls that mark the time before each graph in a profile: no statement of the program's."""
    import torch._dynamo.config as dynamo_config

    with dynamo_config.patch({"record_runtime_overhead": False}):
        yield


@contextlib.contextmanager
def complete_compilation() -> Iterator[None]:
    """Have every graph compiled anew, and Inductor keep the source lines.

    A hit in the FX graph cache, AOTAutograd's cache or the profile of dynamic shapes would skip the steps we
    show. The compiled C++ libraries are not looked up through these caches and stay warm.
    """
    import torch._dynamo.config as dynamo_config
    import torch._functorch.config as functorch_config
    import torch._inductor.config as inductor_config

    # Not force_disable_caches: it means the same, and warns at every frame.
    with (
        # Provenance: Inductor then keeps the user's lines of each kernel; the kernels are the same.
        inductor_config.patch(
            {"fx_graph_cache": False, "fx_graph_remote_cache": False, "trace.provenance_tracking_level": 1}
        ),
        functorch_config.patch(enable_autograd_cache=False, enable_remote_autograd_cache=False),
        dynamo_config.patch({"automatic_dynamic_local_pgo": False, "automatic_dynamic_remote_pgo": False}),
    ):
        yield


@contextlib.contextmanager
def comparable_compilation() -> Iterator[None]:
    """Have compiled code draw random numbers as eager code does, and let its outputs go backward twice."""
    import torch._functorch.config as functorch_config
    import torch._inductor.config as inductor_config

    with inductor_config.patch(fallback_random=True), functorch_config.patch(donated_buffer=False):
        yield


def backend_called(backend: Any) -> Callable[..., Any]:
    """Return the backend of that name, or `backend` itself if it is one."""
    found: Callable[..., Any] = torch._dynamo.lookup_backend(backend)
    return found


def changed_settings() -> list[str]:
    """Return the statements that set Inductor as it is now set, for what can change a result."""
    import torch._inductor.config as inductor_config

    # Not the caches and the tracing, which are ours.
    ours = ("cache", "provenance", "fallback_random", "deterministic")
    lines = sorted(inductor_config.codegen_config().splitlines())
    kept = [line for line in lines if not any(name in line.partition("=")[0] for name in ours)]
    return [*kept, "torch._inductor.config.fallback_random = True"]


def tensors_in(tree: Any) -> list[torch.Tensor]:
    """Return the tensors in nested containers, in order."""
    return [leaf for leaf in pytree.tree_leaves(tree) if isinstance(leaf, torch.Tensor)]


def leaves_in(tree: Any) -> tuple[list[tuple[str, Any]], str]:
    """Return what is in nested containers, each with its path (`[0]['a']`), and a description of the structure."""
    leaves, structure = pytree.tree_flatten_with_path(tree)
    return [(pytree.keystr(path), leaf) for path, leaf in leaves], str(structure)


def detached(tree: Any) -> Any:
    """Return nested containers with a copy of each tensor, apart from autograd."""
    return pytree.tree_map(
        lambda leaf: leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf, tree
    )


class _GivenUp(threading.local):
    """Text and stack of what Dynamo last could not trace in this thread, since it began the frame."""

    last: tuple[str, Stack] | None = None


class Interception(contextlib.ExitStack):
    """The wrappers around torch's compiler, in place while the context is open; `caches`: torch's own stay on."""

    def __init__(self, listener: Listener, caches: bool = False) -> None:
        super().__init__()
        self.listener = listener
        self._caches = caches
        self.broken = False
        self.given_up = _GivenUp()

    def __enter__(self) -> Interception:
        from torch._dynamo import convert_frame, output_graph, symbolic_convert
        from torch._functorch import aot_autograd
        from torch._inductor import codecache

        super().__enter__()
        try:
            self.enter_context(without_marks())
            if not self._caches:
                self.enter_context(complete_compilation())
            self._wrap(convert_frame, "_compile", self._compile)
            self._wrap(convert_frame, "get_and_maybe_log_recompilation_reasons", self._reasons)
            self._wrap(output_graph, "unique_id", self._unique_id)
            self._wrap(output_graph.OutputGraph, "_call_user_compiler", self._call_user_compiler)
            self._wrap(output_graph.OutputGraph, "install_resume_function_global", self._install_resume)
            translator = symbolic_convert.InstructionTranslatorBase
            self._wrap(translator, "log_graph_break", self._log_graph_break)
            self._wrap(aot_autograd, "aot_stage2_compile", self._aot_stage2_compile)
            self._wrap(codecache.PyCodeCache, "load_by_key_path", self._load_by_key_path)
            log, handler = structured_log(), StructuredLog(self._notify)
            log.addHandler(handler)
            self.callback(log.removeHandler, handler)
            handle = convert_frame.register_bytecode_hook(cast(Any, self._bytecode))
            self.callback(handle.remove)
        except BaseException:
            self.close()
            raise
        return self

    def _wrap(self, owner: Any, name: str, make: Callable[[Any], Any]) -> None:
        original = vars(owner)[name]
        setattr(owner, name, make(original))
        self.callback(setattr, owner, name, original)

    def _notify(self, event: str, *arguments: Any) -> Any:
        """Notify the listener; where it fails, warn once and go on without: we are guests in this program."""
        if self.broken:
            return None
        try:
            return getattr(self.listener, event)(*arguments)
        except Exception as error:  # noqa: BLE001  # whatever is wrong with the dump, the program must go on
            self.broken = True
            place = traceback.extract_tb(error.__traceback__)[-1]
            warnings.warn(
                f"[compile-dump-stopped] numscope can't go on dumping what torch.compile makes: "
                f"{type(error).__name__}: {error} ({place.filename}:{place.lineno}); "
                "the program goes on without",
                stacklevel=3,
            )
            return None

    def _bytecode(self, original: types.CodeType, new: types.CodeType) -> types.CodeType | None:
        replacement: types.CodeType | None = self._notify("bytecode", original, new)
        return replacement

    def _compile(self, original: Any) -> Any:
        from torch._dynamo.utils import graph_break_reasons

        @functools.wraps(original)
        def compile_frame(code: types.CodeType, *arguments: Any, **keywords: Any) -> Any:
            f_globals, f_locals, _, cells, compiler, one_graph = arguments[:6]
            scope = FrameScope(f_globals, f_locals, _backend_name(compiler), cells or (), calling_frames())
            self._notify("frame_begins", str(keywords.get("compile_id")), code, scope)
            outcome, started, breaks = FrameOutcome(), time.perf_counter(), len(graph_break_reasons)
            self.given_up.last = None
            try:
                # One more frame of ours stands between torch's log of the user's stack and that stack.
                keywords["skip"] = keywords.get("skip", 0) + 1
                result = original(code, *arguments, **keywords)
                outcome.skip_reason = result.skip_reason
                if result.guarded_code is not None:
                    outcome.compiled = True
                    outcome.guards = list(result.guarded_code.guard_manager.code_parts)
                return result
            except BaseException as error:
                outcome.error, outcome.raised = error, _goes_to_program(error, one_graph)
                raise
            finally:
                outcome.seconds = time.perf_counter() - started
                outcome.breaks = [self._reason(reason) for reason in graph_break_reasons[breaks:]]
                self._notify("frame_ends", outcome)

        return compile_frame

    def _reason(self, reason: Any) -> tuple[str, Stack]:
        """Return the text and stack of a graph break: those of its cause where Dynamo only says where it went back to.

        Inside of a `try` it goes back to an earlier line, ends the graph there, and calls that `step_unsupported`.
        """
        known = self.given_up.last
        if reason.reason == "step_unsupported" and known is not None:
            return known
        return reason.reason, _frames(reason.user_stack)

    def _log_graph_break(self, original: Any) -> Any:
        @functools.wraps(original)
        def log_graph_break(translator: Any, code_options: Any, reason: str, exc: Exception) -> None:
            # The method writes each cause once; so does this.
            if not getattr(exc, "logged", False):
                self.given_up.last = str(exc), _frames(getattr(exc, "real_stack", None) or ())
            original(translator, code_options, reason=reason, exc=exc)

        return log_graph_break

    def _reasons(self, original: Any) -> Any:
        @functools.wraps(original)
        def reasons(*arguments: Any, **keywords: Any) -> list[str]:
            found: list[str] = original(*arguments, **keywords)
            self._notify("frame_recompiles", found)
            return found

        return reasons

    def _install_resume(self, original: Any) -> Any:
        @functools.wraps(original)
        def install_resume(graph: Any, name: str, code: types.CodeType, *arguments: Any) -> Any:
            self._notify("resume_function", code)
            return original(graph, name, code, *arguments)

        return install_resume

    def _unique_id(self, original: Any) -> Any:
        @functools.wraps(original)
        def unique_id(name: str, with_uuid: bool = False) -> str:
            # Dynamo's own counter never repeats in a process; the UUID would only make names differ between
            # runs.
            plain: str = original(name)
            return plain

        return unique_id

    def _call_user_compiler(self, original: Any) -> Any:
        @functools.wraps(original)
        def call_user_compiler(graph: Any, gm: torch.fx.GraphModule, example_inputs: Any) -> Any:
            self._notify("graph_begins", str(gm.meta.get("backend_id")), gm, _shape_symbols(graph))
            failed = True
            try:
                compiled = original(graph, gm, example_inputs)
                failed = False
                return compiled
            finally:
                self._notify("graph_ends", gm, failed)

        return call_user_compiler

    def _aot_stage2_compile(self, original: Any) -> Any:
        @functools.wraps(original)
        def aot_stage2_compile(
            state: Any,
            capture: Any,
            partition: Any,
            forward: Any,
            backward: Any = None,
            inference: Any = None,
        ) -> Any:
            if state.needs_autograd and isinstance(capture.graph_module, torch.fx.GraphModule):
                self._notify("joint_graph", capture.graph_module)
            token = self._notify("graph_in_progress")
            return original(
                state,
                capture,
                partition,
                self._part(token, "Forward", forward),
                self._part(token, "Backward", backward or forward),
                self._part(token, "Forward", inference or forward),
            )

        return aot_stage2_compile

    def _part(self, token: object, role: str, compiler: Any) -> Any:
        # A backward is compiled at its first run, when Dynamo may be watching the frames of this thread: it
        # must see neither our frames nor fewer of torch's than without us.
        disable: Any = torch.compiler.disable
        notify = disable(self._notify)

        def compile_part(gm: Any, example_inputs: Any) -> Any:
            if not isinstance(gm, torch.fx.GraphModule):
                return compiler(gm, example_inputs)
            notify("part_begins", token, role, gm)
            failed = True
            try:
                compiled = compiler(gm, example_inputs)
                failed = False
                return compiled
            finally:
                notify("part_ends", gm, failed)

        return disable(compile_part, recursive=False)

    def _load_by_key_path(self, original: Any) -> Any:
        from torch._inductor import debug

        unbound = original.__func__

        @functools.wraps(unbound)
        def load_by_key_path(
            cls: Any, key: str, path: str, linemap: Any = None, attrs: Any = None, **keywords: Any
        ) -> Any:
            if (
                linemap is not None
            ):  # only a graph's output code comes with a line map; a single kernel has none
                stacks = dict(debug._inductor_kernel_stack_trace)
                path = self._notify("kernel", path, stacks) or path
            return unbound(cls, key, path, linemap, attrs, **keywords)

        return classmethod(cast(Any, load_by_key_path))


def _frames(stack: Any) -> Stack:
    return [(frame.filename, frame.lineno or 0, frame.line or "") for frame in stack]


def calling_frames() -> Stack:
    """Return the user's frames that are running in this thread, up to the program's own main module."""
    found: Stack = []
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if is_user_file(code.co_filename) and not _is_transformed(code):
            found.append(
                (code.co_filename, frame.f_lineno, linecache.getline(code.co_filename, frame.f_lineno))
            )
        if code.co_name == "<module>" and frame.f_globals.get("__name__") == "__main__":
            break
        frame = frame.f_back
    return found[::-1]


def _is_transformed(code: types.CodeType) -> bool:
    """Return whether this is what the compiler made of a function, which stands for a frame of the user's."""
    return os.path.basename(code.co_filename).startswith(("__transformed_code_", "__compiled_fn_"))


def _backend_name(compiler: Any) -> str:
    while True:
        inner = getattr(compiler, "_torchdynamo_orig_backend", None)
        if inner is None:
            break
        compiler = inner
    return str(
        getattr(compiler, "compiler_name", None) or getattr(compiler, "__name__", type(compiler).__name__)
    )


def _shape_symbols(graph: Any) -> list[str]:
    """Describe the dynamic sizes of the frame: symbol, the value seen, the range guarded."""
    shapes = graph.shape_env
    values = shapes.backed_var_to_val if hasattr(shapes, "backed_var_to_val") else shapes.var_to_val
    described = []
    for symbol, value in values.items():
        limits = shapes.var_to_range.get(symbol)
        spread = f", between {limits.lower} and {limits.upper}" if limits is not None else ""
        sources = [source.name if isinstance(source.name, str) else source.name() for source in
                   shapes.var_to_sources.get(symbol, [])]  # fmt: skip
        where = f" ({', '.join(sources)})" if sources else ""
        described.append(f"{symbol}{where}: {value} at compile time{spread}")
    return described


def graph_source(module: torch.fx.GraphModule) -> tuple[str, dict[str, Any]]:
    """Return the Python text of `module`'s graph with shapes and source lines, and the names it needs."""
    options = {"verbose": True, "include_stride": True, "include_device": True}
    code = module.graph.python_code("self", **options)  # type: ignore[arg-type,unused-ignore]
    return code.src, dict(code.globals)


def outputs_of(module: torch.fx.GraphModule) -> int:
    """Return how many values a captured graph gives; 0: they are no tuple."""
    (given,) = module.graph.output_node().args
    return len(given) if isinstance(given, (list, tuple)) else 0


def run_graph_from(module: torch.fx.GraphModule, forward: types.FunctionType) -> None:
    """Make `module` run the code of `forward`, also where a caller already took hold of the bound method."""
    from torch.fx._lazy_graph_module import _LazyGraphModule

    _LazyGraphModule.force_recompile(module)
    function = type(module).forward
    for name, value in forward.__globals__.items():
        function.__globals__.setdefault(name, value)
    function.__code__ = forward.__code__


def compilation_metrics() -> list[dict[str, Any]]:
    """Return torch's own record of each compilation, with what is empty left out, oldest first."""
    from torch._dynamo.utils import get_compilation_metrics

    return [
        {name: value for name, value in vars(metrics).items() if value and not name.endswith("_config")}
        for metrics in get_compilation_metrics()
    ]


def _goes_to_program(error: BaseException, one_graph: bool) -> bool:
    """Tell whether Dynamo hands `error` on, in place of leaving the frame uncompiled."""
    from torch._dynamo import config, exc

    if one_graph or not isinstance(error, Exception):
        return True
    return not isinstance(error, (exc.Unsupported, exc.UserError)) and not config.suppress_errors


def version_of(tensor: torch.Tensor) -> int:
    """Return how often a tensor has been written to; -1 where torch does not count."""
    return -1 if tensor.is_inference() else tensor._version
