/* A recording of this process: begun, and ended. */
#include "recorder.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "definitions.h"
#include "interned_strings.h"
#include "layouts.h"
#include "marks.h"
#include "native_sites.h"
#include "scalar_gate.h"
#include "shard.h"
#include "sharing.h"

static uint32_t threads;
static uint64_t next_sequence;

void thread_meet(void)
{
    bool known = shard_is_of_recording(nesting.generation);
    nesting.generation = shard.generation;
    nesting.parent = 0;
    nesting.depth = 0;
    nesting.layer = 0;
    if (!known)
        nesting.ticks = 0;
    nesting.judged = (struct judged_call){0};
    nesting.thread = define_thread((uint64_t)PyThread_get_thread_ident(), known ? nesting.thread : 0);
    if (known)
        return;
    __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED);
}

uint64_t sequence_next(void)
{
    return __builtin_expect(sharing, 0) ? __atomic_fetch_add(&next_sequence, 1, __ATOMIC_RELAXED) : next_sequence++;
}

uint64_t sequence_upcoming(void)
{
    return __atomic_load_n(&next_sequence, __ATOMIC_RELAXED);
}

/* Whether operations are recorded: where a recording runs that nothing holds. The lock is held for no longer than that takes,
 * by holders of the GIL and by the file thread, which is stopped before a fork. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static bool is_open;
static unsigned held;

static void settle_gate(void)
{
    __atomic_store_n(&recording, is_open && !held, __ATOMIC_RELAXED);
}

static void open_gate(bool open)
{
    pthread_mutex_lock(&gate);
    is_open = open;
    held = 0;
    settle_gate();
    pthread_mutex_unlock(&gate);
}

void recorder_hold(enum held_by whose, bool hold)
{
    pthread_mutex_lock(&gate);
    held = hold ? held | whose : held & ~(unsigned)whose;
    settle_gate();
    pthread_mutex_unlock(&gate);
}

unsigned recorder_held(void)
{
    return held;
}

void recorder_forget(void)
{
    open_gate(false);
}

int recorder_start(struct recorded_into where, PyObject *library_paths, PyObject *own_path, PyObject *from_modules)
{
    if (sites_configure(library_paths, own_path, from_modules))
        return -1;
    writing_begin();
    definitions_reset(true);
    strings_reset();
    layouts_reset();
    native_sites_reset();
    writing_end();
    threads = 0;
    marks_reset();
    memset(&recorder_counts, 0, sizeof recorder_counts);
    next_sequence = 0;
    int error = shard_open(where.directory, where.rotation, where.asked);
    if (error) {
        errno = error;
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, where.directory);
        return -1;
    }
    scalar_gate_open(settings.scalars);
    open_gate(true);
    return 0;
}

void recorder_stop(void)
{
    open_gate(false);
    writing_begin();
    if (shard.events.tail) {
        marks_write_noted(next_sequence);
        shard.events.tail->left_out += scalar_passed();
        shard.events.tail->next_sequence = next_sequence;
        shard_close();
    }
    writing_end();
    scalar_gate_close();
}

bool recorder_rotate(void)
{
    writing_begin();
    bool possible = shard.events.tail && !shard.stopped && shard.rotation.keep;
    if (possible)
        shard.events.tail->next_sequence = next_sequence; /* without the GIL it is not kept up */
    bool rotated = possible && shard_rotate();
    if (rotated) {
        definitions_reset(false);
        strings_rotate();
        layouts_rotate();
        next_sequence = 0;
    }
    writing_end();
    return rotated;
}

bool recorder_may_rotate(void)
{
    bool full = shard.rotation.bytes && shard_bytes() >= shard.rotation.bytes;
    bool inside = nesting.depth && nesting.generation == shard.generation;
    return shard.due & DUE_SEGMENT && !shard.stopped && (!inside || full);
}

void recorder_write_marks(void)
{
    marks_write_noted(sequence_upcoming());
}

void recorder_attend(void)
{
    recorder_write_marks();
    if (recorder_may_rotate() && !recorder_rotate())
        return; /* tried again when more has been written */
}

uint32_t recorder_threads(void)
{
    return threads;
}
