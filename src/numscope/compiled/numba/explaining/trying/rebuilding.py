"""Make a changed function from the changed text of its file, without running the file again.

Imports, classes, assignments and functions that the change touches are executed once more, in a copy of the names that
the failing function sees; what it leaves alone is used as it is.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from numscope.compiled.numba.explaining.edits import applied
from numscope.compiled.numba.explaining.failure import Failure
from numscope.compiled.numba.explaining.source import Source, definition_of, functions_of
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.changed_text import ChangedText, changed_text
from numscope.probes.numba.adapter.compiler import kernel_function
from numscope.user_code import is_user_file

_MADE_AGAIN = (ast.Import, ast.ImportFrom, ast.Assign, ast.ClassDef)
LAMBDA = "<lambda>"
# What a change calls the function that it puts in the place of a lambda.
FROM_LAMBDA = "compiled_function"
LEFT_TO_DECORATOR = ("nopython", "forceobj", "cache", "pipeline_class", "target_backend")


def names_seen(function: FunctionType) -> dict[str, Any]:
    """Return the globals of a function, and the variables that it closes over."""
    names = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # a function that is not yet bound to its name
            continue
    return names


def rebuilt(failure: Failure, change: Change) -> Any:
    """Return the function of a failure, changed and compiled lazily. Raises LookupError where it is not found."""
    function = failure.function
    if not isinstance(function, FunctionType):
        raise LookupError
    if not is_user_file(function.__code__.co_filename):
        return _rebuilt_class(failure, change)
    names = _as_module(function, names_seen(function))
    before = Source.of(change.file)
    text = changed_text(before, change.edits, function.__name__)
    own_file = function.__code__.co_filename
    old_tree = before.tree if change.file == own_file else Source.of(own_file).tree
    new_tree = text.tree if change.file == own_file else old_tree
    _make_again(text, names, change, function)
    if function.__name__ == LAMBDA:
        if FROM_LAMBDA in names:
            return _compiled(names[FROM_LAMBDA], failure)
        return _compiled(_rebuilt_lambda(old_tree, new_tree, names, function), failure)
    if change.file == own_file:
        _register_again(text, names, function)
    target = _counterpart(old_tree, new_tree, function)
    for definition in _to_define(target, (old_tree, new_tree), names, own_file):
        plain = names.get(definition.name)
        _define(definition, names, failure)
        _put_into_tuples(names, plain, names[definition.name])
    return _compiled(names[target.name], failure)


def _put_into_tuples(names: dict[str, Any], plain: Any, made: Any) -> None:
    """Put a function that was defined again into the tuples that hold the one before."""
    for name, value in names.items():
        if type(value) is tuple and any(one is plain for one in value):
            names[name] = tuple(made if one is plain else one for one in value)


def _rebuilt_lambda(old: ast.AST, new: ast.AST, names: dict[str, Any], function: FunctionType) -> Any:
    every = [node for node in ast.walk(old) if isinstance(node, ast.Lambda)]
    number = next((every.index(node) for node in lambdas_of(old, function)), len(every))
    found = [node for node in ast.walk(new) if isinstance(node, ast.Lambda)]
    if number >= len(found):
        raise LookupError
    return eval(compile(ast.Expression(found[number]), function.__code__.co_filename, "eval"), names)


def _rebuilt_class(failure: Failure, change: Change) -> Any:
    """Return a changed jitclass, whose constructor is Numba's own code."""
    place = failure.inferences[0] if failure.inferences else None
    line = place.first_line if place else 0
    before = Source.of(change.file)
    tree = ast.parse("\n".join(applied(before.lines, change.edits)))
    known = {ast.dump(node) for node in before.walk(ast.Assign)}
    assert isinstance(failure.function, FunctionType)
    names = _as_module(failure.function, dict(failure.names))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            _execute(node, names, failure.function)
        if isinstance(node, ast.Assign) and ast.dump(node) not in known:  # a specification with a name
            _execute(node, names, failure.function)
        around = isinstance(node, ast.ClassDef) and node.lineno <= line <= (node.end_lineno or line)
        if isinstance(node, ast.ClassDef) and around:
            _execute(node, names, failure.function)
            return names[node.name]
    raise LookupError


def _as_module(function: FunctionType, names: dict[str, Any]) -> dict[str, Any]:
    """Put names into a module where blocks in object mode look them up: this is a child process."""
    module = ModuleType(function.__module__ or "__main__")
    module.__dict__.update(names)
    sys.modules[module.__name__] = module
    return module.__dict__


def lambdas_of(tree: ast.AST, function: FunctionType) -> list[ast.Lambda]:
    """Return the lambdas that may be a function: those on its line with its parameters."""
    code = function.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda)
        and node.lineno == code.co_firstlineno
        and tuple(one.arg for one in (*node.args.args, *node.args.kwonlyargs)) == code.co_varnames[:count]
    ]


def _counterpart(old: ast.Module, new: ast.Module, function: FunctionType) -> ast.FunctionDef:
    """Return the definition in the changed tree: of those with its name, the one with its number."""
    number = _named(old, function.__name__).index(definition_of(old, function))
    found = _named(new, function.__name__)
    if number >= len(found):
        raise LookupError
    return found[number]


def _named(tree: ast.Module, name: str) -> list[ast.FunctionDef]:
    return [node for node in functions_of(tree) if node.name == name]


def _make_again(text: ChangedText, names: dict[str, Any], change: Change, function: FunctionType) -> None:
    """Execute the imports, assignments and classes that stand outside of functions' code only in the changed text.

    Of a change of the call no assignment is: it is the call, whatever name the function has there.
    """
    old, new = ast.Module(text.before, []), ast.Module(text.after, [])
    kinds = tuple(kind for kind in _MADE_AGAIN if not (change.arguments and kind is ast.Assign))
    known = {(where, ast.dump(node)) for where, node in _placed(old) if isinstance(node, kinds)}
    added = list(_new_functions(old, new))
    inside = {id(node) for one in (*_functions_of(new, function), *added) for node in ast.walk(one)}
    for definition in added:  # without decorators: they need nothing of what comes below
        _execute(definition, names, function)
    for where, node in _placed(new):
        if not isinstance(node, kinds) or (where, ast.dump(node)) in known or id(node) in inside:
            continue
        if not _calls(node, function.__name__):
            _execute(node, names, function)


def _register_again(text: ChangedText, names: dict[str, Any], function: FunctionType) -> None:
    """Define functions anew whose `@overload`s a change touches, and these with them: Numba keeps those that it has."""
    before = {ast.dump(node) for node in text.before}
    changed = {id(node) for node in text.after}
    overloads = [(node, name) for node in text.tree.body if (name := _overloaded(node))]
    touched = {name for node, name in overloads if id(node) in changed and ast.dump(node) not in before}
    for node in text.tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in touched:
            _execute(node, names, function)
    for node, name in overloads:
        if name in touched:
            _execute(node, names, function)


def _overloaded(node: ast.stmt) -> str:
    """Return the name of the function that a definition is an `@overload` of; "": of none that has a name."""
    for one in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
        called = isinstance(one, ast.Call) and ast.unparse(one.func).rpartition(".")[2] == "overload"
        if called and isinstance(one, ast.Call) and one.args and isinstance(one.args[0], ast.Name):
            return one.args[0].id
    return ""


def _placed(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield every node with the function that it is in: an import inside of one is not seen by the others."""
    waiting = [("", tree)]
    while waiting:
        where, node = waiting.pop()
        yield where, node
        inner = node.name if isinstance(node, ast.FunctionDef) else where
        waiting += reversed([(inner, below) for below in ast.iter_child_nodes(node)])


def _new_functions(old: ast.AST, new: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the functions that a change adds."""
    before = {node.name for node in ast.walk(old) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(new):
        if isinstance(node, ast.FunctionDef) and node.name not in before:
            yield node


def _functions_of(tree: ast.AST, function: FunctionType) -> list[ast.FunctionDef]:
    """Return the functions whose bodies are code to compile: the failing one, and those that are decorated."""
    every = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [node for node in every if node.decorator_list or node.name == function.__name__]


def _calls(node: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == name for n in ast.walk(node))


def _to_define(
    target: ast.FunctionDef, trees: tuple[ast.Module, ast.Module], names: Mapping[str, Any], file: str
) -> list[ast.FunctionDef]:
    """Return the functions that `target` calls and that a change touches, innermost first, and `target` itself.

    Several functions of a file may have one name: which is called says the value that the name has.
    """
    old, new = trees
    met = {target.name}

    def visit(definition: ast.FunctionDef) -> list[ast.FunctionDef]:
        found: list[ast.FunctionDef] = []
        used = [names.get(node.id) for node in ast.walk(definition) if isinstance(node, ast.Name)]
        for called in (one for value in used for one in (value if type(value) is tuple else (value,))):
            called = kernel_function(called) or getattr(called, "py_func", called)
            if not isinstance(called, FunctionType) or called.__code__.co_filename != file:
                continue
            if called.__name__ in met:
                continue
            met.add(called.__name__)
            try:
                before, after = definition_of(old, called), _counterpart(old, new, called)
            except LookupError:
                continue
            inner = visit(after)
            if len(inner) > 1 or ast.dump(before) != ast.dump(after):
                found += inner
        return [*found, definition]

    return visit(target)


def _define(definition: ast.FunctionDef, names: dict[str, Any], failure: Failure) -> None:
    """Execute a definition; where its decorators can't be looked up, without them."""
    function = failure.function
    assert isinstance(function, FunctionType)
    definition = copy.deepcopy(definition)
    for decorator in definition.decorator_list:
        if isinstance(decorator, ast.Call):
            decorator.keywords = [given for given in decorator.keywords if given.arg != "cache"]
    try:
        _execute(definition, names, function)
    except (NameError, AttributeError):
        definition.decorator_list = []
        _execute(definition, names, function)


def _execute(node: ast.stmt, names: dict[str, Any], function: FunctionType) -> None:
    module = ast.Module([node], [])
    exec(compile(module, function.__code__.co_filename, "exec"), names)


def _compiled(made: Any, failure: Failure) -> Any:
    import numba

    if not isinstance(made, FunctionType):
        return made
    options = {name: value for name, value in failure.options.items() if name not in LEFT_TO_DECORATOR}
    return numba.njit(**options)(made)
