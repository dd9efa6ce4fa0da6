"""Decompiles small programs of one kind: every choice of some operands, random control flow, or one name in all roles.

Usage: python benchmarks/decompile/small_programs.py choices OPERANDS [--constants] [--share S] [--show N]
       python benchmarks/decompile/small_programs.py flow FIRST COUNT [--show N]
       python benchmarks/decompile/small_programs.py names [--show N]
Says how many come back in equal bytecode, in another shape, as a loop over states, or not at all; shows the smallest.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import random
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from numscope.compiled.decompile import DecompilationError, Verdict, decompile_verified

PLACES = (
    "return {}", "x = {}\ng(x)", "g({})", "return g(h(), {}, i())", "b -= {}\nreturn b", "{}\ng()", "return m() + {}",
    "if {}:\n    g()\nelse:\n    h()", "for k in n():\n    j({})", "while {}:\n    j()", "return lambda: {}",
    "try:\n    return {}\nexcept K:\n    pass", "try:\n    g()\nfinally:\n    h({})", "with g():\n    return {}",
    "return [k for k in g() if {}]", "return [{} for k in g()]", "assert {}, g()", "class C:\n    x = {}",
    "return not {}", "return {} < m()", "if g():\n    return {}\nreturn h()", "g().a[{}] = h()", "x = yield {}",
    "try:\n    return {}\nfinally:\n    h()", "for i in g():\n    return {}",
    "try:\n    g()\nexcept K as e:\n    return {}",
)  # fmt: skip
_CONSTANTS = ("", "1", "''")

# `i` is also the variable of a comprehension, which from 3.12 on is one of the function's.
_SHARING = (
    "[i for i in j]", "{i: k for i in j}", "{i for i in j if i}", "list(i for i in j)", "[lambda: i for i in j]",
    "[k for i in j for k in i]", "[[i for i in k] for k in j]", "[k for k in j if (lambda: i)()]",
    "[(i := k) for k in j]", "[k for k in i]", "[i for i in i]", "[i for k in j for i in k if i]",
    "[k for k in j if [i for i in k]]", "[(lambda i=i: i) for i in j]", "[(lambda: [i for i in k])() for k in j]",
)  # fmt: skip
_USES = ("x = {}", "g({})", "x = g() and {}", "for x in {}: pass")
_SCOPES = (
    "v = i\n_\nreturn v", "_\nreturn i", "global i\ni = 2\n_\nreturn i", "i = b\n_\nreturn i", "_\nreturn b",
    "i = b\ndef h():\n    v = i\n    _\n    return v\nreturn h",
    "i = b\ndef h():\n    nonlocal i\n    i = 3\n    _\nreturn h",
    "i = b\n_\ndef h():\n    return i\nreturn h", "i = b\ndef h():\n    _\nreturn h, i",
    "i = b\ndef h():\n    global i\n    v = i\n    _\nreturn h, i",
    "class C:\n    i = b\n    _\n    w = i", "class C:\n    v = i\n    _", "i = b\nclass C:\n    v = i\n    _",
    "class C:\n    global i\n    i = 3\n    _", "i = b\nclass C:\n    i = b\n    _",
    "i = b\nclass C:\n    nonlocal i\n    i = 3\n    _\nreturn i",
    "class C:\n    i = b\n    def m(self):\n        v = i\n        _\n        return v",
    "async def h():\n    v = i\n    _", "def h():\n    yield i\n    _", "for i in b:\n    _\nreturn i",
    "i = b\n_\ndel i", "try:\n    _\nexcept b as i:\n    _\nreturn i", "with b as i:\n    _",
    "match b:\n    case i:\n        _",
)  # fmt: skip


def shared_names() -> Iterator[str]:
    """Write a comprehension of `i` in every use, in every scope where `i` is something else, too."""
    for scope, use, comprehension in itertools.product(_SCOPES, _USES, _SHARING):
        yield scope.replace("_", use.format(comprehension))


def choices(count: int) -> Iterator[str]:
    """Write every tree of `and`, `or` and conditional expressions over `count` operands, each operand as `_`."""
    if count == 1:
        yield "_"
        return
    for left in range(1, count):
        for one, two in itertools.product(choices(left), choices(count - left)):
            yield f"({one} and {two})"
            yield f"({one} or {two})"
    for body, test in itertools.product(range(1, count - 1), repeat=2):
        if body + test < count:
            parts = (choices(body), choices(test), choices(count - body - test))
            for one, two, three in itertools.product(*map(list, parts)):
                yield f"({one} if {two} else {three})"


def named(tree: str, constants: tuple[str, ...]) -> str:
    """Put constants, or names where there is none, for the operands of a tree."""
    operands = iter(constant or name for constant, name in zip(constants, "pqrstuv", strict=False))
    return "".join(next(operands) if letter == "_" else letter for letter in tree)


def placed_choices(count: int, constants: bool, share: float) -> Iterator[str]:
    """Write a share of the choices in every place; with `constants`, those that have some and are no constant whole."""
    dice = random.Random(1)
    kinds = list(itertools.product(_CONSTANTS if constants else ("",), repeat=count))
    kinds = [one for one in kinds if not constants or (any(one) and not all(one))]
    for place, tree, operands in itertools.product(PLACES, list(choices(count)), kinds):
        if dice.random() < share:
            yield place.replace("{}", named(tree, operands))


class Flow:
    """A random function of statements with bodies; all that happens in them are calls."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.calls = 0
        self.left = self.dice.choice((3, 4, 5, 6, 7))

    def source(self) -> str:
        """Give the statements."""
        lines = self.block(False, self.dice.choice((2, 3, 3, 4)))
        return "\n".join([*lines, *(["z()"] if self.dice.random() < 0.6 else [])])

    def call(self) -> str:
        """Write a call that no other place makes."""
        self.calls += 1
        return f"c{self.calls}()"

    def block(self, loop: bool, depth: int) -> list[str]:
        """Write one or two statements, and now and then one that leaves."""
        lines: list[str] = []
        for _ in range(self.dice.choice((1, 1, 2))):
            lines += self.statement(loop, depth)
        if self.dice.random() < 0.45:
            leaving = ["return", f"return {self.call()}", "raise X"]
            lines.append(self.dice.choice([*(["break", "continue"] * 2 if loop else []), *leaving]))
        return lines

    def statement(self, loop: bool, depth: int) -> list[str]:
        """Write a call, or a statement with bodies."""
        if depth <= 0 or self.left <= 0 or self.dice.random() < 0.25:
            return [self.call()]
        self.left -= 1
        return [line for head, inside in self.parts(loop) for line in self.part(head, inside, depth)]

    def part(self, head: str, loop: bool, depth: int) -> list[str]:
        """Write one body below its head."""
        return [head.replace("_", self.call()), *(f"    {line}" for line in self.block(loop, depth - 1))]

    def parts(self, loop: bool) -> list[tuple[str, bool]]:
        """Choose a statement: its heads, and whether `break` may stand below each."""
        clause = self.dice.choice(("except K:", "except K as e:", "except:"))
        repeated = self.dice.choice(("for i in _:", "while _:", "while True:"))
        kinds: list[list[str]] = [
            ["if _:"], ["if _:", "else:"], ["if _:", "elif _:"], ["if _:", "elif _:", "else:"], ["with _:"],
            [repeated], [repeated], [repeated, "else:"], ["try:", clause], ["try:", clause, "else:"],
            ["try:", "finally:"], ["try:", clause, "finally:"],
        ]  # fmt: skip
        heads = self.dice.choice(kinds)
        return [(head, loop or (heads[0] == repeated and number == 0)) for number, head in enumerate(heads)]


def outcome(text: str) -> str:
    """Say how the function with these statements comes back: "" where they are no Python."""
    source = "def f(b):\n" + "".join(f"    {line}\n" for line in text.splitlines())
    try:
        module = compile(source, "small", "exec")
    except SyntaxError:
        return ""
    code = next(one for one in module.co_consts if isinstance(one, CodeType))
    try:
        found = decompile_verified(code)
    except DecompilationError:
        return "refused"
    if "stack_state" in found.source:
        return "states"
    return "equal" if found.verdict is Verdict.EQUAL else "other"


def main() -> None:
    """Measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("choices", "flow", "names"))
    parser.add_argument("numbers", type=int, nargs="*")
    parser.add_argument("--constants", action="store_true")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--show", type=int, default=0)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    numbers = arguments.numbers
    if arguments.kind == "choices":
        programs = placed_choices(numbers[0], arguments.constants, arguments.share)
    elif arguments.kind == "names":
        programs = shared_names()
    else:
        programs = (Flow(seed).source() for seed in range(numbers[0], numbers[0] + numbers[1]))
    counts: collections.Counter[str] = collections.Counter()
    worse = []
    for text in programs:
        result = outcome(text)
        counts[result] += bool(result)
        if result not in ("", "equal"):
            worse.append((len(text), result, text))
    for _, result, text in sorted(worse)[: arguments.show]:
        print(f"# {result}\n{text}\n")
    print(json.dumps({"python": sys.version.split()[0], **{kind: n for kind, n in counts.items() if n}}))


if __name__ == "__main__":
    main()
