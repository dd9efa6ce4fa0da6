"""Rules that have a name. Each is an expression of the language, so that it can be read and varied."""

from __future__ import annotations

READY_MADE: dict[str, tuple[str, str]] = {
    "exploding": (
        "floating and absmax > min(1e10, limit / 8)",
        "magnitudes above 1e10 (of float16: above 8188)",
    ),
    "vanishing": (
        "floating and size > 1 and 0 < absmax < 1e-7",
        "nothing but zeros and magnitudes below 1e-7",
    ),
    "saturated": (
        "floating and size >= 8 and min >= -1 and max <= 1 and max - min > 0.5 and flat > size / 2",
        "values within [-1, 1], most of them at the ends of their range: a sigmoid or tanh that is flat there",
    ),
    "dead": (
        "floating and size > 1 and zeros == size and input.floating and input.absmax > 0",
        "all zeros, made of something else",
    ),
    "constant": (
        "floating and size > 1 and min == max != 0 and nans + infs == 0 and input.size > 1 and input.min < input.max",
        "all the same, made of what was not",
    ),
    "denormal-heavy": (
        "floating and size > 1 and denormals > size / 100",
        "more than 1 % denormal numbers, which lose precision and take some processors a hundred times as long",
    ),
    "near-limit": (
        "(floating and absmax > limit / 16) or (integer and itemsize > 1 and absmax > 0.9 * limit)",
        "close to the largest number of the element type",
    ),
}
