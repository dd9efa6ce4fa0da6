"""Recorded operations as pytest files, with their data beside them."""

from __future__ import annotations

import builtins
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from numscope.analysis.testgen.selection import Case, Selection, TestFile, TestGroup
from numscope.errors import UsageError
from numscope.probes.calling.written import Library
from numscope.trace import Operand

MARK = "Made by numscope testgen"
GOLDEN = "golden"

_HEAD = '''"""{subject} gives what it gave in {trace}.

{mark}; the arrays are in {golden}/{stem}.npz. Nothing but {needed} and pytest is needed to run this.
"""

{standard}from pathlib import Path

import numpy as np
import pytest
{imports}
DATA = np.load(Path(__file__).parent / "{golden}" / "{stem}.npz", allow_pickle=False)


def given(case):
    """The arrays that went into a call, laid out in memory as they were."""
    arrays = []
    while (key := f"{{case}}.in{{len(arrays)}}") in DATA:
        strides = DATA[f"{{key}}.strides"] if f"{{key}}.strides" in DATA else None
        if f"{{key}}.lies_in" in DATA:  # in the memory of another: BLAS takes another way where both matrices are one
            other = arrays[int(DATA[f"{{key}}.lies_in"])]
            arrays.append(np.lib.stride_tricks.as_strided(other, DATA[key].shape, strides))
        else:
            arrays.append(laid_out(DATA[key], strides))
    return arrays


def laid_out(array, strides):
    """`array` with these strides: sums of strided data are taken in another order."""
    if strides is None:
        return array
    steps = [(length - 1) * stride for length, stride in zip(array.shape, strides)]
    start = -sum(step for step in steps if step < 0)
    memory = np.zeros(start + sum(step for step in steps if step > 0) + array.itemsize, np.uint8)
    spread = np.ndarray(array.shape, array.dtype, memory, start, tuple(strides))
    spread[...] = array
    return spread


def check(case, result, *changed):
    """Compare what came out, and the arrays that were changed in place, with what it was then."""
    parts = result if isinstance(result, (tuple, list)) else [result]
    for key in DATA.files:
        name, _, place = key.rpartition(".out")
        if name == case:
            same(np.asarray(parts[int(place)]), DATA[key])
    for place, array in enumerate(changed):
        same(array, DATA[f"{{case}}.changed{{place}}"])


def same(now, then):
    """Raise AssertionError unless both arrays are equal{tolerated}."""
    assert now.dtype == then.dtype
    {comparison}
'''
_EXACT = "np.testing.assert_array_equal(now, then, strict=True)"
_CLOSE = """if now.dtype.kind in "fc":
        assert now.shape == then.shape
        np.testing.assert_allclose(now, then, rtol={rtol!r}, atol={atol!r})
    else:
        np.testing.assert_array_equal(now, then, strict=True)"""


@dataclass(frozen=True)
class Written:
    """The files that were written."""

    tests: tuple[Path, ...]
    golden_bytes: int


def write_tests(
    selection: Selection, trace: str, folder: Path, rtol: float = 0.0, atol: float = 0.0
) -> Written:
    """Write a test file and a .npz for each file of `selection`.

    Files that testgen made before are replaced. Raises UsageError if one is not its own, or can't be written.
    """
    for file in selection.files:
        _refuse_foreign(folder / f"test_{file.stem}.py")
    size = 0
    paths = []
    try:
        (folder / GOLDEN).mkdir(parents=True, exist_ok=True)
        for file in selection.files:
            data = folder / GOLDEN / f"{file.stem}.npz"
            arrays = _arrays(file)
            np.savez(data, allow_pickle=False, **arrays)
            size += data.stat().st_size
            path = folder / f"test_{file.stem}.py"
            path.write_text(_file_text(file, trace, folder, rtol, atol), encoding="utf-8")
            paths.append(path)
    except OSError as error:
        raise UsageError(f"{error.filename or folder} can't be written: {error.strerror or error}.") from None
    return Written(tuple(paths), size)


def _refuse_foreign(path: Path) -> None:
    if path.exists() and MARK not in path.read_text(encoding="utf-8", errors="replace")[:1000]:
        raise UsageError(f"{path} is there and not made by testgen: give another folder.")


def _arrays(file: TestFile) -> dict[str, Any]:
    arrays: dict[str, Any] = {}
    for group in file.groups:
        for case in group.cases:
            number = case.operation.id
            owns = [case.operation.operands[_index(group, operand, case)] for operand in group.source.given]
            for place, (own, array) in enumerate(zip(owns, case.given, strict=True)):
                arrays[f"{number}.in{place}"] = array
                other = next((index for index in range(place) if _lies_in(own, owns[index])), None)
                if other is not None:
                    arrays[f"{number}.in{place}.lies_in"] = np.array(other)
                if other is not None or (own.kind == "array" and _must_be_laid_out(array, own.strides)):
                    arrays[f"{number}.in{place}.strides"] = np.array(own.strides, np.int64)
            for place, result in case.results.items():
                arrays[f"{number}.out{place}"] = np.asarray(result)
            for place, changed in enumerate(case.changed):
                arrays[f"{number}.changed{place}"] = changed
    return arrays


def _index(group: TestGroup, operand: Any, case: Case) -> int:
    """Where the operand stands among those of this case's own operation."""
    place = (operand.role, operand.position, operand.name, operand.item)
    return next(
        index
        for index, one in enumerate(case.operation.operands)
        if (one.role, one.position, one.name, one.item) == place
    )


def _must_be_laid_out(array: Any, strides: tuple[int, ...] | None) -> bool:
    """Whether a .npy file would bring the array back in another layout. Dimensions that overlap can't be had again."""
    if strides is None or array.strides == strides or array.size <= 1 or 0 in strides:
        return False
    return not (array.ndim == 1 and strides == (array.itemsize,))


def _lies_in(one: Operand, other: Operand) -> bool:
    """Whether an array is the same memory as `other`, from the same first element on and no further."""
    parts = [(operand.address, operand.shape, operand.strides, operand.dtype) for operand in (one, other)]
    if one.kind != "array" or other.kind != "array" or None in (*parts[0], *parts[1]):
        return False
    reaches = []
    for operand in (one, other):
        steps = list(zip(operand.shape or (), operand.strides or (), strict=True))
        if not steps or any(length < 1 or stride <= 0 for length, stride in steps):
            return False
        reaches.append(sum((length - 1) * stride for length, stride in steps))
    return one.address == other.address and one.dtype == other.dtype and reaches[0] <= reaches[1]


def _file_text(file: TestFile, trace: str, folder: Path, rtol: float, atol: float) -> str:
    exact = not rtol and not atol
    libraries = _libraries(file)
    programs = sorted({group.source.program for group in file.groups if group.source.program is not None})
    head = _HEAD.format(
        needed=", ".join(["NumPy", *(one.title for one in libraries)]),
        standard="".join(
            f"import {name}\n" for name in sorted({n for one in libraries for n in one.standard})
        ),
        imports="".join(f"import {one.module}\n" for one in libraries if one.module),
        subject=_plain(file.subject),
        trace=_plain(trace),
        mark=MARK,
        golden=GOLDEN,
        stem=file.stem,
        tolerated="" if exact else f" up to {rtol} relative and {atol} absolute",
        comparison=_EXACT if exact else _CLOSE.format(rtol=rtol, atol=atol),
    )
    head += "".join(one.helpers for one in libraries)
    head += "".join(
        f"{name} = functions_of((Path(__file__).parent / {os.path.relpath(path, folder)!r}).resolve())\n"
        for path, name in programs
    )
    taken: set[str] = set()
    return head + "".join(_test_text(group, _test_name(group, taken)) for group in file.groups)


def _libraries(file: TestFile) -> list[Library]:
    """Return what the tests of a file need beside NumPy; last what brings lines that stand before the tests."""
    found = {group.source.library for group in file.groups if group.source.library is not None}
    return sorted(found, key=lambda one: (bool(one.helpers), bool(one.standard), one.title))


def _test_text(group: TestGroup, name: str) -> str:
    source = group.source
    ids = ", ".join(repr(str(case.operation.id)) for case in group.cases)
    lines = [
        "",
        "",
        f'@pytest.mark.parametrize("case", [{ids}])',
        f"def {name}(case):",
        f'    """{_title(group)}"""',
    ]
    if source.names and source.names[0].startswith("arrays["):
        lines.append(f"    arrays = {source.inputs}")
    elif source.names:
        lines.append(
            f"    {', '.join(source.names)}{',' if len(source.names) == 1 else ''} = {source.inputs}"
        )
    if group.exception is not None:
        lines += _raising(group)
    elif source.is_statement:
        lines += [f"    {source.text}", f"    check(case, {', '.join(['None', *source.changed])})"]
    else:
        checked = ", ".join([source.results, *source.changed])
        lines += [f"    result = {source.text}", f"    check(case, {checked})"]
    return "\n".join(lines) + "\n"


def _raising(group: TestGroup) -> list[str]:
    assert group.exception is not None
    kind, _, message = group.exception.partition(": ")
    lines = [f"    with pytest.raises({_exception_class(kind)}) as raised:", f"        {group.source.text}"]
    if kind.rpartition(".")[2] == "FloatingPointError":
        lines = ['    with np.errstate(all="raise"):', *("    " + line for line in lines)]
    first_line = message.partition("\n")[0].strip()
    return [*lines, f"    assert {first_line!r} in str(raised.value)"] if first_line else lines


def _exception_class(kind: str) -> str:
    name = kind.rpartition(".")[2]
    builtin = getattr(builtins, name, None)
    if isinstance(builtin, type) and issubclass(builtin, BaseException):
        return name
    if name == "LinAlgError":
        return "np.linalg.LinAlgError"
    return f"np.exceptions.{name}" if hasattr(np.exceptions, name) else "Exception"


def _title(group: TestGroup) -> str:
    if group.site is None:
        return _plain(group.name)
    line = group.site.source
    place = f"{Path(group.site.file).name}:{group.site.line}"
    return _plain(f"{place}: {line}" if line else place)


def _plain(text: str) -> str:
    """`text` as it may stand between triple quotes, on one line that is not too long."""
    shown = text.replace("\\", "\\\\").replace('"', "'").replace("\n", " ")[:90]
    return "".join(letter if letter.isprintable() else "?" for letter in shown)


def _test_name(group: TestGroup, taken: set[str]) -> str:
    called = group.name.rpartition(".")[2] if group.source.program is not None else group.name
    plain = called.removeprefix("numpy.").removeprefix("ndarray.").removeprefix("aten::")
    operation = re.sub(r"\W+", "_", plain).strip("_")
    raises = "_raises" if group.exception is not None else ""
    line = f"_line_{group.site.line}" if group.site is not None else ""
    name = f"test_{operation}{line}{raises}"
    number = 1
    unique = name
    while unique in taken:
        number += 1
        unique = f"{name}_{number}"
    taken.add(unique)
    return unique
