"""Type parameters and type statements (Python 3.12 on).

What has type parameters is made by a hidden function: it makes the parameters, then the definition that uses them.
"""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nested import NestedCode
from numscope.compiled.decompile.nodes import GenericBase, MadeAlias, MadeClass, MadeFunction, TypeParameter
from numscope.compiled.decompile.normalise import normalise
from numscope.compiled.decompile.stores import SymbolicStack

_LOAD = ast.Load()
_PARAMETERS = {
    "TYPEVAR": "TypeVar",
    "PARAMSPEC": "ParamSpec",
    "TYPEVARTUPLE": "TypeVarTuple",
    "TYPEVAR_WITH_BOUND": "TypeVar",
    "TYPEVAR_WITH_CONSTRAINTS": "TypeVar",
}


def _op_intrinsic(machine: SymbolicStack, instruction: Instruction) -> None:
    name, stack = instruction.arg, machine.stack
    if name in _PARAMETERS:
        bound = value_of(stack.pop(), machine.nested) if "WITH" in name else None
        stack.append(TypeParameter(_PARAMETERS[name], stack.pop().value, bound))
    elif name == "SET_TYPEPARAM_DEFAULT":
        value = value_of(stack.pop(), machine.nested)
        stack[-1].default = value
    elif name == "SET_FUNCTION_TYPE_PARAMS":
        parameters = stack.pop()
        stack[-1].type_parameters = parameters.elts
    elif name == "TYPEALIAS":
        title, parameters, made = stack.pop().elts
        found = parameters.elts if isinstance(parameters, ast.Tuple) else []
        stack.append(MadeAlias(title.value, found, value_of(made, machine.nested)))
    else:
        raise machine.error(instruction, f"the helper {name} has no meaning here")


def _op_given(machine: SymbolicStack, instruction: Instruction) -> None:
    machine.stack.append(instruction.arg)


def generic_call(function: MadeFunction, arguments: list[Any], nested: NestedCode) -> Any:
    """Give the definition that the hidden function of type parameters returns."""
    code = function.code
    names = code.co_varnames[: code.co_argcount]
    given = dict(zip(names, arguments, strict=False))
    instructions = _without_names(normalise(code), given)
    machine = nested.run(code, instructions, 0, len(instructions))
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
                if out[-1].op == "LOAD" and out[-1].arg[1] == "__classdict__":
                    out.pop()
            continue
        if name == ".generic_base":
            instruction = _given(instruction, GenericBase())
        elif name in given:
            instruction = _given(instruction, given[name])
        out.append(instruction)
    return out


def _given(old: Instruction, value: Any) -> Instruction:
    return Instruction("GIVEN", value, old.offset, old.raw, -1, old.handler)


def value_of(made: Any, nested: NestedCode) -> ast.expr:
    """Give the expression a function made for later returns: a bound, a default, the value of an alias."""
    if not isinstance(made, MadeFunction):
        raise DecompilationError("the value of a type parameter is not made by a function")
    code: CodeType = made.code
    starred = _starred(code, nested)
    if starred is not None:
        return starred
    # 3.14 starts by refusing formats it cannot give.
    last = nested.statements(code)[-1]
    if not isinstance(last, ast.Return) or last.value is None:
        raise DecompilationError.at(code, "RETURN_VALUE", 0, "the value of a type parameter is not returned")
    return last.value


def _starred(code: CodeType, nested: NestedCode) -> ast.expr | None:
    """`*Ts = *value`: the value is unpacked into one."""
    instructions = normalise(code)
    if [one.op for one in instructions[-2:]] != ["UNPACK", "RETURN"]:
        return None
    machine = nested.run(code, instructions, 0, len(instructions) - 2)
    return ast.Starred(machine.stack.pop(), _LOAD)


OPERATIONS = {
    "INTRINSIC": _op_intrinsic,
    "GIVEN": _op_given,
}
