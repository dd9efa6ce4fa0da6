"""Numba's messages that need no more than other words: what each says of the program, and what to do about it.

The patterns are those of Numba 0.68's own source; a test runs a program for each.
"""

from __future__ import annotations

from dataclasses import dataclass

_PYTHON = "reference/pysupported.html"
_PARALLEL = "user/parallel.html#explicit-parallel-loops"
_UNROLL = f"{_PYTHON}#tuple"
_EXCEPTIONS = f"{_PYTHON}#exception-handling"
_CLASSES = "user/jitclass.html"
_NUMPY = "reference/numpysupported.html"


@dataclass(frozen=True)
class Message:
    """A pattern of Numba's text; `{0}`, `{1}` of the sentence are its groups: types in words, and names as they are."""

    kind: str
    pattern: str
    sentence: str
    advice: str
    page: str


MESSAGES = (
    Message(
        "not-contiguous",
        r"reshape\(\) supports contiguous array only",
        "`reshape` is called on an array whose items do not lie one behind the other: transposed, or sliced.",
        "Copy it first: `np.ascontiguousarray(a).reshape(...)`.",
        _NUMPY,
    ),
    Message(
        "needs-constant",
        r"for literal arguments:\s+array\.astype if dtype is a string it must be constant",
        "`astype` is given a variable of text: the item type of an array has to be known while it is compiled.",
        "Write it out, `a.astype(np.float32)`, or pass the array converted already.",
        _NUMPY,
    ),
    Message(
        "no-complex-part",
        r"cannot access \.(real|imag) of array of ([^\n]+)",
        "`.{0}` of an array exists for integers, float32, float64 and complex numbers; each item here is {1}.",
        "Take one field of a record, or convert the array first: `a.astype(np.float32)`.",
        _NUMPY,
    ),
    Message(
        "index-type",
        r"^(\w+) indices must be integers or slices",
        "An index of this {0} is neither an integer nor a slice.",
        "Use an integer. Items that have names belong in a dict, or in a record.",
        f"{_PYTHON}#list",
    ),
    Message(
        "unsupported-argument",
        r"(print)\(\) function implementation does not support keyword arguments",
        "`{0}` is called with a keyword, and compiled code prints values in one way only.",
        "Leave the keyword out, or join the parts with `+` and `str(...)`.",
        f"{_PYTHON}#built-in-functions",
    ),
    Message(
        "container-keyword",
        r"(\w+)\(\) takes no keyword arguments",
        "`{0}(...)` is called with a keyword, and takes none.",
        "Pass what it is made from by position.",
        f"{_PYTHON}#typed-list",
    ),
    Message(
        "container-arguments",
        r"(\w+)(?:\(\) expected| expect) at most (\d+) arguments?, got (\d+)",
        "`{0}(...)` is called with {2} arguments, and takes at most {1}.",
        "Pass one iterable: a list, a tuple or an array of the items.",
        f"{_PYTHON}#typed-list",
    ),
    Message(
        "dict-pairs",
        r"wrong tuple length for [^\n]*?: '?, 'expected (\d+), got (\d+)'",
        "This line takes tuples of {1} where pairs are needed: tuples of {0}.",
        "Give it tuples of a key and a value.",
        f"{_PYTHON}#typed-dict",
    ),
    Message(
        "not-returned",
        r"use load_from_data_pointer\(\) instead",
        "The function returns something that is only there while it runs, such as an iterator: Python can't get it.",
        "Return the array or a list of the items, and make the iterator outside.",
        f"{_PYTHON}#functions",
    ),
    Message(
        "number-view",
        r"'view' can only be called on NumPy dtypes, try wrapping the variable '(\w+)'",
        "`{0}` is a plain number; `.view(...)` reads the bytes of an array or of a scalar of NumPy's.",
        "Make it one of NumPy's first, for instance `np.int64({0}).view(...)`.",
        _NUMPY,
    ),
    Message(
        "needs-literal",
        r"Cannot request literal type",
        "`numba.literally(...)` asks for a value that is no argument by itself: Numba can compile for each value of an "
        "argument, and not of what is computed from it or passed on in `*args`.",
        "Pass the value as an argument of its own through every compiled function on the way.",
        "reference/types.html#specifying-literal-types",
    ),
    Message(
        "objmode-left",
        r"Cannot add edge as dest node \d+ not in nodes",
        "A `with objmode(...)` block in this function is left by `break`, `continue` or `return`, and it must run to "
        "its end.",
        "Set a variable in the block, and leave the loop behind it.",
        "user/withobjmode.html",
    ),
    Message(
        "no-dimensions",
        r"Calling nonzero on 0d arrays",
        "`nonzero` is called on an array without dimensions, which has no places to name.",
        "Use `np.atleast_1d(a).nonzero()`, or compare the number itself.",
        _NUMPY,
    ),
    Message(
        "no-cast",
        r"astype\([^\n]*\) not supported on [^\n]+: cannot convert from (\w+) to ([^\n]+)",
        "`astype` turns numbers into other numbers; in compiled code it can't make {1} of {0}.",
        "Convert outside of the compiled function.",
        _NUMPY,
    ),
    Message(
        "no-field",
        r"Field '(\w+)' was not found in record with fields (\([^\n]*\))",
        "The record has no field `{0}`; it has {1}.",
        "Use one of these names.",
        f"{_NUMPY}#scalar-types",
    ),
    Message(
        "unsupported-argument",
        r"unsupported keyword arguments when calling (?:Function\(<\w+ ')?(\w+)",
        "`{0}` is called with a keyword, and compiled ufuncs take none but the arrays, by position.",
        "Leave the keyword out: `dtype=` becomes `.astype(...)`, `where=` becomes `np.where(...)`, `out=` stands last.",
        f"{_NUMPY}#standard-ufuncs",
    ),
    Message(
        "ctypes-types",
        r"ctypes function '(\w+)' doesn't define its argument types",
        "`{0}` is a function of a C library whose argument types are not declared.",
        "Declare them: `{0}.argtypes = [...]` and `{0}.restype = ...`.",
        f"{_PYTHON}#ctypes",
    ),
    Message(
        "attribute-set",
        r"Cannot resolve setattr: \((Module\(|[^\n]+?)[^\n]*\)\.(\w+) = ",
        "This line sets the attribute `{1}`, which what stands before the dot does not have in compiled code.",
        "Keep the value in a variable, or in a field of a jitclass.",
        _PYTHON,
    ),
    Message(
        "builtin-replaced",
        r"Modified builtin '(\w+)'",
        "`{0}` is a name of Python's that the program gives another value to.",
        "Choose another name for the variable.",
        _PYTHON,
    ),
    Message(
        "star-of-choice",
        r"op_LIST_EXTEND at the start of a block",
        "A tuple is made of `*` and a choice (`if ... else`, `and`, `or`) in one expression, which can't be compiled.",
        "Put the choice into a variable first, then write the tuple.",
        f"{_PYTHON}#tuple",
    ),
    Message(
        "raise-from",
        r"Multiple argument raise is not supported",
        "`raise ... from ...` keeps another error with the one that is raised; compiled code can raise one alone.",
        "Leave `from ...` out.",
        _EXCEPTIONS,
    ),
    Message(
        "except-several",
        r"'Tuple' object has no attribute 'exc_class'",
        "`except` names several classes; compiled code can catch every error, and no chosen ones.",
        "Write `except Exception:`, and test the condition before instead.",
        _EXCEPTIONS,
    ),
    Message(
        "needs-literal",
        r'"(\w+)" must be a string literal',
        "The text that is passed as `{0}` has to be known while the function compiles, and it is known only while "
        "running.",
        "Write the text into the call, or let Numba compile for each value: `numba.literally(...)`.",
        "reference/types.html#specifying-literal-types",
    ),
    Message(
        "dict-of-none",
        r"Dict\.(?:value|key)_type cannot be of type (none|OptionalType\([^\n]*\))",
        "This line puts {0} into a dict; a dict in compiled code has one type of keys and one of values, and None is "
        "not among them.",
        "Put a value there that stands for nothing, such as NaN or -1.",
        f"{_PYTHON}#typed-dict",
    ),
    Message(
        "unpacking",
        r"failed to unpack ([\w\[\](), ]+)",
        "This line takes {0} apart into several variables, and it has no items.",
        "Unpack a tuple, or assign the variables one by one.",
        f"{_PYTHON}#tuple",
    ),
    Message(
        "identity",
        r"no default `is` implementation",
        "Compiled code has no `is` for two values of this type.",
        "Compare what they hold (`==`), or compare them outside.",
        f"{_PYTHON}#language",
    ),
    Message(
        "no-dimensions",
        r"iteration over a 0-d array",
        "The loop goes over an array without dimensions, which has no items.",
        "Loop over `a.ravel()`, or take the number: `a.item()`, `a[()]`.",
        "reference/numpysupported.html",
    ),
    Message(
        "closure",
        r"Cannot capture a constant value for variable '(\w+)' as there are multiple definitions",
        "The inner function takes `{0}` for a constant, and `{0}` is set in several places.",
        "Give it a name that is set once, or pass it to the inner function.",
        f"{_PYTHON}#inner-function-and-closure",
    ),
    Message(
        "function-returned",
        r"Can't return function object \(Function\(<[\w -]*?'?(\w+)'?>\)\)",
        "The function returns the function `{0}`; compiled code can return numbers, arrays and containers of them.",
        "Return what it gives, or choose the function outside.",
        f"{_PYTHON}#functions",
    ),
    Message(
        "missing-key",
        r"Key '([^\n]*)' is not in dict",
        "The dict has no key `{0}`.",
        "Read a key that it has.",
        f"{_PYTHON}#dict",
    ),
    Message(
        "iterated-tuple",
        r"^Invalid use of getiter with parameters \((Tuple\([^\n]*\))\)",
        "The loop goes over {0}, whose items differ in type; a variable of a plain loop has one type.",
        "Use `numba.literal_unroll`, or make the items one type.",
        f"{_PYTHON}#tuple",
    ),
    Message(
        "needs-literal",
        r"(\w+)\(\) cannot determine the type of variable \"(\w+)\" due to a branch",
        "`{0}(...)` has to know `{1}` while the function compiles, and a branch gives it one of several "
        "values.",
        "Call it in each branch with the text written out.",
        _PYTHON,
    ),
    Message(
        "no-cast",
        r"Cannot cast ([^\n:]+?) to ([^\n:]+?)(?::|\.?$|\n)",
        "Where this line needs {1} it has {0}, and compiled code can't turn the one into the other.",
        "Convert the value before, or let both be of one type.",
        "reference/types.html",
    ),
    Message(
        "unsupported-argument",
        r"Unsupported keywords: \['(\w+)'",
        "The call passes `{0}=`, which the compiled version of this method does not take.",
        "Leave the keyword out, or do this part outside.",
        _NUMPY,
    ),
    Message(
        "not-iterable",
        r"(\w+)\(\) argument must be iterable",
        "`{0}(...)` is given a value without items; it takes what a loop can go over.",
        "Pass a list, a tuple, an array or a range.",
        _PYTHON,
    ),
    Message(
        "not-iterable",
        r"^Invalid use of getiter with parameters \(([^\n]*)\)",
        "The loop goes over {0}, and compiled code can't take that apart item by item.",
        "Loop over `range(n)`, or over an array, a list or a tuple.",
        _PYTHON,
    ),
    Message(
        "not-callable",
        r"No type info available for ([^\n]+?) as a callable",
        "This line calls {0}, which is no function.",
        "Look for a variable that took the name of the function.",
        _PYTHON,
    ),
    Message(
        "index-range",
        r"tuple index out of range",
        "This line reads an item that the tuple does not have: its length is known when the function "
        "compiles.",
        "Use an index below the length of the tuple.",
        f"{_PYTHON}#tuple",
    ),
    Message(
        "masked-array",
        r"Unsupported array type: numpy\.ma\.MaskedArray",
        "An argument is a masked array, which compiled code does not know.",
        "Pass `a.filled(value)`, or the data and the mask as two arrays: `a.data, a.mask`.",
        _NUMPY,
    ),
    Message(
        "float16",
        r"^float16$|Unsupported array dtype: float16",
        "An array holds float16, and compiled code on a processor has no arithmetic for it.",
        "Pass `a.astype(np.float32)`.",
        _NUMPY,
    ),
    Message(
        "unsupported-dtype",
        r"Unsupported array dtype: (\S+)",
        "An array holds {0}, which is no type that compiled code knows.",
        "Convert it to a type that it knows, such as float64, before the call.",
        _NUMPY,
    ),
    Message(
        "prange-step",
        r"Only (?:constant step size|known step size).*? (?:is|are) supported for prange",
        "`prange` takes steps of 1 only, and here its step is something else.",
        "Count the turns, and compute the number from them: `for k in prange(turns): i = start + k * step`.",
        _PARALLEL,
    ),
    Message(
        "prange-reduction",
        r"Parallel floordiv reductions are not supported",
        "The turns of the `prange` loop divide one variable with `//=` one after the other, so they can't run"
        " at the same time.",
        "Multiply the divisors in the loop, and divide once behind it.",
        _PARALLEL,
    ),
    Message(
        "prange-reduction",
        r"Use of reduction variable '?(\w+)'? (?:other than in a|in an un)",
        "The turns of the `prange` loop hand `{0}` on to each other in another way than by one sum, product, "
        "minimum or maximum, so they can't run at the same time.",
        "Let the loop change it with one operator only, or write into an array at the turn's own index.",
        _PARALLEL,
    ),
    Message(
        "prange-reduction",
        r"Reduction variable '?(\w+)'? has multiple conflicting reduction operators",
        "The turns of the `prange` loop change `{0}` with several operators, so their order matters and they "
        "can't run at the same time.",
        "Use one operator a variable.",
        _PARALLEL,
    ),
    Message(
        "prange-index",
        r"Overwrite of parallel loop index",
        "The body of the `prange` loop assigns the loop's own variable.",
        "Use another name inside of the loop.",
        _PARALLEL,
    ),
    Message(
        "no-attribute-store",
        r"No definition for lowering [^\n]+?\.(\w+) = ",
        "This line assigns the attribute `{0}` of a value whose attributes compiled code can only read.",
        "Make a new one with the other value, or use a jitclass.",
        _CLASSES,
    ),
    Message(
        "undefined-name",
        r"NameError: name '(\w+)' is not defined",
        "`{0}` is defined nowhere: not in this function, not around it, not in the module.",
        "Look for a spelling mistake or a missing import.",
        f"{_PYTHON}#language",
    ),
    Message(
        "deleted-variable",
        r"Illegal IR, del found at: del (\w+)",
        "Compiled code has no `del {0}`: it frees a value by itself behind its last use.",
        "Leave the line out.",
        f"{_PYTHON}#language",
    ),
    Message(
        "raised-value",
        r"unsupported constant type used for exception",
        "This line raises something that is neither an exception class nor a new exception of one.",
        "Write it out: `raise ValueError('what is wrong')`.",
        _EXCEPTIONS,
    ),
    Message(
        "objmode-argument",
        r"objectmode context doesn't take any positional arguments",
        "`objmode(...)` is given a value; it takes the types of the variables that leave the block, each by "
        "its name.",
        "Write `with objmode(y='float64'):`.",
        "user/withobjmode.html",
    ),
    Message(
        "context-manager",
        r"Unsupported context manager in use|Illegal use of context-manager|Undefined variable used as context",
        "Compiled code knows two context managers, `objmode` and `parallel_chunksize`, and this `with` uses "
        "another.",
        "Put the `with` outside, around the call of the compiled function.",
        f"{_PYTHON}#language",
    ),
    Message(
        "closure",
        r"Unsupported use of cell variable|Unsupported use of closure",
        "A function or comprehension inside of this one shares a variable with it in a way that compiled code"
        " has not.",
        "Pass the variable as an argument, or take the inner part out.",
        f"{_PYTHON}#inner-function-and-closure",
    ),
    Message(
        "class-members",
        r"class members are not yet supported: ([^\n]+)",
        "The jitclass has members of its class (`{0}`); compiled code knows those of its objects only.",
        "Write functions outside of the class in their place, and constants above it.",
        _CLASSES,
    ),
    Message(
        "raised-again",
        r"re-raising of an exception is not yet supported",
        "`raise` alone, which raises a caught exception again, is not compiled.",
        "Name the exception: `raise ValueError('what is wrong')`, or leave the handler out.",
        _EXCEPTIONS,
    ),
    Message(
        "caught-exception",
        r"Exception object cannot be stored into variable \((\w+)\)",
        "`except ... as {0}` keeps the exception in a variable, which compiled code can't.",
        "Leave `as` and the name out: write `except Exception:`.",
        _EXCEPTIONS,
    ),
    Message(
        "closure",
        r"Calling a closure with \*args is unsupported",
        "This line calls an inner function with `*`.",
        "Write its arguments out.",
        f"{_PYTHON}#inner-function-and-closure",
    ),
    Message(
        "closure",
        r"Reassigning the nonlocal variable '(\w+)' inside an inlined closure",
        "The inner function assigns `{0}`, a variable of the function around it, in more than one place.",
        "Return the value and assign it in the outer function.",
        f"{_PYTHON}#inner-function-and-closure",
    ),
    Message(
        "long-call",
        r"CALL_FUNCTION_EX with \*\*kwargs not supported",
        "The call has `**`, or so many arguments, one of them a choice (`a if b else c`), that Python "
        "collects them first.",
        "Write the keywords out, and give each choice a name on a line before.",
        f"{_PYTHON}#function-calls",
    ),
    Message(
        "long-dict",
        r"DICT_UPDATE op-code was encountered",
        "The dict is put together from another (`{{**d}}`), or has so many items, one of them a choice (`a if"
        " b else c`), that Python builds it in parts.",
        "Copy the items in a loop; give each choice a name on a line before.",
        f"{_PYTHON}#dict",
    ),
    Message(
        "literal-unroll",
        r"Nesting of literal_unroll is unsupported",
        "One loop over `literal_unroll` stands inside of another.",
        "Put the inner loop into a compiled function of its own.",
        _UNROLL,
    ),
    Message(
        "literal-unroll",
        r"literal_unroll takes one argument, found (\d+)",
        "`literal_unroll` takes one tuple, and is given {0} arguments.",
        "Put them into one tuple: `literal_unroll((a, b))`.",
        _UNROLL,
    ),
    Message(
        "literal-unroll",
        r"Invalid use of literal_unroll with a function argument, .*, found ([^\n]+)",
        "`literal_unroll` is given an argument of the function that is {0}; of arguments it takes tuples "
        "only.",
        "Pass a tuple.",
        _UNROLL,
    ),
    Message(
        "literal-unroll",
        r"Invalid use of literal_unroll|argument to literal_unroll",
        "`literal_unroll` takes a tuple, or a list of constants that is written out in the function.",
        "Pass a tuple.",
        _UNROLL,
    ),
    Message(
        "function-types",
        r"mismatch of function types: expected ([^\n]+?) but got ([^\n]+)",
        "A function of the type {1} is passed where the signature asks for {0}.",
        "Let both signatures say the same types.",
        "reference/types.html",
    ),
    Message(
        "frozen-global",
        r"The use of an? ([^\n]+?) type, assigned to variable '(\w+)' in globals, is not supported",
        "`{1}` is {0} outside of the function; globals become constants, and no constant is of this type.",
        "Pass it as an argument.",
        "reference/pysemantics.html#global-and-closure-variables",
    ),
    Message(
        "no-yield",
        r"Cannot type generator: it does not yield any value",
        "No `yield` of this generator can be reached.",
        "Take the `yield` out of what never runs.",
        f"{_PYTHON}#generators",
    ),
    Message(
        "spread-argument",
        r"\*args in function call should be a tuple, got ([^\n]+)",
        "The call spreads {0} with `*`; compiled code spreads tuples, whose length is known.",
        "Pass the items one by one (`f(a[0], a[1])`), or pass it whole.",
        f"{_PYTHON}#function-calls",
    ),
    Message(
        "intrinsic-result",
        r"non-void function returns None from implementation",
        "The `@intrinsic` that this line calls promises a result in its signature, and its code generator "
        "returns None.",
        "Return an LLVM value from the code generator, or let the signature return `types.void`.",
        "extending/high-level.html#implementing-intrinsics",
    ),
    Message(
        "object-argument",
        r"Cannot infer the type of variable 'arg\.(\w+)'",
        "Argument `{0}` is a Python object, and Numba does not know what is inside it.",
        "Pass numbers, arrays or tuples of them.",
        "reference/types.html",
    ),
    Message(
        "no-compiled-method",
        r"^Invalid use of BoundFunction\(\w+\.(\w+) for ([^\n]+?)\) with parameters \(([^\n]*)\)",
        "`.{0}(...)` of {1} has no compiled version for ({2}).",
        "Pass what the documentation of Numba names for it, or do this part outside.",
        _NUMPY,
    ),
    Message(
        "stencil-index",
        r"stencil kernel index is not\s+constant",
        "The kernel of the stencil has an index that is no constant, so Numba can't tell how far the stencil "
        "reaches.",
        "Say it: `@stencil(neighborhood=((-1, 1),))`.",
        "user/stencil.html#neighborhood",
    ),
    Message(
        "not-printable",
        r"Type ([^\n]+?) is not printable",
        "`print` in compiled code can't write {0}.",
        "Print the numbers it holds, or print it outside.",
        f"{_PYTHON}#built-in-functions",
    ),
    Message(
        "keyword-arguments",
        r"first-class function call cannot use keyword arguments",
        "The function that this line calls is one of several, and such a call takes no keywords.",
        "Pass the arguments by position.",
        f"{_PYTHON}#functions",
    ),
    Message(
        "generator-value",
        r"generator as a first-class function type",
        "A generator is passed on as a function, which compiled code can't.",
        "Call it where it is used.",
        f"{_PYTHON}#generators",
    ),
    Message(
        "recursion",
        r"Return type of recursive function does not converge",
        "Each call of the function by itself gives another type, so there is no type for its result.",
        "Return the same type on every path.",
        f"{_PYTHON}#recursive-calls",
    ),
    Message(
        "empty-container",
        r"cannot compute fingerprint of empty (list|set)",
        "The call passes an empty {0}, and compiled code can't tell of what it is a {0}.",
        "Pass an empty array (`np.empty(0)`) or `numba.typed.List.empty_list(numba.float64)`.",
        f"{_PYTHON}#list",
    ),
    Message(
        "argument-count",
        r"Cannot bind 'args=.*due to \"TypeError: missing a required argument: '(\w+)'",
        "The call gives no value for the parameter `{0}`.",
        "Pass it, or give it a default value. Numba does not count parameters behind `*` right: leave the `*` out.",
        f"{_PYTHON}#function-calls",
    ),
)
