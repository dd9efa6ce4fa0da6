"""Type parameters and type statements (Python 3.12 on).

What has type parameters is made by a hidden function: it makes the parameters, then the definition that uses them.
"""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import GenericBase, MadeAlias, MadeClass, MadeFunction, TypeParameter

_LOAD = ast.Load()
_PARAMETERS = {
    "TYPEVAR": "TypeVar",
    "PARAMSPEC": "ParamSpec",
    "TYPEVARTUPLE": "TypeVarTuple",
    "TYPEVAR_WITH_BOUND": "TypeVar",
    "TYPEVAR_WITH_CONSTRAINTS": "TypeVar",
}


class Generics:
    """The part of the machine that makes type parameters."""

    stack: list[Any]
    error: Any

    def _op_intrinsic(self, instruction: Instruction) -> None:
        name, stack = instruction.arg, self.stack
        if name in _PARAMETERS:
            bound = value_of(stack.pop()) if "WITH" in name else None
            stack.append(TypeParameter(_PARAMETERS[name], stack.pop().value, bound))
        elif name == "SET_TYPEPARAM_DEFAULT":
            value = value_of(stack.pop())
            stack[-1].default = value
        elif name == "SET_FUNCTION_TYPE_PARAMS":
            parameters = stack.pop()
            stack[-1].type_parameters = parameters.elts
        elif name == "TYPEALIAS":
            title, parameters, made = stack.pop().elts
            found = parameters.elts if isinstance(parameters, ast.Tuple) else []
            stack.append(MadeAlias(title.value, found, value_of(made)))
        else:
            raise self.error(instruction, f"the helper {name} has no meaning here")

    def _op_given(self, instruction: Instruction) -> None:
        self.stack.append(instruction.arg)


def generic_call(function: MadeFunction, arguments: list[Any]) -> Any:
    """Give the definition that the hidden function of type parameters returns."""
    from numscope.compiled.decompile.machine import Machine
    from numscope.compiled.decompile.normalise import normalise
    from numscope.compiled.decompile.stores import Temporaries

    code = function.code
    names = code.co_varnames[: code.co_argcount]
    given = dict(zip(names, arguments, strict=False))
    instructions = _without_names(normalise(code), given)
    machine = Machine(code, instructions, [], Temporaries("stack_"))
    machine.run(0, len(instructions))
    made, *before = [machine.result, *machine.stack]
    if isinstance(made, MadeClass):
        made.bases = [base for base in made.bases if not isinstance(base, GenericBase)]
        made.type_parameters = before.pop().elts
    if machine.stop != "return" or machine.out or not isinstance(made, (MadeFunction, MadeClass, MadeAlias)):
        raise DecompilationError.at(code, "RETURN_VALUE", 0, "type parameters are made in another form")
    return made


def _without_names(code: list[Instruction], given: dict[str, Any]) -> list[Instruction]:
    """Leave out the variables the hidden function keeps its parameters in; put its arguments in their places."""
    out: list[Instruction] = []
    for instruction in code:
        name = instruction.arg[1] if instruction.op in ("LOAD", "STORE") else ""
        if instruction.op == "STORE":
            if out[-1].op == "COPY":
                out.pop()
            elif name == ".generic_base":
                del out[-2:]
            continue
        if name == ".generic_base":
            instruction = _given(instruction, GenericBase())
        elif name in given:
            instruction = _given(instruction, given[name])
        out.append(instruction)
    return out


def _given(old: Instruction, value: Any) -> Instruction:
    return Instruction("GIVEN", value, old.offset, old.raw, -1, old.handler)


def value_of(made: Any) -> ast.expr:
    """Give the expression a function made for later returns: a bound, a default, the value of an alias."""
    from numscope.compiled.decompile.functions import raw_statements

    if not isinstance(made, MadeFunction):
        raise DecompilationError("the value of a type parameter is not made by a function")
    code: CodeType = made.code
    starred = _starred(code)
    if starred is not None:
        return starred
    # 3.14 starts by refusing formats it cannot give.
    last = raw_statements(code)[-1]
    if not isinstance(last, ast.Return) or last.value is None:
        raise DecompilationError.at(code, "RETURN_VALUE", 0, "the value of a type parameter is not returned")
    return last.value


def _starred(code: CodeType) -> ast.expr | None:
    """`*Ts = *value`: the value is unpacked into one."""
    from numscope.compiled.decompile.machine import Machine
    from numscope.compiled.decompile.normalise import normalise
    from numscope.compiled.decompile.stores import Temporaries

    instructions = normalise(code)
    if [one.op for one in instructions[-2:]] != ["UNPACK", "RETURN"]:
        return None
    machine = Machine(code, instructions, [], Temporaries("stack_"))
    machine.run(0, len(instructions) - 2)
    return ast.Starred(machine.stack.pop(), _LOAD)


def type_parameters(parameters: list[Any]) -> list[Any]:
    """Write type parameters as the syntax tree has them."""
    written = []
    for one in parameters:
        kind = getattr(ast, one.kind)
        fields: dict[str, Any] = {"name": one.name}
        if "bound" in kind._fields:
            fields["bound"] = one.bound
        if "default_value" in kind._fields:
            fields["default_value"] = one.default
        written.append(kind(**fields))
    return written


def alias_statement(made: MadeAlias) -> ast.stmt:
    """Write a type statement."""
    kind: Any = ast.TypeAlias  # type: ignore[attr-defined,unused-ignore]
    statement: ast.stmt = kind(
        ast.Name(made.name, ast.Store()), type_parameters(made.type_parameters), made.value
    )
    return statement
