"""Judging operations while the program runs: called by the core for what --stop-on and --rule ask for."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import numscope._core as _core
from numscope.operations.tables import traits_of
from numscope.operations.traits import Trait
from numscope.recording.findings import Findings
from numscope.recording.kept_segments import KeptSegments
from numscope.recording.libraries import library_paths
from numscope.recording.policy import EXCEPTION, KEEP_SIGNALS, Policy
from numscope.recording.reporting import harmless, tell
from numscope.recording.stop import STOPPED, ProgramStopped, Stop, debug
from numscope.recording.user_frame import place_of, user_frame
from numscope.rules.expected import allowed_name, allowed_place
from numscope.rules.facts import ArrayFacts, OperationFacts
from numscope.rules.language import Match, Rule, UnknownValueError, read_rule

_JUDGED_FOR = _core.ENUMS["judged_for"]
_BITS = {
    word: _JUDGED_FOR[f"JUDGE_{name}"]
    for word, name in {
        "nan": "NAN",
        "inf": "INF",
        "zero-div": "ZERO_DIVISION",
        EXCEPTION: "EXCEPTION",
    }.items()
}
_RULES, _IN_LIBRARIES = _JUDGED_FOR["JUDGE_RULES"], _JUDGED_FOR["JUDGE_RULES_IN_LIBRARIES"]
_WHY = {"nan": "made NaN of finite inputs", "inf": "made Inf of finite inputs", "zero-div": "divided by zero"}
_WHY[EXCEPTION] = "raised an exception"
_OUTPUT, _OUT, _MUTATED = (
    _core.ENUMS["operand_role"][name] for name in ("ROLE_OUTPUT", "ROLE_OUT", "ROLE_MUTATED")
)
_AFTER = (_OUTPUT, _OUT, _MUTATED)

# Role, object, statistics or None, whether its elements can be read.
Given = tuple[int, Any, Any, bool]


class Judge:
    """What is asked of this process's operations. Called by the core in the thread that performs the operation."""

    def __init__(self, policy: Policy, trace: Path, shard: Path, kept: KeptSegments | None) -> None:
        self._stop_words, self._stop_rules = _read(policy.stop_on)
        self._keep_words, self._keep_rules = _read(policy.keep_on)
        self._kept = kept or KeptSegments(rotates=False)
        self._rules = [read_rule(text) for text in policy.rule]
        self._allowed = policy.allow
        self._pdb = policy.pdb
        self._libraries = library_paths()
        self._findings = Findings(shard) if policy.rule else None
        self._stopping = Stop(trace, shard, policy) if policy.stop_on else None
        self._only_keeps = not policy.rule and not policy.stop_on
        self.wanted = sum(_BITS[word] for word in {*self._stop_words, *self._keep_words})
        if self._rules or self._stop_rules or self._keep_rules:
            self.wanted |= _RULES | (_IN_LIBRARIES if policy.rules_in_libraries else 0)
        if self._stopping is not None:
            self._stopping.listen()

    def is_expected(self, name: str) -> bool:
        """Whether the user says that NaN and infinities are what the operation is for; the core knows its traits."""
        return allowed_name(name, self._allowed)

    def close(self) -> None:
        """Write down what was found."""
        if self._findings is not None:
            self._findings.close()
        if self._stopping is not None:
            self._stopping.stop_listening()

    def __call__(
        self, found: int, name: str, sequence: int, flags: int, operands: Sequence[Given] | None
    ) -> None:
        """Judge an operation that has just ended. Raises ProgramStopped."""
        frame = sys._getframe(1)
        try:
            why = self._reason(found, name, sequence, flags, operands, frame)
        except Exception:
            with harmless("judging an operation"):  # here, not around it: it takes as long as a rule itself
                raise
            return
        if why:
            self._stop(why, name, sequence, frame)

    def _reason(
        self,
        found: int,
        name: str,
        sequence: int,
        flags: int,
        operands: Sequence[Given] | None,
        frame: FrameType,
    ) -> str:
        """Return why the program must halt, empty if it need not; report where other rules hold."""
        operation = None if operands is None else operation_facts(name, flags, operands)
        if operation is not None:
            for rule in self._rules:
                self._tell(rule, operation, sequence, frame)
        self._keep_segments(_whys(self._keep_words, self._keep_rules, found, operation), name, frame)
        return _whys(self._stop_words, self._stop_rules, found, operation)

    def _tell(self, rule: Rule, operation: OperationFacts, sequence: int, frame: FrameType) -> None:
        assert self._findings is not None
        try:
            match = rule.ask(operation)
        except UnknownValueError:
            self._findings.undecided[rule.text] += 1
            return
        if match is None:
            return
        place = place_of(user_frame(frame, self._libraries))
        if not self._findings.seen(rule.text, place):
            self._findings.add(rule.text, place, sequence, operation.name, describe(match))
            self._kept.keep(f"{operation.name} meets '{rule.text}' at {place}")

    def _keep_segments(self, why: str, name: str, frame: FrameType) -> None:
        """Keep what led to the first such operation, and what follows it in the same segment, for good."""
        if not why or self._kept.decided:
            return
        users = user_frame(frame, self._libraries)
        if allowed_place([place_of(users), place_of(frame)], self._allowed):
            return
        self._kept.keep(f"{name} {why} at {place_of(users)}")
        if self._only_keeps:
            _core.judge_no_more()

    def _stop(self, why: str, name: str, sequence: int, frame: FrameType) -> None:
        """Stop, unless the place is allowed, or another was the first. Raises ProgramStopped."""
        assert self._stopping is not None
        users = user_frame(frame, self._libraries)
        if allowed_place([place_of(users), place_of(frame)], self._allowed):
            return
        if self._pdb:
            tell(f"{place_of(users)}: {name} {why}")
            if not debug(users):
                return
        first = False
        with harmless("writing down where the program was halted"):
            first = self._stopping.write(why, sequence, name, users)
        if first and not self._pdb:
            tell(f"halted at {place_of(users)}: {name} {why}")
        _core.judge_no_more()  # what the program does to clean up is its own
        with harmless("halting the other threads and processes"):
            self._stopping.wake_others()
        if threading.current_thread() is not threading.main_thread():
            raise SystemExit(
                STOPPED
            )  # the only exception that a thread ends with in silence, and no subclass of it
        raise ProgramStopped(f"{name} {why}")


def _read(texts: Sequence[str]) -> tuple[list[str], list[Rule]]:
    """Return the words and the rules among `texts`; signals are neither's business."""
    words = [text for text in texts if text in _BITS]
    return words, [read_rule(text) for text in texts if text not in (*_BITS, *KEEP_SIGNALS)]


def _whys(words: Sequence[str], rules: Sequence[Rule], found: int, operation: OperationFacts | None) -> str:
    """Return what of `words` and `rules` holds; empty: nothing."""
    whys = [_WHY[word] for word in words if found & _BITS[word]]
    if operation is not None:
        whys += [f"meets '{rule.text}'" for rule in rules if _ask(rule, operation)]
    return " and ".join(whys)


def _ask(rule: Rule, operation: OperationFacts) -> bool:
    try:
        return rule.ask(operation) is not None
    except UnknownValueError:
        return False


def describe(match: Match) -> str:
    """Return what a rule found in few words: the result, and the values it speaks of."""
    array = match.output
    what = f"{array.type}[{','.join(map(str, array.shape))}]" if array is not None else ""
    values = ", ".join(
        f"{name} {value:.6g}" if isinstance(value, float) else f"{name} {value}"
        for name, value in match.values.items()
    )
    return f"{what} {values}".strip()


def operation_facts(name: str, flags: int, operands: Sequence[Given]) -> OperationFacts:
    """Return what rules can ask of an operation whose arrays are at hand."""
    inputs, outputs = [], []
    for role, array, statistics, readable in operands:
        if statistics is None and isinstance(array, np.generic):
            statistics = of_scalar(array)
        facts = ArrayFacts(array.dtype, array.shape, statistics, array if readable else None)
        if role in (_OUTPUT, _MUTATED):
            outputs.append(facts)
        elif role != _OUT:
            inputs.append(facts)
    return OperationFacts(name, flags, inputs, outputs, lambda: _copied(name, operands))


def _copied(name: str, operands: Sequence[Given]) -> int:
    if not traits_of(name) & Trait.COPIES:
        return 0
    arrays = [array for role, array, *_ in operands if role not in _AFTER and isinstance(array, np.ndarray)]
    results = [array for role, array, *_ in operands if role == _OUTPUT and isinstance(array, np.ndarray)]
    return sum(
        result.nbytes
        for result in results
        if arrays and not any(np.may_share_memory(result, array) for array in arrays)
    )


def of_scalar(number: Any) -> Any:
    """Return the statistics of a NumPy scalar, as the recorder counts them; None of what is no number."""
    if number.dtype.kind not in "biufc":
        return None
    value = abs(number) if number.dtype.kind == "c" else number
    real = float(value)
    if real != real or real in (float("inf"), float("-inf")):
        gap = float("nan")
        return gap, gap, gap, gap, 0, int(real != real), int(real == float("inf")), int(real == float("-inf"))
    return real, real, real, 0.0, int(real == 0), 0, 0, 0
