#include "recorder.h"

#include <stdlib.h>
#include <string.h>

#include "call_exception.h"
#include "call_memory.h"
#include "clock.h"
#include "floating_point.h"
#include "judge.h"
#include "live_log.h"
#include "npy_files.h"
#include "operands.h"
#include "shard.h"
#include "sharing.h"
#include "thread_watchers.h"

/* Calls of modules are records, and no operations: no counter has them. */
static inline bool is_counted(const struct operation *operation)
{
    return !(operation->traits & TRAIT_MODULE);
}

void call_leave_out(const struct operation *operation, enum left_out reason)
{
    if (!is_counted(operation))
        return;
    writing_begin();
    if (shard.events.tail) /* with other writers about, recording may have ended */
        shard.events.tail->left_out++;
    recorder_counts.left_out[reason]++;
    writing_end();
}

void call_miss(const struct operation *operation)
{
    if (!is_counted(operation))
        return;
    writing_begin();
    if (shard.events.tail)
        shard.events.tail->missing++;
    writing_end();
}

static void pay_attention(struct call *call)
{
    if ((settings.log || settings.npy) && (call->flags & CALL_USER_VISIBLE)) {
        call->attention = ATTENTION_SHOWN;
        call->dump = 0;
        call->dumped_inputs = 0;
        if (settings.log)
            live_log_begin(call);
    }
    if (settings.judge)
        judge_begin(call);
}

static struct call *mute(struct call *call)
{
    if (call)
        call_memory_give_back(call);
    nesting.muted++;
    return CALL_MUTED;
}

/* Whether the recording in which the operation began has ended since: selection is asked in Python, where another thread, or a
 * signal's handler, may end it. */
static inline bool has_ended(void)
{
    return __builtin_expect(!shard.events.tail || nesting.generation != shard.generation, 0);
}

struct call *call_begin(struct operation *operation)
{
    if (__builtin_expect(shard.due, 0))
        recorder_attend();
    if (__builtin_expect(nesting.generation != shard.generation, 0))
        thread_meet();
    if (__builtin_expect(nesting.watchers != thread_watchers, 0)) {
        thread_watchers_run();
        if (has_ended())
            return CALL_PASSED;
    }
    if (__builtin_expect(operation->generation != shard.generation, 0)) {
        operation_meet(operation);
        if (has_ended())
            return CALL_PASSED;
    }
    if (!operation->selected || (settings.depth && nesting.depth >= settings.depth)) {
        call_leave_out(operation, operation->selected ? TOO_DEEP : NOT_SELECTED);
        return CALL_PASSED;
    }
    if (settings.every > 1 && operation->calls++ % settings.every) {
        call_leave_out(operation, NOT_ITS_TURN);
        return mute(NULL);
    }
    if (__builtin_expect(shard.stopped, 0)) {
        call_miss(operation);
        return CALL_PASSED;
    }
    struct call *call = call_memory_take();
    if (!call)
        return CALL_PASSED;
    call->begin_ticks = settings.detail != VALUES_NONE || !(shard.events.tail->next_sequence % TIMED_EVERY)
                            ? clock_ticks() : 0;
    call_site_find(&call->where, operation->noted);
    if (has_ended()) {
        call_memory_give_back(call);
        return CALL_PASSED;
    }
    if (call->where.own || (!call->where.selected && !nesting.depth)) {
        if (!call->where.own)
            call_leave_out(operation, OTHER_CALLER);
        return mute(call);
    }
    call->operation = operation;
    call->generation = nesting.generation;
    call->parent = nesting.parent;
    call->sequence = sequence_next();
    shard.events.tail->next_sequence = call->sequence + 1;
    bool from_user = call->where.user_visible || (operation->wrapped && call->where.user_site);
    call->flags = (from_user && !nesting.depth ? CALL_USER_VISIBLE : 0) | (call->where.importing ? CALL_IMPORTING : 0);
    call->inputs = call->outputs = 0;
    call->mutated = NULL;
    call->complete = NULL;
    call->whole = true;
    call->begin = call->room;
    call->at = call->room + sizeof(struct call_record);
    call->end = call->room + CALL_ROOM;
    call->attention = 0;
    if (__builtin_expect(settings.attentive, 0))
        pay_attention(call);
    return call;
}

void *call_keep(struct call *call, size_t size)
{
    return call->end -= (size + 7) & ~(size_t)7; /* a record that outgrows its room leaves the room as it is */
}

void recorder_count_ticks(uint64_t ticks)
{
    /* Longer than that and another process had the processor for a while, which does not happen every TIMED_EVERY-th time. */
    enum { INTERRUPTED = 1 << 14 };
    bool for_many = settings.detail == VALUES_NONE && ticks < INTERRUPTED;
    nesting.ticks += for_many ? TIMED_EVERY * ticks : ticks;
    /* An addition that all threads see waits for the stores before it: 0.1 microseconds right after a record. */
    if (for_many || !(nesting.times++ % TIMED_EVERY)) {
        __atomic_fetch_add(&recorder_counts.ticks, nesting.ticks, __ATOMIC_RELAXED);
        nesting.ticks = 0;
    }
}

static void note_in_flight(const struct call *call)
{
    struct tail_header *tail = shard.events.tail;
    if (nesting.depth < MAX_IN_FLIGHT)
        tail->in_flight[nesting.depth] = (struct in_flight){call->sequence, call->start_ticks, call->operation->id,
                                                            call->where.site};
    tail->in_flight_depth = nesting.depth + 1;
}

void call_start(struct call *call)
{
    call->start_ticks = clock_ticks();
    if (!has_ended()) /* describing an operand may have let another thread run */
        note_in_flight(call);
    nesting.parent = call->sequence + 1;
    nesting.depth++;
    call->outer_layer = nesting.layer;
    if (call->operation->layer)
        nesting.layer = call->operation->layer;
    call->floating_point = floating_point_begin();
    if (call->begin_ticks)
        recorder_count_ticks(call->start_ticks - call->begin_ticks);
}

/* The disk is full or gone: the program goes on, and its operations are counted. Within a section. */
static void stop_for_good(void)
{
    struct tail_header *tail = shard.events.tail;
    uint32_t reason = tail->stop_reason                  ? tail->stop_reason
                      : shard.values.tail->stop_reason ? shard.values.tail->stop_reason
                                                       : shard.definitions.tail->stop_reason;
    tail->stopped = reason ? reason : STOP_WRITE_ERROR;
    tail->stopped_ns = clock_ns(CLOCK_REALTIME);
    shard.stopped = true;
}

static void fill_record(struct call *call, size_t size, uint64_t end_ticks, uint8_t raised)
{
    struct call_record *record = (struct call_record *)call->begin;
    record->header = (struct record_header){(uint32_t)size, RECORD_CALL, call->flags};
    record->sequence = call->sequence;
    record->start_ticks = call->start_ticks;
    record->duration_ticks = end_ticks - call->start_ticks;
    record->operation = call->operation->id;
    record->site = call->where.site;
    record->user_site = call->where.user_site ? call->where.user_site
                        : call->where.user_visible ? call->where.site : 0;
    record->parent_back = call->parent ? (uint32_t)(call->sequence + 1 - call->parent) : 0;
    record->thread = (uint16_t)nesting.thread;
    record->depth = (uint8_t)(nesting.depth < 255 ? nesting.depth : 255);
    record->floating_point = raised;
    record->inputs = call->inputs;
    record->outputs = call->outputs;
    record->reserved = 0;
}

void call_write_unfinished(struct call *call)
{
    struct stream *stream = &shard.events;
    size_t size = call->begun_size;
    /* No draining: whoever drains may be the thread that was interrupted. */
    if (!recording || shard.rotating || call->generation != shard.generation || stream->length + size > stream->limit)
        return;
    call->flags = (call->flags & (CALL_USER_VISIBLE | CALL_IMPORTING | CALL_TRUNCATED)) | CALL_UNFINISHED;
    call->inputs = call->begun_inputs;
    call->outputs = 0;
    fill_record(call, size, call->start_ticks, 0);
    ((struct call_record *)call->begin)->operation = call->begun_operation;
    memcpy(stream->ring + (stream->length & (stream->tail->capacity - 1)), call->begin, size);
    stream->length += size;
    __atomic_store_n(&stream->tail->length, stream->length, __ATOMIC_RELEASE);
}

/* Within a section. */
static inline bool append_event(const void *record, size_t size, uint32_t generation)
{
    /* Recording may have ended since: with other writers about, it is certain only here. */
    if (!shard.events.tail || generation != shard.generation || shard.stopped)
        return false;
    void *room = stream_reserve(&shard.events, size);
    if (room) {
        memcpy(room, record, size);
        stream_commit(&shard.events, size);
    }
    if (!room || shard.values.tail->stop_reason || shard.definitions.tail->stop_reason)
        stop_for_good();
    return room != NULL;
}

void call_write(struct call *call, uint64_t end_ticks, uint8_t raised)
{
    size_t size = (size_t)(call->at - call->begin);
    fill_record(call, size, end_ticks, raised);
    writing_begin();
    if (append_event(call->begin, size, call->generation)) {
        shard.operations += is_counted(call->operation);
        shard.events.tail->recorder_ticks = recorder_counts.ticks;
        shard.events.tail->seen_ticks = end_ticks;
    } else if (shard.events.tail && call->generation == shard.generation) {
        shard.events.tail->missing += is_counted(call->operation);
    } else if (shard.events.tail && shard_is_of_recording(call->generation)) {
        call_leave_out(call->operation, CUT);
    }
    writing_end();
}

void event_write(const void *record, size_t size, uint32_t generation)
{
    writing_begin();
    append_event(record, size, generation);
    writing_end();
}

static void show(struct call *call, PyObject *result, uint64_t duration_ticks)
{
    if (settings.npy && result && npy_files_wanted())
        npy_files_outputs(call, result, call->mutated);
    const struct tail_header *tail = shard.events.tail;
    if (settings.log && tail) {
        uint64_t ticks = clock_ticks() - tail->first_ticks, ns = clock_ns(CLOCK_REALTIME) - tail->first_ns;
        double ns_per_tick = ticks ? (double)ns / (double)ticks : 1;
        live_log_end(call, result, call->mutated, (uint64_t)((double)duration_ticks * ns_per_tick));
    }
}

static void add_result(struct call *call, PyObject *result)
{
    if (call->complete)
        call->complete(call, result);
    if (!result) {
        call_add_exception(call);
        return;
    }
    if (call->mutated)
        operand_add(call, (struct operand_header){.role = ROLE_MUTATED, .position = (uint8_t)call->operation->mutates},
                    call->mutated, call->whole);
    if (result != Py_None)
        operand_add(call, (struct operand_header){.role = ROLE_OUTPUT}, result, true);
}

bool call_finish(struct call *call, PyObject *result)
{
    bool refused = false;
    uint64_t end_ticks = clock_ticks();
    uint8_t raised = floating_point_end(call->floating_point);
    if (call->operation->traits & TRAIT_NO_FLAGS)
        raised = 0;
    if (call->generation == nesting.generation) {
        nesting.depth--;
        nesting.parent = call->parent;
        nesting.layer = call->outer_layer;
    }
    /* Recording may have stopped, or started anew, while the operation ran. */
    if (recording && call->generation == shard.generation) {
        shard.events.tail->in_flight_depth = nesting.depth;
        add_result(call, result);
        call_write(call, end_ticks, raised);
        if (call->begin_ticks)
            recorder_count_ticks(clock_ticks() - end_ticks);
        if (__builtin_expect(call->attention, 0)) {
            if (call->attention & ATTENTION_SHOWN)
                show(call, result, end_ticks - call->start_ticks);
            refused = call->attention & ATTENTION_JUDGED && judge_end(call, result, raised);
        }
    } else if (recording && shard_is_of_recording(call->generation)) {
        call_leave_out(call->operation, CUT);
    }
    if (__builtin_expect(call->attention & ATTENTION_JUDGED, 0))
        judge_leave(call);
    return refused;
}

void call_release(struct call *call)
{
    if (call->begin != call->room)
        free(call->begin);
    call_memory_give_back(call);
}

bool call_end(struct call *call, PyObject *result)
{
    bool refused = call_finish(call, result);
    call_release(call);
    return refused;
}
