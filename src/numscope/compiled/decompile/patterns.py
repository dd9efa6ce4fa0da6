"""One pattern of a match statement, read back out of the tests, copies and unpackings it was compiled to.

A pattern is found by executing its code on symbols:
every value is the subject or a part of it, a test says something about that part and, where it fails, control goes to
the next case or, inside an or-pattern, to the next alternative. What is no pattern is left as it is.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.decompile.constants import constant
from numscope.compiled.decompile.instructions import ENDS, Instruction
from numscope.compiled.decompile.regions import same_argument

_LOAD = ast.Load()
_SINGLETONS = (None, True, False)
_LITERALS = (int, float, complex, str, bytes)
_MOST_STEPS = 5000

Place = tuple[Any, ...]


class NoPatternError(Exception):
    """The instructions looked at are not those of a pattern."""


@dataclass(frozen=True, eq=False)
class Case:
    """The argument of CASE: the pattern, and whether the subject stays on the stack."""

    pattern: ast.pattern
    keep: bool

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Case):
            return NotImplemented
        return self.keep == other.keep and ast.dump(self.pattern) == ast.dump(other.pattern)

    def __hash__(self) -> int:
        return hash((self.keep, ast.dump(self.pattern)))


@dataclass(frozen=True)
class _Node:
    """The subject (an empty path) or a part of it."""

    path: Place


@dataclass(frozen=True)
class _Value:
    """Anything else on the stack: `kind` says what, `about` is the part it belongs to."""

    kind: str
    about: Any = None
    content: Any = None


@dataclass
class _State:
    """Where execution is, the stack above what was there before the subject, and what is known of each part."""

    place: int
    stack: list[Any]
    known: dict[Place, dict[str, Any]] = field(default_factory=dict)

    def copy(self) -> _State:
        return _State(self.place, list(self.stack), {path: dict(known) for path, known in self.known.items()})

    def about(self, node: _Node) -> dict[str, Any]:
        return self.known.setdefault(node.path, {})


@dataclass
class _Explored:
    """One way through a pattern that succeeds, and the alternatives its failing tests lead to."""

    state: _State
    alternatives: list[int] = field(default_factory=list)


class Reader:
    """Reads the pattern that starts at `start` with the subject on top of the stack.

    `keep` says that more cases follow: the pattern works on a copy of the subject.
    """

    def __init__(self, code: list[Instruction], start: int, keep: bool) -> None:
        self.code = code
        self.start = start
        self.base: list[Any] = [_Node(())] if keep else []
        self.keep = keep
        self.fail = -1
        self.steps = 0
        self.alternatives: dict[int, tuple[_Node, _State]] = {}
        self.explored: dict[int, _Explored] = {}

    def read(self) -> tuple[Case, int, int]:
        """Give the case, where control goes when it matches, and where when it does not."""
        whole = self._explore(_State(self.start, [_Node(())]))
        waiting = list(self.alternatives)
        while waiting:
            place = waiting.pop(0)
            node, state = self.alternatives[place]
            state = state.copy()
            # What was said of the part before belongs to the alternative that failed.
            for path in [path for path in state.known if path[: len(node.path)] == node.path]:
                del state.known[path]
            before = set(self.alternatives)
            self.explored[place] = self._explore(state)
            waiting.extend(one for one in self.alternatives if one not in before)
        if self.fail < 0:
            raise NoPatternError
        for other in self.explored.values():
            if not self._same_body(whole.state.place, other.state.place):
                raise NoPatternError
        pattern = self._build(whole, _Node(()))
        return Case(pattern, self.keep), whole.state.place, self.fail

    def _same_body(self, one: int, two: int) -> bool:
        """The compiler copies a short body for every alternative that leads to it."""
        for _ in range(8):
            one, two = self._skip_jumps(one), self._skip_jumps(two)
            if one == two:
                return True
            first, second = self.code[one], self.code[two]
            if first.op != second.op or not same_argument(first.arg, second.arg) or first.target >= 0:
                return False
            if first.op in ENDS:
                return True
            one, two = one + 1, two + 1
        return False

    def _skip_jumps(self, place: int) -> int:
        while self.code[place].op == "JUMP":
            self._count()
            place = self.code[place].target
        return place

    def _count(self) -> None:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise NoPatternError

    # Following control.

    def _explore(self, state: _State) -> _Explored:
        found = _Explored(state)
        handler = self.code[self.start].handler
        while True:
            self._count()
            if state.place >= len(self.code):
                raise NoPatternError
            instruction = self.code[state.place]
            if instruction.op == "JUMP":
                state.place = instruction.target
                continue
            if state.stack == self.base and state.place != self.start:
                return found
            if instruction.handler != handler and instruction.op not in (
                "POP",
                "SWAP",
                "ROT",
                "COPY",
                "CONST",
            ):
                raise NoPatternError
            if instruction.op == "BRANCH":
                self._test(state, instruction, found)
                continue
            rule = _RULES.get(instruction.op)
            if rule is None:
                raise NoPatternError
            state.place += 1
            try:
                rule(state, instruction.arg)
            except (IndexError, KeyError, ValueError, TypeError, AttributeError) as error:
                # An operand that is no part of the subject: not a pattern.
                raise NoPatternError from error

    def _test(self, state: _State, instruction: Instruction, found: _Explored) -> None:
        sense, keep = instruction.arg
        if keep or not state.stack:
            raise NoPatternError
        test = state.stack.pop()
        if not isinstance(test, _Value) or test.kind not in ("test", "negative"):
            raise NoPatternError
        wanted = test.kind == "test"
        jumped, fell = instruction.target, state.place + 1
        success, failure = (jumped, fell) if sense == wanted else (fell, jumped)
        self._failed(state, failure, found)
        if test.about is not None:
            known = state.about(test.about)
            for name, value in test.content.items():
                if name in known and name != "least":
                    raise NoPatternError
                known[name] = value
        state.place = success

    def _failed(self, state: _State, place: int, found: _Explored) -> None:
        stack = list(state.stack)
        while stack != self.base:
            self._count()
            instruction = self.code[place]
            if instruction.op == "JUMP":
                place = instruction.target
            elif instruction.op == "POP" and stack:
                stack.pop()
                place += 1
            else:
                self._alternative(state, place, stack, found)
                return
        place = self._skip_jumps(place)
        if self.fail >= 0 and not self._same_body(self.fail, place):
            raise NoPatternError
        self.fail = place if self.fail < 0 else self.fail

    def _alternative(self, state: _State, place: int, stack: list[Any], found: _Explored) -> None:
        if not stack or not isinstance(stack[-1], _Node) or self.code[place].op != "COPY":
            raise NoPatternError
        if place not in self.alternatives:
            start = state.copy()
            start.place, start.stack = place, stack
            self.alternatives[place] = stack[-1], start
        if place not in found.alternatives:
            found.alternatives.append(place)

    # Writing patterns.

    def _build(self, explored: _Explored, node: _Node, alternatives: bool = True) -> ast.pattern:
        if alternatives:
            several = self._alternatives_of(explored, node)
            if len(several) > 1:
                return self._either(several, node)
        known = explored.state.known.get(node.path, {})
        pattern = self._inside(explored, node, known)
        for name in known.get("names", ()):
            pattern = ast.MatchAs(pattern, name)
        return pattern if pattern is not None else ast.MatchAs(None, None)

    def _either(self, several: list[_Explored], node: _Node) -> ast.pattern:
        # A name every alternative gives the part itself belongs to the whole.
        names = [one.state.known.get(node.path, {}).get("names", ()) for one in several]
        common = names[0] if all(one == names[0] for one in names) else ()
        patterns = []
        for one in several:
            if common:
                one.state.about(node)["names"] = ()
            built = self._build(one, node, alternatives=False)
            patterns.append(built)
        if any(_bound(one) != _bound(patterns[0]) for one in patterns):
            # Cases of their own whose bodies are alike.
            raise NoPatternError
        pattern: ast.pattern = ast.MatchOr(patterns)
        for name in common:
            pattern = ast.MatchAs(pattern, name)
        return pattern

    def _alternatives_of(self, explored: _Explored, node: _Node) -> list[_Explored]:
        found = [explored]
        seen: set[int] = set()
        for one in found:
            for place in one.alternatives:
                if place not in seen and self.alternatives[place][0] == node:
                    seen.add(place)
                    found.append(self.explored[place])
        return found

    def _inside(self, explored: _Explored, node: _Node, known: dict[str, Any]) -> ast.pattern | None:
        def part(key: Any) -> ast.pattern:
            return self._build(explored, _Node((*node.path, key)))

        if "value" in known:
            return ast.MatchValue(known["value"])
        if "singleton" in known:
            return ast.MatchSingleton(known["singleton"])
        if "class" in known:
            count, names = known["count"], known["keywords"]
            positional = [part(number) for number in range(count)]
            return ast.MatchClass(
                known["class"],
                positional,
                list(names),
                [part(count + number) for number in range(len(names))],
            )
        if known.get("mapping"):
            keys = known.get("keys", ())
            return ast.MatchMapping(
                list(keys), [part(number) for number in range(len(keys))], known.get("rest")
            )
        if known.get("sequence"):
            return self._sequence(explored, node, known, part)
        return None

    def _sequence(self, explored: _Explored, node: _Node, known: dict[str, Any], part: Any) -> ast.pattern:
        if "exact" in known:
            return ast.MatchSequence([part(number) for number in range(known["exact"])])
        least = known.get("least", 0)
        if "star" in known:
            before, after = known["star"]
        else:
            keys = [path[-1] for path in explored.state.known if path[:-1] == node.path and path]
            after = max([-key for key in keys if key < 0], default=0)
            before = least - after
        if before < 0 or before + after < least:
            raise NoPatternError
        starred = explored.state.known.get((*node.path, "*"), {}).get("names", ())
        star = ast.MatchStar(starred[0] if starred else None)
        first = [part(number) for number in range(before)]
        last = [part(number) for number in range(-after, 0)]
        return ast.MatchSequence([*first, star, *last])


# What each instruction does to the state.


def _copy(state: _State, depth: int) -> None:
    state.stack.append(state.stack[-depth])


def _swap(state: _State, depth: int) -> None:
    stack = state.stack
    if depth > len(stack):
        raise NoPatternError
    stack[-1], stack[-depth] = stack[-depth], stack[-1]


def _rotate(state: _State, depth: int) -> None:
    if depth > len(state.stack):
        raise NoPatternError
    state.stack.insert(len(state.stack) - depth, state.stack.pop())


def _pop(state: _State, _: Any) -> None:
    state.stack.pop()


def _const(state: _State, value: Any) -> None:
    state.stack.append(_Value("const", None, value))


def _load(state: _State, what: tuple[str, str]) -> None:
    state.stack.append(_Value("expression", None, ast.Name(what[1], _LOAD)))


def _locals(state: _State, _: Any) -> None:
    state.stack.append(_Value("locals", None, None))


def _load_from_dict(state: _State, what: tuple[str, str]) -> None:
    if state.stack.pop().kind != "locals":
        raise NoPatternError
    _load(state, what)


def _attribute(state: _State, name: str) -> None:
    owner = state.stack.pop()
    if owner.kind != "expression":
        raise NoPatternError
    state.stack.append(_Value("expression", None, ast.Attribute(owner.content, name, _LOAD)))


def _match_sequence(state: _State, _: Any) -> None:
    state.stack.append(_Value("test", _node(state.stack[-1]), {"sequence": True}))


def _match_mapping(state: _State, _: Any) -> None:
    state.stack.append(_Value("test", _node(state.stack[-1]), {"mapping": True}))


def _get_len(state: _State, _: Any) -> None:
    state.stack.append(_Value("length", _node(state.stack[-1]), 0))


def _compare(state: _State, operator: str) -> None:
    right, left = state.stack.pop(), state.stack.pop()
    if isinstance(left, _Node):
        if operator == "==":
            content = {"value": _written(right)}
        elif operator == "is" and right.kind == "const" and any(right.content is one for one in _SINGLETONS):
            content = {"singleton": right.content}
        else:
            raise NoPatternError
        state.stack.append(_Value("test", left, content))
    elif left.kind == "length" and operator == "==":
        state.stack.append(_Value("test", left.about, {"exact": int(right.content)}))
    elif left.kind == "length" and operator == ">=":
        state.stack.append(_Value("test", left.about, {"least": int(right.content)}))
    elif left.kind == "parts" and right.kind == "const" and right.content is None:
        kind = {"is": "negative", "is not": "test"}[operator]
        state.stack.append(_Value(kind, left.about, left.content[1]))
    else:
        raise NoPatternError


def _written(value: Any) -> ast.expr:
    if value.kind == "const" and type(value.content) in _LITERALS:
        return constant(value.content)
    if value.kind == "expression" and isinstance(value.content, ast.Attribute):
        return value.content
    raise NoPatternError


def _subtract(state: _State, operator: str) -> None:
    right, left = state.stack.pop(), state.stack.pop()
    if operator != "-" or left.kind != "length":
        raise NoPatternError
    state.stack.append(_Value("length", left.about, int(right.content)))


def _subscript(state: _State, _: Any) -> None:
    index, owner = state.stack.pop(), state.stack.pop()
    if isinstance(owner, _Node):
        if index.kind == "length" and index.about == owner:
            key = -index.content
        else:
            key = int(index.content)
        state.about(_Node((*owner.path, key)))
        state.stack.append(_Node((*owner.path, key)))
    else:
        state.stack.append(_parts(owner)[index.content])


def _unpack(state: _State, count: int) -> None:
    owner = state.stack.pop()
    if isinstance(owner, _Node):
        if state.about(owner).get("exact") != count:
            raise NoPatternError
        values: list[Any] = [_Node((*owner.path, number)) for number in range(count)]
    elif owner.kind == "keys":
        values = [_Value("key")] * count
    else:
        values = list(_parts(owner))
    if len(values) != count:
        raise NoPatternError
    state.stack.extend(reversed(values))


def _unpack_ex(state: _State, counts: tuple[int, int]) -> None:
    owner = _node(state.stack.pop())
    before, after = counts
    state.about(owner)["star"] = counts
    keys: list[Any] = [*range(before), "*", *range(-after, 0)]
    state.stack.extend(_Node((*owner.path, key)) for key in reversed(keys))


def _tuple(state: _State, count: int) -> None:
    values = state.stack[len(state.stack) - count :] if count else []
    del state.stack[len(state.stack) - count :]
    state.stack.append(_Value("tuple", None, [_written(value) for value in values]))


def _match_keys(state: _State, _: Any) -> None:
    keys, node = state.stack[-1], _node(state.stack[-2])
    if keys.kind == "const":
        written = [_key(value) for value in keys.content]
    elif keys.kind == "tuple":
        written = keys.content
    else:
        raise NoPatternError
    state.stack[-1] = _Value("keys", node, None)
    parts = [_Node((*node.path, number)) for number in range(len(written))]
    state.stack.append(_Value("parts", node, (parts, {"keys": written})))


def _key(value: Any) -> ast.expr:
    if value is None or isinstance(value, (bool, *_LITERALS)):
        return constant(value)
    raise NoPatternError


def _match_class(state: _State, count: int) -> None:
    names, kind, node = state.stack.pop(), state.stack.pop(), _node(state.stack.pop())
    if kind.kind != "expression" or names.kind not in ("const", "tuple"):
        raise NoPatternError
    keywords = tuple(names.content)
    parts = [_Node((*node.path, number)) for number in range(count + len(keywords))]
    content = {"class": kind.content, "count": count, "keywords": keywords}
    state.stack.append(_Value("parts", node, (parts, content)))


def _map(state: _State, count: int) -> None:
    if count:
        raise NoPatternError
    state.stack.append(_Value("rest", None))


def _dict_update(state: _State, depth: int) -> None:
    node = _node(state.stack.pop())
    if state.stack[-depth].kind != "rest":
        raise NoPatternError
    state.stack[-depth] = _Value("rest", node)


def _delete_subscript(state: _State, _: Any) -> None:
    key, owner = state.stack.pop(), state.stack.pop()
    if key.kind != "key" or owner.kind != "rest":
        raise NoPatternError


def _rest(state: _State, _: Any) -> None:
    state.stack[-1] = _Value("rest", _node(state.stack[-2]))


def _store(state: _State, what: tuple[str, str]) -> None:
    value = state.stack.pop()
    if isinstance(value, _Node):
        known = state.about(value)
        known["names"] = (*known.get("names", ()), what[1])
    elif value.kind == "rest" and value.about is not None:
        state.about(value.about)["rest"] = what[1]
    else:
        raise NoPatternError


def _bound(pattern: ast.pattern) -> set[str]:
    """Collect the names a pattern binds."""
    found = set()
    for node in ast.walk(pattern):
        name = node.rest if isinstance(node, ast.MatchMapping) else getattr(node, "name", None)
        if name is not None:
            found.add(name)
    return found


def _node(value: Any) -> _Node:
    if not isinstance(value, _Node):
        raise NoPatternError
    return value


def _parts(value: Any) -> list[_Node]:
    if value.kind != "parts":
        raise NoPatternError
    parts: list[_Node] = value.content[0]
    return parts


_RULES: dict[str, Any] = {
    "COPY": _copy, "SWAP": _swap, "ROT": _rotate, "POP": _pop, "CONST": _const, "LOAD": _load, "ATTR": _attribute,
    "MATCH_SEQUENCE": _match_sequence, "MATCH_MAPPING": _match_mapping, "GET_LEN": _get_len, "COMPARE": _compare,
    "BINARY": _subtract, "SUBSCR": _subscript, "UNPACK": _unpack, "UNPACK_EX": _unpack_ex, "TUPLE": _tuple,
    "MATCH_KEYS": _match_keys, "MATCH_CLASS": _match_class, "MAP": _map, "DICT_UPDATE": _dict_update,
    "DELETE_SUBSCR": _delete_subscript, "COPY_DICT_WITHOUT_KEYS": _rest, "STORE": _store,
    "LOCALS": _locals, "LOAD_FROM_DICT": _load_from_dict,
}  # fmt: skip


# Finding them.
