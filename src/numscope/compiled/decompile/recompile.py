"""Compiles decompiled source in surroundings like the original's."""

from __future__ import annotations

import ast
from types import CodeType

from numscope.compiled.decompile.errors import DecompilationError

_FUTURES = 0x1FE0000  # CO_FUTURE_*: the flags `compile` takes


def recompile(source: str, code: CodeType) -> CodeType:
    """Compile `source`, the decompiled text of `code`, and give the code object that stands for `code`.

    A function that closes over variables is compiled inside one that has them.
    """
    text = source
    names = [name for name in code.co_freevars if name.isidentifier()]
    if names:
        lines = "\n".join(f"    {line}" for line in ["".join(f"{name} = " for name in names) + "None"])
        body = _parsed(source, code)
        wrapper = ast.parse(f"def __surroundings__():\n{lines}\n    pass").body[0]
        assert isinstance(wrapper, ast.FunctionDef)
        wrapper.body = [wrapper.body[0], *body]
        module = ast.Module([wrapper], [])
        ast.fix_missing_locations(module)
        compiled = compile_tree(module, code)
        inner = _only_code(compiled)
        return _only_code(inner)
    compiled = compile_tree(text, code)
    if code.co_name == "<module>":
        return compiled
    return _only_code(compiled)


def _parsed(source: str, code: CodeType) -> list[ast.stmt]:
    try:
        return ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise DecompilationError(f"{code.co_name}: the decompiled text does not compile ({error})") from error


def compile_tree(source: str | ast.Module, code: CodeType) -> CodeType:
    """Compile with the flags of `code`; raises DecompilationError for what is no Python."""
    try:
        result: CodeType = compile(
            source, code.co_filename, "exec", flags=code.co_flags & _FUTURES, dont_inherit=True
        )
    except (SyntaxError, ValueError, TypeError, RecursionError) as error:
        raise DecompilationError(f"{code.co_name}: the decompiled text does not compile ({error})") from error
    return result


def _only_code(code: CodeType) -> CodeType:
    found = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    # From 3.14 on, what makes the annotations of the definition stands before it.
    for constant in sorted(found, key=lambda one: one.co_name == "__annotate__"):
        return constant
    raise DecompilationError(f"{code.co_name}: the decompiled text defines nothing")
