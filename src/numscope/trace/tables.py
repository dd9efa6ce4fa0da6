"""The tables of a sealed trace: their columns, types and meaning. The format's reference page is made from this."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa

from numscope.operations.traits import Trait

_TEXTS = pa.list_(pa.string())
_NUMBERS = pa.list_(pa.int64())


@dataclass(frozen=True)
class Column:
    """One column. `encoding` is Parquet's; None leaves a dictionary, which suits what repeats.

    A required column is never null, and says so: that saves a tenth of the time that sealing takes. A random one, as
    a hash is, is not compressed in vain. before: in SQL, what stands for a column that older traces lack.
    """

    name: str
    type: Any
    meaning: str
    encoding: str | None = None
    required: bool = False
    random: bool = False
    before: str | None = None


@dataclass(frozen=True)
class Table:
    """One stored table: `tables/NAME.parquet`. later: older traces have none, which stands for one without rows."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    later: bool = False

    @cached_property
    def schema(self) -> Any:
        """The Arrow schema."""
        return pa.schema(
            [pa.field(column.name, column.type, nullable=not column.required) for column in self.columns]
        )

    def write_options(self) -> dict[str, Any]:
        """What `pyarrow.parquet.ParquetWriter` needs to know about encodings and compression."""
        plain = {column.name: column.encoding for column in self.columns if column.encoding is not None}
        # What DuckDB skips row groups by.
        keys = [
            column.name
            for column in self.columns
            if (column.required and column.encoding == _DELTA) or column.name == "parent"
        ]
        repeating = [column.name for column in self.columns if column.encoding is None]
        compression: str | dict[str, str] = "lz4"
        if any(column.random for column in self.columns):
            compression = {column.name: "none" if column.random else "lz4" for column in self.columns}
        return {
            "column_encoding": plain,
            "use_dictionary": repeating,
            "compression": compression,
            "write_statistics": keys,
        }


# Numbers that rise, or that lie close together, are stored as differences.
_DELTA = "DELTA_BINARY_PACKED"
# Compression finds their repetitions as well as a dictionary would, in a third of the time.
_PLAIN = "PLAIN"
# Of floating-point numbers that lie close together the upper bytes repeat: each byte is stored apart.
_SPLIT = "BYTE_STREAM_SPLIT"

OPERATIONS = Table(
    "operations",
    "One row an operation, in the order in which operations ended.",
    (
        Column(
            "id",
            pa.int64(),
            "Number in the trace: processes in the order of their start, then begin.",
            _DELTA,
            True,
        ),
        Column(
            "call",
            pa.uint32(),
            "Row of `calls`: everything that repeats from call to call.",
            _PLAIN,
            True,
        ),
        Column("parent", pa.int64(), "Id of the operation inside which this one ran.", _DELTA),
        Column("time_ns", pa.int64(), "When it began, in ns since the Unix epoch.", _DELTA, True),
        Column(
            "duration_ns",
            pa.int64(),
            "How long it took; null: it had not ended when the process died.",
            _DELTA,
        ),
        Column("self_ns", pa.int64(), "Its duration without that of the operations inside it.", _DELTA),
        Column(
            "inside",
            pa.uint32(),
            "How many operations ran inside it, at any depth; null: it had not ended when the process died.",
            before="null::uinteger",
        ),
        Column(
            "bytes_in",
            pa.int64(),
            "Bytes it read: of the arrays it was given, or of the part that it took of one.",
            _DELTA,
            True,
        ),
        Column(
            "bytes_out",
            pa.int64(),
            "Bytes it wrote: of the arrays it made, or of the part that it changed; of a view, none.",
            _DELTA,
            True,
        ),
        Column("exception", pa.string(), "The exception it raised: type and message."),
    ),
)
CALLS = Table(
    "calls",
    "What operations have in common that were called alike from the same place.",
    (
        Column("id", pa.uint32(), "Row number.", required=True),
        Column("process", pa.uint32(), "Row of `processes`."),
        Column("thread", pa.uint16(), "Thread number within the process, from 1."),
        Column("name", pa.string(), "The operation's public dotted path, as `numpy.add.reduce`."),
        Column(
            "traits",
            pa.uint32(),
            "What is known of the operation whatever its arguments, as a sum: "
            + ", ".join(f"{trait.value} {trait.words}" for trait in Trait)
            + ".",
            before="known_traits(name)",
        ),
        Column("depth", pa.uint8(), "How many operations it ran inside."),
        Column("how", pa.string(), "What the calling instruction was: call, operator, in place, index ..."),
        Column("file", pa.string(), "Source file of the innermost Python frame."),
        Column("line", pa.uint32(), "Line in that file."),
        Column("function", pa.string(), "Function of that frame."),
        Column("in_library", pa.bool_(), "That frame belongs to a watched library."),
        Column("user_file", pa.string(), "Source file of the innermost frame outside the watched libraries."),
        Column("user_line", pa.uint32(), "Line in that file."),
        Column("user_function", pa.string(), "Function of that frame."),
        Column("user_visible", pa.bool_(), "At depth 0 and called from outside the watched libraries."),
        Column(
            "importing",
            pa.bool_(),
            "A library ran it while it was imported: an import runs between the user's line and the operation.",
            before="in_library and function = '<module>'",
        ),
        Column(
            "floating_point", pa.uint8(), "Flags it raised: 1 divide, 2 overflow, 4 underflow, 8 invalid."
        ),
        Column("raised", pa.bool_(), "It raised an exception."),
        Column("truncated", pa.bool_(), "It had more operands than are kept."),
        Column("unfinished", pa.bool_(), "It had not ended when the process died."),
        Column("inputs", pa.uint8(), "Number of recorded inputs and arguments."),
        Column("outputs", pa.uint8(), "Number of recorded outputs."),
        Column("site", pa.uint32(), "Row of `sites`; 0: unknown."),
        Column("user_site", pa.uint32(), "Row of `sites`; 0: there is none."),
    ),
)
OPERANDS = Table(
    "operands",
    "One row an operand: an operation's inputs and arguments, then its outputs.",
    (
        Column("operation", pa.int64(), "Id of its operation.", _DELTA, True),
        Column(
            "slot",
            pa.uint32(),
            "Row of `slots`: everything that repeats from call to call.",
            _PLAIN,
            True,
        ),
        Column("address", pa.uint64(), "Address of the first element."),
        Column("owner", pa.uint64(), "Address of the object that owns the memory, when that is another."),
        Column("content", pa.int64(), "Row of `contents`: hash, statistics, small values.", _DELTA),
        Column("integer", pa.int64(), "Value of an int or a bool."),
        Column("real", pa.float64(), "Value of a float."),
        Column(
            "text", pa.string(), "Value of a str, or the Python literal of a tuple, slice, list, dtype ..."
        ),
    ),
)
SLOTS = Table(
    "slots",
    "What operands have in common that stand at the same place and are laid out alike.",
    (
        Column("id", pa.uint32(), "Row number.", required=True),
        Column("place", pa.uint16(), "Place among all operands of the operation, from 0."),
        Column(
            "kind",
            pa.string(),
            "array, scalar, int, float, bool, none, string, literal, object, shared text.",
        ),
        Column(
            "role",
            pa.string(),
            "input, output, out (given by the caller), argument, mutated (as it was left), attribute, memory.",
        ),
        Column(
            "position", pa.uint8(), "Place among the positional arguments or results, from 0; null: keyword."
        ),
        Column("name", pa.string(), "Name of the keyword or parameter."),
        Column(
            "item",
            pa.uint16(),
            "Number of this array inside a list or tuple argument, from 1; 0: not inside. "
            "Of an attribute: 1 + place of the operand that it is about; 0: the operation.",
        ),
        Column(
            "type",
            pa.string(),
            "Type of a subclass or of an object that is not looked into; a shared text itself.",
        ),
        Column("layout", pa.uint32(), "Row of `layouts`; 0: not an array."),
        Column("dtype", pa.string(), "Element type: float64, datetime64[D], >f8, or a list of fields."),
        Column("description", pa.string(), "The element type as in the .npy format."),
        Column("shape", _NUMBERS, "Shape."),
        Column("strides", _NUMBERS, "Strides in bytes."),
        Column("data_bytes", pa.uint64(), "Number of elements times item size."),
        Column("fortran", pa.bool_(), "Contiguous in Fortran order and not in C order."),
        Column("kept", pa.bool_(), "Its bytes are in the value pack."),
        Column("read_only", pa.bool_(), "The array was not writeable."),
        Column(
            "converted", pa.bool_(), "The caller gave a list or tuple; this is the array NumPy made of it."
        ),
    ),
)
_STATISTICS = tuple(
    Column(name, kind, meaning, _SPLIT if kind == pa.float64() else _PLAIN)
    for name, kind, meaning in (
        ("minimum", pa.float64(), "Smallest finite element."),
        ("maximum", pa.float64(), "Largest finite element."),
        ("mean", pa.float64(), "Mean of the finite elements."),
        ("deviation", pa.float64(), "Population standard deviation of the finite elements."),
        ("zeros", pa.uint64(), "Number of zeros."),
        ("nans", pa.uint64(), "Number of NaN, or NaT."),
        ("positive_infinities", pa.uint64(), "Number of +Inf."),
        ("negative_infinities", pa.uint64(), "Number of -Inf."),
    )
)
STATISTICS = tuple(column.name for column in _STATISTICS)
CONTENTS = Table(
    "contents",
    "What operands held. Equal contents close together share a row; far apart they may have one each.",
    (
        Column("id", pa.int64(), "Row number.", _DELTA, True),
        Column("hash_low", pa.uint64(), "Lower half of the 128-bit content hash.", _PLAIN, random=True),
        Column("hash_high", pa.uint64(), "Upper half of it.", _PLAIN, random=True),
        *_STATISTICS,
        Column(
            "inline",
            pa.binary(),
            "The bytes of a small value, in C order unless only Fortran-contiguous.",
            _PLAIN,
        ),
    ),
)
LAYOUTS = Table(
    "layouts",
    "How arrays lie in memory.",
    (
        Column("id", pa.uint32(), "Number in the trace."),
        Column("dtype", pa.uint32(), "Row of `dtypes`."),
        Column("shape", _NUMBERS, "Shape."),
        Column("strides", _NUMBERS, "Strides in bytes."),
        Column("data_bytes", pa.uint64(), "Number of elements times item size."),
        Column("c_contiguous", pa.bool_(), "Contiguous in C order."),
        Column("f_contiguous", pa.bool_(), "Contiguous in Fortran order."),
    ),
)
DTYPES = Table(
    "dtypes",
    "Element types.",
    (
        Column("id", pa.uint32(), "Number in the trace."),
        Column("name", pa.string(), "Short name: float64, datetime64[D], >f8, or the description."),
        Column("description", pa.string(), "As the .npy format has it: `'<f8'`, or a list of fields."),
        Column("item_bytes", pa.uint32(), "Bytes of one element."),
        Column("kind", pa.string(), "NumPy's kind character."),
        Column("has_objects", pa.bool_(), "Holds Python objects: its bytes are never kept."),
    ),
)
SITES = Table(
    "sites",
    "Places in the source from which operations were called.",
    (
        Column("id", pa.uint32(), "Number in the trace."),
        Column("process", pa.uint32(), "Row of `processes`."),
        Column("file", pa.string(), "Source file."),
        Column("line", pa.uint32(), "Line."),
        Column("function", pa.string(), "Function, with its qualified name where the interpreter has it."),
        Column("how", pa.string(), "What the calling instruction was."),
        Column("instruction", pa.uint32(), "Byte offset in the code object."),
        Column("in_library", pa.bool_(), "The frame belongs to a watched library."),
    ),
)
VALUES = Table(
    "values",
    "Kept arrays: which bytes of which process's `values.pack`, and how they are stored there.",
    (
        Column("hash_low", pa.uint64(), "Lower half of the 128-bit content hash.", _PLAIN, random=True),
        Column("hash_high", pa.uint64(), "Upper half of it.", _PLAIN, random=True),
        Column("process", pa.uint32(), "Row of `processes`."),
        Column("offset", pa.uint64(), "First byte in the pack.", _DELTA),
        Column("bytes", pa.uint64(), "Number of bytes of the array."),
        Column("layout", pa.uint32(), "Row of `layouts`: dtype and shape."),
        Column("fortran", pa.bool_(), "The bytes are in Fortran order."),
        Column("stored", pa.uint64(), "Number of bytes in the pack.", before="bytes"),
        Column(
            "word",
            pa.uint8(),
            "0: the bytes as they are. Else words of that many bytes, some left out: behind the others is a bit for "
            "each, lowest first, 1 where it is there; where all are equal, one word alone.",
            before="0::utinyint",
        ),
        Column(
            "repeats",
            pa.bool_(),
            "Words are left out that equal the one before, or 0 at the start; else those that are 0.",
            before="false",
        ),
    ),
)
PROCESSES = Table(
    "processes",
    "Processes of the run; where old operations are dropped while it goes on, a row for each segment that is kept.",
    (
        Column("id", pa.uint32(), "Number in the trace, in the order of their start."),
        Column("directory", pa.string(), "Name of its folder in `processes/`."),
        Column("pid", pa.int64(), "Process id."),
        Column("parent_pid", pa.int64(), "Process id of the process that started it."),
        Column("argv", _TEXTS, "`sys.argv`."),
        Column("executable", pa.string(), "The interpreter."),
        Column("python", pa.string(), "Its version."),
        Column("numpy", pa.string(), "NumPy's version."),
        Column("started_ns", pa.int64(), "Start, in ns since the Unix epoch."),
        Column("ended_ns", pa.int64(), "End; null: it did not end in an orderly way, or runs still."),
        Column("first_operation", pa.int64(), "Id of its first operation."),
        Column("operations", pa.int64(), "Operations recorded."),
        Column("left_out", pa.int64(), "Operations seen and left out by selection."),
        Column("stop_reason", pa.string(), "Why recording stopped early: disk full, budget, write error."),
        Column("missing", pa.int64(), "Operations seen after that, which are not recorded.", before="0"),
        Column("stopped_ns", pa.int64(), "When that was, in ns since the Unix epoch.", before="null"),
        Column("environment", pa.string(), "What is known of its surroundings, as JSON."),
        Column(
            "first_segment",
            pa.uint32(),
            "Row of the oldest segment of the same process, which stands for it in `calls`, `sites` and `threads`.",
            before="id",
        ),
        Column(
            "segment", pa.uint32(), "Number of the segment in its process (--rotate, --last).", before="0"
        ),
        Column(
            "begun_before",
            pa.int64(),
            "Operations that began in earlier segments of the process; of the oldest: in those that were dropped.",
            before="0",
        ),
        Column(
            "rank",
            pa.int64(),
            "Its number among all processes of the job; a worker has that of the process it helps.",
            before="try_cast(json_extract_string(environment, '$.rank') as bigint)",
        ),
        Column("world_size", pa.int64(), "How many ranks the job has.", before="null::bigint"),
        Column("local_rank", pa.int64(), "Its number among the ranks of its host.", before="null::bigint"),
        Column(
            "group",
            pa.int64(),
            "Number of the host in the job, or of the agent that started the process.",
            before="null::bigint",
        ),
        Column("host", pa.string(), "Name of the machine.", before="null::varchar"),
        Column("launcher", pa.string(), "What started it: torchrun, Slurm ...", before="null::varchar"),
        Column("job", pa.string(), "The launcher's id of the job.", before="null::varchar"),
        Column("task", pa.string(), "The launcher's id of the task in the job.", before="null::varchar"),
        Column(
            "worker",
            pa.string(),
            "Name of a process that helps another one: a pool's, a data loader's.",
            before="null::varchar",
        ),
    ),
)
THREADS = Table(
    "threads",
    "Threads that ran operations.",
    (
        Column("process", pa.uint32(), "Row of `processes`."),
        Column("thread", pa.uint32(), "Number within the process, from 1."),
        Column("native_id", pa.uint64(), "`threading.get_ident()`."),
    ),
)
MARKS = Table(
    "marks",
    "Moments between operations: the ends of the program's steps, what it named by `numscope.mark`, and what "
    "`numscope ctl PID mark` marked.",
    (
        Column(
            "process", pa.uint32(), "Row of `processes`, of the oldest segment of the process.", required=True
        ),
        Column(
            "kind",
            pa.string(),
            "step: a step ended (`numscope.step()`, a trainer's batch, an optimiser's); named: by the program; "
            "asked: by numscope ctl.",
        ),
        Column("number", pa.int64(), "Number among the process's marks of this kind, from 1.", required=True),
        Column("time_ns", pa.int64(), "When it was, in ns since the Unix epoch.", required=True),
        Column(
            "operation", pa.int64(), "Id of the operation that began next in the segment; null: none did."
        ),
        Column("text", pa.string(), "What was given with it."),
    ),
    later=True,
)
TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        OPERATIONS,
        CALLS,
        OPERANDS,
        SLOTS,
        CONTENTS,
        LAYOUTS,
        DTYPES,
        SITES,
        VALUES,
        PROCESSES,
        THREADS,
        MARKS,
    )
}
