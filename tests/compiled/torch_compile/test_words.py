"""Guards and causes in words; the story in lines."""

from __future__ import annotations

import sysconfig

import pytest

from numscope.compiled.torch_compile import advice
from numscope.compiled.torch_compile.breaks import giving_up
from numscope.compiled.torch_compile.explain import explain
from numscope.compiled.torch_compile.guards import failed_guards, readable_guards
from numscope.compiled.torch_compile.records import Break, Compilation, FailedGuard, Function, Record


@pytest.mark.parametrize(
    ("guard", "words"),
    [
        ("L['n'] == 2", "n == 2"),
        ("L['self'].scale == 0.30000000000000004", "self.scale == 0.30000000000000004"),
        ("G['__builtins_dict___1']['len'] == 3", "builtins.len == 3"),
        ("G['FLAG'] == True", "FLAG == True"),
        ("___check_type_id(L['n'], 139927432297696), type=<class 'int'>", "type(n) is int"),
        (
            "___check_obj_id(G['f'], 139927424374384), type=<class 'function'>",
            "f is the same object as at compile time (<class 'function'>)",
        ),
        (
            "check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect), torch.float32, device=None, "
            "requires_grad=False, size=[None, 3], stride=[3, 1])",
            "x is a Tensor: float32, shape [any, 3], strides [3, 1], requires_grad=False, on cpu",
        ),
        (
            "check_tensor(L['x'], Parameter, DispatchKeySet(CUDA, ADInplaceOrView), torch.int64, device=1, "
            "requires_grad=True, size=[], stride=[])",
            "x is a Parameter: int64, shape [], strides [], requires_grad=True, on cuda:1",
        ),
        ("something(L['x']) is 140692069062256", "something(x) is <object>"),
    ],
)
def test_guards_in_words(guard: str, words: str):
    assert readable_guards([guard, guard]) == [words]


def test_markings_are_told_once():
    names = ("dynamic", "weak_dynamic", "unbacked", "strict_unbacked", "static")
    parts = [f"hasattr(L['x'], '_dynamo_{name}_indices') == False" for name in names]
    assert readable_guards(parts) == ["no dimension of x is marked dynamic, unbacked or static"]


class Touchy:
    def __init__(self) -> None:
        self.plain = 4

    @property
    def armed(self) -> int:
        raise AssertionError("a property was run")


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("0/0: n == 2     # return y+n  # mp/t.py:3 in f", ("0/0", "n == 2", "n is 3")),
        ("0/1: L['n'] == 2", ("0/1", "n == 2", "n is 3")),
        ("[0/0]: len(L['items']) == 1", ("0/0", "len(items) == 1", "items is a list of 2")),
        ("0/0: ___check_type_id(L['n'], 7500), type=<class 'str'>", ("0/0", "type(n) is str", "n is 3")),
        ("0/0: L['touchy'].plain == 3", ("0/0", "touchy.plain == 3", "touchy.plain is 4")),
        ("0/0: G['FLAG'] == 1\nUser stack trace:\n  File x", ("0/0", "FLAG == 1", "FLAG is 2")),
        ("0/0: gone == 1", ("0/0", "gone == 1", "")),
        ("0/0: not python at all (", ("0/0", "not python at all (", "")),
    ],
)
def test_the_value_that_failed_a_guard(reason: str, told: tuple[str, str, str]):
    local = {"n": 3, "items": [1, 2], "touchy": Touchy()}
    (failed,) = failed_guards([reason], local, {"FLAG": 2})
    assert (failed.compile_id, failed.guard, failed.value) == told


def test_no_property_of_the_users_is_run():
    (failed,) = failed_guards(["0/0: L['touchy'].armed == 1"], {"touchy": Touchy()}, {})
    assert failed.value.startswith("touchy is a ")


def test_an_unknown_cause_keeps_torchs_hints():
    found = Break("Something new", "It is new.", ["Wait a year."], "f.py", 1, "x")
    assert advice.for_break(found) == ["Wait a year."]


IN_A_LOOP = """Unsupported: Data-dependent branching
  Explanation: Detected data-dependent branching.
  Hint: Use `torch.cond`.

  Developer debug context: attempted to jump

*** While handling this graph break, another graph break occurred: ***

graph break in loop
  Explanation: torch.compile detected a graph break in a for/while loop.

  Developer debug context: frame skipped

from user code:
   File "model.py", line 31, in forward
    x = block(x)
  File "model.py", line 17, in forward
    if p.max() > 0.99:
  File "PACKAGES/torch/_tensor.py", line 5, in __bool__
    return 1

Set TORCHDYNAMO_VERBOSE=1""".replace("PACKAGES", sysconfig.get_path("purelib"))


def test_where_a_frame_was_given_up_and_why_the_whole_of_it():
    found = giving_up(IN_A_LOOP)
    assert (found.cause, found.place, found.source) == (
        "Data-dependent branching",
        "model.py:17",
        "if p.max() > 0.99:",
    )
    assert "in a loop (model.py:31  x = block(x))" in found.whole_frame
    assert "_tensor.py:5" in found.inside
    function = Function("f", "model.py", 1, 0, compilations=[Compilation("0/0", "eager", error=IN_A_LOOP)])
    story = "\n".join(explain(Record("2.13.0", "3.11", [function])))
    assert "f runs uncompiled" in story
    assert "the whole function, because it happens in a loop" in story
    assert "torch.where" in story
    function.compilations[0].raised = True
    story = "\n".join(explain(Record("2.13.0", "3.11", [function])))
    assert "f was not compiled, and the program got Unsupported" in story
    assert "runs uncompiled" not in story


@pytest.mark.parametrize(
    ("guard", "advised"),
    [
        ("self.calls == 2", "register_buffer"),
        ("n == 2", "torch.tensor(n)"),
        ("mode == 'a'", "every text"),
        ("len(names) == 2", "length of a container"),
        ("tensor 'x' size mismatch at index 0. expected 3, actual 4", "dynamic=True"),
        ("tensor 'x' dtype mismatch. expected Float, actual Double", "dtype varies"),
        ("tensor 'x' stride mismatch at index 0. expected 1, actual 2", "contiguous"),
        ("GLOBAL_STATE changed: grad_mode", "gradients on and off"),
        ("2 <= x.size()[0]", "mark_unbacked"),
        (
            "tensor 'p' size mismatch at index 0. Guard failed on a parameter, consider",
            "force_parameter_static",
        ),
        ("self.training == True", "train() and eval()"),
        ("type(n) is str", "type varies"),
        ("f is the same object as at compile time", "another object"),
    ],
)
def test_advice_on_guards(guard: str, advised: str):
    (text,) = advice.for_guard(FailedGuard("0/0", guard, ""), Compilation("0/1", "eager"))
    assert advised in text


def test_why_dynamo_began_anew_is_said_in_words():
    restarts = ["<class 'torch._dynamo.exc.TensorifyScalarRestartAnalysis'>", "L['x'].size()[0] was seen"]
    function = Function("f", "f.py", 1, 0, compilations=[Compilation("0/0", "eager", restarts=restarts)])
    lines = explain(Record("2.13.0", "3.11", [function]))
    assert "  Dynamo began anew: Python floats that no tensor can stand for are constants now" in lines
    assert "  Dynamo began anew: x.size()[0] was seen" in lines


def test_nothing_compiled():
    (line,) = explain(Record("2.13.0", "3.11"))
    assert line.startswith("Nothing was compiled")


def test_the_same_break_is_told_once():
    found = Break("Call to `torch._dynamo.graph_break()`", "Inserted.", [], "f.py", 3, "graph_break()")
    made = Compilation("0/0", "eager", breaks=[found, found], restarts=["Unknown fail_and_restart_analysis"])
    function = Function("f", "f.py", 1, 0, compilations=[made])
    lines = explain(Record("2.13.0", "3.11", [function]))
    assert [line for line in lines if "graph break 2 times at f.py:3  graph_break()" in line]
    assert sum("remove the call" in line for line in lines) == 1
    assert not [line for line in lines if "began anew" in line]
