#include "recorder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "call_memory.h"
#include "clock.h"
#include "definitions.h"
#include "floating_point.h"
#include "foreign_arrays.h"
#include "judge.h"
#include "literals.h"
#include "live_log.h"
#include "native_sites.h"
#include "npy_files.h"
#include "operands.h"
#include "scalar_gate.h"
#include "sharing.h"
#include "interned_strings.h"
#include "texts.h"
#include "traits.h"

static uint32_t threads;
static uint64_t next_sequence;

/* ---- operations ---- */

struct operation *operation_new(const char *name)
{
    struct operation *operation = calloc(1, sizeof *operation);
    if (!operation || !(operation->name = strdup(name))) {
        free(operation);
        PyErr_NoMemory();
        return NULL;
    }
    operation->traits = traits_of(name);
    operation->mutates = operation->traits & TRAIT_WRITES ? 0 : -1;
    operation->takes_numbers = operation->traits & TRAIT_TAKES_NUMBERS;
    return operation;
}

struct operation *operation_new_of(const char *owner, size_t length, const char *name)
{
    size_t size = length + 1 + strlen(name) + 1;
    char *full = malloc(size);
    if (!full) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(full, owner, length);
    full[length] = '.';
    memcpy(full + length + 1, name, size - length - 1);
    struct operation *operation = operation_new(full);
    free(full);
    return operation;
}

static bool is_selected(const char *name)
{
    if (!settings.select)
        return true;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    PyObject *answer = PyObject_CallFunction(settings.select, "s", name);
    bool selected = answer && PyObject_IsTrue(answer) == 1;
    nesting.muted--;
    Py_XDECREF(answer);
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return selected;
}

void operation_meet(struct operation *operation)
{
    operation->calls = operation->dumped = 0;
    operation->selected = is_selected(operation->name);
    operation->id = operation->selected ? define_operation(operation->name, operation->traits) : 0;
    judge_meet(operation);
    __atomic_store_n(&operation->generation, shard.generation, __ATOMIC_RELEASE);
}

void thread_meet(void)
{
    nesting.generation = shard.generation;
    nesting.parent = 0;
    nesting.depth = 0;
    nesting.layer = 0;
    nesting.ticks = 0;
    nesting.judged = (struct judged_call){0};
    nesting.thread = define_thread((uint64_t)PyThread_get_thread_ident());
    __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED);
}

uint64_t sequence_next(void)
{
    return __builtin_expect(sharing, 0) ? __atomic_fetch_add(&next_sequence, 1, __ATOMIC_RELAXED) : next_sequence++;
}

/* ---- a call ---- */

void call_leave_out(enum left_out reason)
{
    writing_begin();
    if (shard.events.tail) /* with other writers about, recording may have ended */
        shard.events.tail->left_out++;
    recorder_counts.left_out[reason]++;
    writing_end();
}

void call_miss(void)
{
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
    if (__builtin_expect(nesting.generation != shard.generation, 0))
        thread_meet();
    if (__builtin_expect(operation->generation != shard.generation, 0)) {
        operation_meet(operation);
        if (has_ended())
            return CALL_PASSED;
    }
    if (!operation->selected || (settings.depth && nesting.depth >= settings.depth)) {
        call_leave_out(operation->selected ? TOO_DEEP : NOT_SELECTED);
        return CALL_PASSED;
    }
    if (settings.every > 1 && operation->calls++ % settings.every) {
        call_leave_out(NOT_ITS_TURN);
        return mute(NULL);
    }
    if (__builtin_expect(shard.stopped, 0)) {
        call_miss();
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
            call_leave_out(OTHER_CALLER);
        return mute(call);
    }
    call->operation = operation;
    call->generation = shard.generation;
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

static bool is_data(PyObject *argument, int depth);

static bool has_data(PyObject *dict, int depth)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    for (int i = 0; i < 16 && PyDict_Next(dict, &at, &key, &value); i++)
        if (is_data(value, depth + 1))
            return true;
    return false;
}

/* A list may hold itself: looked into as deep as literals are written. */
static bool is_data(PyObject *argument, int depth)
{
    if (is_array_like(argument))
        return true;
    if (depth > LITERAL_DEPTH || !is_container(argument))
        return false;
    if (PyDict_CheckExact(argument))
        return has_data(argument, depth);
    Py_ssize_t count = PySequence_Fast_GET_SIZE(argument);
    for (Py_ssize_t i = 0; i < count && i < 16; i++)
        if (is_data(PySequence_Fast_ITEMS(argument)[i], depth + 1))
            return true;
    return false;
}

static bool is_number(PyObject *argument)
{
    return PyFloat_CheckExact(argument) || PyLong_CheckExact(argument) || PyBool_Check(argument) ||
           PyComplex_CheckExact(argument);
}

static void show_argument(struct call *call, enum operand_role role, PyObject *argument)
{
    if (settings.npy && npy_files_wanted() && (role == ROLE_INPUT || call->operation->takes_numbers))
        npy_files_input(call, argument);
    if (settings.log)
        live_log_operand(argument);
}

static void add_with_role(struct call *call, struct operand_header header, PyObject *argument, bool masked)
{
    const struct operation *operation = call->operation;
    if (operation->mutates >= 0 && header.position == operation->mutates)
        call->mutated = argument;
    if (header.role == ROLE_OUT) {
        /* What an out= array holds beforehand matters only where a mask leaves it in place. */
        if (__builtin_expect(call->attention & ATTENTION_JUDGED, 0))
            judge_argument(call, ROLE_OUT, argument);
        operand_add(call, header, argument, masked);
        return;
    }
    bool plain_operand = (operation->is_ufunc && header.position < operation->inputs) ||
                         (operation->numbers_are_data && is_number(argument));
    bool list_of_data = header.position == 0 && (PyList_Check(argument) || PyTuple_Check(argument));
    header.role = plain_operand || list_of_data || is_data(argument, 0) ? ROLE_INPUT : ROLE_ARGUMENT;
    if (operation->traits & TRAIT_INDEXES && header.position == 0 && settings.detail != VALUES_NONE && PyArray_Check(argument))
        call->whole = value_wanted_again(PyArray_BYTES((PyArrayObject *)argument),
                                         (uint64_t)PyArray_NBYTES((PyArrayObject *)argument));
    operand_add(call, header, argument, header.position != 0 || call->whole);
    if (__builtin_expect(call->attention, 0)) {
        if (call->attention & ATTENTION_SHOWN)
            show_argument(call, header.role, argument);
        if (call->attention & ATTENTION_JUDGED)
            judge_argument(call, header.role, argument);
    }
}

void call_add_argument(struct call *call, int position, PyObject *argument)
{
    struct operand_header header = {.position = (uint8_t)(position < 250 ? position : 250)};
    const struct operation *operation = call->operation;
    if (operation->is_ufunc && operation->inputs && position >= operation->inputs)
        header.role = ROLE_OUT;
    add_with_role(call, header, argument, false);
}

void call_add_keyword(struct call *call, PyObject *name, PyObject *value, bool masked)
{
    struct operand_header header = {.position = POSITION_KEYWORD};
    uint32_t id = define_string_object(name);
    header.name = (uint16_t)(id <= UINT16_MAX ? id : 0);
    if (PyUnicode_CompareWithASCIIString(name, "out") == 0 && value != Py_None)
        header.role = ROLE_OUT;
    add_with_role(call, header, value, masked);
}

static bool is_mask(PyObject *name)
{
    return PyUnicode_CompareWithASCIIString(name, "where") == 0;
}

void call_add_vector(struct call *call, int first, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords)
{
    for (Py_ssize_t i = 0; i < count; i++)
        call_add_argument(call, first + (int)i, arguments[i]);
    if (!keywords)
        return;
    bool masked = false;
    Py_ssize_t names = PyTuple_GET_SIZE(keywords);
    for (Py_ssize_t i = 0; i < names; i++)
        masked |= is_mask(PyTuple_GET_ITEM(keywords, i));
    for (Py_ssize_t i = 0; i < names; i++)
        call_add_keyword(call, PyTuple_GET_ITEM(keywords, i), arguments[count + i], masked);
}

void call_add_tuple(struct call *call, int first, PyObject *arguments, PyObject *keywords)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(arguments); i++)
        call_add_argument(call, first + (int)i, PyTuple_GET_ITEM(arguments, i));
    if (!keywords)
        return;
    bool masked = PyDict_GetItemString(keywords, "where") != NULL;
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(keywords, &at, &name, &value))
        if (PyUnicode_Check(name))
            call_add_keyword(call, name, value, masked);
}

void recorder_count_ticks(uint64_t ticks)
{
    /* Longer than that and the processor was somebody else's for a while, which does not happen every TIMED_EVERY-th time. */
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

/* The message as it stands in `args`, borrowed: str(exception) could run anything. NULL: there is none. */
static PyObject *message_of(PyObject *exception)
{
    PyObject *arguments = NULL;
    if (exception && PyUnicode_CheckExact(exception))
        return exception;
    if (exception && PyTuple_CheckExact(exception)) /* the arguments of an exception that is not made yet */
        arguments = exception;
    else if (exception && PyExceptionInstance_Check(exception))
        arguments = ((PyBaseExceptionObject *)exception)->args;
    PyObject *first = arguments && PyTuple_GET_SIZE(arguments) ? PyTuple_GET_ITEM(arguments, 0) : NULL;
    return first && PyUnicode_CheckExact(first) ? first : NULL;
}

static void add_trailing_text(struct call *call, const char *name, const char *message, size_t size)
{
    size_t length = strnlen(name, 200), whole = message ? length + 2 + size : length, padded = (whole + 7) & ~(size_t)7;
    struct trailing_text *trailing = call_room(call, sizeof *trailing + whole);
    if (!trailing)
        return;
    *trailing = (struct trailing_text){(uint32_t)whole, 0};
    char *text = (char *)(trailing + 1);
    if (padded)
        memset(text + padded - 8, 0, 8);
    memcpy(text, name, length);
    if (message) {
        memcpy(text + length, ": ", 2);
        memcpy(text + length + 2, message, size);
    }
    call->flags |= CALL_RAISED;
}

static void add_exception(struct call *call)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *message = message_of(value);
    Py_ssize_t size = 0;
    const char *utf8 = message ? PyUnicode_AsUTF8AndSize(message, &size) : NULL;
    char room[HIDDEN_ROOM];
    PyObject *rest = NULL;
    if (utf8 && settings.detail == VALUES_NONE) {
        size = (Py_ssize_t)text_describe(room, message);
        utf8 = room;
    } else if (utf8 && (rest = text_redacted(utf8, (size_t)size))) {
        utf8 = PyBytes_AS_STRING(rest);
        size = PyBytes_GET_SIZE(rest);
    }
    if (size > 250)
        for (size = 250; size && ((unsigned char)utf8[size] & 0xc0) == 0x80;)
            size--;
    PyErr_Clear();
    add_trailing_text(call, type && PyType_Check(type) ? ((PyTypeObject *)type)->tp_name : "", utf8, (size_t)size);
    Py_XDECREF(rest);
    PyErr_Restore(type, value, traceback);
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
    if (!recording || call->generation != shard.generation || stream->length + size > stream->limit)
        return;
    call->flags = (call->flags & (CALL_USER_VISIBLE | CALL_IMPORTING | CALL_TRUNCATED)) | CALL_UNFINISHED;
    call->inputs = call->begun_inputs;
    call->outputs = 0;
    fill_record(call, size, call->start_ticks, 0);
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
        shard.operations++;
        shard.events.tail->recorder_ticks = recorder_counts.ticks;
        shard.events.tail->seen_ticks = end_ticks;
    } else if (shard.events.tail && call->generation == shard.generation) {
        shard.events.tail->missing++;
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
        add_exception(call);
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

/* ---- the whole ---- */

int recorder_start(const char *directory, PyObject *library_paths, PyObject *own_path, PyObject *from_modules)
{
    if (sites_configure(library_paths, own_path, from_modules))
        return -1;
    writing_begin();
    definitions_reset();
    strings_reset();
    layouts_reset();
    native_sites_reset();
    writing_end();
    threads = 0;
    memset(&recorder_counts, 0, sizeof recorder_counts);
    next_sequence = 0;
    int error = shard_open(directory);
    if (error) {
        errno = error;
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, directory);
        return -1;
    }
    values_reset();
    scalar_gate_open(settings.scalars);
    recording = true;
    return 0;
}

void recorder_stop(void)
{
    recording = false;
    writing_begin();
    if (shard.events.tail) {
        shard.events.tail->left_out += scalar_passed();
        shard_close();
    }
    writing_end();
    scalar_gate_close();
}

uint32_t recorder_threads(void)
{
    return threads;
}
