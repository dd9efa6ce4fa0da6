/* The raw trace as the recorded process writes it: the one description of every byte.
 *
 * A process writes its shard into one directory:
 *   definitions.log, definitions.tail   what ids mean: strings, call sites, dtypes, layouts, operations, values
 *   events-0.log,    events-0.tail      one record an operation, in the order in which operations END
 *   values.pack,     values.tail        the bytes of kept arrays
 *   process.json                        who wrote it (see recording/)
 *
 * A recording that is bounded (--rotate, --last) goes on in SHARD.1, SHARD.2 ..., each a segment with these three streams, ids and
 * sequence numbers of its own; old segments are removed, their events first. Segment 0 is the shard's own folder, which stays.
 *
 * A stream is an append-only file and a memory-mapped ring of its newest bytes. Bytes go to the ring; a thread of the
 * recorder moves them to the file. The ring is a shared mapping of a file, so the kernel owns it: SIGKILL loses nothing.
 *
 *   tail file:  | struct tail_header (TAIL_HEADER_BYTES) | ring (capacity bytes, a power of two) |
 *   stream   =  .log[0 : written] + ring from written % capacity on, wrapping around, length - written bytes
 *
 * Whatever the .log file holds behind `written` was not finished. A closed stream has no tail file: all of it is in the
 * .log file; a closed events stream ends with a close_record, which keeps what the tail's header knew. All numbers are
 * little-endian; every record starts at a multiple of 8 in the stream and has a size that is a multiple of 8. Readers skip
 * record kinds they do not know.
 */
#ifndef NUMSCOPE_FORMAT_H
#define NUMSCOPE_FORMAT_H

#include <stdint.h>

/* 1: the pack holds all bytes of a value. 2: a value_record that says how its bytes are stored. 3: operation_record, with
 * traits. */
#define FORMAT_VERSION 3
#define TAIL_MAGIC 0x4c494154504f4353ull /* "SCOPTAIL" read as little-endian bytes */
#define TAIL_HEADER_BYTES 4096
#define MAX_IN_FLIGHT 64
#define ASKED_TEXT 64

/* An operation that has begun and not ended: what a crash report needs. */
struct in_flight {
    uint64_t sequence;
    uint64_t start_ticks;
    uint32_t operation;
    uint32_t site;
};

struct tail_header {
    uint64_t magic;
    uint32_t version;
    uint32_t capacity;   /* bytes of the ring */
    uint64_t written;    /* bytes of the stream that are in the .log file; stored after they are */
    uint64_t length;     /* bytes of the whole stream; stored with release order after the bytes themselves */
    /* Two readings of both clocks, ticks (time-stamp counter) and ns since the Unix epoch; the second is refreshed whenever
     * the ring is drained. ns = first_ns + (ticks - first_ticks) * (last_ns - first_ns) / (last_ticks - first_ticks). */
    uint64_t first_ticks, first_ns, last_ticks, last_ns;
    uint64_t next_sequence;  /* operations begun so far; the next one's sequence number */
    uint64_t left_out;       /* operations seen but left out by selection */
    uint32_t stop_reason;    /* enum stop_reason */
    uint32_t in_flight_depth;
    struct in_flight in_flight[MAX_IN_FLIGHT]; /* of the thread that holds the GIL */
    /* Of events streams; zeros in older traces. Once any stream of the shard can't be written, no more operations are recorded,
     * and those that follow are counted. */
    uint64_t missing;        /* operations seen since then */
    uint64_t stopped_ns;     /* when that was, in ns since the Unix epoch */
    uint64_t recorder_ticks; /* for which the program has waited for the recorder */
    uint64_t seen_ticks;     /* when an operation was recorded last */
    uint32_t stopped;        /* enum stop_reason: why */
    /* What another process asks of the one that writes, in the events stream that is written now: see control.h. Who asks
     * holds a lock on the file (flock), fills `asked_text`, then stores `asked`. */
    uint32_t asked;          /* number of the request << 8 | enum control_request */
    uint32_t answered;       /* `asked`, once it is done */
    uint32_t held;           /* enum held_by: why operations pass unrecorded now */
    uint8_t asked_text[ASKED_TEXT]; /* of CONTROL_MARK: UTF-8, zero-padded */
};

enum control_request { CONTROL_NONE = 0, CONTROL_START = 1, CONTROL_PAUSE = 2, CONTROL_STOP = 3, CONTROL_MARK = 4,
                       CONTROL_KEEP = 5 };

/* Each holds a recording by itself: operations are recorded when none does. */
enum held_by { HELD_BY_PROGRAM = 1 /* numscope.pause() */, HELD_BY_CONTROL = 2 /* numscope ctl */,
               HELD_BETWEEN_STEPS = 4 /* --steps */, HELD_BY_RANK = 8 /* --ranks */ };

enum stop_reason { STOP_NONE = 0, STOP_DISK_FULL = 1, STOP_BUDGET = 2, STOP_WRITE_ERROR = 3 };

struct record_header {
    uint32_t size;  /* whole record in bytes, this header included */
    uint16_t kind;  /* enum record_kind */
    uint16_t flags;
};

enum record_kind {
    /* definitions.log. Ids count up from 1 within their kind; 0 means "none". */
    RECORD_STRING = 1,
    RECORD_OPERATION = 2,
    RECORD_SITE = 3,
    RECORD_DTYPE = 4,
    RECORD_LAYOUT = 5,
    RECORD_VALUE = 6,
    RECORD_THREAD = 7,
    RECORD_MARK = 8,
    /* events-*.log */
    RECORD_CALL = 32,
    RECORD_CLOSE = 33,
    RECORD_SETTLED = 34,
    RECORD_STOPPED = 35,
    RECORD_SEGMENT = 36,
};

/* RECORD_STRING: UTF-8 text of `length` bytes, zero-padded to 8. */
struct text_record {
    struct record_header header;
    uint32_t id;
    uint32_t length;
    /* char text[length] */
};

/* What is known of an operation, whatever its arguments; numscope/operations/traits.py says what each of them means. */
enum operation_trait {
    TRAIT_UNINITIALISED = 0x1,
    TRAIT_VIEW = 0x2,
    TRAIT_WRITES = 0x4,
    TRAIT_ASSIGNS = 0x8,
    TRAIT_OVERWRITES = 0x10,
    TRAIT_DRAWS = 0x20,
    TRAIT_SEEDS = 0x40,
    TRAIT_COPIES = 0x80,
    TRAIT_NONFINITE_ON_PURPOSE = 0x100,
    TRAIT_MASKS = 0x200,
    TRAIT_FRAME = 0x400,
    TRAIT_GRAPH_NODE = 0x800,
    TRAIT_ELEMENTWISE = 0x1000,
    TRAIT_CONTRACTS = 0x2000,
    TRAIT_BLAS = 0x4000,
    TRAIT_DIVIDES = 0x8000,
    TRAIT_EXPORTS = 0x10000,
    TRAIT_READS_PART = 0x20000,
    TRAIT_WRITES_PART = 0x40000,
    TRAIT_COMBINES = 0x80000,
    TRAIT_INDEXES = 0x100000,
    TRAIT_TAKES_NUMBERS = 0x200000,
    TRAIT_SCALAR = 0x400000,
    TRAIT_LIFTS = 0x800000,
    TRAIT_STANDS = 0x1000000,
    TRAIT_FILLS = 0x2000000,
    TRAIT_DESCRIBED = 0x4000000,
    TRAIT_SHADOW = 0x8000000,
    TRAIT_NO_FLAGS = 0x10000000,
    TRAIT_PLOTS = 0x20000000,
    TRAIT_MODULE = 0x40000000,
};

enum operation_flag {
    OPERATION_HAS_TRAITS = 1, /* an operation_record; without it, as in versions 1 and 2, a text_record */
};

/* RECORD_OPERATION: UTF-8 text of `length` bytes, its name, zero-padded to 8. The same name may stand in several records. */
struct operation_record {
    struct record_header header; /* flags: enum operation_flag */
    uint32_t id;
    uint32_t length;
    uint32_t traits; /* enum operation_trait */
    uint32_t reserved;
    /* char text[length] */
};

enum site_flag {
    SITE_IN_LIBRARY = 1,  /* the frame belongs to a watched library (numpy, scipy, pandas, ...), not to the user */
};

/* What the calling instruction was: it distinguishes `a + b` from `np.add(a, b)`. */
enum how_called { CALLED_OTHERWISE = 0, CALLED_BY_CALL = 1, CALLED_BY_OPERATOR = 2, CALLED_IN_PLACE = 3,
                  CALLED_BY_INDEX = 4, CALLED_BY_ATTRIBUTE = 5, CALLED_BY_ITERATION = 6 };

struct site_record {
    struct record_header header; /* flags: enum site_flag */
    uint32_t id;
    uint32_t line;
    uint32_t file;      /* string id */
    uint32_t function;  /* string id (qualified name where the interpreter has it) */
    uint32_t how;       /* enum how_called */
    uint32_t instruction; /* byte offset in the code object */
};

enum dtype_flag {
    DTYPE_HAS_OBJECTS = 1, /* holds Python objects: its bytes are never kept */
};

/* RECORD_DTYPE: text is NumPy's own description as the .npy header has it: '<f8', or a list of fields. */
struct dtype_record {
    struct record_header header; /* flags: enum dtype_flag */
    uint32_t id;
    uint32_t length;
    uint32_t item_bytes;
    uint32_t kind;      /* NumPy's kind character */
    /* char text[length] */
};

enum layout_flag { LAYOUT_C_CONTIGUOUS = 1, LAYOUT_F_CONTIGUOUS = 2 };

struct layout_record {
    struct record_header header; /* flags: enum layout_flag */
    uint32_t id;
    uint32_t dtype;
    uint64_t data_bytes; /* number of elements * item size */
    uint32_t dimensions;
    uint32_t reserved;
    /* int64_t shape[dimensions]; int64_t strides[dimensions] */
};

enum value_flag {
    VALUE_FORTRAN = 1, /* in Fortran order; else in C order */
    VALUE_REPEATS = 2, /* words are left out that equal the one before; else those that are zero */
};

/* A kept value: `bytes` bytes, encoded in the `stored` bytes of values.pack from `offset` on. The upper half of the flags
 * is the size of a word. Where it is 0, these are the bytes. Elsewhere some words are left out, and stored is
 *   | the other words | a bit for each word, lowest first: 1 = it is there, padded to a byte |
 * or, where all words are equal, one word alone. The first word's predecessor is 0. In version 1 the record ended before
 * `stored`, which was `bytes`. */
struct value_record {
    struct record_header header; /* flags: enum value_flag, and the size of a word << 8 */
    uint64_t hash_low, hash_high; /* as in an operand */
    uint64_t offset;
    uint64_t bytes;
    uint32_t layout;
    uint32_t reserved;
    uint64_t stored;
};

struct thread_record {
    struct record_header header;
    uint32_t id;
    uint32_t number;    /* by which call_record names it: the same in all segments of a process; 0, in older traces: the id */
    uint64_t native_id; /* threading.get_ident() */
};

enum mark_kind { MARK_STEP = 0 /* a step of the program ended */, MARK_ASKED = 1 /* numscope ctl PID mark */, MARK_NAMED = 2 /* numscope.mark() */ };

/* A moment between operations. UTF-8 text of `length` bytes, zero-padded to 8. */
struct mark_record {
    struct record_header header;
    uint32_t kind;     /* enum mark_kind */
    uint32_t length;
    uint64_t number;   /* of the process's marks of this kind, from 1 */
    uint64_t ticks;    /* when it was */
    uint64_t sequence; /* of the operation of this segment that began next */
    /* char text[length] */
};

enum call_flag {
    CALL_RAISED = 1,       /* an exception text (struct trailing_text) ends the record */
    CALL_TRUNCATED = 2,    /* more operands than could be kept */
    CALL_UNFINISHED = 0x8000, /* it had not ended when the process died */
    CALL_USER_VISIBLE = 4, /* depth 0 and called from a frame outside the watched libraries */
    CALL_IMPORTING = 8,    /* between the user's line and the operation an import statement runs, or the line is one */
};

enum floating_point_flag { FP_DIVIDE = 1, FP_OVERFLOW = 2, FP_UNDERFLOW = 4, FP_INVALID = 8 };

struct call_record {
    struct record_header header; /* flags: enum call_flag */
    uint64_t sequence;
    uint64_t start_ticks;
    uint64_t duration_ticks;
    uint32_t operation;   /* operation id */
    uint32_t site;        /* innermost Python frame */
    uint32_t user_site;   /* innermost frame outside the watched libraries; 0: there is none */
    uint32_t parent_back; /* parent's sequence = sequence - parent_back; 0: no parent */
    uint16_t thread;
    uint8_t depth;
    uint8_t floating_point; /* enum floating_point_flag, raised while it ran (inner operations included) */
    uint8_t inputs, outputs; /* operand counts; inputs come first */
    uint16_t reserved;
    /* operands, then, when CALL_RAISED, struct trailing_text */
};

enum operand_tag {
    OPERAND_ARRAY = 1,   /* struct array_operand */
    OPERAND_SCALAR = 2,  /* a NumPy scalar: struct array_operand with address 0; its value is always in the inline block */
    OPERAND_INT = 3,     /* + int64_t */
    OPERAND_FLOAT = 4,   /* + double */
    OPERAND_BOOL = 5,    /* + uint64_t 0 or 1 */
    OPERAND_NONE = 6,    /* + nothing: None itself */
    OPERAND_STRING = 7,  /* + uint32_t length, uint32_t reserved, UTF-8 padded to 8 */
    OPERAND_LITERAL = 8, /* same layout as STRING: Python literal text of a tuple, slice, list, dtype, complex, big int ... */
    /* In the LITERAL text of a list or tuple that holds arrays, $1, $2, ... stand for the operands with that `item` number;
     * `...` at the end of a sequence: the rest was left out. */
    OPERAND_OBJECT = 9,  /* + uint64_t string id of the type's qualified name: an object that is not looked into */
    OPERAND_SHARED_TEXT = 10, /* + uint64_t string id: a text that many operations have in common, such as a layer's name */
};

enum operand_role { ROLE_INPUT = 1, ROLE_OUTPUT = 2, ROLE_OUT = 3 /* out= given by the caller */, ROLE_ARGUMENT = 4 /* axis, dtype ... */,
                    ROLE_MUTATED = 5, /* an input that the operation changed in place, as it left it: counted with the outputs */
                    /* What a library says of the operation besides its operands (a layer's path, a training step), by
                     * `name`; `item` = 1 + place of the operand that it is about, 0: the operation. Counted with the inputs. */
                    ROLE_ATTRIBUTE = 6,
                    /* Of the call of a layer (TRAIT_MODULE): what it takes and returns, by `name` the way to it, and its own
                     * parameters. Counted with the inputs. */
                    ROLE_GIVEN = 7, ROLE_RETURNED = 8, ROLE_PARAMETER = 9,
                    /* Memory that the library's allocator gave and took back since the operation before it began, in one text:
                     * see probes/torch/native/allocations.h. Counted with the inputs. */
                    ROLE_MEMORY = 10 };

enum operand_position { POSITION_KEYWORD = 255 };

/* First 8 bytes of every operand. */
struct operand_header {
    uint8_t tag;
    uint8_t role;
    uint8_t position; /* 0-based among positional arguments (of outputs: result number), or POSITION_KEYWORD */
    uint8_t flags;    /* enum operand_flag */
    uint16_t name;    /* string id of the keyword's or parameter's name, 0 if unknown */
    uint16_t item;    /* 1-based number of this array inside a list/tuple argument, flattened; 0: the argument itself */
};

enum operand_flag {
    OPERAND_HAS_OWNER = 1,      /* + uint64_t: address of the object that owns the memory, when that is not this array */
    OPERAND_HAS_HASH = 2,       /* + uint64_t hash_low, hash_high */
    OPERAND_HAS_STATISTICS = 4, /* + struct statistics */
    OPERAND_KEPT = 8,           /* its bytes are in the value pack under that hash */
    OPERAND_READ_ONLY = 16,
    OPERAND_CONVERTED = 32,     /* the caller gave a list or tuple of numbers; this is the array NumPy makes of it */
    OPERAND_HAS_INLINE = 64,    /* + uint64_t length, then that many value bytes padded to 8: small data kept in the event itself */
    OPERAND_PENDING = 128,      /* + uint64_t number: a settled_record with it, earlier or later, gives the content */
    /* Both KEPT and CONVERTED, and without a hash: part of its memory was not there, and nothing is known of its content. */
    OPERAND_UNREADABLE = 40,
};

/* Blocks follow in the order of the flags above: owner, hash, statistics, inline, number. */
struct array_operand {
    struct operand_header header;
    uint32_t layout;
    uint32_t type; /* string id of the subclass's qualified name; 0: exactly numpy.ndarray (or the scalar's own type) */
    uint64_t address; /* of the first element */
};

/* Over the finite elements (of complex numbers: over absolute values; datetime64 and timedelta64: ticks, NaT counts as NaN). */
struct statistics {
    double minimum, maximum, mean, deviation; /* population standard deviation; all NaN when nothing is finite */
    uint64_t zeros, nans, positive_infinities, negative_infinities;
};

/* RECORD_SETTLED: what the operands with OPERAND_PENDING and this number hold, which was not known when they were written. An
 * operand whose number was never settled holds something unknown; OPERAND_KEPT stands in the operands themselves. */
struct settled_record {
    struct record_header header; /* flags: OPERAND_HAS_HASH, OPERAND_HAS_STATISTICS */
    uint64_t number;             /* one of its own in the process */
    uint64_t hash_low, hash_high;
    struct statistics statistics;
};

/* RECORD_CLOSE, the last record of a closed events stream: tail_header's fields of the same names. Without it, ticks could no
 * longer be turned into time once the tail file is gone. */
struct close_record {
    struct record_header header;
    uint64_t first_ticks, first_ns, last_ticks, last_ns;
    uint64_t next_sequence;
    uint64_t left_out;
    uint32_t stop_reason;
    uint32_t reserved;
};

/* RECORD_STOPPED, right before the close_record: recording had stopped before the process ended. tail_header's fields. */
struct stopped_record {
    struct record_header header;
    uint64_t missing;
    uint64_t stopped_ns;
    uint32_t stopped;
    uint32_t reserved;
};

/* RECORD_SEGMENT, the first record of an events stream whose segment is not the first of its process. */
struct segment_record {
    struct record_header header;
    uint64_t begun;    /* operations that began in earlier segments */
    uint64_t began_ns; /* when the first one began, in ns since the Unix epoch */
    uint32_t number;   /* of the segment */
    uint32_t reserved;
};

/* The exception: type's qualified name, then ": message" where the message is a plain str. */
struct trailing_text {
    uint32_t length;
    uint32_t reserved;
    /* char text[length], zero-padded to 8 */
};

/* Content hash: XXH3-128 of the element bytes in memory order (C order; Fortran order for an array that is Fortran- but not
 * C-contiguous; any other array is gathered in C order; zeros in place of
 * padding within elements of at most 8 KiB), seeded with the XXH3-64 of the .npy header dictionary text
 *   {'descr': DESCR, 'fortran_order': True|False, 'shape': (...), }
 * without padding or newline, where DESCR is repr(str) or the field list, as numpy.lib.format writes it. In a settled_record it
 * may be a fingerprint of another kind (probes/torch/native/fingerprint.h), of bytes that were too large to be fetched from an
 * accelerator: equal for the same bytes, element type and shape, and never that of bytes that were. */

#endif
