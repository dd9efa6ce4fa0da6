"""Torch's own record of a compilation, put beside ours: compile time by phase, counts, cache sizes."""

from __future__ import annotations

from typing import Any

from numscope.compiled.torch_compile.records import Compilation, Record
from numscope.probes.torch.adapter import compiler as adapter

# Field of torch's CompilationMetrics in microseconds -> what a reader calls the phase.
_PHASES = {
    "dynamo_cumulative_compile_time_us": "whole compilation",
    "aot_autograd_cumulative_compile_time_us": "backend (AOTAutograd and below)",
    "inductor_cumulative_compile_time_us": "Inductor",
    "inductor_code_gen_cumulative_compile_time_us": "Inductor code generation",
    "pre_grad_pass_time_us": "Inductor passes before autograd",
    "joint_graph_pass_time_us": "Inductor passes on the joint graph",
    "post_grad_pass_time_us": "Inductor passes after autograd",
    "triton_compile_time_us": "compilers of kernels (C++, Triton)",
    "backward_cumulative_compile_time_us": "backward (compiled at its first run)",
    "dynamo_compile_time_before_restart_us": "Dynamo, thrown away at restarts",
    "gc_time_us": "garbage collection",
}

_COUNTS = (
    "cache_size",
    "accumulated_cache_size",
    "guard_count",
    "shape_env_guard_count",
    "graph_op_count",
    "graph_node_count",
    "graph_input_count",
    "ir_count",
    "guard_latency_us",
    "param_count",
    "param_numel",
    "param_bytes",
    "fail_type",
    "fail_reason",
)

_TEXTS = ("fail_type", "fail_reason")


def add_frame_metrics(compilation: Compilation) -> None:
    """Attach the newest record that torch has for the frame just compiled."""
    for metrics in reversed(adapter.compilation_metrics()):
        if metrics.get("compile_id") == compilation.compile_id and metrics.get("is_forward"):
            _add_phases(compilation, metrics)
            # The first compilation of a function finds an empty cache: 0 is what there is to know.
            counted = {name: metrics.get(name, 0) for name in _COUNTS if name not in _TEXTS}
            compilation.metrics = counted | {name: metrics[name] for name in _TEXTS if name in metrics}
            compilation.restarts = sorted(map(str, metrics.get("restart_reasons") or ()))
            return


def add_backward_metrics(record: Record) -> None:
    """Attach the records of backwards, which are compiled when they first run."""
    newest = {
        compilation.compile_id: compilation
        for function in record.functions
        for compilation in function.compilations
    }
    for metrics in adapter.compilation_metrics():
        compilation = newest.get(str(metrics.get("compile_id")))
        if compilation is not None and not metrics.get("is_forward"):
            _add_phases(compilation, metrics)


def _add_phases(compilation: Compilation, metrics: dict[str, Any]) -> None:
    for name, phase in _PHASES.items():
        if name in metrics:
            compilation.phases[phase] = metrics[name] / 1e6
