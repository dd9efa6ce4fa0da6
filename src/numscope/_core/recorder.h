/* One recorded call: begun before the operation runs, described, ended after it. */
#ifndef NUMSCOPE_RECORDER_H
#define NUMSCOPE_RECORDER_H

#include <stdbool.h>

#include "checked.h"
#include "numpy_api.h"
#include "numscope/format.h"
#include "recorder_state.h"
#include "shard.h"
#include "sites.h"

/* What is watched: lives for good once made, since stubs and subclasses made meanwhile may go on calling it. */
struct operation {
    char *name;
    uint32_t id, generation; /* id in the shard `generation`; 0: could not be written */
    uint32_t traits;    /* enum operation_trait */
    bool selected;
    bool is_ufunc;
    bool takes_self;    /* a method: operand 0 is self */
    uint8_t inputs;     /* of a ufunc: nin; operands behind are out= */
    int8_t mutates;     /* number of the argument it changes in place (self counts); -1: none */
    uint64_t calls;     /* seen in this shard */
    uint64_t dumped;    /* number of the last call written as .npy files */
    bool takes_numbers; /* plain numbers among its arguments are data, as for numpy.where */
    bool numbers_are_data; /* and are inputs, not arguments such as an axis */
    bool wrapped;       /* its library's own Python code stands between it and the user who called it */
    char *place;        /* where it is defined, as FILE:LINE; NULL: nothing is said of it */
    PyObject *generator; /* callable that gives the numpy.random generator it draws from; NULL: it draws from none */
    uint8_t layer;      /* number of the library of which it is a public function; 0: its calls inside that library count too */
    bool without_first; /* argument 0 is a class, or an object that is being made: no operand */
    bool makes_first;   /* its result is argument 0, which it fills */
    bool noted;         /* recorded by our own Python code: its place is outside of it */
    bool expected;    /* NaN and infinities are what it is for, or the user allows them */
};

CHECKED struct operation *operation_new(const char *name);
/* OWNER.NAME, of which the owner is `length` bytes. */
CHECKED struct operation *operation_new_of(const char *owner, size_t length, const char *name);

/* The number of the operation that begins now. */
uint64_t sequence_next(void);
/* The same, which stays the next one; in the tail it is not kept up without the GIL. */
uint64_t sequence_upcoming(void);
/* One was seen and not recorded; ticks that the program waited. */
void call_leave_out(const struct operation *operation, enum left_out reason);
/* One was seen after recording had stopped. */
void call_miss(const struct operation *operation);
void recorder_count_ticks(uint64_t ticks);
/* This thread takes part in the running recording for the first time. */
void thread_meet(void);
/* An operation is met for the first time in this shard: its id, whether it is wanted. With the GIL when there is a `select`. */
void operation_meet(struct operation *operation);

enum { CALL_ROOM = 1536, MOST_GIVEN = 16 };

/* Who wants more of a call than its record. */
enum attention { ATTENTION_SHOWN = 1 /* live log, .npy files */, ATTENTION_JUDGED = 2 };

struct call {
    struct operation *operation;
    uint64_t sequence, parent, start_ticks;
    uint64_t begin_ticks; /* 0: this call's own cost is not measured */
    struct call_site where;
    PyObject *mutated; /* borrowed from the arguments, which outlive the call */
    unsigned floating_point;
    uint32_t generation;
    uint16_t flags;
    uint8_t inputs, outputs;
    uint8_t outer_layer; /* that of the operation around it */
    bool whole;     /* argument 0 of an indexing operation is looked at, before and after */
    uint8_t attention; /* enum attention */
    int dumped_inputs;
    uint64_t dump;  /* number in the names of its .npy files; 0: none yet */
    PyObject *mock_result; /* its result, where it does not run */
    /* Told before the result is written, with NULL if it raised; NULL: nothing is called. */
    void (*complete)(struct call *call, PyObject *result);
    void *visitor; /* of `complete`: see call_keep */
    /* Of a call that is judged: see judge.c. */
    struct judged_call outside;
    PyObject *given[MOST_GIVEN]; /* its arrays and scalars, borrowed as `mutated` is */
    int given_count;
    uint64_t nans_before, infinities_before;
    bool inside_object; /* runs right inside a call of which an argument is an object that is not looked into */
    bool looked_before; /* the two counts are known */
    struct call *outer; /* see fatal_signals.h */
    size_t begun_size;  /* of its record when the operation began: what a signal handler can count on */
    uint8_t begun_inputs;
    uint32_t begun_operation; /* its id: `operation` lies on the heap, which what kills the process may have written over */
    char *begin, *at, *end;
    char room[CALL_ROOM];
};

/* Write the finished record of a call, whose nesting is no longer this thread's innermost. Any thread. */
void call_write(struct call *call, uint64_t end_ticks, uint8_t raised);

/* Write a record of another kind among those of calls, if the recording `generation` is still the running one. Any thread. */
void event_write(const void *record, size_t size, uint32_t generation);

/* What call_begin gives of an operation that is not recorded: it passes; it does and so does everything inside it. */
#define CALL_PASSED ((struct call *)0)
#define CALL_MUTED ((struct call *)1)

static inline bool call_is_recorded(const struct call *call)
{
    return call != CALL_PASSED && call != CALL_MUTED;
}

/* Its record, which call_end takes back. What is not recorded passes, followed by call_pass_end. */
CHECKED struct call *call_begin(struct operation *operation);

/* The same where the operation may be NumPy scalars' own. (In call_begin it would cost each a + b 10 ns.) */
CHECKED static inline struct call *call_begin_gated(struct operation *operation)
{
    if (__builtin_expect(operation->traits & TRAIT_SCALAR, 0) && !scalar_is_wanted())
        return CALL_PASSED;
    return call_begin(operation);
}

static inline void call_pass_end(const struct call *call)
{
    nesting.muted -= call == CALL_MUTED;
}

/* `size` bytes that stay where they are until call_end; at most a third of CALL_ROOM, before the first argument. */
CHECKED void *call_keep(struct call *call, size_t size);

/* Arguments in the three forms in which C gets them. `first` is the number of the first one. */
void call_add_vector(struct call *call, int first, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords);
void call_add_tuple(struct call *call, int first, PyObject *arguments, PyObject *keywords);
void call_add_argument(struct call *call, int position, PyObject *argument);
/* `masked`: what an out= array holds beforehand matters. */
void call_add_keyword(struct call *call, PyObject *name, PyObject *value, bool masked);

/* Right before and right after the operation. `result` NULL: it raised. Py_None stands for "no result". True: an exception
 * is set that takes the place of the result, which is the caller's to let go of. */
void call_start(struct call *call);
CHECKED bool call_end(struct call *call, PyObject *result);

/* The two halves of call_end, for who needs the record once it is written. */
CHECKED bool call_finish(struct call *call, PyObject *result);
void call_release(struct call *call);

/* Write a call that will not end, with what went in: the process dies. Safe in a signal handler. */
void call_write_unfinished(struct call *call);

/* Start and stop. -1 with an exception set. */
struct recorded_into {
    const char *directory;
    struct rotation rotation;
    shard_asked asked;
};
CHECKED int recorder_start(struct recorded_into where, PyObject *library_paths, PyObject *own_path, PyObject *from_modules);
void recorder_stop(void);
/* Have operations pass unrecorded until nothing holds the recording any more. Any thread. */
void recorder_hold(enum held_by whose, bool hold);
unsigned recorder_held(void);
/* In a child after fork: its parent's recording is none of its own. */
void recorder_forget(void);
/* Go on in a new segment, where there is one to be had; what runs in any thread is then not recorded. With the GIL. */
CHECKED bool recorder_rotate(void);
/* What is due at a call that begins: marks are written; where the segment is full or old and no operation runs in this thread,
 * or it may not grow any more, it goes on in a new one. With the GIL if recorder_may_rotate. */
void recorder_attend(void);
/* The marks alone. */
void recorder_write_marks(void);
CHECKED bool recorder_may_rotate(void); /* whether it would */
uint32_t recorder_threads(void);

#endif
