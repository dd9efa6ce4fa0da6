"""The language of rules: what it means, what it refuses, and that nothing of a rule's text is ever run."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numscope.rules.errors import RuleError
from numscope.rules.facts import ARRAY_NAMES, OPERATION_NAMES, ArrayFacts, OperationFacts, Statistics
from numscope.rules.language import UnknownValueError, read_rule
from numscope.rules.ready_made import READY_MADE

KNOWN: Statistics = (-20.0, 5.0, 2.0, 3.0, 1, 0, 2, 1)


def array(
    dtype: str = "float64", shape: tuple[int, ...] = (4, 2), statistics: Statistics | None = KNOWN
) -> ArrayFacts:
    return ArrayFacts(np.dtype(dtype), shape, statistics, lambda: None)


def operation(inputs: list[ArrayFacts], outputs: list[ArrayFacts], flags: int = 0) -> OperationFacts:
    return OperationFacts("numpy.linalg.svd", flags, inputs, outputs, lambda: 120_000_000)


def holds(text: str, subject: OperationFacts | None = None) -> bool:
    return (
        read_rule(text).ask(subject or operation([array("float64")], [array("float32")], flags=9)) is not None
    )


@pytest.mark.parametrize(
    "text",
    [
        *("mean == 2", "mean > 1.5 and not mean > 3", "absmax == 20", "min < -19 < 0 < max", "infs == 3"),
        *("size == 8", "ndim == 2", "nbytes == 32", "itemsize == 4", "bytes_in == 64", "bytes_out == 32"),
        *("copied_bytes > 100MB", "copied_bytes < 0.2GiB"),
        *(
            "dtype == float32",
            "dtype == 'float32'",
            "dtype in (float16, float32)",
            "dtype not in (int8, object)",
        ),
        *(
            "input.dtype == float64 and output.dtype == float32",
            "dtype != object",
            "input.size == output.size",
        ),
        *("name == 'numpy.linalg.*'", "name != 'numpy.add'", "divide and invalid and not overflow"),
        *("max(mean, std) == 3", "min(mean, std, 7) == 2", "abs(min) / 4 - 1 == 2 * 2", "zeros % 2 == 1"),
        *("limit > 3e38", "floating", "not integer", "mean > 10 or std > 2", "(mean + 1) * 2 == 6"),
    ],
)
def test_holds(text: str) -> None:
    assert holds(text)


@pytest.mark.parametrize(
    "text", ["mean > 2", "dtype == object", "name == 'numpy.add'", "copied_bytes > 200MB"]
)
def test_does_not_hold(text: str) -> None:
    assert not holds(text)


def test_one_result_and_one_input_are_enough() -> None:
    subject = operation([array("int64"), array("float64")], [array("int8"), array("float32")])
    assert holds("input.dtype == float64 and output.dtype == float32", subject)
    assert not holds("input.dtype == float64 and input.dtype == int64", subject)
    assert not holds("size >= 0", operation([], []))
    assert not holds("input.size >= 0", operation([], [array()]))


def test_byte_order_and_units_of_time_make_no_difference() -> None:
    assert holds("dtype == float64", operation([], [array(">f8")]))
    assert holds("dtype == datetime64", operation([], [array("datetime64[D]")]))
    assert holds("dtype == str", operation([], [array("U3")]))


def test_what_was_not_recorded_is_not_answered() -> None:
    blind = operation([], [array(statistics=None)])
    with pytest.raises(UnknownValueError):
        read_rule("mean > 10").ask(blind)
    with pytest.raises(UnknownValueError):
        read_rule("denormals > 10").ask(blind)
    assert holds("size == 8 or mean > 10", blind)
    assert not holds("mean > 10", operation([], [array("object", statistics=None)]))


def test_nan_and_division_by_zero_hold_for_nothing() -> None:
    gap = float("nan")
    nothing_finite = operation([], [array(statistics=(gap, gap, gap, gap, 0, 8, 0, 0))])
    assert not holds("mean > 0 or mean <= 0 or absmax > 0", nothing_finite)
    assert not holds("mean / 0 > 1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("maen > 10", r"names 'maen', which is unknown; did you mean mean\?"),
        ("dtype == flaot64", "did you mean float64"),
        ("dtype == 'flaot64'", "did you mean float64"),
        ("explodng", r"did you mean exploding\?"),
        ("near-limt", r"did you mean near-limit\?"),
        ("input.maen > 1", r"did you mean mean"),
        ("mean", "says no condition"),
        ("mean + 1", "gives a number"),
        ("mean >", "is no expression"),
        ("mean > 'a'", "can't be compared"),
        ("dtype > float32", "can't be compared"),
        ("mean and 3 > 2", "where a truth is needed"),
        ("size > 100XB", "no known unit"),
        ("input.denormals > 3", "only of results"),
        ("", "is empty"),
        ("a" * 3000, "longer than"),
        ("not " * 200 + "divide", "nested too deeply|no expression"),
        *(
            (text, "not part of the language")
            for text in ("2 ** 9 > 1", "mean.real > 1", "mean[0] > 1", "f(mean) > 1")
        ),
        *(
            (text, "not part of the language")
            for text in ("abs(1, 2) > 1", "(lambda: 1)() > 1", "[1] == [2]")
        ),
        *((text, "not part of the language") for text in ("mean > (1 if divide else 2)", "f'{mean}' == 'a'")),
        ("__import__('os').system('x') > 1", "not part of the language"),
        ("mean > 1j", "no known unit"),
    ],
)
def test_a_wrong_rule_is_told(text: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        read_rule(text)


def test_every_ready_made_rule_can_be_read() -> None:
    for name, (expression, meaning) in READY_MADE.items():
        assert read_rule(name).expression == expression
        assert meaning


# Texts near the language: its own words in any order, and characters of every kind.
SYMBOLS = ["(", ")", "<", "==", "+", "%", ",", "[", ".", "**", "10", "1e309", "100MB", "'x'", "\0"]
LETTERS = [
    "input.",
    "output.",
    "and",
    "or",
    "not",
    "in",
    "lambda:",
    "__import__",
    "float32",
    "if",
    "else",
    "abs(",
]
WORDS = st.sampled_from([*ARRAY_NAMES, *OPERATION_NAMES, *SYMBOLS, *LETTERS])


@given(st.one_of(st.lists(WORDS, max_size=12).map(" ".join), st.text(max_size=60)))
def test_any_text_is_a_rule_or_refused(text: str) -> None:
    try:
        rule = read_rule(text)
    except RuleError:
        return
    with contextlib.suppress(UnknownValueError):
        rule.ask(operation([array()], [array("float32"), array(statistics=None)]))
