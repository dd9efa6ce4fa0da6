"""The native core: hooks, operand description, one-pass statistics, event log writer."""

from collections.abc import Callable, Mapping
from io import TextIOWrapper
from os import PathLike
from types import BuiltinFunctionType
from typing import Any, TypedDict, type_check_only

FORMAT_VERSION: int
# As in _decode.pyi, of a few enums: those that `start` is given, operand_role and stop_reason.
CONSTANTS: dict[str, int]
ENUMS: dict[str, dict[str, int]]
STRUCTS: dict[str, dict[str, tuple[str, int, int]]]
_writer: object  # the capsule of writer.h: the seam for native recorders of other libraries

# (facts, parts, parts that never change) of an object, each a tuple (name, value, name, value ...)
_Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]

@type_check_only
class Counters(TypedDict):
    """What the running (or last) recording has done so far, in this process."""

    operations: int  # recorded
    left_out: int  # seen, but not selected; for one of these reasons:
    not_selected: int  # `select` said no
    too_deep: int  # `depth`
    not_its_turn: int  # `every`
    other_caller: int  # `from_modules` said no
    scalars_left_out: int  # NumPy scalars' arithmetic on the program's own lines, over its budget
    recorder_ns: (
        int  # time the program waited for the recorder; without values estimated from one operation in 64
    )
    values: int  # distinct values kept
    value_bytes: int  # of them in the pack
    bytes: int  # written in all
    values_over_budget: int  # values whose bytes were not kept because of a budget
    stop_reason: int  # enum stop_reason in format.h
    missing: int  # operations seen after recording had stopped for that reason
    stopped_ns: int  # when that was, in ns since the Unix epoch; 0: it did not
    threads: int
    npy_files: int  # written
    npy_failures: int  # operands whose file could not be written
    cut: int  # operations that are not recorded since a segment ended while they ran

def attach_numpy() -> None:
    """Bind to the NumPy that the program has imported. Raises ImportError if it is too old."""

def start(
    directory: bytes,
    *,
    hash_library: str,
    values: int = 2,
    max_bytes: int = 0,
    max_array_bytes: int = 0,
    every: int = 1,
    depth: int = 0,
    log: int = 0,
    npy_directory: bytes = b"",
    npy_prefix: bytes = b"",
    library_paths: tuple[str, ...] = (),
    own_path: str = "",
    from_modules: Callable[[str], bool] | None = None,
    select: Callable[[str], bool] | None = None,
    judge_for: int = 0,
    judge: Callable[[int, str, int, int, Any], None] | None = None,
    expected: Callable[[str], bool] | None = None,
    scalars: int = 2,
    redact: Callable[[str], str] | None = None,
    rotate: int = 0,
    last_ns: int = 0,
    keep: int = 0,
    steps: int = 0,
    control: Callable[[int], None] | None = None,
    only_steps: tuple[tuple[int, int, int], ...] = (),
    step_value_bytes: int = 0,
    run_value_bytes: int = 0,
) -> None:
    """Open a shard in `directory` (which exists and is empty) and record every watched operation from now on.

    Paths are bytes, which need not be UTF-8; no npy_directory: no .npy files.
    values: 0 none, 1 statistics and hash, 2 full. max_bytes, max_array_bytes: 0 is no limit. every: one call in
    N of each operation. depth: 0 is all nesting levels, 1 only outermost calls, ... log: 0 none, 1 plain,
    2 coloured. library_paths: path prefixes of watched libraries. from_modules(module name) and
    select(operation name) are asked once a module or operation and their answer is kept. Raises OSError.

    judge_for: the sum of what operations are judged for, 1 NaN made, 2 Inf made, 4 division by zero, 8 rules,
    16 rules in libraries too, 32 exceptions of user-visible operations.
    judge(found, operation name, sequence, floating-point flags, operands) is called as an
    operation ends for which any of it holds (of rules: always); operands is None unless rules are asked for, else a
    list of (enum operand_role, array or NumPy scalar, statistics or None). What it raises is raised in place of the
    result. expected(operation name) is asked once an operation: True exempts it from the first three.

    scalars: enum scalar_scope: which operations with Trait.SCALAR are recorded; 0 none, 1 those on the program's own
    lines, up to 2 % of the process's time, 2 all. redact(text): what is kept of the text of a string, a literal or
    an exception; it is called on the thread that performs the operation.

    rotate, last_ns, steps: record into segments that hold this many bytes, or the last so many nanoseconds or steps
    (`step`) together, of which the newest `keep` stay on the disk; all 0: into one.

    control(enum control_request) is called on the main thread when another process asks for what needs Python.
    only_steps: ranges of steps (first, end, every) that are recorded, counted from 0; none: all.
    step_value_bytes, run_value_bytes: of values over 4 KB no more bytes are kept in each step behind the first, and in
    all; 0: no limit.
    """

def stop() -> Counters:
    """Stop recording, close the shard's files and return the final counters; hooks stay until `unwatch_all`."""

def note(name: str, value: Any, attributes: dict[str, str | int], duration_ns: int = 0, /) -> None:
    """Record `value`, an array, as what an operation called `name` gave that took `duration_ns` and has just ended.

    Its place is the caller's outside numscope. None: it gave nothing.
    """

def operate(
    name: str,
    operands: dict[str, Any],
    attributes: dict[str, str | int],
    run: Callable[[], tuple[Any, Any]],
    place: tuple[str, str, int] = ...,
    /,
) -> Any:
    """Call `run`, which gives its result and what to show of it, as an operation called `name`; return the result.

    place: file, function and line of the source that it stands for; by default that of the caller outside numscope.
    """

def know_traits(table: Mapping[str, int], /) -> None:
    """Add a library's table of traits: names, `LIBRARY.*.LAST`, `*.LAST` or `START*` -> traits.

    Operations that are made before have none of them.
    """

def held_objects(holders: list[Any], kinds: tuple[type, ...], /) -> list[Any]:
    """Return the objects of exactly this type that `holders` refer to, once for each reference."""

def scalar_lines() -> list[tuple[str, int, int, int]]:
    """Return where NumPy scalars' arithmetic was recorded in part: file, line, calls recorded, calls left out."""

def rotate() -> bool:
    """Go on in a new segment and drop the oldest, where `start` was asked for segments; return whether that could be.

    Operations that run meanwhile are `cut`.
    """

def mark(text: str, /) -> None:
    """Name this moment: the first 64 bytes of the text are kept."""

def step() -> int:
    """Mark a step of the program as ended, and return how many have: a segment holds whole steps where it was asked to.

    From the first call on, what libraries that train models say is not counted.
    """

def pin() -> None:
    """Keep the segments that are there, the running one included, for good."""

def hold(whose: int, held: bool, /) -> None:
    """Let operations pass unrecorded, or no longer, for the reason `whose`, an enum held_by.

    They are recorded when there is no reason left.
    """

def go_on() -> None:
    """Have the recorder's own thread run again, which was ended for a fork; does nothing if nothing is recorded."""

def mute() -> None:
    """Let this thread's operations pass unrecorded until as many calls of `unmute`."""

def unmute() -> None:
    """Take one `mute` of this thread back."""

def mock(ask: Callable[[str, bytes], object] | None) -> None:
    """Call `ask` (None: nothing is called) for each user-visible operation of the first thread before it runs.

    ask(operation name, operands as in the event log) gives NotImplemented, and the operation runs; or a tuple of
    one, its result.
    """

def judge_no_more() -> None:
    """Let operations pass unjudged until the next `start`."""

def hold_fatal_signals() -> None:
    """Let the thread that dies first write: called before Python's fault handler is enabled, then arm_fatal_signals."""

def arm_fatal_signals(path: str | None = None, descriptor: int = -1, /) -> None:
    """From now on a compiled call that ends in SIGSEGV, SIGBUS, SIGFPE, SIGILL or SIGABRT is recorded with its inputs.

    The signal then does what it would have done. With a `path`, the file there is first opened as `descriptor`, which
    a handler installed before (Python's faulthandler) writes to; until then nothing is open under that number.
    """

def clocks() -> tuple[int, int]:
    """Ticks of the clock in which events are timed, and ns since the Unix epoch, now."""

def note_launches() -> None:
    """Note the programs that this process starts, from now on and for good."""

def take_launches() -> list[tuple[Any, Any]]:
    """Path and argument list of the programs started since the last call of it."""

def keep_printed(stream: TextIOWrapper, /) -> None:
    """Keep the last texts that are written to `stream` from now on; of a long one its end.

    Raises ValueError if `write` of its class is no C function of one argument.
    """

def take_printed() -> list[str]:
    """Return the texts kept since the last time, in their order."""

def end_printed() -> None:
    """Put the stream's own function back, and forget what was kept."""

def value_detail() -> int:
    """What is kept of values in the running recording, or the last one: 0 nothing, 1 statistics and hash, 2 all."""

def recording() -> bool:
    """Whether operations are being recorded in this process."""

def counters() -> Counters:
    """The counters of the running recording, or of the last one."""

def write_file(path: str | PathLike[str], data: bytes, append: bool = False, /) -> None:
    """Write a file of the recorder's own, through a descriptor that the program can't reach. Raises OSError."""

def read_file(path: str | PathLike[str], offset: int, size: int, /) -> bytes:
    """Return up to `size` bytes of a file from `offset` on, read in the same way. Raises OSError."""

def claim_folder(parent: str | PathLike[str], suffix: str, /) -> str:
    """Make the folder `NUMBER-suffix` in `parent` with the next free number and return its name. Raises OSError.

    Other processes may do so at the same time: a lock on `parent`/.lock orders them.
    """

def files_apart() -> bool:
    """Return whether this system keeps the recorder's descriptors in a table of their own."""

def take_fork() -> bool:
    """True once in a child after fork: its parent's recording does not write from here; call `start` to go on."""

# Each of these changes one C pointer, remembers the old one, and returns an empty string, or the reason why not.
def watch_vectorcall(target: Any, name: str) -> str: ...
def watch_method(target: Any, name: str) -> str: ...
def watch_instance_method(target: Any, name: str, instance: Any, instance_name: str) -> str: ...
def watch_ufunc_method(target: Any, method: str) -> str: ...
def watch_slot(owner: type, slot: str, name: str, exact: bool) -> str: ...
def watch_getset(target: Any, name: str) -> str: ...
def watch_function(
    target: Any,
    name: str,
    changes: int = -1,
    generator: Callable[[], Any] | None = None,
    layer: int = 0,
    without_first: bool = False,
    makes_first: bool = False,
    attribute: str | None = None,
    /,
) -> str:
    """`changes`: the argument that it changes in place. `generator` gives the numpy.random generator it draws from.

    layer: number of the library whose calls inside one another pass, unless the user's code makes them; 0: none does.
    without_first: argument 0 is no operand; makes_first: it is the result. attribute: the operation is called after the
    class of argument 0 that `name_class` named, and this; "": after the class alone. None: it is always called `name`.
    """

def add_layer(layer: int, paths: tuple[str, ...], /) -> None:
    """Number the library whose files begin with one of `paths`: its own calls of its functions of that `layer` pass."""

def name_class(type: type, name: str, holder: str | None = None, /) -> None:  # noqa: A002 - what C calls it
    """Give a class the public name as which methods of its objects are recorded until `unwatch_all`.

    Of an accessor, `name` follows that of the class of its attribute `holder`: loc that of a table's class.
    """

def name_objects(type: type, name_of: Callable[[Any], str], /) -> None:  # noqa: A002 - what C calls it
    """Call operations of functions with an `attribute`, called on an object of `type`, what name_of(object) gives.

    It is asked at each call, until `unwatch_all`, and its answers are held for good. A name can be shared by objects.
    """

def watch_callable(
    target: Any,
    name: str,
    place: str,
    wrapped: bool = False,
    after: Callable[[Any, tuple[Any, ...], dict[str, Any], Any], object] | None = None,
    /,
) -> str:
    """Watch an object with a vectorcall pointer that may die: it is not held.

    place: FILE:LINE of its definition, recorded with each call; "": unknown. wrapped: its library's own Python code
    stands between it and the user who calls it. after(target, arguments, keywords, result) is called when a recorded
    call has run: what it records lies inside the call, and its time does not count.
    """

def watch_results(target: Any, see: Callable[[Any], object], /) -> str:
    """Call `see` with each result of a Python function, while recording. Its calls are no operations."""

def watch_steps(target: Any, ends: bool, /) -> str:
    """Count steps by a Python function of a trainer, while waiting for steps too. Its calls are no operations.

    ends: a step has ended when a call has returned. Else the trainer begins: from then on its batches are the steps,
    and not what optimisers do.
    """

def watch_frompyfunc(target: BuiltinFunctionType, name: str) -> str: ...
def watch_ufunc_table(capsule: Any) -> str: ...
def watch_calls(
    type: type,  # noqa: A002 - what C calls it
    name_of: Callable[[Any, tuple[Any, ...]], tuple[str, bool, str | None] | None],
    outcome_of: Callable[
        [Any, tuple[Any, ...], dict[str, Any] | None, bool], tuple[str | None, str, int, bool]
    ],
    versions: tuple[str, ...],
) -> str: ...
def add_library_paths(paths: tuple[str, ...], /) -> None:
    """Take files with these prefixes for those of a library from now on, until the recording ends."""

def watch_object(
    type: type,  # noqa: A002 - what C calls it
    attributes: tuple[str, ...] | str | Callable[[Any], _Described],
    /,
) -> None:
    """Describe objects of `type`, where they are operands, by these attributes until `unwatch_all`.

    One name in their place: by the object that this attribute is. A callable in their place gives (facts, parts, parts
    that never change) of an object. In place of parts it may give another object, which is described.
    """

def watch_blocks(
    type: type,  # noqa: A002 - what C calls it
    plan: tuple[str | Callable[..., Any], ...],
    /,
) -> None:
    """Describe objects of `type`, where they are operands, by the blocks that their arrays lie in until `unwatch_all`.

    plan: a `numscope.probes.declaration.Blocks`.
    """

def watch_threads(callable: Callable[[], object], /) -> None:  # noqa: A002 - what C calls it
    """Call `callable` in each thread before the first operation that it records, until `unwatch_all`."""

def watch_arrays(
    type: type,  # noqa: A002 - what C calls it
    name: str,
    show: Callable[[Any], tuple[Any, ...] | str],
    /,
) -> None:
    """Describe objects of `type`, where they are operands, as arrays called `name`, until `unwatch_all`.

    Their elements are read through the buffer protocol. Of an object without it, show(object) gives NumPy's dtype, the
    shape, the address of the elements in C order (0: out of reach), and why they are not known ("": they are), and of
    those out of reach, where they are known, minimum, maximum, mean, standard deviation, and how many are zero, NaN,
    infinity and minus infinity, in a tuple; or a text that stands for it. Raises ValueError if 16 types are watched
    already.
    """

def unwatch_all() -> int:
    """Put every pointer back; returns how many were."""

def slot_names() -> tuple[str, ...]:
    """The type slots that `watch_slot` knows."""
