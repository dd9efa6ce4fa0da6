"""What may stand in for torch's bytecode: proved to do the same, or refused."""

from __future__ import annotations

import ast
import contextlib
import textwrap
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numscope.compiled.decompile", reason="the proof reads bytecode through the decompiler")

from numscope.compiled.torch_compile.equivalence import NotProvedError, prove_same


def code(body: str) -> types.CodeType:
    scope: dict[str, object] = {}
    exec("def f(a, b=1, *rest, k=2, **more):\n" + textwrap.indent(textwrap.dedent(body), "    "), scope)
    return scope["f"].__code__  # type: ignore[attr-defined]


SAME = [
    ("return g(a) + h(b)", "x = g(a)\ny = h(b)\nreturn x + y"),
    ("return a", "x = a\ny = x\ndel x\nreturn y"),
    ("return [a, b][0]", "x = [a, b]\nreturn x[0]"),
    ("return (1, 2, a)", "x = 1\nreturn (x, 2, a)"),
    ("if g(a):\n    return 1\nreturn 2", "t = g(a)\nif not t:\n    return 2\nelse:\n    return 1"),
    ("x = []\nx.append(a)\nreturn (x, x)", "y = []\ny.append(a)\nx = y\nreturn (x, y)"),
    ("return f(*a, k=b, **more)", "x = f\ny = a\nreturn x(*y, k=b, **more)"),
    ("return a.b.c(b)", "m = a.b\nreturn m.c(b)"),
    ("a[0] = b\nreturn a", "x = a\nx[0] = b\nreturn x"),
    ("return {'x': a, 'y': [b]}", "t = a\nu = [b]\nreturn {'x': t, 'y': u}"),
    ("return g(a) if b else h(a)", "if b:\n    return g(a)\nreturn h(a)"),
    ("return lambda: 1", "x = lambda: 1\nreturn x"),
    ("return [1, 2, 3]", "x = [1, 2, 3]\nreturn x"),
    ("return [a, *b]", "x = [a]\nx.extend(b)\nreturn x"),
    ("for x in a:\n    b(x)\nreturn b", "y = a\nfor z in y:\n    b(z)\nreturn b"),
    (
        "x = []\nfor y in a:\n    x.append(b(y))\nreturn x",
        "z = []\nfor y in a:\n    t = z.append\n    t(b(y))\nreturn z",
    ),
    (
        "for x in a:\n    if g(x):\n        break\nreturn b",
        "for x in a:\n    if g(x):\n        return b\nreturn b",
    ),
    ("return {'k': a}", "x = 'k'\ny = a\nreturn {x: y}"),
]

# Lists that nothing else has seen.
MANY = ", ".join(["a", "b"] * 20)
SAME += [
    (f"return g({MANY})", f"x = [{MANY}]\nreturn g(*x)"),
    ("return g(a, b)", "x = [a]\nx[1:] = [b]\nreturn g(*x)"),
    ("return [b]", "x = [a, b]\ndel x[0]\nreturn x"),
    ("x = [a]\ny = [x, x]\nx.extend([b])\nreturn y", "x = [a, b]\nreturn [x, x]"),
    (
        "if a:\n    return [1, b]\nreturn [2]",
        "x = [b]\nif a:\n    x[0:0] = [1]\n    return x\nx[0] = 2\nreturn x",
    ),
    ("return h([a])", "x = [[a]]\ny = x[0]\nreturn h(y[0:1])"),
]

DIFFERENT = [
    ("x = [a]\ng(x)\nreturn x[0]", "x = [a]\ng(x)\nreturn a"),  # g may have changed it
    ("x = [a]\ny = [x]\ng(y)\nreturn x[0]", "x = [a]\ng([x])\nreturn a"),
    ("x = [a]\ny = x[0:1]\nreturn (x, y)", "x = [a]\nreturn (x, x)"),
    ("x = [a]\nfor y in b:\n    g(x[0])\n    x[0] = h\nreturn a", "for y in b:\n    g(a)\nreturn a"),
    ("x = [a]\nif b:\n    x[0] = 1\nreturn x", "x = [a]\nif b:\n    pass\nreturn x"),
    ("x = [a]\nreturn x[1]", "return a"),
    ("x = [a]\nx[0:0] = b\nreturn x", "return [*b, a]"),
    ("return g(*a)", "return g(a)"),
    ("x = [1]\nx[0] = x\nreturn x", "return [[1]]"),
    ("return [a, *b]", "x = [a]\nx += b\nreturn x"),  # an array on the right adds
    ("for x in a:\n    b(x)\nreturn b", "for x in a:\n    b(x)\n    break\nreturn b"),
    ("for x in a:\n    b(x)\nreturn b", "for x in b:\n    b(x)\nreturn b"),
    ("for x in a:\n    b(x)\nreturn b", "for x in a:\n    b(a)\nreturn b"),
    (
        "for x in a:\n    for y in b:\n        if g(y):\n            break\nreturn b",
        "for x in a:\n    for y in b:\n        if g(y):\n            continue\nreturn b",
    ),
    ("x = 1\nfor y in a:\n    b(x)\n    x = y\nreturn b", "x = 1\nfor y in a:\n    b(x)\nreturn b"),
    ("return g(a) + h(b)", "y = h(b)\nx = g(a)\nreturn x + y"),
    ("return a", "return b"),
    ("return [a]", "return (a,)"),
    ("x = []\nreturn (x, x)", "return ([], [])"),
    ("return ([], [])", "x = []\nreturn (x, x)"),
    ("return 1", "return True"),
    ("return 0.0", "return -0.0"),
    ("return g(a)", "g(a)\nreturn g(a)"),
    ("g(a)\nreturn a", "return a"),
    ("if a:\n    return 1\nreturn 2", "if a:\n    return 2\nreturn 1"),
    ("if a:\n    return 1\nreturn 2", "return 1"),
    ("return g(a, b)", "return g(b, a)"),
    ("return g(a, k=b)", "return g(a, j=b)"),
    ("return a.b", "return a.c"),
    ("return a + b", "return a - b"),
    ("a[0] = b\nreturn a", "a[1] = b\nreturn a"),
    ("return lambda: 1", "return lambda: 2"),
    ("return f(*a)", "return f(**a)"),
    ("x = [a]\nx += [b]\nreturn x", "x = [a]\nx = x + [b]\nreturn x"),
]

GUARDED = "try:\n    {}()\nexcept BaseException:\n    {}()\n    raise\nreturn {}"
AS_STATES = """
state = 0
while True:
    if state == 1:
        return c
    elif 0 <= state <= 0:
        try:
            while True:
                if state == 0:
                    a()
                    state = 1
                else:
                    break
        except BaseException as exception:
            state = 2
            while True:
                if state == 2:
                    b()
                    raise
                else:
                    break
"""
SAME += [
    (GUARDED.format("a", "b", "c"), GUARDED.format("a", "b", "c")),
    (GUARDED.format("a", "b", "c"), AS_STATES),
    ("try:\n    a()\nfinally:\n    b()\nreturn c", "try:\n    a()\nfinally:\n    b()\nreturn c"),
]
DIFFERENT += [
    (GUARDED.format("a", "b", "c"), GUARDED.format("a", "c", "c")),
    (GUARDED.format("a", "b", "c"), "a()\nreturn c"),
    (GUARDED.format("a", "b", "c"), "try:\n    a()\nexcept ValueError:\n    b()\n    raise\nreturn c"),
    (GUARDED.format("a", "b", "c"), AS_STATES.replace("raise", "return c")),
    ("try:\n    a()\nexcept b:\n    pass", "try:\n    a()\nexcept c:\n    pass"),
]

UNFOLLOWED = ["for x in a:\n    b = x\nreturn b", "with a:\n    b()"]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same(one: str, other: str):
    prove_same(code(one), code(other))
    prove_same(code(other), code(one))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different(one: str, other: str):
    with pytest.raises(NotProvedError):
        prove_same(code(one), code(other))
    with pytest.raises(NotProvedError):
        prove_same(code(other), code(one))


GRAPH = "g = __compiled_fn_1(a)\n{}"
ONE_BY_ONE = GRAPH.format("p = g[0]\nb()\nq = g[1]\ndel g\nreturn c(p, q)")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("p, q = __compiled_fn_1(a)\nb()\nreturn c(p, q)", True),
        ("p, q = __compiled_fn_1(a)\nb()\nreturn c(q, p)", False),
        ("p, q, r = __compiled_fn_1(a)\nb()\nreturn c(p, q)", False),
        ("p, q = b(), __compiled_fn_1(a)\nreturn c(q[0], q[1])", False),
        ("p, q = d(a)\nb()\nreturn c(p, q)", False),
        (GRAPH.format("b()\nreturn c(g[0], g[1])"), True),
        (GRAPH.format("b()\nreturn c(g[0], g[2])"), False),
        (GRAPH.format("b(g)\nreturn c(g[0], g[1])"), False),
    ],
)
def test_what_a_graph_gives_is_a_tuple_of_its_outputs(other: str, same: bool):
    expected = contextlib.nullcontext() if same else pytest.raises(NotProvedError)
    with expected:
        prove_same(code(ONE_BY_ONE), code(other), {"__compiled_fn_1": 2})
    with pytest.raises(NotProvedError):  # of a function that is no graph nothing is known
        prove_same(code(ONE_BY_ONE), code(other))


def test_a_result_that_others_have_seen_may_have_changed():
    seen = GRAPH.format("b(g)\np = g[0]\nq = g[1]\nreturn c(p, q)")
    with pytest.raises(NotProvedError):
        prove_same(
            code(seen), code(GRAPH.format("b(g)\nq = g[1]\np = g[0]\nreturn c(p, q)")), {"__compiled_fn_1": 2}
        )


@pytest.mark.parametrize("body", UNFOLLOWED)
def test_what_is_not_followed_is_not_proved(body: str):
    with pytest.raises(NotProvedError):
        prove_same(code(body), code(body))


names = st.sampled_from(["a", "b", "k"])
expressions = st.recursive(
    names | st.integers(0, 3).map(str),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*@"), inner).map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(st.sampled_from("gh"), inner).map(lambda parts: f"{parts[0]}({parts[1]})"),
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]}[{parts[1]}]"),
    ),
    max_leaves=12,
)


class InTemporaries(ast.NodeTransformer):
    """Gives each call and operation a variable of its own, in the order in which they run."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def visit(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node, (ast.Call, ast.BinOp, ast.Subscript, ast.List)):
            name = f"t{len(self.statements)}"
            self.statements.append(f"{name} = {ast.unparse(node)}")
            return ast.Name(name, ast.Load())
        return node


@given(expressions)
def test_expressions_in_temporaries_are_the_same(expression: str):
    if "g(" in expression or "h(" in expression:
        # `g` itself is looked up before its argument is computed: that order has to stay.
        expression = expression.replace("g(", "a(").replace("h(", "b(")
    transformer = InTemporaries()
    last = ast.unparse(transformer.visit(ast.parse(expression, mode="eval").body))
    temporaries = "\n".join([*transformer.statements, f"return {last}"])
    try:
        direct = code(f"return {expression}")
    except SyntaxError:
        return
    if ast.dump(ast.parse(expression)) == ast.dump(ast.parse(last)) or not _folded(expression):
        prove_same(direct, code(temporaries))


def _folded(expression: str) -> bool:
    """Whether the compiler computes a part of `expression` itself: then the two have other effects."""
    return any(
        isinstance(node, (ast.BinOp, ast.Subscript))
        and all(
            isinstance(child, ast.Constant)
            for child in ast.iter_child_nodes(node)
            if isinstance(child, ast.expr)
        )
        for node in ast.walk(ast.parse(expression))
    )


@given(expressions, expressions)
def test_other_expressions_are_different(one: str, other: str):
    first, second = code(f"return {one}"), code(f"return {other}")
    if (
        first.co_code != second.co_code
        or first.co_consts != second.co_consts
        or first.co_names != second.co_names
    ):
        try:
            prove_same(first, second)
        except NotProvedError:
            return
        assert ast.dump(ast.parse(one)) == ast.dump(ast.parse(other)), "proved the same"
