"""Drives two code objects with the same recording objects, along every way that the objects' answers can lead.

A decision is one answer of an object: a truth value, a length, whether to raise and what, what a generator is sent. It
is asked for at a place of the code. A run follows a script of decisions; behind its end it prefers the answer that was
given least at that place, and throws a seeded dice among those. From each run come further scripts: the same beginning,
then another answer at a place where that answer was never given. So every branch is taken, and every exception is
raised at every place, whatever led there first. The second code object is given the answers of the first.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import gc
import heapq
import random
import sys
import types
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from differing import codes, distances
from recorded_space import (
    KINDS,
    Compared,
    Space,
    building,
    compared_calls,
    compared_constants,
    description,
    exceptions_of,
)
from recording_mocks import _REAL, Mock, OutOfSteps, Trace, _chain, _no_longer_than, names_in

_MOST_STEPS = 300  # And one more for each word of code: a long function has more to do.
_MOST_KEPT = 12
_SECONDS = 0.3
# Of the queues of scripts; 3: back to where few runs have been; 4: the script that is nearest to a difference; 5: the
# known place that is.
_TURNS = (0, 4, 3, 5, 1, 4, 2, 5)
_FAR = 1000
_DANGERS = (0.0, 0.0, 0.0, 0.02, 0.1)
_USUAL = 0.7  # The share of calls of `kw` and `seq` that give what their names say.
_MOST_ANSWERS = 12
_BLIND = 0.2  # The share of answers that are left to the dice alone, so that no two decisions go together for ever.


class Decision(NamedTuple):
    """An answer of `options` possible ones, given at `place`."""

    place: tuple[object, ...]
    options: int
    answer: int


class Dice:
    """Stands for `random.Random` where the recording objects ask for one: what they draw is a decision."""

    def __init__(self, trace: Answers) -> None:
        self.trace = trace

    def randrange(self, stop: int) -> int:
        """Decide among the first numbers."""
        return self.trace.decide(stop, "number")

    def choice(self, values: Sequence[object]) -> object:
        """Decide among some values."""
        return values[self.trace.decide(len(values), "choice")]

    def random(self) -> float:
        """Decide between less than a tenth and more."""
        return float(self.trace.decide(2, "share"))


class Answers(Trace):
    """Answers as a script says and then by a dice; keeps the functions and generators it is given."""

    def __init__(
        self, script: tuple[int, ...], dice: random.Random, raising: list[Callable[[str], BaseException]]
    ):
        self.script, self.dice, self.kinds = script, dice, raising
        self.taken: Counter[tuple[object, ...]] = Counter()
        self.random = Dice(self)  # type: ignore[assignment]
        self.danger = dice.choice(_DANGERS)
        self.first_kind = dice.randrange(3)
        self.compared: tuple[object, ...] = ()
        self.lines: list[str] = []
        self.decisions: list[Decision] = []
        self.kept: list[object] = []
        self.codes: dict[int, int] = {}
        self.count = 0
        self.most = _MOST_STEPS
        self.latest: object = None
        self.asks_identity = False

    def did(self, what: str, *values: object) -> None:
        """Write one step down; raise if that is decided."""
        self.lines.append(f"{what}({', '.join(description(value, self.kept) for value in values)})")
        if len(self.lines) > self.most:
            raise OutOfSteps
        kind = self.decide(len(self.kinds) + 1, "raise", self._danger())
        if kind:
            raise self.kinds[kind - 1](f"raised at point {len(self.lines)}")

    def _danger(self) -> int:
        return self.dice.randrange(1, len(self.kinds) + 1) if self.dice.random() < self.danger else 0

    def mock(self) -> Mock:
        """Make one more object; a third of them are sequences to a pattern, a third are mappings."""
        self.count += 1
        return KINDS[(self.count + self.first_kind) % 3](self, self.count)

    def result(self) -> object:
        """Give what a call returns: where identity is asked for, that may be what the call before returned."""
        same = self.asks_identity and self.latest is not None and self.decide(2, "same", 0)
        self.latest = self.latest if same else self.mock()
        return self.latest

    def chance(self) -> bool:
        """Decide a truth value."""
        return bool(self.decide(2, "truth"))

    def decide(self, options: int, what: str, otherwise: int = -1) -> int:
        """Give the script's answer; behind its end `otherwise`, or what the dice says."""
        place = (*self._place(), what)
        number = len(self.decisions)
        if number < len(self.script):
            answer = self.script[number] % options
        else:
            answer = self._least_taken(place, options) if otherwise < 0 else otherwise
        self.taken[(*place, answer)] += 1
        self.decisions.append(Decision(place, options, answer))
        return answer

    def _least_taken(self, place: tuple[object, ...], options: int) -> int:
        if self.dice.random() < _BLIND:
            return self.dice.randrange(options)
        counts = [self.taken[(*place, answer)] for answer in range(options)]
        return self.dice.choice([answer for answer in range(options) if counts[answer] == min(counts)])

    def _place(self) -> tuple[object, ...]:
        frame = sys._getframe(2)
        while frame is not None:
            if id(frame.f_code) in self.codes:
                return self.codes[id(frame.f_code)], frame.f_lasti
            frame = frame.f_back  # type: ignore[assignment]
        return (self.lines[-1].partition("(")[0] if self.lines else "",)


class Subject:
    """A code object, what it looks up, and what may be raised in it."""

    def __init__(self, code: types.CodeType, like: types.CodeType) -> None:
        self.code = code
        self.numbers = {id(one): number for number, one in enumerate(codes(code))}
        self.names = names_in(like)
        self.variables = {name for one in codes(like) for name in (*one.co_varnames, *one.co_cellvars)}
        self.raising = exceptions_of(like)
        self.most = _MOST_STEPS + sum(len(one.co_code) for one in codes(like)) // 2
        self.asks_identity = any(
            step.opname == "IS_OP" for one in codes(like) for step in dis.get_instructions(one)
        )
        self.compared = tuple(compared_constants(like))
        self.compared_calls = compared_calls(like)
        self.taken: Counter[tuple[object, ...]] = Counter()

    def run(self, script: tuple[int, ...], seed: int) -> tuple[list[str], list[Decision]]:
        """Run once; give what happened, and the decisions."""
        trace = Answers(script, random.Random(seed), self.raising)
        trace.codes, trace.taken, trace.most = self.numbers, self.taken, self.most
        trace.asks_identity, trace.compared = self.asks_identity, self.compared
        ended: list[str] = []
        with _no_longer_than(_SECONDS):
            try:
                with self._variables_watched(trace):
                    ended += _ending(trace, self._call, trace, ended)
                    self._afterwards(trace, ended)
            except BaseException as error:  # noqa: BLE001 - the run's own end: too many steps, too slow
                ended += _chain(error)
        return [*trace.lines, "END", *ended], trace.decisions

    @contextlib.contextmanager
    def _variables_watched(self, trace: Answers) -> Iterator[None]:
        """Write down value and variables wherever a function of the subject returns, yields or is left by an exception.

        What is bound and never read is seen by that alone, and so is a value that the call drops. Variables that only
        the other text has stay out, and comprehensions, which are frames of their own in one text and none in another.
        """

        def look(frame: types.FrameType, event: str, value: object) -> None:
            if event == "return" and id(frame.f_code) in self.numbers and frame.f_code.co_name[0] != "<":
                bound = {name: one for name, one in frame.f_locals.items() if name in self.variables}
                known = {name: bound[name] for name in sorted(bound)}
                given = description(value, trace.kept)
                trace.lines.append(f"leaves with {description(known, trace.kept)}, gives {given}")

        sys.setprofile(look)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _call(self, trace: Answers, ended: list[str]) -> object:
        code = self.code
        space = Space(trace, dict(_globals(trace, self.names, self.compared_calls)))
        cells = {name: types.CellType(trace.mock()) for name in sorted(code.co_freevars)}
        function = types.FunctionType(
            code, space, code.co_name, None, tuple(cells[n] for n in code.co_freevars)
        )
        trace.kept.append(space)
        return drained(function(*_arguments(trace, code), **_keywords(trace, code)), trace, ended)

    def _afterwards(self, trace: Answers, ended: list[str]) -> None:
        """Call the functions and drive the generators that were made; then look at the globals."""
        done = 1
        while done < min(len(trace.kept), _MOST_KEPT):
            ended.append(f"afterwards {description(trace.kept[done], trace.kept)}")
            ended += _ending(trace, _use, trace.kept[done], trace, ended)
            done += 1
        if trace.kept:
            ended.append(description(dict(trace.kept[0]), trace.kept, 4))  # type: ignore[call-overload]


def _ending(trace: Answers, act: Callable[..., object], *arguments: object) -> list[str]:
    try:
        return [f"returned {description(act(*arguments), trace.kept)}"]
    except OutOfSteps:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever is raised is what is compared
        return _chain(error)


def _use(kept: object, trace: Answers, ended: list[str]) -> object:
    if isinstance(kept, types.FunctionType):
        arguments, keywords = _arguments(trace, kept.__code__), _keywords(trace, kept.__code__)
        if kept.__defaults__ and trace.chance():
            arguments = arguments[: max(0, kept.__code__.co_argcount - len(kept.__defaults__))]
        if kept.__kwdefaults__ and trace.chance():
            keywords = {name: one for name, one in keywords.items() if name not in kept.__kwdefaults__}
        return drained(kept(*arguments, **keywords), trace, ended)
    return drained(kept, trace, ended)


def _arguments(trace: Answers, code: types.CodeType) -> list[object]:
    more = trace.decide(3, "more arguments") if code.co_flags & 4 else 0
    return [trace.mock() for _ in range(code.co_argcount + more)]


def _keywords(trace: Answers, code: types.CodeType) -> dict[str, object]:
    names = list(code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount])
    if code.co_flags & 8 and trace.chance():
        names.append("extra")
    return {name: trace.mock() for name in names}


def drained(result: object, trace: Answers, ended: list[str]) -> object:
    """Run a generator or a coroutine to its end: send, throw and close are decisions at the place it waits."""
    kind = type(result)
    if kind in (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType):
        ended.append(f"gave a {kind.__name__}")
    if kind is types.AsyncGeneratorType:
        return [_asked(result, trace, ended) for _ in range(4)]
    if kind not in (types.GeneratorType, types.CoroutineType):
        return result
    value: object = None
    for step in range(20):
        try:
            got = _resumed(result, value, trace, step)
        except StopIteration as stop:
            return stop.value
        ended.append(f"yielded {description(got, trace.kept)}")
        value = trace.mock() if kind is types.GeneratorType else None
    return result.close()  # type: ignore[attr-defined]


def _resumed(result: object, value: object, trace: Answers, step: int) -> object:
    frame = getattr(result, "gi_frame", None) or getattr(result, "cr_frame", None)
    place = f"resume {frame.f_lasti}" if frame is not None else "resume"
    decided = trace.decide(4, place, 0) if step else 0
    if decided == 1:
        return result.throw(ValueError("thrown in"))  # type: ignore[attr-defined]
    if decided == 2:
        return result.throw(KeyError("thrown in"))  # type: ignore[attr-defined]
    if decided == 3:
        result.close()  # type: ignore[attr-defined]
        raise StopIteration("closed")
    return result.send(value)  # type: ignore[attr-defined]


def _asked(result: types.AsyncGeneratorType[object, object], trace: Answers, ended: list[str]) -> str:
    ways = (result.__anext__, lambda: result.athrow(ValueError("thrown in")), result.aclose)
    asked = ways[trace.decide(3, "ask", 0)]()

    async def awaited() -> object:
        return await asked

    try:
        return description(drained(awaited(), trace, ended), trace.kept)
    except StopAsyncIteration:
        return "no more"


def _globals(trace: Answers, names: set[str], compared: set[str]) -> Iterator[tuple[str, object]]:
    """Make the globals: every name is a recording object, but for a few. Calls of `compared` may give constants.

    `kw` and `seq` mostly give a real dict and list, `Kind` is the objects' class, `meta` makes a class.
    """

    def importing(name: str, *more: object) -> object:
        trace.did("import", name, *more[2:])
        return trace.mock()

    yield "__builtins__", {**vars(builtins), "__import__": importing, "__build_class__": building(trace)}
    yield "__name__", "driven"
    special = {
        "kw": lambda: _counted(trace, "kw", (dict, _listed)),
        "seq": lambda: _counted(trace, "seq", (_listed, dict)),
        "meta": lambda *parts, **more: _class(trace, parts, more),
        "Kind": Mock,
    }
    for name in sorted(names):
        real = getattr(builtins, name, None)
        exception = isinstance(real, type) and issubclass(real, BaseException)
        if name in special:
            yield name, special[name]
        elif name not in _REAL and not exception and name not in ("list", "sum", "__name__", "__builtins__"):
            trace.count += name in compared
            yield name, Compared(trace, trace.count) if name in compared else trace.mock()


def _counted(trace: Answers, what: str, kinds: Sequence[Callable[[dict[str, object]], object]]) -> object:
    """Make a collection of up to two objects, of the first kind as a rule: what asks for the kind may get another.

    That is a collection of the second kind, an object, or a constant that the code compares something with.
    """
    trace.did(what)
    usual = trace.dice.randrange(3) if trace.dice.random() < _USUAL else -1
    decided = trace.decide(7 + len(trace.compared), what, usual)
    if decided > 6:
        return trace.compared[decided - 7]
    if decided == 6:
        return trace.mock()
    return kinds[decided // 3]({f"w{number}": trace.mock() for number in range(decided % 3)})


def _listed(made: dict[str, object]) -> object:
    return list(made.values())


def _class(trace: Answers, parts: tuple[object, ...], more: dict[str, object]) -> object:
    name, _, space = parts
    assert isinstance(space, dict)
    kept = {
        key: one
        for key, one in space.items()
        if not key.startswith("__") or key in ("__doc__", "__annotations__")
    }
    trace.did("meta", name, kept, more)
    return trace.mock()


class Scripts:
    """The scripts still to be run: each gives an answer where it was not given before.

    Answers that choose a way, the first exception at a place, and further kinds of exceptions there take turns:
    of the last there are most, and they lead to the fewest new places. Every other turn leads towards what differs.
    """

    def __init__(self, distances: dict[tuple[int, int], int]) -> None:
        self.distances = distances
        self.waiting: tuple[deque[tuple[int, ...]], ...] = (deque([()]), deque(), deque())
        self.nearest: list[tuple[int, int, tuple[int, ...]]] = []
        self.done: set[tuple[int, ...]] = set()
        self.given: set[tuple[object, ...]] = set()
        self.reached: dict[tuple[object, ...], tuple[int, ...]] = {}
        self.visits: Counter[tuple[object, ...]] = Counter()
        self.turn = 0

    def next(self) -> tuple[int, ...]:
        """Give a script; where every answer was given, one that leads to where the fewest runs have been."""
        for _ in _TURNS:
            turn = _TURNS[self.turn % len(_TURNS)]
            self.turn += 1
            if turn in (3, 5):
                return self._back(towards=turn == 5)
            script = self._nearest() if turn == 4 else self._waiting(turn)
            if script is not None:
                return script
        return self._back()

    def _waiting(self, turn: int) -> tuple[int, ...] | None:
        queue = self.waiting[turn]
        while queue:
            # The oldest and the newest by turns: the newest begins where the last runs got to.
            script = queue.pop() if self.turn // len(_TURNS) % 2 else queue.popleft()
            if script not in self.done:
                self.done.add(script)
                return script
        return None

    def _nearest(self) -> tuple[int, ...] | None:
        while self.nearest:
            script = heapq.heappop(self.nearest)[2]
            if script not in self.done:
                self.done.add(script)
                return script
        return None

    def _back(self, towards: bool = False) -> tuple[int, ...]:
        """Give the shortest script that is known to lead to the place that the fewest runs have visited.

        With `towards`, twice as near counts as half the visits.
        """
        if not self.visits:
            return ()

        def count(place: tuple[object, ...]) -> int:
            return self.visits[place] * (1 + self._distance(place) if towards else 1)

        place = min(self.visits, key=count)
        self.visits[place] += 1
        return self.reached[place]

    def _distance(self, place: tuple[object, ...]) -> int:
        return self.distances.get(place[:2], _FAR)  # type: ignore[call-overload,no-any-return]

    def learn(self, decisions: list[Decision]) -> None:
        """Note the answers of a run, and the answers that it shows to be possible."""
        answers = tuple(one.answer for one in decisions)
        for one in decisions:
            self.given.add((*one.place, one.answer))
        for number, one in enumerate(decisions):
            self.visits[one.place] += 1
            if number < len(self.reached.get(one.place, decisions)):
                self.reached[one.place] = answers[:number]
            for other in range(min(one.options, _MOST_ANSWERS)):
                if (*one.place, other) not in self.given:
                    self.given.add((*one.place, other))
                    self._add(one.place, (*answers[:number], other), other)

    def _add(self, place: tuple[object, ...], script: tuple[int, ...], answer: int) -> None:
        queue = self.waiting[(1 if answer == 1 else 2) if place[-1] == "raise" else 0]
        queue.append(script)
        heapq.heappush(self.nearest, (self._distance(place), len(self.given), script))


def differs(one: types.CodeType, two: types.CodeType, runs: int, where: str = "") -> str:
    """Drive both, each at most `runs` times; give the first difference ("" if none is seen).

    `where` says where their instructions differ, as `compare` writes it: runs are led there.
    """
    subjects = Subject(one, one), Subject(two, one)
    scripts = Scripts(distances(one, where))
    with _without_collection():
        for seed in range(runs):
            first, decided = subjects[0].run(scripts.next(), seed)
            script = tuple(one.answer for one in decided)
            found = _first_difference(first, subjects[1].run(script, seed)[0])
            if found and _repeats(subjects[0], script, seed, first):
                return f"run {seed}: {found}"
            scripts.learn(decided)
    return ""


def _repeats(subject: Subject, script: tuple[int, ...], seed: int, first: list[str]) -> bool:
    """Return whether a run goes the same way each time: a set of functions has the order of their addresses."""
    held: list[object] = []  # takes addresses away, so that those of the run are others each time
    for number in range(8):
        held += [lambda: None for _ in range(number + 1)]
        if subject.run(script, seed)[0] != first:
            return False
    return True


def _first_difference(first: list[str], second: list[str]) -> str:
    if first == second or any(line.startswith("raised TooSlow") for line in first + second):
        return ""
    for mine, other in zip(first, second, strict=False):
        if mine != other:
            return f"{mine[:150]} against {other[:150]}"
    return "one goes on longer"


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Collect no garbage meanwhile: when that happens is no behaviour of the function."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


__all__ = ["Mock", "differs"]
