"""Which C slots stand behind which special methods of NumPy's C types."""

from __future__ import annotations

# Watched on any C type: what reads, writes or hands out elements without a ufunc.
ELEMENT_SLOTS = {
    "__getitem__": ("mp_subscript", "sq_item"),
    "__setitem__": ("mp_ass_subscript", "sq_ass_item"),
    "__contains__": ("sq_contains",),
    "__iter__": ("tp_iter",),
    "__next__": ("tp_iternext",),
    "__float__": ("nb_float",),
    "__int__": ("nb_int",),
    "__index__": ("nb_index",),
    "__bool__": ("nb_bool",),
    "__buffer__": ("bf_getbuffer",),
}

_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "mod": "remainder",
    "divmod": "divmod",
    "pow": "power",
    "lshift": "lshift",
    "rshift": "rshift",
    "and": "and",
    "xor": "xor",
    "or": "or",
    "floordiv": "floor_divide",
    "truediv": "true_divide",
    "matmul": "matrix_multiply",
}
_UNARY = {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}
_COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")

# Operators. On an array they end in a ufunc, which is watched, and a swapped slot would stop temporary elision
# and change which operand defers to which: never watched there. A NumPy scalar's never reach a ufunc.
OPERATOR_SLOTS = {
    **{f"__{name}__": (f"nb_{slot}",) for name, slot in (_BINARY | _UNARY).items()},
    **{f"__r{name}__": (f"nb_{slot}",) for name, slot in _BINARY.items()},
    **{f"__i{name}__": (f"nb_inplace_{slot}",) for name, slot in _BINARY.items()},
    **{f"__{name}__": ("tp_richcompare",) for name in _COMPARISONS},
}
