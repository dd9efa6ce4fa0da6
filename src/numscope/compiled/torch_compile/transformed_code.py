"""The text of a `__transformed_code_<n>_for_<function>.py`, and the code object in it that runs.

Dynamo accepts another code object in place of its own if arguments, free variables and cells have the same
names in the same order. The text is decompiled, compiled under the file's name, and the function's code
taken out of it.
"""

from __future__ import annotations

import ast
import dis
import io
import keyword
import re
import types
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from numscope.compiled.torch_compile.equivalence import NotProvedError, prove_same
from numscope.compiled.torch_compile.folding import folded
from numscope.compiled.torch_compile.graph_results import KnownNames
from numscope.compiled.torch_compile.linear_source import linear_source
from numscope.compiled.torch_compile.placeholders import UnusableTextError, with_constants, with_placeholders

_FACTORY = "__cells_of_"
_RUNS = "# This file is what runs: breakpoints set here are reached.\n"


@dataclass
class TransformedCode:
    """The content of the file, the code to run (None: torch's own), and why it is torch's own."""

    text: str
    code: types.CodeType | None
    failure: str


def safe_name(name: str) -> str:
    """Return `name` fit for a file name and an identifier."""
    return re.sub(r"\W", "_", name)


def disassembly(code: types.CodeType) -> str:
    """Return the listing of `code` and of the code objects in it."""
    listing = io.StringIO()
    # Dynamo's constants can be a module's whole namespace: nobody wants that listed, nor in a file.
    dis.dis(with_placeholders(code)[0], file=listing)
    return without_addresses(listing.getvalue())


def without_addresses(text: str) -> str:
    """Return `text` without addresses, as numbers too: they differ from run to run."""
    return re.sub(
        r"(?<=, )\d{14,15}(?=\))|(?<=graph id: )\d{14,15}", "...", re.sub(r" at 0x[0-9a-f]+", "", text)
    )


def decompiled(code: types.CodeType) -> Iterator[str]:
    """Give the source of `code` in every form, best first; raises UnusableTextError where it can't be had.

    What Dynamo writes keeps values on the stack where source has variables, so that the source rarely compiles to
    the same instructions: the proof chooses among the forms.
    """
    try:
        from numscope.compiled.decompile import (  # type: ignore[import-not-found,unused-ignore]
            DecompilationError,
            texts,
        )
    except ImportError as error:
        raise UnusableTextError("there is no decompiler for this Python") from error
    try:
        yield from texts(code)
    except DecompilationError as error:
        raise UnusableTextError(f"the decompiler gave up: {error}") from error
    except Exception as error:  # a mistake in the decompiler costs this text, not the whole dump
        raise UnusableTextError(f"the decompiler failed: {type(error).__name__}: {error}") from error


def transformed_code(
    header: str, new: types.CodeType, filename: str, known: KnownNames | None = None
) -> TransformedCode:
    """Return text and code for `new`, to be written to `filename` under the comment lines of `header`.

    known: of the graphs and resume functions that `new` calls.
    """
    known = known or KnownNames()
    failures: list[str] = []
    found: list[TransformedCode] = []
    # A statement for each step, source as a programmer would write it; Dynamo also passes a function's code on as a
    # value, which has no source at all.
    for source_of, codes in ((linear_source, False), (decompiled, False), (linear_source, True)):
        if found and (codes or "stack_" not in found[0].text):
            break
        plain, constants = with_placeholders(new, codes=codes)
        try:
            for text in _texts(source_of(plain), new, f"{header}{_RUNS}\n", known):
                compiled = _proved(plain, text, new, filename, failures, known)
                if compiled is not None:
                    found.append(TransformedCode(text, with_constants(compiled, constants), ""))
                    break
        except (UnusableTextError, SyntaxError) as error:
            failures.append(str(error))
        except ImportError:
            failures.append("there is no decompiler for this Python")
    if found:
        return min(found, key=_effort)
    failures = list(dict.fromkeys(failures))
    return TransformedCode(header + _listing_text(new, "; ".join(failures)), None, "; ".join(failures))


def _effort(made: TransformedCode) -> tuple[bool, int, int]:
    """Say how hard a text is to read: a loop over states, then variables of ours, then its length."""
    return "stack_state" in made.text, made.text.count("stack_"), len(made.text.splitlines())


def _texts(sources: Iterable[str], new: types.CodeType, head: str, known: KnownNames) -> Iterator[str]:
    """Give each source, folded and as it is, the way it stands in the file."""
    for source in sources:
        for text in dict.fromkeys((folded(source, known), folded(source), source)):
            yield head + _with_cells(text, new)


def _proved(
    plain: types.CodeType,
    text: str,
    new: types.CodeType,
    filename: str,
    failures: list[str],
    known: KnownNames,
) -> types.CodeType | None:
    """Return the code object in `text` if it is known to do what `plain` does; else add the reason to `failures`."""
    try:
        compiled = _code_in(text, new, filename)
        _check(plain, compiled, known)
    except (UnusableTextError, SyntaxError) as error:
        failures.append(str(error))
        return None
    return compiled


def _check(original: types.CodeType, compiled: types.CodeType, known: KnownNames) -> None:
    """Raise UnusableTextError unless `compiled` is known to do what `original` does."""
    from numscope.compiled.decompile.alike import do_the_same
    from numscope.compiled.decompile.compare import difference
    from numscope.compiled.decompile.functions import temporary

    # The first two follow loops; the proof knows more about what is built on the way.
    if difference(original, compiled) and not do_the_same(original, compiled, temporary(original)):
        try:
            prove_same(original, compiled, known.outputs)
        except NotProvedError as error:
            raise UnusableTextError(f"the source is not proved to do the same: {error}") from error


def _listing_text(code: types.CodeType, reason: str) -> str:
    lines = disassembly(code).rstrip().splitlines()
    return "\n".join(
        [
            "#",
            f"# DISASSEMBLY ONLY: {reason}".replace("\n", " "),
            "# What runs is torch's own bytecode, as listed here: no breakpoint in this file is reached.",
            "#",
            *(f"#   {line}".rstrip() for line in lines),
            "",
        ]
    )


def _with_cells(source: str, code: types.CodeType) -> str:
    """Give the function in `source` the cells and free variables that `code` has, used or not.

    `if False:` leaves no bytecode, but the compiler's symbol table still sees the names in it.
    """
    names = [name for name in (*code.co_cellvars, *code.co_freevars) if _identifier(name)]
    if not names:
        return source
    module = ast.parse(source)
    function = next(node for node in module.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    own = "".join(f"    {name} = None\n" for name in names if name in code.co_cellvars)
    keep = ast.parse(f"if False:\n{own}    lambda: ({', '.join(names)},)").body[0]
    keeps_docstring = bool(function.body) and ast.get_docstring(function) is not None
    function.body.insert(1 if keeps_docstring else 0, keep)
    if code.co_freevars:
        factory = ast.parse(
            f"def {_FACTORY}{safe_name(function.name)}({', '.join(code.co_freevars)}):\n    pass"
        )
        outer = factory.body[0]
        assert isinstance(outer, ast.FunctionDef)
        outer.body = [function, ast.Return(ast.Name(function.name, ast.Load()))]
        module.body[module.body.index(function)] = outer
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def _identifier(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _code_in(text: str, wanted: types.CodeType, filename: str) -> types.CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # about code that is the user's, or nobody's
        code = compile(text, filename, "exec", dont_inherit=True)
    if wanted.co_freevars:
        code = _only_code(code)
    code = _only_code(code)
    arguments = _argument_count(wanted)
    if _argument_count(code) != arguments:
        raise UnusableTextError("the decompiled function takes other arguments")
    names = wanted.co_varnames[:arguments] + code.co_varnames[arguments:]
    code = code.replace(co_name=wanted.co_name, co_varnames=names)
    if code.co_freevars != wanted.co_freevars or code.co_cellvars != wanted.co_cellvars:
        raise UnusableTextError("the decompiled function has other cells than torch's bytecode")
    return code


def _only_code(code: types.CodeType) -> types.CodeType:
    found = [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    if not found:
        raise UnusableTextError("the decompiled text holds no function")
    return found[0]


def _argument_count(code: types.CodeType) -> int:
    import inspect

    stars = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + stars
