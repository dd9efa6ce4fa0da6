"""Whether a general order of the lines that may be to blame beats the line where NaN begins, no rule helping.

`python -m benchmarks.blame_order RECORDINGS` asks `nan` of recordings that `python -m benchmarks.answers nan
--recordings RECORDINGS` kept, without the rules that look behind an origin: so a program is asked as if no rule had
been made from it. Compared are three first places: the line where NaN begins; the line at which the property is born
that spoils it there (a zero, a negative number, ...); and an order that is learnt from the other programs.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]

import numscope
from benchmarks.answers.programs import CORPUS, Case, cases, without_answer
from numscope.analysis.concepts.callers import function_around, statement_at
from numscope.analysis.nan import nonfinite
from numscope.analysis.nan.history import earlier_lines
from numscope.analysis.nan.nonfinite import Origin, find_nonfinite
from numscope.analysis.nan.producers import producers
from numscope.trace import Operand, Operation, Trace

_MOST = 60
_FOLDS = 10
_SMOOTHING = 3.0
_LARGE = 80.0  # exponentials of numbers above leave half and single precision
# What of a cause's sentence says which property of an input it is.
_PROPERTIES: dict[str, tuple[re.Pattern[str], Callable[[float, float, int], bool]]] = {
    "zero": (re.compile("zero|0 by 0|0 to a negative"), lambda low, high, zeros: zeros > 0),
    "negative": (re.compile("negative (numbers|in)|is negative"), lambda low, high, zeros: low < 0),
    "outside": (re.compile(r"outside \[-1"), lambda low, high, zeros: max(-low, high) > 1),
    "large": (re.compile("overflows|infinit"), lambda low, high, zeros: max(-low, high) > _LARGE),
}
_WORDS = {
    "random": re.compile(r"\b(rng|random|generator|gen|randn?|manual_seed)\b"),
    "reduces": re.compile(r"\b(sum|mean|max|min|std|var|norm|median|count|prod|average)\b"),
    "orders": re.compile(r"groupby|_index|reindex|merge|concat|sort|reshape|shift|split|tz_|map\b"),
    "reads": re.compile(r"read_|StringIO|from_dict|frombuffer|to_datetime"),
    "makes": re.compile(r"\b(zeros|ones|empty|full|eye)"),
    "models": re.compile(r"fit|predict|Scaler|Encoder|Regressor|Classifier|optim|Linear"),
    "computes": re.compile(r"\b(log\w*|exp\w*|sqrt|power|arc\w+|sin|cos|tan|softmax)\("),
    "prints": re.compile(r"print\("),
}


@dataclass(frozen=True)
class Candidates:
    """The lines that may be to blame for one program, that of NaN first.

    recent: added since the date that was asked for. ruled: a rule answers for it. answered: the whole answer is right.
    born: places of the lines where the property is born. right: whether each line is marked.
    """

    name: str
    recent: bool
    ruled: bool
    answered: bool
    born: tuple[int, ...]
    features: NDArray[np.float64]
    right: NDArray[np.bool_]


def main() -> int:
    """Print how often each order has the marked line first."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.blame_order", description=__doc__)
    parser.add_argument("recordings", type=Path)
    parser.add_argument("--since", default="2026-11-26", help="programs added since then are counted apart")
    arguments = parser.parse_args()
    recent = _added(arguments.since)
    programs: list[Candidates] = []
    for case in cases("nan", "open"):
        for trace in sorted(arguments.recordings.glob(f"nan-{case.name}-*/first.numscope"))[:1]:
            programs += _candidates(case, numscope.open(trace), case.name in recent)
    print(_table(programs, arguments.since))
    return 0


def _added(since: str) -> set[str]:
    command = ["git", "log", f"--since={since}", "--diff-filter=AR", "--name-only", "--format=", "."]
    said = subprocess.run(command, cwd=CORPUS / "nan" / "open", capture_output=True, text=True, check=True)
    return {Path(line).stem for line in said.stdout.splitlines()}


def _candidates(case: Case, trace: Trace, recent: bool) -> Iterator[Candidates]:
    wanted = {number for _, number in case.culprits}
    whole = find_nonfinite(trace, limit=1).origins
    with patch.object(nonfinite, "root_of", _nothing), patch.object(nonfinite, "root_of_data", _nothing):
        bare = find_nonfinite(trace, limit=1).origins
    if not bare or bare[0].site is None:
        return
    text = without_answer(next(iter(case.sources.values())))
    makers = _makers(trace, bare[0])
    others = [*makers, *(site.line for site in earlier_lines(trace, bare[0].site, _MOST))]
    lines = list(dict.fromkeys((bare[0].site.line, *others)))
    born = [line in makers and _is_born(makers[line], bare[0]) for line in lines]
    yield Candidates(
        case.name,
        recent,
        whole[0].site != bare[0].site,
        bool(whole[0].site and whole[0].site.line in wanted),
        tuple(place for place, one in enumerate(born) if one and place),
        np.array([[*_says(text, lines, place), born[place]] for place in range(len(lines))], float),
        np.array([line in wanted for line in lines]),
    )


def _nothing(*_: object) -> None:
    return None


def _makers(trace: Trace, origin: Origin) -> dict[int, list[Operation]]:
    """Return the operations that made the values, by the line of the program's file that called them."""
    found: dict[int, list[Operation]] = {}
    for operation in producers(trace, origin.operation, _MOST):
        site = operation.user_site or operation.site
        if site is not None and origin.site is not None and site.file == origin.site.file:
            found.setdefault(site.line, []).append(operation)
    return found


def _is_born(operations: Iterable[Operation], origin: Origin) -> bool:
    """Return whether a result of these has the property that spoils the origin, and no input has it."""
    sentence = origin.cause.sentence if origin.cause else ""
    for pattern, holds in _PROPERTIES.values():
        for one in operations if pattern.search(sentence) else ():
            before = [_has(slot, holds) for slot in one.inputs if slot.dtype != "bool"]
            after = [_has(slot, holds) for slot in (*one.outputs, *one.mutated)]
            if any(after) and any(known is not None for known in before) and not any(before):
                return True
    return False


def _has(slot: Operand, holds: Callable[[float, float, int], bool]) -> bool | None:
    """Return whether a value has a property; None if nothing is known of its numbers."""
    known = slot.statistics
    if known is not None:
        return holds(known.minimum, known.maximum, known.zeros)
    number = slot.literal
    return holds(number, number, number == 0) if isinstance(number, (int, float)) else None


def _says(text: str, lines: Sequence[int], place: int) -> list[float]:
    """Return what the program's text shows of a candidate: its place, its statement, its words, its function."""
    tree, source = ast.parse(text), text.splitlines()
    line = lines[place]
    function, statement = function_around(tree, line), statement_at(tree, line)
    nodes = [] if statement is None or hasattr(statement, "body") else list(ast.walk(statement))
    constants = sum(isinstance(node, ast.Constant) for node in nodes)
    around = "" if function is None else "\n".join(source[function.lineno - 1 : function.end_lineno])
    kinds = (ast.BinOp, ast.Call, ast.Compare, ast.Subscript, ast.keyword, ast.Return, ast.Div, ast.Sub)
    shown = [
        np.log1p(place),
        place > 0 and _WORDS["random"].search(around) is not None,
        function is None,
        place > 0 and function is function_around(tree, lines[0]),
        constants > 5,
        isinstance(statement, ast.For),
        *(any(isinstance(node, kind) for node in nodes) for kind in kinds),
        *(words.search(source[line - 1]) is not None for words in _WORDS.values()),
    ]
    at_origin = [place == 0 and one for one in (True, *shown[2:])]
    return [float(one) for one in (*shown, *at_origin)]


def _table(programs: Sequence[Candidates], since: str) -> str:
    recent = [one for one in programs if one.recent]
    far = [one for one in programs if not one.right[0] and len(one.right) > 1]
    groups = {
        f"added since {since}": recent,
        "added before": [one for one in programs if not one.recent],
        "right without a rule": [one for one in programs if one.answered and not one.ruled],
    }
    orders = {
        "where NaN begins": dict.fromkeys((one.name for one in programs), 0),
        "where the property is born": {one.name: one.born[0] if one.born else 0 for one in programs},
        "learnt from all others": _learnt(programs),
        f"learnt from the others since {since}": _learnt(recent),
    }
    lines = [
        "| first place | " + " | ".join(f"{name} ({len(group)})" for name, group in groups.items()) + " |"
    ]
    lines.append("|---" * (len(groups) + 1) + "|")
    for name, order in orders.items():
        asked = [[one for one in group if one.name in order] for group in groups.values()]
        counts = [f"{sum(int(one.right[order[one.name]]) for one in some)} of {len(some)}" for some in asked]
        lines.append(f"| {name} | {' | '.join(counts)} |")
    reach = " | ".join(str(sum(int(one.right.any()) for one in group)) for group in groups.values())
    lines.append(f"| anywhere among the candidates | {reach} |")
    behind = _learnt(far, first=1)
    lines.append(
        f"Of {len(far)} programs with the mark behind where NaN begins: the nearest line behind is right in "
        f"{sum(int(one.right[1]) for one in far)}, the first of a learnt order of these in "
        f"{sum(int(one.right[behind[one.name]]) for one in far)}."
    )
    return "\n".join(lines)


def _learnt(programs: Sequence[Candidates], first: int = 0) -> dict[str, int]:
    """Return the place that a learnt order puts first, by program; each is judged by weights that did not see it.

    first: the first candidate that counts.
    """
    chosen = {}
    order = np.random.default_rng(1).permutation(len(programs))
    for fold in range(_FOLDS):
        judged = set(order[fold::_FOLDS].tolist())
        weights = _fit([one for number, one in enumerate(programs) if number not in judged], first)
        for number in judged:
            one = programs[number]
            chosen[one.name] = first + int(np.argmax(one.features[first:] @ weights))
    return chosen


def _fit(programs: Sequence[Candidates], first: int) -> NDArray[np.float64]:
    """Return the weights of a conditional logit: the chance of a line is its share of exp(weights . features)."""
    known = [(one.features[first:], one.right[first:]) for one in programs if one.right[first:].any()]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        total, slope = 0.5 * _SMOOTHING * float(weights @ weights), _SMOOTHING * weights
        for features, right in known:
            score = features @ weights
            share = np.exp(score - score.max())
            share /= share.sum()
            wanted = np.where(right, share, 0.0)
            total -= float(np.log(wanted.sum()))
            slope = slope + features.T @ (share - wanted / wanted.sum())
        return total, slope

    start: Any = np.zeros(known[0][0].shape[1])
    found: NDArray[np.float64] = minimize(loss, start, jac=True, method="L-BFGS-B").x
    return found


if __name__ == "__main__":
    sys.exit(main())
