"""Dynamo's guards, and why one failed, in words that a reader of the user's function understands."""

from __future__ import annotations

import ast
import re
from typing import Any

from numscope.compiled.torch_compile.records import FailedGuard

_MARKED = re.compile(r"hasattr\((?P<what>.+), '_dynamo_\w+_indices'\) == False$")
_TENSOR = re.compile(
    r"check_tensor\((?P<what>.+?), (?P<type>\w+), DispatchKeySet\((?P<keys>[^)]*)\), (?P<rest>.*)\)$"
)
_OBJECT = re.compile(r"___check_obj_id\((?P<what>.+), \d+\)(?:, type=(?P<type>.+))?$")
_TYPE = re.compile(r"___check_type_id\((?P<what>.+), \d+\)(?:, type=<class '(?P<type>.+)'>)?$")
_GLOBAL_STATE = re.compile(r"___check_global_state\(\)(?: against (?P<state>.*))?$")
_LOCAL = re.compile(r"\bL\['(\w+)'\]")
_BUILTIN = re.compile(r"\bG\['__builtins_dict___\d+'\]\['(\w+)'\]")
_GLOBAL = re.compile(r"\bG\['(\w+)'\]")
_IMPORTED = re.compile(r"\b__import_(\w+)")
_ADDRESS = re.compile(r"(?<![\d.])\d{9,}\b|0x[0-9a-f]{6,}")
_COMPILE_ID = re.compile(r"^(?P<id>\[?\d+/\d+\]?): (?P<rest>.*)$", re.DOTALL)


def readable_guards(parts: list[str]) -> list[str]:
    """Return one condition a line for the guards `parts`: no addresses, their order, no line twice."""
    return list(dict.fromkeys(_readable(part.strip()) for part in parts))


def readable_symbols(described: list[str]) -> list[str]:
    """Return the descriptions of dynamic sizes with names as in the user's function."""
    return [readable_name(symbol).replace("int_oo", "infinity") for symbol in described]


def _readable(part: str) -> str:
    if match := _MARKED.match(part):
        return f"no dimension of {readable_name(match['what'])} is marked dynamic, unbacked or static"
    if match := _TENSOR.match(part):
        return f"{readable_name(match['what'])} is a {match['type']}: {_tensor(match['rest'], match['keys'])}"
    if match := _OBJECT.match(part):
        kind = f" ({match['type']})" if match["type"] else ""
        return f"{readable_name(match['what'])} is the same object as at compile time{kind}"
    if match := _TYPE.match(part):
        return f"type({readable_name(match['what'])}) is {match['type'] or 'the same as at compile time'}"
    if _GLOBAL_STATE.match(part):
        return "torch's global state is the same: grad mode, autocast, default dtype, determinism, threads"
    if part.startswith("___check_torch_function_mode_stack"):
        return "the same torch function modes are active"
    if part.startswith("utils_device.CURRENT_DEVICE"):
        return f"the default device (torch.set_default_device) {part.partition('CURRENT_DEVICE ')[2]}"
    if part.startswith("torch._functorch.aot_autograd.utils.top_saved_tensors_hooks"):
        return f"the saved-tensor hooks {part.partition(' ids ')[2]}"
    return _ADDRESS.sub("<object>", readable_name(part))


def readable_name(expression: str) -> str:
    """Return an expression of Dynamo's with names as in the user's function: `L['x'].size()[0]` is `x.size()[0]`."""
    expression = _BUILTIN.sub(r"builtins.\1", expression)
    expression = _LOCAL.sub(r"\1", expression)
    expression = _GLOBAL.sub(r"\1", expression)
    return _IMPORTED.sub(lambda match: match[1].replace("_dot_", "."), expression)


def _tensor(rest: str, keys: str) -> str:
    match = re.match(
        r"torch\.(?P<dtype>\w+), device=(?P<index>\w+), requires_grad=(?P<grad>\w+), "
        r"size=(?P<size>\[.*?\]), stride=(?P<stride>\[.*?\])$",
        rest,
    )
    if match is None:
        return rest
    device = keys.split(",")[0].strip().lower() + ("" if match["index"] == "None" else f":{match['index']}")
    size = match["size"].replace("None", "any")
    stride = match["stride"].replace("None", "any")
    return f"{match['dtype']}, shape {size}, strides {stride}, requires_grad={match['grad']}, on {device}"


def failed_guards(
    reasons: list[str], f_locals: dict[str, Any], f_globals: dict[str, Any]
) -> list[FailedGuard]:
    """Return the guards in Dynamo's `reasons`, each with the value in the frame that failed it."""
    return [_failed(reason, f_locals, f_globals) for reason in reasons]


def _failed(reason: str, f_locals: dict[str, Any], f_globals: dict[str, Any]) -> FailedGuard:
    text = reason.partition("\nUser stack trace:")[0].strip()
    match = _COMPILE_ID.match(text)
    compile_id, text = (match["id"].strip("[]"), match["rest"]) if match else ("", text)
    text = re.split(r"\s+#\s", text, maxsplit=1)[0].strip()
    guard = _readable(text)
    return FailedGuard(compile_id, guard, _value(text, f_locals, f_globals))


def _value(guard: str, f_locals: dict[str, Any], f_globals: dict[str, Any]) -> str:
    """Describe what the guard looked at: the first part of it that can be read without side effects."""
    quoted = re.match(r"tensor '(?P<what>[^']+(?:'\w+'[^']*)*)' ", guard)
    match = quoted or _TYPE.match(guard) or _OBJECT.match(guard) or _TENSOR.match(guard)
    expression = match["what"] if match else guard
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except SyntaxError:
        return ""
    candidates = [
        node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
    ]
    for node in candidates:
        try:
            value = _read(node, f_locals, f_globals)
        except (LookupError, AttributeError, TypeError):
            continue
        return f"{readable_name(ast.unparse(node))} is {_describe(value)}"
    return ""


def _read(node: ast.expr, f_locals: dict[str, Any], f_globals: dict[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        if node.id in ("L", "G"):
            return f_locals if node.id == "L" else f_globals
        return f_locals[node.id]
    if isinstance(node, ast.Attribute):
        # Through the instance dictionary: a property's code must not run on our account.
        return vars(_read(node.value, f_locals, f_globals))[node.attr]
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        container = _read(node.value, f_locals, f_globals)
        if type(container) in (dict, list, tuple) or container is f_locals or container is f_globals:
            return container[node.slice.value]
    raise LookupError


def _describe(value: Any) -> str:
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if shape is not None and dtype is not None:
        strides = list(value.stride()) if hasattr(value, "stride") else []
        grad, device = getattr(value, "requires_grad", False), getattr(value, "device", "cpu")
        kind, short = type(value).__name__, str(dtype).removeprefix("torch.")
        return f"a {kind}: {short}, shape {list(shape)}, strides {strides}, requires_grad={grad}, on {device}"
    if isinstance(value, (bool, int, float, complex, str, bytes, type(None))):
        return repr(value)[:200]
    if isinstance(value, (list, tuple, dict, set)):
        return f"a {type(value).__name__} of {len(value)}"
    return f"a {type(value).__module__}.{type(value).__qualname__} object"
