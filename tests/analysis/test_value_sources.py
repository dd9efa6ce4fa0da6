"""What the value of an expression may come from, by the text of a program."""

from __future__ import annotations

import ast

import pytest

from numscope.analysis.concepts.value_sources import Part, value_sources

# Program, of which the last line is asked; the part of it; texts that are sources, and texts that are none.
CASES: dict[str, tuple[str, Part, list[str], list[str]]] = {
    "every binding and every call": (
        "def f(a):\n    return a\nx = f(one)\nif cond:\n    x = two\ny = f(three)\nx",
        (),
        ["one", "two"],
        ["three"],
    ),
    "a place in a tuple": (
        "def f():\n    yield left, right\nfor a, b in f():\n    pass\na",
        (),
        ["left"],
        ["right"],
    ),
    "a column of a table": (
        "t = DataFrame({'a': first, 'b': second})\nt['c'] = third\nt['a']",
        (),
        ["first"],
        ["second", "third"],
    ),
    "a column that an expression computes": (
        "t = read(text).with_columns(col('a').upper(), (col('b') / col('c')).alias('d'))\nt['d']",
        (),
        ["col('b')", "text"],
        ["col('a').upper()"],
    ),
    "what a function returns that a library is given": (
        "def code(item):\n    return item[2:]\nnames = read(text).map(code)\nnames",
        (),
        ["item[2:]", "text"],
        [],
    ),
    "what is appended": (
        "names = []\nfor line in text:\n    names.append(line[:3])\nnames",
        (),
        ["line[:3]"],
        [],
    ),
    "an attribute that a constructor sets": (
        "class A:\n    def __init__(self, size):\n        self.size = size\nA(seven).size",
        (),
        ["seven"],
        [],
    ),
    "a field of a dataclass": (
        "class A:\n    size: int = three\nA(size=seven).size",
        (),
        ["three", "seven"],
        [],
    ),
    "a loop of a library": (
        "def step(state, row):\n    x, v = state\n    global out\n    out = v\nscan(step, (places, zeros), rows)\nout",
        (),
        [],
        ["places"],
    ),
    "the labels of a group": ("t['k'] = made\nt.groupby('k')['v'].sum()", ("k",), ["made"], []),
    "no count of what is gone through": (
        "for n, w in enumerate(words):\n    pass\nw",
        (),
        ["words"],
        ["enumerate(words)"],
    ),
    "a default": ("def f(a=usual):\n    return a\nf()", (), ["usual"], []),
    "an object that is called": (
        "class M:\n    def forward(self, x):\n        self.x = x\nmodel = M()\nmodel(data)\nmodel.x",
        (),
        ["data"],
        [],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_sources(case: str) -> None:
    text, part, sources, others = CASES[case]
    flow = value_sources(ast.parse(text))
    asked = flow.tree.body[-1]
    assert isinstance(asked, ast.Expr)
    found = {ast.unparse(one) for one in flow.behind(asked.value, part) if hasattr(ast, type(one).__name__)}
    assert set(sources) <= found
    assert not set(others) & found


def test_text_that_leads_back_to_itself() -> None:
    flow = value_sources(ast.parse("def f(a):\n    return f(a + 1)\nx = f(x)\nx"))
    asked = flow.tree.body[-1]
    assert isinstance(asked, ast.Expr)
    assert any(ast.unparse(one) == "f(x)" for one in flow.behind(asked.value))


def test_an_attribute_of_an_object_is_what_its_field_was_given() -> None:
    text = (
        "@dataclass\nclass Row:\n    size: float\n    count: int\n\n\n"
        "rows = [Row(measured(one), int(one)) for one in data]\nfirst = rows[0].size\nfirst"
    )
    flow = value_sources(ast.parse(text))
    last = flow.tree.body[-1]
    assert isinstance(last, ast.Expr)
    found = {ast.unparse(one) for one in flow.behind(last.value)}
    assert "measured(one)" in found
    assert "int(one)" not in found
