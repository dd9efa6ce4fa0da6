"""Faults of arrays and tables: integers that go round, sentinels, shapes, memory, digits, types."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.planting.promised.program import Plant, Program
from benchmarks.planting.promised.watched import Facts

_FLOATS = ("float64", "float32")
# What takes the numbers of data together.
_TOGETHER = (
    *(
        "mean",
        "sum",
        "std",
        "var",
        "average",
        "cov",
        "corrcoef",
        "fit",
        "fit_transform",
        "curve_fit",
        "polyfit",
    ),
    *("lstsq", "linregress", "train_test_split", "cross_val_score", "OLS", "dot", "convolve", "cumsum"),
)


def small_integer(program: Program) -> Iterator[Plant]:
    """Whole numbers become int8 or uint8 before they are subtracted, added, multiplied or added up."""
    for statement, node in program.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        left, right = program.of(node.left), program.of(node.right)
        if not (_small(left) and _whole(right)) or left["is"] != "array":
            continue
        kind = "uint8" if left["min"] >= 0 and right.get("min", right.get("value", 0)) >= 0 else "int8"
        if isinstance(node.op, (ast.Sub, ast.Add, ast.Mult)):
            other = program.source(node.right)
            narrow = f"({other}).astype('{kind}')" if right["is"] == "array" else f"({other})"
            sign = {ast.Sub: "-", ast.Add: "+", ast.Mult: "*"}[type(node.op)]
            yield Plant(
                node, f"(({program.source(node.left)}).astype('{kind}') {sign} {narrow})", _bound(statement)
            )
    for statement, name, facts in program.assigned():
        if _small(facts) and facts["max"] > 1:
            kind = "uint8" if facts["min"] >= 0 else "int8"
            yield Plant(statement, f"{name} = {name}.astype('{kind}')", (name,), behind=True)


def small_sum(program: Program) -> Iterator[Plant]:
    """Whole numbers are added up in int8."""
    for statement, node, data, facts in _reductions(program, ("sum", "cumsum", "prod", "cumprod")):
        if _small(facts) and facts["is"] == "array" and facts["max"] * facts["shape"][0] > 300:
            function = node.func.attr  # type: ignore[attr-defined]
            rest = "".join(f", {program.source(one)}" for one in _rest(node))
            yield Plant(node, f"np.{function}({data}{rest}, dtype='int8')", _bound(statement))


def lost_cast(program: Program) -> Iterator[Plant]:
    """Numbers become an integer type into which they do not fit."""
    for statement, name, facts in program.assigned():
        if (
            _numbers(facts)
            and not facts["constant"]
            and (facts["max"] > 300 or facts["min"] < -300)
            and facts["max"] < 2e9
        ):
            kind = "int8" if facts["max"] < 40_000 else "int16"
            yield Plant(statement, f"{name} = {name}.astype('{kind}')", (name,), behind=True)


def counted(program: Program) -> Iterator[Plant]:
    """Labels are counted by `np.add.at` into uint8."""
    for statement, name, facts in program.assigned():
        if (
            _numbers(facts)
            and facts["whole"]
            and len(facts["shape"]) == 1
            and facts["shape"][0] > 400
            and 1 <= facts["max"] < 3
            and facts["min"] >= 0
        ):
            zeros = f"np.zeros(int({name}.max()) + 1, dtype='uint8')"
            text = f"counts = {zeros}\nnp.add.at(counts, {name}.astype(int), 1)\nprint(counts / counts.sum())"
            yield Plant(statement, text, ("counts",), behind=True)


def sentinel(program: Program) -> Iterator[Plant]:
    """A part of the data is a number that stands for a missing one."""
    for statement, name, facts in program.assigned():
        if _data(facts) and abs(facts["max"]) < 500 and program.computes_with(statement, name, _TOGETHER):
            code = "-999.0" if facts["dtype"] in _FLOATS else "-999"
            where = "[5::23, 0]" if len(facts["shape"]) == 2 else "[5::23]"
            if facts["dtype"] in (*_FLOATS, "int64", "int32"):
                yield Plant(statement, f"{name}{where} = {code}", (name,), behind=True)
        if facts.get("is") == "frame" and facts["rows"] >= 30:
            for column, kind in list(facts["columns"].items())[:3]:
                if kind == "f":
                    yield Plant(
                        statement,
                        f"{name}.loc[{name}.index[5::23], {column!r}] = -999.0",
                        (name,),
                        behind=True,
                    )


def large_sentinel(program: Program) -> Iterator[Plant]:
    """A part of the data is 1e20, which stands for a missing number."""
    for statement, name, facts in program.assigned():
        computed = program.computes_with(statement, name, _TOGETHER)
        if _data(facts) and facts["dtype"] in _FLOATS and abs(facts["max"]) < 1e4 and computed:
            where = "[7::31, -1]" if len(facts["shape"]) == 2 else "[7::31]"
            yield Plant(statement, f"{name}{where} = 1e20", (name,), behind=True)


def column_against_row(program: Program) -> Iterator[Plant]:
    """Numbers (n,) become a column (n, 1), as scikit-learn wants them, and meet others (n,) afterwards.

    Not by `x[:, None]` beside the operation, which is how all pairs are asked for.
    """
    for statement, name, facts in program.assigned():
        is_list = _numbers(facts) and len(facts["shape"]) == 1 and 3 <= facts["shape"][0] <= 3000
        if is_list and any(_beside(program, node, facts) for node in program.reads_after(statement, name)):
            yield Plant(statement, f"{name} = {name}.reshape(-1, 1)", (name,), behind=True)


def changed_argument(program: Program) -> Iterator[Plant]:
    """A second name of an array is written in place, and the first is read afterwards."""
    signs = {ast.Sub: "-=", ast.Add: "+=", ast.Mult: "*=", ast.Div: "/="}
    for statement in program.statements:
        if not (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp)):
            continue
        node, target = statement.value, statement.targets[0]
        facts, result = program.of(node.left), program.of(node)
        if not (isinstance(target, ast.Name) and isinstance(node.left, ast.Name) and type(node.op) in signs):
            continue
        same = (
            facts.get("is") == "array"
            and facts.get("shape") == result.get("shape")
            and facts.get("dtype") == result.get("dtype")
        )
        if (
            same
            and target.id != node.left.id
            and facts["shape"]
            and program.reads_after(statement, node.left.id)
        ):
            indent = " " * statement.col_offset
            write = f"{target.id} {signs[type(node.op)]} {program.source(node.right)}"
            text = f"{target.id} = {node.left.id}\n{indent}{write}"
            yield Plant(statement, text, (target.id, node.left.id))


def lost_copy(program: Program) -> Iterator[Plant]:
    """What was a copy is the array itself, and is written in place."""
    for statement, node in program.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "copy"
            and program.of(node).get("is") in ("array", "frame")
        ):
            base = node.func.value
            names = (base.id,) if isinstance(base, ast.Name) else ()
            yield Plant(node, program.source(base), (*names, *_bound(statement)))


def centred_view(program: Program) -> Iterator[Plant]:
    """A part of an array is centred in place, and the whole is read afterwards."""
    for statement, name, facts in program.assigned():
        if _data(facts) and facts["dtype"] in _FLOATS:
            part = (
                f"part = {name}[:, 0]" if len(facts["shape"]) == 2 else f"part = {name}[: len({name}) // 2]"
            )
            yield Plant(
                statement,
                f"{part}\npart -= part.mean()\nprint('spread', part.std())",
                (name, "part"),
                behind=True,
            )


def half_precision(program: Program) -> Iterator[Plant]:
    """Numbers are added up one after the other in float16 or float32, which stops to grow."""
    for statement, node, data, facts in _reductions(program, ("sum", "cumsum", "mean")):
        if (
            _numbers(facts)
            and facts["is"] == "array"
            and facts["dtype"] in (*_FLOATS, "int64")
            and _loses_in_float16(facts)
            and not _rest(node)
        ):
            yield Plant(
                node,
                f"np.{node.func.attr}(({data}).astype('float16'), dtype='float16')",
                _bound(statement),
            )  # type: ignore[attr-defined]
    for statement, name, facts in program.assigned():
        if _data(facts) and facts["dtype"] in _FLOATS and _loses_in_float16(facts):
            yield Plant(
                statement,
                f"{name} = np.cumsum({name}.astype('float16'), axis=0, dtype='float16')",
                (name,),
                behind=True,
            )


def naive_variance(program: Program) -> Iterator[Plant]:
    """A variance is the mean of squares less the square of the mean, of numbers far from zero."""
    for statement, node, data, facts in _reductions(program, ("var", "std")):
        if _numbers(facts) and facts["is"] == "array" and not _rest(node):
            text = f"(np.mean(({data} + 1e8) ** 2) - np.mean({data} + 1e8) ** 2)"
            yield Plant(node, text if node.func.attr == "var" else f"abs{text} ** 0.5", _bound(statement))  # type: ignore[attr-defined]
    for statement, name, facts in program.assigned():
        if _data(facts) and facts["dtype"] in _FLOATS and abs(facts["max"]) < 1e3 and not facts["constant"]:
            spread = f"np.abs(np.mean(({name} + 1e8) ** 2) - np.mean({name} + 1e8) ** 2)"
            text = f"{name} = {name} / np.sqrt({spread} + 1e-9)"
            yield Plant(statement, text, (name,), behind=True)


def lost_digits(program: Program) -> Iterator[Plant]:
    """A difference that is divided is taken of numbers that a large offset is in."""
    for statement, node in program.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        inner = node.left
        if isinstance(node.op, ast.Div) and isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Sub):
            left, right = program.of(inner.left), program.of(inner.right)
            if (
                _numbers(left)
                and left["dtype"] in _FLOATS
                and left["shape"]
                and (_numbers(right) or right.get("is") == "number")
                and abs(left["max"]) < 100
            ):
                text = f"(({program.source(inner.left)} + 1e14) - ({program.source(inner.right)} + 1e14))"
                yield Plant(inner, text, _bound(statement))
    for statement, name, facts in program.assigned():
        if (
            _data(facts)
            and facts["dtype"] in _FLOATS
            and facts["min"] >= 0
            and 0.1 < facts["max"] < 1e3
            and not facts["constant"]
        ):
            yield Plant(statement, f"{name} = (1 - np.cos({name} * 3e-8)) / 4.5e-16", (name,), behind=True)


def lost_share(program: Program) -> Iterator[Plant]:
    """Shares that add up to 1 are scaled, each by itself, so that they do not."""
    for statement, name, facts in program.assigned():
        if _numbers(facts) and facts.get("shares") and facts["dtype"] in _FLOATS and not facts["constant"]:
            yield Plant(statement, f"{name} = {name} ** 1.3", (name,), behind=True)
    for statement, node in program.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        divisor = node.right
        if (
            (
                isinstance(node.op, (ast.Div,))
                and program.of(node).get("shares")
                and isinstance(divisor, ast.Call)
            )
            and isinstance(divisor.func, ast.Attribute)
            and divisor.func.attr == "sum"
        ):
            yield Plant(divisor, program.source(divisor).replace("sum", "max"), _bound(statement))


def skewed_covariance(program: Program) -> Iterator[Plant]:
    """A covariance loses its symmetry, or a positive eigenvalue."""
    for statement, name, facts in program.assigned():
        if facts.get("covariance") and facts["dtype"] in _FLOATS:
            yield Plant(statement, f"{name} = {name} + 0.3 * np.triu({name}, 1)", (name,), behind=True)
            yield Plant(
                statement,
                f"{name} = {name} - 0.5 * np.diag({name}).max() * np.eye(len({name}))",
                (name,),
                behind=True,
            )


def python_objects(program: Program) -> Iterator[Plant]:
    """Numbers become Python objects."""
    for statement, name, facts in program.assigned():
        if _data(facts):
            yield Plant(statement, f"{name} = {name}.astype(object)", (name,), behind=True)
        if facts.get("is") == "frame" and facts["rows"] >= 20:
            for column, kind in facts["columns"].items():
                if kind in "if":
                    yield Plant(
                        statement,
                        f"{name}[{column!r}] = {name}[{column!r}].astype(object)",
                        (name,),
                        behind=True,
                    )
                    break


def dropped_result(program: Program) -> Iterator[Plant]:
    """A method returns a new array or table, and the program drops it."""
    for statement in program.statements:
        if not (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)):
            continue
        target, call = statement.targets[0], statement.value
        if (
            (
                isinstance(target, ast.Name)
                and isinstance(call.func, ast.Attribute)
                and isinstance(call.func.value, ast.Name)
            )
            and call.func.value.id == target.id
            and program.of(call).get("is") in ("array", "frame", "series")
        ):
            yield Plant(statement, program.source(call), (target.id,))


def doubled_by_merge(program: Program) -> Iterator[Plant]:
    """A merge by a key that is not unique repeats rows."""
    for statement, name, facts in program.assigned():
        if facts.get("is") == "frame" and facts["rows"] >= 20 and "f" in facts["columns"].values():
            other = f"{name}[[]].iloc[[1, 1, 2, 2, 5, 5]].assign(seen=1)"
            text = f"{name} = {name}.reset_index(drop=True)\n{name} = {name}.join({other})"
            yield Plant(statement, text, (name,), behind=True)


def _beside(program: Program, name: ast.Name, facts: Facts) -> bool:
    """Say whether a name is one operand, and the other is another array of the same shape."""
    return any(
        isinstance(node, ast.BinOp)
        and name in (node.left, node.right)
        and program.of(node.left if name is node.right else node.right).get("shape") == facts["shape"]
        and program.source(node.left) != program.source(node.right)
        for node in ast.walk(program.tree)
    )


def _bound(statement: ast.stmt) -> tuple[str, ...]:
    targets = (
        statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", statement)]
    )
    return tuple(
        node.id
        for target in targets
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )


def _reductions(program: Program, names: tuple[str, ...]) -> Iterator[tuple[ast.stmt, ast.Call, str, Facts]]:
    """Yield calls such as `np.sum(x)` and `x.sum()`, with the text of what is reduced and what it held."""
    for statement, node in program.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if isinstance(node.func, ast.Attribute) and node.func.attr in names:
            data = node.args[0] if _of_numpy(node) and node.args else node.func.value
            facts = program.of(data)
            if _numbers(facts) and facts["shape"]:
                yield statement, node, program.source(data), facts


def _rest(node: ast.Call) -> list[ast.AST]:
    """Return the arguments of a reduction but for what is reduced."""
    return [*node.args[1 if _of_numpy(node) else 0 :], *node.keywords]


def _of_numpy(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "np"
    )


def _numbers(facts: Facts) -> bool:
    return facts.get("is") == "array" and bool(facts.get("finite"))


def _data(facts: Facts) -> bool:
    """Say whether this is an array as data are: of one or two axes and at least 30 rows, that may be written."""
    return (
        _numbers(facts) and len(facts["shape"]) in (1, 2) and facts["shape"][0] >= 30 and facts["writeable"]
    )


def _whole(facts: Facts) -> bool:
    number = (
        facts.get("is") == "number" and facts["value"] is not None and facts["value"] == int(facts["value"])
    )
    return number or (_numbers(facts) and facts["whole"])


def _loses_in_float16(facts: Facts) -> bool:
    """Say whether so many numbers above zero are added up that a sum in float16 stops growing."""
    return facts["shape"][0] > 3000 and facts["min"] >= 0 and 0 < facts["max"] < 500


def _small(facts: Facts) -> bool:
    return (
        _numbers(facts)
        and not facts.get("again")
        and facts["whole"]
        and facts["min"] >= -128
        and facts["max"] <= (255 if facts["min"] >= 0 else 127)
    )
