"""Numba's messages about declarations: decorators, their options, classes; in words of the program.

The patterns are those of Numba 0.68's own source; a test runs a program for each.
"""

from __future__ import annotations

from numscope.compiled.numba.explaining.rules.message_table import Message

_JIT = "user/jit.html"
_CLASSES = "user/jitclass.html"
_UFUNCS = "user/vectorize.html"

DECLARED = (
    Message(
        "unknown-option",
        r"Unrecognized (?:parallel )?options: \W*(?:dict_keys)?\W*(\w+)",
        "The decorator has no option `{0}`.",
        "Leave it out, or use one of the options in Numba's manual.",
        f"{_JIT}#compilation-options",
    ),
    Message(
        "overload-result",
        r"Implementation function returned by `@overload` has an unexpected type\.\s+Got ([^\n]+)",
        "The function under the decorator for overloads returns `{0}` and no function that does the work.",
        "Return an inner function with the same parameters, or None for types that it is not for.",
        "extending/high-level.html",
    ),
    Message(
        "objmode-annotation",
        r"Invalid type annotation on non-outgoing variables: \{'(\w+)'",
        "`objmode({0}=...)` names a variable that the block does not give to the code behind it.",
        "Leave the name out of `objmode(...)`, or assign it in the block and use it behind.",
        "user/withobjmode.html",
    ),
    Message(
        "undefined-name",
        r"^name '(\w+)' is not defined",
        "`{0}` is a name that nothing has: it stands in a type that `objmode(...)` or an annotation gives as text.",
        "Write a type of Numba's, `'float64'` or `'int64[:]'`, or define the name in the module.",
        "user/withobjmode.html",
    ),
    Message(
        "not-yet-assigned",
        r"Variable '(\w+)(?:\.\d+)?' is not defined",
        "`{0}` is read here before it has a value: this function assigns it, so it is a variable of its own.",
        "Give it a value before this line, or another name where the value of a global is meant.",
        "reference/pysupported.html#language",
    ),
    Message(
        "jitted-twice",
        r"called on an already jitted function (?:CPUDispatcher\((?:<function )?(?:\w+\.<locals>\.)*)?(\w+)",
        "`{0}` is compiled already when this decorator gets it.",
        "Leave one of the two decorators out, or pass its plain function: `{0}.py_func`.",
        _JIT,
    ),
    Message(
        "not-a-function",
        r"The decorated object is not a function \(got type (?:<class ')?(\w+)",
        "`jit` and `njit` compile functions, and this line gives them a value of the type `{0}`.",
        "Pass a function, or put the decorator above its `def`.",
        _JIT,
    ),
    Message(
        "option-conflict",
        r"Only one of '(\w+)' or '(\w+)' can be True",
        "The decorator has both `{0}` and `{1}`, and each excludes the other.",
        "Leave one of the two out: without them a function is compiled without Python objects.",
        _JIT,
    ),
    Message(
        "fastmath-flags",
        r"Unrecognized fastmath flags: ([^\n]+)",
        "`fastmath` is given flags that there are not.",
        "Use some of `nnan`, `ninf`, `nsz`, `arcp`, `contract`, `afn`, `reassoc`, or `True`.",
        "user/performance-tips.html#fastmath",
    ),
    Message(
        "option-value",
        r"Expect(?:ed)? (fastmath|parallel) option",
        "`{0}=` is given a value that it can't take.",
        "Write `True` or `False`, or the flags as a set or a dict.",
        f"{_JIT}#compilation-options",
    ),
    Message(
        "option-value",
        r"kwarg '(inline)' must be one of the strings",
        "`{0}=` is given a value that it can't take.",
        "Write `'always'` or `'never'`.",
        f"{_JIT}#compilation-options",
    ),
    Message(
        "cfunc-result",
        r"C callback needs an explicit return type",
        "The signature of the `cfunc` does not say what the function returns.",
        "Write the type of the result in front: `float64(int64)`.",
        "user/cfunc.html",
    ),
    Message(
        "init-result",
        r"__init__\(\) should return None, not '([^\n]*)'",
        "`__init__` of the jitclass returns a value, which Python does not allow either.",
        "Leave the value out: `return` alone.",
        _CLASSES,
    ),
    Message(
        "jitclass-subclass",
        r"cannot subclass from a jitclass",
        "This class inherits from a jitclass, which can have no subclasses.",
        "Put an object of the one into a field of the other, or inherit plain classes and compile the last.",
        _CLASSES,
    ),
    Message(
        "jitclass-bases",
        r"must have exactly one base class",
        "A jitclass can have one base class, and this one has several.",
        "Put what they hold into one class, or into fields.",
        _CLASSES,
    ),
    Message(
        "jitclass-deleter",
        r"deleter is not supported: (\w+)",
        "The property `{0}` of the jitclass has a deleter; the fields of a jitclass can't be deleted.",
        "Leave the deleter out, or let a method set the field to a value that stands for nothing.",
        _CLASSES,
    ),
    Message(
        "jitclass-catch-all",
        r"(VAR_KEYWORD|KEYWORD_ONLY|VAR_POSITIONAL) argument type unsupported in jitclass",
        "A method of the jitclass collects its arguments with a star or takes some by name only, which it can't.",
        "Name every parameter, and give those that may be left out a default value.",
        _CLASSES,
    ),
    Message(
        "jitclass-method",
        r"Method '(\w+)' is not supported",
        "`{0}` is a method that a jitclass can't have: compiled code does not know the statement that calls it.",
        "Give the method a plain name, and call it.",
        f"{_CLASSES}#support-for-jitclass",
    ),
    Message(
        "jitclass-specification",
        r"spec keys should be strings, got ([^\n]+)",
        "The specification of the jitclass has `{0}` where the name of a field belongs.",
        "Write each field as `('name', type)`.",
        _CLASSES,
    ),
    Message(
        "annotation-type",
        r"Cannot infer Numba type of Python type (?:<class '(?:[\w<>]+\.)*)?(\w+)",
        "An annotation says `{0}`, a class of Python's that compiled code has no type for.",
        "Annotate with a type of Numba's, or with `int`, `float`, `bool`, `str`, or a jitclass.",
        _CLASSES,
    ),
    Message(
        "guvectorize-arguments",
        r"guvectorize\(\) takes one or two positional arguments",
        "`guvectorize` is given more than a list of signatures and a layout.",
        "Write `@guvectorize([signature, ...], '(n)->()')`, other options by name.",
        f"{_UFUNCS}#the-guvectorize-decorator",
    ),
    Message(
        "unknown-target",
        r"Unsupported target: (\w+)",
        "`target='{0}'` is none that this decorator knows.",
        "Use `cpu`, `parallel` or, with a GPU, `cuda`.",
        _UFUNCS,
    ),
    Message(
        "thread-count",
        r"number of threads must be between 1 and (\d+)",
        "This sets a number of threads that Numba was not started with; here it can be from 1 to {0}.",
        "Choose one of these, or set `NUMBA_NUM_THREADS` before Numba is imported.",
        "user/parallel.html#setting-the-number-of-threads",
    ),
    Message(
        "stencil-option",
        r"stencil (\w+) option should be a tuple with constant structure such as (\([^\n]*?\)+)\.?",
        "The option `{0}` of the stencil is no tuple of numbers that are written out.",
        "Write it as `((-1, 1),)`, a pair for each dimension, or `(1,)` for offsets.",
        "user/stencil.html",
    ),
)
