"""Drives a function with objects that write down everything done to them, and that answer by a seeded dice.

Two functions that do the same leave the same trace for the same seed, whatever they are given: every truth value,
length, result and exception comes from the dice, in the order in which they are asked for.
"""

from __future__ import annotations

import builtins
import contextlib
import inspect
import random
import signal
import types

_MOST_STEPS = 300
_BINARY = [
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "lshift",
    "rshift",
    "and",
    "or",
    "xor",
    "matmul",
]
_COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"]
_REAL = {"super", "locals", "globals", "vars", "dir", "__build_class__", "__import__", "eval", "exec"}


class OutOfSteps(BaseException):
    """The trace is long enough."""


class Trace:
    """What happened so far, and the dice."""

    def __init__(self, seed: int, raising: list[type[BaseException]]) -> None:
        self.random = random.Random(seed)
        self.raising = raising
        self.danger = self.random.choice((0.0, 0.02, 0.1, 0.3))
        self.lines: list[str] = []
        self.count = 0

    def did(self, what: str, *values: object) -> None:
        """Write one step down; now and then, raise."""
        self.lines.append(f"{what}({', '.join(describe(value) for value in values)})")
        if len(self.lines) > _MOST_STEPS:
            raise OutOfSteps
        if self.raising and self.random.random() < self.danger:
            raise self.random.choice(self.raising)(f"raised by step {len(self.lines)}")

    def mock(self) -> Mock:
        """Make one more object."""
        self.count += 1
        return Mock(self, self.count)

    def result(self) -> object:
        """Give what a call returns."""
        return self.mock()

    def chance(self) -> bool:
        """Throw the dice."""
        return self.random.random() < 0.5


def describe(value: object, depth: int = 3) -> str:
    """Write a value without addresses."""
    if isinstance(value, Mock):
        number = object.__getattribute__(value, "_number")  # Driven code may have set it to anything.
        return f"m{number}" if type(number) is int else "mock"
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, slice)):
        return (
            repr(value)
            if not isinstance(value, slice)
            else f"{describe((value.start, value.stop, value.step))}"
        )
    if depth and isinstance(value, (list, tuple)):
        return f"{type(value).__name__}[{', '.join(describe(one, depth - 1) for one in value)}]"
    if depth and isinstance(value, dict):
        pairs = (f"{describe(key, depth - 1)}: {describe(one, depth - 1)}" for key, one in value.items())
        return f"{type(value).__name__}{{{', '.join(pairs)}}}"
    if isinstance(value, BaseException):
        return (
            f"{type(value).__name__}{value.args!r}"
            if all(isinstance(a, str) for a in value.args)
            else "exception"
        )
    if isinstance(value, (types.FunctionType, type)):
        return f"{type(value).__name__} {value.__name__}"
    return type(value).__name__


class Mock:
    """An object that can be anything."""

    def __init__(self, trace: Trace, number: int) -> None:
        object.__setattr__(self, "_trace", trace)
        object.__setattr__(self, "_number", number)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _did(self, "get", name).mock()

    def __setattr__(self, name: str, value: object) -> None:
        _did(self, "set", name, value)

    def __delattr__(self, name: str) -> None:
        _did(self, "delete", name)

    def __call__(self, *args: object, **keywords: object) -> object:
        return _did(self, "call", args, keywords).result()

    def __getitem__(self, index: object) -> object:
        return _did(self, "item", index).mock()

    def __setitem__(self, index: object, value: object) -> None:
        _did(self, "set item", index, value)

    def __delitem__(self, index: object) -> None:
        _did(self, "delete item", index)

    def __bool__(self) -> bool:
        return _did(self, "bool").chance()

    def __len__(self) -> int:
        return _did(self, "len").random.randrange(4)

    def __index__(self) -> int:
        return _did(self, "index").random.randrange(4)

    def __contains__(self, value: object) -> bool:
        return _did(self, "contains", value).chance()

    def __hash__(self) -> int:
        return int(object.__getattribute__(self, "_number"))

    def __str__(self) -> str:
        return _text_of("str", _did(self, "str").random.randrange(9))

    def __repr__(self) -> str:
        return _text_of("repr", _did(self, "repr").random.randrange(9))

    def __format__(self, form: str) -> str:
        return _text_of("format", _did(self, "format", form).random.randrange(9))

    def __iter__(self) -> object:
        return Items(_did(self, "iter"))

    def __aiter__(self) -> object:
        return Items(_did(self, "aiter"))

    def __enter__(self) -> object:
        return _did(self, "enter").mock()

    def __exit__(self, *error: object) -> object:
        return _did(self, "exit", error[:2]).mock()

    async def __aenter__(self) -> object:
        return _did(self, "aenter").mock()

    async def __aexit__(self, *error: object) -> object:
        return _did(self, "aexit", error[:2]).mock()

    def __await__(self) -> object:
        trace = _did(self, "await")
        while trace.chance():
            got = yield trace.mock()
            trace.did("sent", got)
        return trace.mock()

    def __mro_entries__(self, bases: object) -> tuple[type, ...]:
        _did(self, "mro entries")
        return ()

    def __neg__(self) -> object:
        return _did(self, "neg").mock()

    def __pos__(self) -> object:
        return _did(self, "pos").mock()

    def __invert__(self) -> object:
        return _did(self, "invert").mock()


def _text_of(what: str, number: int) -> str:
    """Give one of nine texts; one of them is empty, and false where it is tested."""
    return f"{what}{number}" if number else ""


def _did(mock: Mock, what: str, *values: object) -> Trace:
    trace: Trace = object.__getattribute__(mock, "_trace")
    trace.did(f"{describe(mock)}.{what}", *values)
    return trace


class Items:
    """An iterator of some length, with a result: `a, *b = c` and `yield from` ask for `__iter__` and for that."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.left = trace.random.choice((0, 1, 2, 2, 3, 5))

    def __iter__(self) -> Items:
        return self

    def __aiter__(self) -> Items:
        return self

    def __next__(self) -> object:
        self.trace.did("next")
        if not self.left:
            raise StopIteration(self.trace.mock() if self.trace.chance() else None)
        self.left -= 1
        return self.trace.mock()

    async def __anext__(self) -> object:
        self.trace.did("anext")
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        return self.trace.mock()


def _operator(name: str):
    def apply(self: Mock, other: object = None, *more: object) -> object:
        return _did(self, name, other).mock()

    return apply


for _name in (*_COMPARISONS, *(f"{prefix}{one}" for one in _BINARY for prefix in ("", "r", "i"))):
    setattr(Mock, f"__{_name}__", _operator(_name))


def exceptions_of(code: types.CodeType) -> list[type[BaseException]]:
    """List the builtin exceptions a code object names, and one it does not."""
    found = [getattr(builtins, name, None) for name in code.co_names]
    named = [one for one in found if isinstance(one, type) and issubclass(one, Exception)]
    return [one for one in named if _simple(one)] + [ValueError, KeyError]


def _simple(kind: type[BaseException]) -> bool:
    try:
        kind("text")
    except TypeError:
        return False
    return True


def names_in(code: types.CodeType) -> set[str]:
    """Collect the names a code object and those in it may look up."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= names_in(constant)
    return found


def drive(
    code: types.CodeType, seed: int, names: set[str], raising: list[type[BaseException]]
) -> tuple[list[str], list[str]]:
    """Run a code object once; give its trace and how it ended."""
    trace = Trace(seed, raising)

    def imported(name: str, *more: object) -> object:
        trace.did("import", name, *more[2:])
        return trace.mock()

    space: dict[str, object] = {
        "__builtins__": {**vars(builtins), "__import__": imported},
        "__name__": "driven",
    }
    for name in sorted(names):
        real = getattr(builtins, name, None)
        exception = isinstance(real, type) and issubclass(real, BaseException)
        if name not in space and name not in _REAL and not exception:
            space[name] = trace.mock()
    cells = tuple(types.CellType(trace.mock()) for _ in sorted(code.co_freevars))
    by_name = dict(zip(sorted(code.co_freevars), cells, strict=True))
    function = types.FunctionType(
        code, space, code.co_name, None, tuple(by_name[n] for n in code.co_freevars)
    )
    arguments = [trace.mock() for _ in range(code.co_argcount)]
    keywords = {
        name: trace.mock()
        for name in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    }
    if code.co_flags & 4:
        arguments += [trace.mock() for _ in range(trace.random.randrange(3))]
    if code.co_flags & 8:
        keywords.update({f"extra_{number}": trace.mock() for number in range(trace.random.randrange(2))})
    ended: list[str] = []
    with _no_longer_than(0.5):
        try:
            result = function(*arguments, **keywords)
            ended += [f"returned {describe(_run(result, trace, ended))}"]
        except BaseException as error:  # noqa: BLE001 - whatever is raised is what is compared
            ended += _chain(error)
    changed = {name: value for name, value in space.items() if name != "__builtins__"}
    for name, cell in sorted(by_name.items()):
        with contextlib.suppress(ValueError):
            changed[f"cell {name}"] = cell.cell_contents
    ended.append(describe(changed, 4))
    return trace.lines, ended


def _run(result: object, trace: Trace, ended: list[str]) -> object:
    """Run a generator or a coroutine to its end, or for a while."""
    if inspect.isasyncgen(result):
        return [_run(result.__anext__(), trace, ended) for _ in range(5)]
    if (
        not inspect.isgenerator(result)
        and not inspect.iscoroutine(result)
        and not hasattr(type(result), "send")
    ):
        return result
    value: object = None
    for step in range(30):
        try:
            if step and trace.random.random() < 0.1:
                got = result.throw(ValueError("thrown in"))
            else:
                got = result.send(value)
        except StopIteration as stop:
            return stop.value
        ended.append(f"yielded {describe(got)}")
        value = trace.mock() if step and inspect.isgenerator(result) else None
    result.close()
    return "closed"


def _chain(error: BaseException | None) -> list[str]:
    """Write an exception and those it was raised while handling."""
    lines = []
    while error is not None and len(lines) < 6:
        text = "" if isinstance(error, OutOfSteps) else _text(error)
        lines.append(
            f"raised {type(error).__name__} {text} {error.__suppress_context__} {describe(error.__cause__)}"
        )
        if isinstance(error, OutOfSteps):
            break
        error = error.__context__
    return lines


def _text(error: BaseException) -> str:
    return ", ".join(describe(argument) for argument in error.args).split(" at 0x")[0]


class TooSlow(BaseException):
    """A run that does not end by itself."""


@contextlib.contextmanager
def _no_longer_than(seconds: float):
    """Stop what takes more processor time than that, whatever else the machine does."""

    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def differences(one: types.CodeType, two: types.CodeType, runs: int) -> tuple[int, str]:
    """Drive both with the same dice; give the number of runs, and the first difference ("" if there is none)."""
    names, raising = names_in(one), exceptions_of(one)
    for seed in range(runs):
        first, second = (drive(code, seed, names, raising) for code in (one, two))
        slow = any(line.startswith("raised TooSlow") for line in first[1] + second[1])
        if first == second or slow:
            continue
        for mine, other in zip([*first[0], "END", *first[1]], [*second[0], "END", *second[1]], strict=False):
            if mine != other:
                return seed + 1, f"seed {seed}: {mine[:150]} against {other[:150]}"
        return seed + 1, f"seed {seed}: one goes on longer"
    return runs, ""
