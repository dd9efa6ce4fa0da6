"""Torch's switches that choose how operators compute, all of its public interface: what reads and what sets each.

On a CPU (torch 2.13, `tests/analysis/torch_traces/test_torch_settings.py`) oneDNN changes the bits of convolutions,
gelu, LSTM and products in bfloat16, the flash kernel those of attention, the default type what `ones` makes. The
precision of products does so where the processor multiplies bfloat16, and CUDA's switches on CUDA.
"""

from __future__ import annotations


def _both(path: str) -> tuple[str, str]:
    return path, path


_SDP = ("flash", "math", "mem_efficient", "cudnn")
_CUDNN = ("enabled", "deterministic", "benchmark", "allow_tf32")
_PRODUCTS = ("matmul", "conv", "rnn")
SETTINGS = {
    "default_dtype": ("get_default_dtype", "set_default_dtype"),
    "deterministic_algorithms": ("are_deterministic_algorithms_enabled", "use_deterministic_algorithms"),
    "mkldnn": _both("backends.mkldnn.enabled"),
    "mkldnn_deterministic": _both("backends.mkldnn.deterministic"),
    **{f"mkldnn_{one}_precision": _both(f"backends.mkldnn.{one}.fp32_precision") for one in _PRODUCTS},
    **{f"{one}_sdp": (f"backends.cuda.{one}_sdp_enabled", f"backends.cuda.enable_{one}_sdp") for one in _SDP},
    **{f"cudnn_{one}": _both(f"backends.cudnn.{one}") for one in _CUDNN},
    "matmul_allow_tf32": _both("backends.cuda.matmul.allow_tf32"),
}
