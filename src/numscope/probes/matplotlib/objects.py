"""What matplotlib's objects show: the arrays that a line, an image or a cloud of points was made from."""

from __future__ import annotations

from typing import Any

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]


def axes(value: Any) -> Described:
    """Describe axes by their labels."""
    texts = ("title", value.get_title(), "x", value.get_xlabel(), "y", value.get_ylabel())
    return tuple(one for pair in zip(texts[::2], texts[1::2], strict=True) if pair[1] for one in pair), (), ()


def line(value: Any) -> Described:
    """Describe a line by its label and the data that it was given."""
    x, y = value.get_data(orig=True)
    return ("label", str(value.get_label())), ("x", x, "y", y), ()


def image(value: Any) -> Described:
    """Describe an image, or another set of colours, by the array that it was given; a masked one by its data."""
    data = value.get_array()
    return (), () if data is None else ("data", getattr(data, "data", data)), ()


def points(value: Any) -> Described:
    """Describe a cloud of points by where they are."""
    places = value.get_offsets()
    return (), ("offsets", getattr(places, "data", places)), ()
