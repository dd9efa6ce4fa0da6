"""Floating-point operations of torch's operators, from their shapes.

A product and the sum it goes into are two operations. Biases, activations and norms have no formula, as in torch's own
`torch.utils.flop_counter`, which these are held against. Of a grouped convolution's weight gradient that module counts
each group with all channels; here each counts its own.
"""

from __future__ import annotations

from math import log2, prod

from numscope.operations.lore.shapes import Formula, Shape, Shapes


def _product(left: Shape, right: Shape) -> int:
    """Return the operations of a matrix product, batched or not."""
    return 2 * prod(left) * right[-1]


def _mm(shapes: Shapes) -> int:
    return _product(shapes.input(0), shapes.input(1))


def _addmm(shapes: Shapes) -> int:
    return _product(shapes.input(1), shapes.input(2))


def _with_vector(shapes: Shapes) -> int:
    return 2 * prod(shapes.input(0))


def _addmv(shapes: Shapes) -> int:
    return 2 * prod(shapes.input(1))


def _of_convolution(given: Shape, weight: Shape, result: Shape, transposed: bool) -> int:
    """Return those of one direction of a convolution; `weight` has the channels of one group."""
    positions = (given if transposed else result)[2:]
    return 2 * given[0] * prod(positions) * prod(weight)


def _convolution(shapes: Shapes) -> int:
    transposed = shapes.argument(6, "transposed") in ("1", "True")
    return _of_convolution(shapes.input(0), shapes.input(1), shapes.output(), transposed)


def _direct_convolution(shapes: Shapes) -> int:
    return _of_convolution(shapes.input(0), shapes.input(1), shapes.output(), False)


def _convolution_backward(shapes: Shapes) -> int:
    """Return those of the gradients that are wanted: of the input and of the weight, each as much as forward."""
    transposed = shapes.argument(7, "transposed") in ("1", "True")
    forward = _of_convolution(shapes.input(1), shapes.input(2), shapes.input(0), transposed)
    wanted = shapes.argument(10, "output_mask").strip("[]").replace(" ", "").split(",")
    return forward * wanted[:2].count("True")


def _scores(query: Shape, key: Shape) -> int:
    return 2 * prod(query) * key[-2]


def _attention(shapes: Shapes) -> int:
    query, key, value = shapes.input(0), shapes.input(1), shapes.input(2)
    return _scores(query, key) + 2 * prod(query[:-1]) * key[-2] * value[-1]


def _attention_backward(shapes: Shapes) -> int:
    """Return those of five products: scores once more, gradients of scores, value, query and key."""
    query, key, value = shapes.input(1), shapes.input(2), shapes.input(3)
    return 3 * _scores(query, key) + 2 * 2 * prod(query[:-1]) * key[-2] * value[-1]


def _recurrent(shapes: Shapes) -> int:
    """Return those of one layer in one direction: both weights at each step of each sequence."""
    given, of_input, of_state = shapes.input(0), shapes.input(1), shapes.input(2)
    return 2 * prod(given[:2]) * (prod(of_input) + prod(of_state))


def _recurrent_backward(shapes: Shapes) -> int:
    return 2 * _recurrent(shapes)


def _transform(shapes: Shapes) -> float:
    """Return 5 n log2(n) a complex transform of n elements, half of it a real one."""
    real = min(shapes.input(0), shapes.output(), key=prod) != max(shapes.input(0), shapes.output(), key=prod)
    shape = max(shapes.input(0), shapes.output(), key=prod)
    axes = [int(axis) for axis in shapes.argument(1, "dim").strip("[]").split(",")]
    return (2.5 if real else 5) * prod(shape) * log2(max(prod(shape[axis] for axis in axes), 2))


_OPERATORS: dict[Formula, str] = {
    _mm: "mm bmm",
    _addmm: "addmm baddbmm addmm_ baddbmm_ addbmm",
    _with_vector: "mv dot vdot",
    _addmv: "addmv addmv_",
    _convolution: "convolution _convolution convolution_overrideable",
    _direct_convolution: "mkldnn_convolution _slow_conv2d_forward slow_conv3d_forward thnn_conv2d",
    _convolution_backward: "convolution_backward",
    _attention: "_scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_flash_attention "
    "_scaled_dot_product_efficient_attention _scaled_dot_product_cudnn_attention",
    _attention_backward: "_scaled_dot_product_flash_attention_for_cpu_backward "
    "_scaled_dot_product_flash_attention_backward _scaled_dot_product_efficient_attention_backward "
    "_scaled_dot_product_cudnn_attention_backward",
    _recurrent: "mkldnn_rnn_layer",
    _recurrent_backward: "mkldnn_rnn_layer_backward",
    _transform: "_fft_c2c _fft_r2c _fft_c2r",
}
FLOPS: dict[str, Formula] = {
    f"aten::{name}": formula for formula, names in _OPERATORS.items() for name in names.split()
}
