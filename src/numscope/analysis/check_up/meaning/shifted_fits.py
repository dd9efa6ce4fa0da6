"""Laws that a fit moved, and that are used as if they began at 0: `fit` fits a shift, too, unless told `floc=0`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.meaning.laws_of_fits import OF_LAWS, OF_VALUES, law_of, number_of
from numscope.analysis.check_up.remedies import WITHOUT_A_SHIFT
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Operation

KIND = "meaning"
# Of the scale: a smaller shift changes little.
_LEAST_SHIFT = 0.01


def shifted_fits(evidence: Evidence) -> Iterator[Finding]:
    """Yield fits of a law whose `loc` nothing reads, where the law is then given the shape, a scale and no `loc`."""
    fits = [
        (call, operation, numbers)
        for call, operation in in_order(evidence, ["fit"], lambda call: ".stats." in call.full_name)
        if (numbers := _fitted(operation)) and not _reads_shift(evidence, call, len(numbers))
    ]
    laws = {law_of(call) for call, _, _ in fits}
    uses = in_order(evidence, (*OF_LAWS, *OF_VALUES), lambda call: law_of(call) in laws) if fits else []
    found: set[int] = set()
    for call, operation, numbers in fits:
        use = next(
            (one for one in uses if law_of(one[0]) == law_of(call) and _leaves_out(one, numbers)), None
        )
        if use is None or call.id in found:
            continue
        found.add(call.id)
        where = place_beside(use[0].file, use[0].line, call.file)
        problem = (
            f"`fit` gave {', '.join(f'{one:.4g}' for one in numbers)}: shapes, `loc` and `scale`; nothing reads the "
            f"shift {numbers[-2]:.4g}, and {where} takes the law as if it began at 0"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, WITHOUT_A_SHIFT)


def _fitted(operation: Operation) -> list[float]:
    """Return the shapes, the shift and the scale that a fit gave; empty if it was told, or fitted no shift or shape."""
    numbers = [number_of(one) for one in operation.outputs]
    known = [one for one in numbers if one is not None]
    told = any(one.name in ("floc", "fix_loc") for one in operation.operands)
    if told or len(known) < 3 or len(known) != len(numbers):
        return []
    return known if abs(known[-2]) > _LEAST_SHIFT * abs(known[-1]) else []


def _leaves_out(use: tuple[Call, Operation], numbers: list[float]) -> bool:
    """Return whether a law is given a shape of a fit and a scale, but no `loc`."""
    call, operation = use
    first = 1 if call.name.rpartition(".")[2] in OF_LAWS else 2
    given = [one for one in operation.operands if one.role in ("input", "argument") and one.kind != "object"]
    shifts, scales, shapes = [], [], []
    for one in given:
        place = len(numbers) if one.name or one.position is None else one.position - first
        shifts += [number_of(one)] if one.name == "loc" or place == len(numbers) - 2 else []
        scales += [number_of(one)] if one.name == "scale" or place == len(numbers) - 1 else []
        is_shape = 0 <= place < len(numbers) - 2 or one.name not in (None, "loc", "scale", "size")
        shapes += [number_of(one)] if is_shape else []
    return bool(scales) and not any(shifts) and any(one in numbers[:-2] for one in shapes)


def _reads_shift(evidence: Evidence, call: Call, count: int) -> bool:
    """Return whether the program may read the `loc` of a fit, by its text."""
    program = evidence.program(call)
    node = sources.statement(program.text, program.line_of(call.file, call.line))
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return True
    target = node.targets[0]
    around = sources.function_around(call.text, call.line) or parsed(call.text)
    if isinstance(target, ast.Tuple) and len(target.elts) == count:
        shift = target.elts[-2]
        return not isinstance(shift, ast.Name) or shift.id in sources.names_read(around)
    if not isinstance(target, ast.Name):
        return True
    read = [
        one
        for one in ast.walk(around)
        if isinstance(one, ast.Name) and one.id == target.id and isinstance(one.ctx, ast.Load)
    ]
    places = [
        one.slice.value if isinstance(one.slice, ast.Constant) else count - 2
        for one in ast.walk(around)
        if isinstance(one, ast.Subscript) and one.value in read
    ]
    return len(places) < len(read) or count - 2 in places
