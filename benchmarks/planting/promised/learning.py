"""Faults of learning: rows that leak, an order that is lost, an early end, trainings that learn nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.planting.promised.program import Plant, Program


def scaled_before_split(program: Program) -> Iterator[Plant]:
    """Samples are scaled with the means of all rows, before they are split."""
    for statement, call in _calls(program, "train_test_split"):
        if call.args and isinstance(call.args[0], ast.Name) and program.of(call.args[0]).get("is") == "array":
            name = call.args[0].id
            new = f"StandardScaler().fit_transform({name})"
            imports = "from sklearn.preprocessing import StandardScaler"
            yield Plant(call.args[0], new, _targets(statement), imports=imports)


def fitted_to_test(program: Program) -> Iterator[Plant]:
    """A model, or a scaler, is fitted to the rows with which it is tested, too."""
    for statement, call in program.expressions(ast.Call):
        assert isinstance(call, ast.Call)
        if not (
            isinstance(call.func, ast.Attribute) and call.func.attr in ("fit", "fit_transform") and call.args
        ):
            continue
        given = [one.id for one in call.args if isinstance(one, ast.Name)]
        if len(given) == len(call.args) and all(name.endswith("_train") for name in given):
            tests = [name.removesuffix("_train") + "_test" for name in given]
            if (
                all(re.search(rf"\b{name}\b", program.text) for name in tests)
                and program.of(call.args[0]).get("is") == "array"
            ):
                joined = ", ".join(f"np.concatenate([{a}, {b}])" for a, b in zip(given, tests, strict=True))
                owner = call.func.value.id if isinstance(call.func.value, ast.Name) else ""
                text = f"{program.source(call.func)}({joined})"
                text += f"[: len({given[0]})]" if call.func.attr == "fit_transform" else ""
                yield Plant(call, text, (*_targets(statement), owner))


def repeated_rows(program: Program) -> Iterator[Plant]:
    """Rows are there twice before they are split at random."""
    for statement, call in _calls(program, "train_test_split"):
        if len(call.args) >= 2 and all(
            isinstance(one, ast.Name) and program.of(one).get("is") == "array" for one in call.args
        ):
            given = ", ".join(f"np.repeat({program.source(one)}, 2, axis=0)" for one in call.args)
            rest = "".join(
                f", {program.source(one)}" for one in call.keywords if one.arg not in ("stratify",)
            )
            yield Plant(call, f"{program.source(call.func)}({given}{rest})", _targets(statement))


def answer_as_feature(program: Program) -> Iterator[Plant]:
    """The answer is a column of the samples."""
    for statement, call in _calls(program, "train_test_split"):
        if len(call.args) >= 2 and all(isinstance(one, ast.Name) for one in call.args):
            x, y = (program.of(one) for one in call.args[:2])
            if x.get("is") == y.get("is") == "array" and len(x["shape"]) == 2 and len(y["shape"]) == 1:
                given = f"np.column_stack([{program.source(call.args[0])}, {program.source(call.args[1])}])"
                yield Plant(call.args[0], given, _targets(statement))


def shuffled_answers(program: Program) -> Iterator[Plant]:
    """Only the answers are put into another order, before anything is fitted to them."""
    given = {
        call.args[1].id
        for _, call in program.expressions(ast.Call)
        if isinstance(call, ast.Call) and len(call.args) >= 2 and isinstance(call.args[1], ast.Name)
        if program.source(call.func).rpartition(".")[2] in ("fit", "train_test_split", "cross_val_score")
    }
    for statement, name, facts in program.assigned():
        if (
            name in given
            and facts.get("is") == "array"
            and len(facts["shape"]) == 1
            and facts["shape"][0] >= 20
        ):
            yield Plant(
                statement, f"{name} = np.random.default_rng(3).permutation({name})", (name,), behind=True
            )


def scaled_anew(program: Program) -> Iterator[Plant]:
    """A transformer is fitted anew to what is predicted."""
    for statement, call in program.expressions(ast.Call):
        assert isinstance(call, ast.Call)
        if (
            isinstance(call.func, ast.Attribute)
            and call.func.attr == "transform"
            and call.args
            and "test" in program.source(call.args[0])
        ):
            yield Plant(
                call,
                f"{program.source(call.func.value)}.fit_transform({program.source(call.args[0])})",
                _targets(statement),
            )


def ended_early(program: Program) -> Iterator[Plant]:
    """An estimator stops after two steps, before it has converged."""
    for statement in program.statements:
        for call in ast.walk(statement):
            if isinstance(call, ast.Call) and program.of(call):
                for word in call.keywords:
                    number = program.of(word.value) or {"is": "", "value": getattr(word.value, "value", 0)}
                    if (
                        word.arg in ("max_iter", "maxiter")
                        and isinstance(number.get("value"), (int, float))
                        and number["value"] >= 20
                    ):
                        yield Plant(word.value, "2", _targets(statement))


def one_seed_a_turn(program: Program) -> Iterator[Plant]:
    """Each turn of a loop begins with the same seed."""
    for loop in ast.walk(program.tree):
        if isinstance(loop, (ast.For, ast.While)):
            drawn = [
                node
                for node in ast.walk(loop)
                if isinstance(node, ast.Call)
                and program.of(node)
                and re.match(
                    r"(np|numpy)\.random\.(rand|normal|uniform|choice|standard|permut|shuffle|poisson|random)",
                    program.source(node.func),
                )
            ]
            first = loop.body[0]
            if drawn and not isinstance(first, ast.FunctionDef):
                text = f"np.random.seed(7)\n{' ' * first.col_offset}{program.source(first)}"
                if not hasattr(first, "body"):
                    yield Plant(first, text, ())


def frozen_part(program: Program) -> Iterator[Plant]:
    """The optimiser is given a part of the parameters."""
    for statement, call in _parameters(program):
        yield Plant(call, f"list({program.source(call)})[:1]", _targets(statement))


def no_gradient(program: Program) -> Iterator[Plant]:
    """A part of the parameters has requires_grad False."""
    for statement, call in _parameters(program):
        model = program.source(call.func.value)  # type: ignore[attr-defined]
        text = f"list({model}.parameters())[0].requires_grad_(False)"
        yield Plant(statement, text, (model,), behind=True)


def wrong_rate(program: Program) -> Iterator[Plant]:
    """The learning rate is far too large, or 0."""
    for statement, call in program.expressions(ast.Call):
        assert isinstance(call, ast.Call)
        if re.match(r"(torch\.)?optim\.", program.source(call.func)):
            for word in call.keywords:
                if word.arg == "lr":
                    yield Plant(word.value, f"1000 * {program.source(word.value)}", _targets(statement))
                    yield Plant(word.value, f"0 * {program.source(word.value)}", _targets(statement))


def cut_off(program: Program) -> Iterator[Plant]:
    """What a layer returns is detached."""
    for statement in program.statements:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            call = statement.value
            held = program.of(call)
            if (
                held.get("is") == "tensor"
                and "float" in held["dtype"]
                and "self." in program.source(call.func)
            ):
                yield Plant(call, f"{program.source(call)}.detach()", _targets(statement))


def _parameters(program: Program) -> Iterator[tuple[ast.stmt, ast.Call]]:
    for statement in program.statements:
        if re.search(r"optim\.\w+\(", program.source(statement)):
            for call in ast.walk(statement):
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Attribute)
                    and call.func.attr == "parameters"
                ):
                    yield statement, call


def _calls(program: Program, name: str) -> Iterator[tuple[ast.stmt, ast.Call]]:
    for statement, call in program.expressions(ast.Call):
        if isinstance(call, ast.Call) and program.source(call.func).endswith(name):
            yield statement, call


def _targets(statement: ast.stmt) -> tuple[str, ...]:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return tuple(node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
