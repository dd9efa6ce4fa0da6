"""Calls of modules as they are recorded: by name, with structure, without a trace of it in the program."""

import gc
import weakref

import pytest

import numscope

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
from torch import nn


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, hidden, *, mask=None, past=()):
        return {"hidden": hidden * self.weight, "past": [hidden, (hidden[0],)]}


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.never = nn.Linear(4, 4)
        self.never.requires_grad_(False)

    def forward(self, x):
        if x.numel() == 0:
            raise ValueError("nothing")
        return self.inner(x, mask=x > 0, past=(x, {"more": x}))["hidden"]


def recorded(path, program, **settings):
    with numscope.record(path / "t.numscope", **settings) as recording:
        program()
    return recording.open()


def tensors(trace, module, role):
    rows = trace.sql(
        "select o.name, o.dtype, o.shape from module_calls c join module_operands o on o.operation = c.id "
        "where coalesce(module, '') = ? and role = ? and not c.met order by c.id, item",
        [module, role],
    )
    return [tuple(row.values()) for row in rows.to_pylist()]


def test_arguments_have_names_and_results_their_structure(tmp_path):
    model, x = Outer(), torch.ones(2, 4)
    with recorded(tmp_path, lambda: model(x)) as trace:
        assert tensors(trace, "", "given") == [("x", "float32", [2, 4])]
        assert tensors(trace, "", "returned") == [(None, "float32", [2, 4])]
        assert tensors(trace, "inner", "given") == [
            ("hidden", "float32", [2, 4]),
            ("mask", "bool", [2, 4]),
            ("past.0", "float32", [2, 4]),
            ("past.1.more", "float32", [2, 4]),
        ]
        assert tensors(trace, "inner", "returned") == [
            ("hidden", "float32", [2, 4]),
            ("past.0", "float32", [2, 4]),
            ("past.1.0", "float32", [4]),
        ]
        assert tensors(trace, "inner", "parameter") == [("weight", "float32", [4])]
        met = trace.sql(
            "select name, shape, requires_grad from module_operands where met order by item"
        ).to_pylist()
        assert [tuple(row.values()) for row in met] == [
            ("inner.weight", [4], True),
            ("never.weight", [4, 4], False),
            ("never.bias", [4], False),
        ]


def test_what_a_layer_returned_is_its_value(tmp_path):
    torch.manual_seed(0)
    model, x = nn.Sequential(nn.Linear(8, 8), nn.LayerNorm(8)), torch.randn(3, 8)
    wanted = model(x)
    with recorded(tmp_path, lambda: model(x), values="full") as trace:
        rows = trace.sql(
            "select hash from module_calls c join module_operands o on o.operation = c.id "
            "where role = 'returned' and coalesce(module, '') in ('', '1')"
        ).to_pylist()
        assert [trace.values[row["hash"]].tobytes() for row in rows] == [
            wanted.detach().numpy().tobytes()
        ] * 2


def test_they_are_no_operations(tmp_path):
    model, x = nn.Sequential(nn.Linear(4, 4), nn.ReLU()), torch.ones(2, 4)
    with recorded(tmp_path, lambda: model(x)) as trace:
        names = [operation.name for operation in trace]
        assert names == [
            "aten::linear",
            "aten::t",
            "aten::transpose",
            "aten::as_strided",
            "aten::addmm",
            *names[5:],
        ]
        assert not any(name.startswith(("module::", "model::")) for name in names)
        assert len(names) == len(trace)
        assert trace[-1].name == names[-1]
        assert [operation.name for operation in trace[:]] == names
        assert trace.sql("select count(*) as n from slots where role = 'given'")["n"][0].as_py() == 0


def test_the_program_is_as_before(tmp_path):
    """Exceptions, references, results that are no tensors, and the function that the interpreter enters."""
    model, seen = Outer(), []

    def program():
        with pytest.raises(ValueError, match="nothing"):
            model(torch.empty(0))
        seen.append(weakref.ref(model(torch.ones(1, 4))))
        assert nn.Identity()("text") == "text"
        assert nn.Module.__call__ is call

    call = nn.Module.__call__
    with recorded(tmp_path, program) as trace:
        raised = trace.sql("select raised from module_calls where not met order by id")["raised"].to_pylist()
    gc.collect()
    assert seen[0]() is None
    assert raised == [True, False, False, False]
    before = trace
    model(torch.ones(1, 4))  # not recorded any more
    assert before is trace


def test_no_code_of_the_program_runs_for_it(tmp_path):
    """Modes and subclasses of tensors are asked what they would be asked anyway."""
    from torch.overrides import TorchFunctionMode

    class Noting(TorchFunctionMode):
        def __init__(self):
            super().__init__()
            self.asked = []

        def __torch_function__(self, function, types, args=(), kwargs=None):
            self.asked.append(getattr(function, "__name__", str(function)))
            return function(*args, **(kwargs or {}))

    model, x = nn.Sequential(nn.Linear(4, 4), nn.ReLU()), torch.ones(2, 4)

    def asked():
        with Noting() as mode:
            model(x)
        return mode.asked

    wanted, found = asked(), []
    with recorded(tmp_path, lambda: found.extend(asked())):
        pass
    assert found == wanted


def test_two_models_of_one_class_are_told_apart(tmp_path):
    one, other = nn.Linear(2, 3), nn.Linear(3, 1)
    with recorded(tmp_path, lambda: other(one(torch.ones(1, 2)))) as trace:
        rows = trace.sql("select model from module_calls where not met order by id").to_pylist()
        assert [row["model"] for row in rows] == ["Linear", "Linear#2"]


class Changing(nn.Module):
    """It makes activations and losses for itself, and layers while it trains; `classes` make new classes that die."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x):
        x = self.second(nn.Softmax(-1)(self.first(x)))
        made = type(f"Shift{self.calls}", (nn.Identity,), {"forward": lambda self, shifted: shifted + 1})
        self.calls += 1
        x = made()(x)
        if self.calls == 2:
            self.late = nn.Linear(4, 4)
        if self.calls == 3:
            self.first = nn.Linear(4, 4)
        return self.late(x) if self.calls > 1 else x

    calls = 0


def test_layers_keep_their_paths_while_others_come_and_go(tmp_path):
    model, x = Changing(), torch.ones(2, 4)

    def program():
        for _ in range(4):
            model(x)
            gc.collect()

    with recorded(tmp_path, program) as trace:
        calls = trace.sql("select module, type from module_calls where not met order by id").to_pylist()
        of_calls = [(one["module"], one["type"]) for one in calls]
        met = trace.sql(
            "select c.id, count(*) as n from module_calls c join module_operands o on o.operation = c.id "
            "where c.met group by c.id order by c.id"
        ).to_pylist()
    expected = []
    for number in range(4):
        shift = f"Shift{number}"
        expected += [("", "Changing"), ("first", "Linear"), ("<Softmax>", "Softmax"), ("second", "Linear")]
        expected += [(f"<{shift}>", shift), *([("late", "Linear")] if number else [])]
    assert of_calls == expected
    # Met once, and again where it has another layer: not with each loss that dies.
    assert [one["n"] for one in met] == [4, 6, 6]


def test_a_filter_and_a_pause_leave_them_out(tmp_path):
    model, x = nn.Linear(4, 4), torch.ones(2, 4)
    with recorded(tmp_path, lambda: model(x), ops=["aten::addmm"]) as trace:
        assert [operation.name for operation in trace] == ["aten::addmm"]
        assert trace.sql("select count(*) as n from module_calls")["n"][0].as_py() == 0


def test_the_run_s_last_lines_count_operations_and_no_calls_of_modules(numscope_command, tmp_path):
    code = "import torch; torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())(torch.ones(2, 4))"
    done = numscope_command("run", "-o", "t.numscope", "-c", code)
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert f"numscope: {len(trace):,} operations, " in done.stderr, done.stderr
        assert trace.sql("select count(*) as n from module_calls")["n"][0].as_py() > 0


def test_negative_numbers_count_operations_and_skip_calls_of_modules(tmp_path, capsys):
    from numscope.cli.main import main

    model, x = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2)), torch.ones(2, 4)
    with recorded(tmp_path, lambda: model(x)) as trace:
        operations = list(trace)
        assert operations[-1].id - operations[0].id >= len(operations)  # there are gaps
        for back in range(1, len(operations) + 1):
            assert trace[-back].id == operations[-back].id
        with pytest.raises(IndexError, match="there is no operation"):
            trace[-len(operations) - 1]
        path = str(trace.path)
    assert main(["show", path, str(-len(operations))]) == 0
    assert operations[0].name in capsys.readouterr().out
    assert main(["graph", path, f"--of={-len(operations)}"]) == 0
    assert main(["graph", path, f"--of={-len(operations) - 1}"]) == 2
    assert "there is no operation" in capsys.readouterr().err
