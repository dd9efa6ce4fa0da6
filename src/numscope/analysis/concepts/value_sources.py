"""All that the value of an expression may come from, by the program's text.

`number_flow` goes one step where the text leaves no choice; this follows every choice: each binding of a name, each
call of a function for its parameters, each `return` and `yield`, what is appended to a list or stored in it. A column
of a table and a place in a tuple are followed as such. What runs first or at all is not known, so a source is a
possibility: who asks must see by values, or by there being one alone, which it was. What a function gives is followed
with the arguments of the call that is asked about.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache

from numscope.analysis.concepts.callers import (
    CALLED_BY_INSTANCES,
    FUNCTIONS,
    Function,
    calls_named,
    calls_of,
    function_around,
    parameters,
)
from numscope.analysis.concepts.syntax import imported_modules, last_name

# Which part of a value is meant: places in tuples and names of columns, outermost first.
Part = tuple[int | str, ...]
_Item = tuple[ast.expr, Part]
_Calls = tuple[ast.Call, ...]
_MOST = 600
_DEEPEST = 6
_ADDS = frozenset(("append", "add", "extend", "appendleft", "update", "setdefault", "insert"))
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)
_HOLD_DATA = frozenset((None, "data", "coords", "data_vars", "exprs"))
_COLUMNS = frozenset(("col", "alias"))
# A function given to these gets the turn of the loop first.
_COUNTED_LOOPS = frozenset(("fori_loop",))


@lru_cache(maxsize=16)
def value_sources(tree: ast.Module) -> ValueSources:
    """Return what is known of a program's text."""
    return ValueSources(tree)


class ValueSources:
    """The flow of values in the text of a program. tree: that text."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self._functions: dict[str, list[Function]] = defaultdict(list)
        self._bound: dict[tuple[int, str], list[_Item]] = defaultdict(list)
        self._attributes: dict[str, list[_Item]] = defaultdict(list)
        self._modules = imported_modules(tree)
        self._scopes: dict[int, Function | None] = {}
        self._instances: dict[str, list[ast.Call]] = {}
        self._fields: dict[str, list[str]] = {}  # of classes that take their fields, as dataclasses do
        # By name: the calls that are given a name, and as which argument.
        self._callbacks: dict[str, list[tuple[ast.Call, int]]] = defaultdict(list)
        self._owners: dict[
            int, ast.ClassDef
        ] = {}  # of functions, by identity: the class of which they are methods
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                self._note_callbacks(node)
            if isinstance(node, FUNCTIONS):
                self._functions[node.name].append(node)
            elif isinstance(node, ast.ClassDef):
                self._note_class(node)
            else:
                self._note(node)

    def behind(self, node: ast.expr, part: Part = ()) -> Iterator[ast.expr]:
        """Yield `node` and every expression that may give it its value, nearest first. part: of it alone."""
        waiting: list[tuple[ast.expr, Part, _Calls]] = [(node, part, ())]
        seen: set[tuple[int, Part, _Calls]] = {(id(node), part, ())}
        yielded: set[int] = set()
        for current, wanted, calls in waiting:
            if id(current) not in yielded:
                yielded.add(id(current))
                yield current
            if len(waiting) > _MOST:
                return
            for further, inner, around in self._step(current, wanted, calls):
                key = (id(further), inner, around)
                if key not in seen:
                    seen.add(key)
                    waiting.append((further, inner, around))

    def runs_own_function(self, node: ast.expr) -> bool:
        """Return whether an expression is a call that may run a function of the program."""
        return isinstance(node, ast.Call) and bool(self._own(node))

    def _step(self, node: ast.expr, part: Part, calls: _Calls) -> Iterator[tuple[ast.expr, Part, _Calls]]:
        """Yield what is one step behind an expression. calls: those of whose functions it is what they give."""
        if isinstance(node, ast.Call) and (functions := self._own(node)):
            inside = (*calls, node)[-_DEEPEST:]
            yield from ((value, part, inside) for one in functions for value in _returned(one))
        elif isinstance(node, ast.Name) and calls and (given := self._from_call(node, calls[-1])) is not None:
            yield from ((value, part, calls[:-1]) for value in given)
            yield from ((*one, calls) for one in _joined(self._local(node), part))
        else:
            yield from ((*one, calls) for one in self._of(node, part))

    def _own(self, call: ast.Call) -> list[Function]:
        """Return the functions of the program that a call may run."""
        name = last_name(call.func)
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        return [] if getattr(owner, "id", "") in self._modules else self._functions.get(name, [])

    def _from_call(self, name: ast.Name, call: ast.Call) -> list[ast.expr] | None:
        """Return what a call gives for a parameter of the function that it runs; None if the name is none."""
        scope = self._scope(name.lineno)
        if scope is None or scope.name != last_name(call.func) or name.id not in self._names(scope):
            return None
        return _given(call, self._names(scope), name.id) or _default(scope, name.id)

    def _names(self, function: Function) -> list[str]:
        """Return the parameters of a function that its calls give."""
        names, owner = parameters(function), self._owners.get(id(function))
        return names[1:] if owner is not None and names[:1] in (["self"], ["cls"]) else names

    def _local(self, name: ast.Name) -> list[_Item]:
        return list(self._bound.get((id(self._scope(name.lineno)), name.id), []))

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, node.value, ())
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr, ast.AugAssign)) and node.value is not None:
            self._bind(node.target, node.value, ())
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            self._bind(node.target, node.iter, ())
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._bind(node.optional_vars, node.context_expr, ())
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ADDS:
            for one in node.args[-1:]:
                self._bind(node.func.value, one, ())

    def _note_callbacks(self, call: ast.Call) -> None:
        names = [one.id if isinstance(one, ast.Name) else "" for one in call.args]
        for name in {*names} - {""}:
            self._callbacks[name].append((call, names.index(name)))

    def _note_class(self, owner: ast.ClassDef) -> None:
        for node in owner.body:
            if isinstance(node, FUNCTIONS):
                self._owners[id(node)] = owner
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    self._attributes[last_name(target)].append((node.value, ()))
            elif isinstance(node, ast.AnnAssign):
                name = last_name(node.target)
                self._attributes[name] += [(node.value, ())] if node.value is not None else []
                self._note_field(owner, name)

    def _note_field(self, owner: ast.ClassDef, name: str) -> None:
        """Note what calls of a class with fields, as a dataclass, give for one of them."""
        fields = [last_name(one.target) for one in owner.body if isinstance(one, ast.AnnAssign)]
        self._fields[owner.name] = fields
        for call in calls_named(self.tree, owner.name):
            self._attributes[name] += [(one, ()) for one in _given(call, fields, name)]

    def _bind(self, target: ast.expr, value: ast.expr, part: Part) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            for place, one in enumerate(target.elts):
                self._bind(one, value, (*part, place))
        elif isinstance(target, ast.Starred):
            self._bind(target.value, value, part)
        elif part[:1] == (1,) and isinstance(value, ast.Call) and last_name(value.func) == "enumerate":
            for one in value.args[:1]:
                self._bind(target, one, part[1:])
        elif isinstance(target, ast.Name):
            scope = self._scope(target.lineno)
            self._bound[id(scope), target.id].append((value, part))
        elif isinstance(target, ast.Attribute):
            self._attributes[target.attr].append((value, part))
        elif isinstance(target, ast.Subscript):
            stored = _Stored(value, _text(target.slice))
            self._bind(target.value, stored, part)

    def _scope(self, line: int) -> Function | None:
        if line not in self._scopes:
            self._scopes[line] = function_around(self.tree, line)
        return self._scopes[line]

    def _of(self, node: ast.expr, part: Part) -> Iterator[_Item]:
        match node:
            case _Stored():
                # Of `table.groupby("shop")["sold"]` the labels are wanted, too: any of the names will do.
                if node.key in part:
                    yield node.value, tuple(one for one in part if one != node.key)
                elif node.key is None or not any(isinstance(one, str) for one in part):
                    yield node.value, part
            case ast.Name():
                yield from _joined(self._of_name(node), part)
            case ast.Attribute():
                found = self._attributes.get(node.attr, [])
                of_self = getattr(node.value, "id", "") in ("self", "cls")
                # An object of the program's own gives nothing but this attribute.
                owner = [(node.value, (node.attr,) if found else ())]
                yield from _joined(found if found and of_self else [*found, *owner], part)
            case ast.Subscript(value=of, slice=index):
                name = _text(index)
                yield of, part if name is None else (name, *part)
            case ast.Call():
                yield from self._of_call(node, part)
            case ast.Tuple(elts=parts) if part and isinstance(part[0], int) and part[0] < len(parts):
                yield parts[part[0]], part[1:]
            case ast.Dict(keys=keys, values=values):
                yield from _of_mapping(keys, values, part)
            case ast.DictComp(value=value):
                yield value, part[1:] if part and isinstance(part[0], str) else part
            case _ if isinstance(node, _COMPREHENSIONS):
                yield node.elt, part
            case ast.Constant():
                pass
            case _:
                for one in ast.iter_child_nodes(node):
                    if isinstance(one, ast.expr):
                        yield one, part

    def _of_name(self, name: ast.Name) -> list[_Item]:
        scope = self._scope(name.lineno)
        found = self._local(name)
        while scope is not None:
            if name.id in parameters(scope):
                return found + list(self._of_parameter(scope, name.id))
            if found:
                break
            scope = self._scope(scope.lineno)
            found = list(self._bound.get((id(scope), name.id), []))
        # Of a function that a library is given, what it returns may be what the library does: `ids.map(code)`.
        return found or [(one, ()) for own in self._functions.get(name.id, []) for one in _returned(own)]

    def _of_parameter(self, function: Function, name: str) -> Iterator[_Item]:
        names, owner = self._names(function), self._owners.get(id(function))
        if name not in names:
            return
        calls = list(calls_of(self.tree, function))
        if owner is not None and function.name in CALLED_BY_INSTANCES:
            calls += self._calls_of_instances(owner.name)
        given: list[_Item] = [(one, ()) for call in calls for one in _given(call, names, name)]
        given += [one for call in calls for one in _unpacked(call, names.index(name))]
        given += [(one, ()) for one in self._given_to_callbacks(function, names.index(name))]
        yield from given or [(one, ()) for one in _default(function, name)]

    def _given_to_callbacks(self, function: Function, place: int) -> Iterator[ast.expr]:
        """Yield what a library may give a parameter of a function that it is given: `scan(step, start, xs)`."""
        for call, own in self._callbacks.get(function.name, ()):
            after = call.args[own + 1 :]
            index = place - (last_name(call.func) in _COUNTED_LOOPS)
            yield from after[index : index + 1] if index >= 0 else ()
            if not after and place == 0 and isinstance(call.func, ast.Attribute):
                yield call.func.value

    def _calls_of_instances(self, owner: str) -> list[ast.Call]:
        """Return the calls of objects of a class, such as `model(x)`."""
        if owner not in self._instances:
            self._instances[owner] = []  # what it asks for must not ask for it again
            self._instances[owner] = [
                call
                for call in ast.walk(self.tree)
                if isinstance(call, ast.Call)
                and isinstance(call.func, (ast.Name, ast.Attribute))
                and last_name(call.func) in self._given_names
                and any(_makes(one, owner) for one in self.behind(call.func))
            ]
        return self._instances[owner]

    @cached_property
    def _given_names(self) -> set[str]:
        """The names that the program gives a value, but for its functions: of any other nothing is known."""
        arguments = {one.arg for one in ast.walk(self.tree) if isinstance(one, ast.arg)}
        bound = {name for _, name in self._bound}
        return (arguments | bound | set(self._attributes)) - set(self._functions)

    def _of_call(self, call: ast.Call, part: Part) -> Iterator[_Item]:
        name = last_name(call.func)
        fields = self._fields.get(name, [])
        if name == "enumerate" and part[:1] == (0,):
            return  # it counts, whatever it goes through
        if part and part[0] in fields:
            yield from ((one, part[1:]) for one in _given(call, fields, str(part[0])))
            return
        if name == "zip" and part and isinstance(part[0], int) and part[0] < len(call.args):
            yield call.args[part[0]], part[1:]
        elif name == "items" and part and isinstance(part[0], int) and isinstance(call.func, ast.Attribute):
            yield call.func.value, part[1:]
        else:
            yield from _of_library(call, part)


class _Stored(ast.expr):
    """What is stored in an object under a key, as in `table["area"] = area`."""

    def __init__(self, value: ast.expr, key: str | None) -> None:
        super().__init__()
        self.value, self.key = value, key
        self.lineno, self.end_lineno = value.lineno, value.end_lineno
        self.col_offset = value.col_offset


def _of_library(call: ast.Call, part: Part) -> Iterator[_Item]:
    """Yield what a call of a library is given; of a column what gives the column alone, where that can be seen."""
    receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
    column = part[0] if part and isinstance(part[0], str) else None
    if column is not None:
        own = [one.value for one in call.keywords if one.arg == column]
        given = [*call.args, *(one.value for one in call.keywords if one.arg in _HOLD_DATA)]
        tables = [one for one in given if isinstance(one, ast.Dict) and column in map(_text, one.keys)]
        expressions = [one for one in given if _column_of(one) == column]
        if own or tables or expressions:
            yield from ((one, part[1:]) for one in own)
            yield from ((one, part) for one in tables)
            for one in (*expressions, *own):
                yield one, ()
                if receiver is not None:
                    yield from ((receiver, (name,)) for name in _columns_in(one))
            return
    if receiver is not None:
        yield receiver, part
    yield from ((one, part) for one in call.args)
    yield from ((one.value, part) for one in call.keywords)


def _of_mapping(keys: list[ast.expr | None], values: list[ast.expr], part: Part) -> Iterator[_Item]:
    named = [value for key, value in zip(keys, values, strict=True) if part and _text(key) == part[0]]
    if named:
        yield from ((value, part[1:]) for value in named)
    else:
        yield from ((value, part) for value in values)
        yield from ((key, ()) for key in keys if key is not None)


def _joined(found: list[_Item], part: Part) -> Iterator[_Item]:
    yield from ((value, (*inner, *part)) for value, inner in found)


def _given(call: ast.Call, names: list[str], name: str) -> list[ast.expr]:
    """Return what a call gives for one of a function's parameters."""
    found = [one.value for one in call.keywords if one.arg == name]
    if not any(isinstance(one, ast.Starred) for one in call.args):
        place = names.index(name)
        found += call.args[place : place + 1]
    return found


def _unpacked(call: ast.Call, place: int) -> Iterator[_Item]:
    """Yield the place of a tuple that a call unpacks for its parameter at this place: `usable(*gaps[name])`."""
    for before, one in enumerate(call.args[: place + 1]):
        if isinstance(one, ast.Starred):
            yield one.value, (place - before,)
            return


def _default(function: Function, name: str) -> list[ast.expr]:
    plain = [*function.args.posonlyargs, *function.args.args]
    pairs = zip(reversed(plain), reversed(function.args.defaults), strict=False)
    named = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    return [value for one, value in (*pairs, *named) if one.arg == name and value is not None]


def _returned(function: Function) -> Iterator[ast.expr]:
    """Yield what a function returns or yields, but for those in it."""
    waiting = list(ast.iter_child_nodes(function))
    for node in waiting:
        if isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom)) and node.value is not None:
            yield node.value
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def _makes(node: ast.expr, owner: str) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == owner


def _text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _columns_in(node: ast.expr) -> list[str]:
    """Return the columns that an expression of polars or Spark reads."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call) and last_name(one.func) == "col"]
    return [name for one in calls for name in map(_text, one.args) if name is not None]


def _column_of(node: ast.expr) -> str | None:
    """Return the column that an expression of polars or Spark computes; None if it is no such expression."""
    current = node
    while isinstance(current, (ast.Call, ast.Attribute)):
        if isinstance(current, ast.Call):
            name = last_name(current.func)
            if name in _COLUMNS and current.args:
                return _text(current.args[0])
            current = current.func
        else:
            current = current.value
    names = _columns_in(node)
    return names[0] if names else None
