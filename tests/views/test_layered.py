"""Where boxes and lines of a drawn graph are placed."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from numscope.views.layered import place

SIZES = st.tuples(st.floats(5, 300), st.floats(0, 90))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    sizes = draw(st.lists(SIZES, min_size=1, max_size=14))
    end = st.integers(0, len(sizes) - 1)
    lines = draw(st.lists(st.tuples(end, end).filter(lambda line: line[0] != line[1]), max_size=25))
    return sizes, lines


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_boxes_lie_apart_and_lines_end_at_them(
    graph: tuple[list[tuple[float, float]], list[tuple[int, int]]],
) -> None:
    sizes, lines = graph
    placed = place(sizes, lines)
    boxes = [(x, y, x + wide, y + high) for (x, y), (wide, high) in zip(placed.corners, sizes, strict=True)]
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] + 1e-6 or other[2] <= one[0] + 1e-6
        assert beside or one[3] <= other[1] + 1e-6 or other[3] <= one[1] + 1e-6
    assert all(x >= -1e-6 and y >= -1e-6 for x, y, _, _ in boxes)
    assert all(right <= placed.width + 1e-6 and low <= placed.height + 1e-6 for _, _, right, low in boxes)
    for (source, target), points in zip(lines, placed.lines, strict=True):
        for number, (x, y) in ((source, points[0]), (target, points[-1])):
            left, top, right, low = boxes[number]
            assert left <= x <= right
            assert min(abs(y - top), abs(y - low)) < 1e-6


@given(st.integers(1, 8), st.integers(1, 5))
@settings(deadline=None, max_examples=20)
def test_what_is_read_stands_above_its_reader(long: int, wide: int) -> None:
    """A chain, beside whose first box others stand that the last one reads."""
    sizes = [(50.0, 20.0)] * (long + wide + 1)
    lines = [(at, at + 1) for at in range(long)] + [(long, long + wide)]
    lines += [(long + number, long + wide) for number in range(1, wide)]
    lines = list(dict.fromkeys(line for line in lines if line[0] != line[1]))
    tops = [y for _, y in place(sizes, lines).corners]
    assert all(tops[source] < tops[target] for source, target in lines)
