#include "numscope/writer.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "definitions.h"
#include "native_sites.h"
#include "operands.h"
#include "sharing.h"
#include "steps.h"
#include "interned_strings.h"
#include "judge.h"
#include "traits.h"

struct native_call {
    struct call call;
    struct native_site site;
    struct native_call *above; /* on this thread */
    uint64_t end_ticks;
    bool nested, raised;
    bool judged; /* no operation stands around it but those that only hold others */
};

_Static_assert(sizeof(struct numscope_content) == sizeof(struct captured), "one is cast to the other");

/* ---- names ---- */

/* Operations by name and traits: a few thousand at most; callers keep what they get. */
static struct {
    struct operation **slots;
    size_t capacity, used;
} operations;

static struct operation **operation_slot(const char *name, uint32_t traits)
{
    size_t slot = mix(mix_text(name, strlen(name)), traits) & (operations.capacity - 1);
    struct operation *met;
    while ((met = operations.slots[slot]) && (met->traits != traits || strcmp(met->name, name)))
        slot = (slot + 1) & (operations.capacity - 1);
    return &operations.slots[slot];
}

static bool grow_operations(void)
{
    struct operation **old = operations.slots;
    size_t old_capacity = operations.capacity, capacity = old_capacity ? 2 * old_capacity : 1024;
    struct operation **slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    operations.slots = slots;
    operations.capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i])
            *operation_slot(old[i]->name, old[i]->traits) = old[i];
    free(old);
    return true;
}

static struct operation *operation_named(const char *name, uint32_t traits)
{
    if (2 * operations.used >= operations.capacity && !grow_operations())
        return NULL;
    struct operation **slot = operation_slot(name, traits);
    if (!*slot) {
        struct operation *operation = calloc(1, sizeof *operation);
        char *copy = strdup(name);
        if (!operation || !copy) {
            free(operation);
            free(copy);
            return NULL;
        }
        operation->name = copy;
        operation->traits = traits;
        operation->mutates = -1;
        operations.used++;
        *slot = operation;
    }
    return *slot;
}

static struct operation *find_operation(const char *name, uint32_t traits)
{
    traits |= traits_of(name);
    writing_begin();
    struct operation *operation = operation_named(name, traits);
    writing_end();
    return operation;
}

static uint32_t current_generation(void)
{
    return __atomic_load_n(&recording, __ATOMIC_RELAXED) && !nesting.muted ? shard.generation : 0;
}

/* Other libraries let go of the GIL around most operations, also those that no other contains: wait for it. */
static void attend(void)
{
    if (!recorder_may_rotate()) {
        recorder_write_marks();
        return;
    }
    PyGILState_STATE state = PyGILState_Ensure();
    recorder_attend();
    PyGILState_Release(state);
}

static uint32_t renewed_generation(void)
{
    if (__builtin_expect(shard.due, 0))
        attend();
    return current_generation();
}

static int current_detail(void)
{
    return (int)(settings.detail == VALUES_FULL && value_budget_is_spent() ? VALUES_STATISTICS : settings.detail);
}

static int chosen_detail(void)
{
    return (int)settings.detail;
}

/* ---- a call ---- */

static void renew(struct thread_memory *memory)
{
    memory->generation = shard.generation;
    memset(memory->codes, 0, sizeof memory->codes);
    for (int i = 0; i < THREAD_LAYOUTS; i++) {
        free(memory->layouts[i]);
        memory->layouts[i] = NULL;
    }
    memory->innermost = NULL;
}

static void meet(struct operation *operation)
{
    if (settings.select || settings.judge) { /* asked in Python: never inside a section */
        PyGILState_STATE state = PyGILState_Ensure();
        if (operation->generation != shard.generation)
            operation_meet(operation);
        PyGILState_Release(state);
        return;
    }
    writing_begin();
    if (operation->generation != shard.generation)
        operation_meet(operation);
    writing_end();
}

/* What an operation does inside is its own affair; what frames and backward nodes hold is the program's. */
static bool is_judged(const struct native_call *native)
{
    const struct native_call *above = native->above;
    if (!(settings.judge & (JUDGE_NAN | JUDGE_INF)) || native->call.operation->traits & TRAIT_MODULE)
        return false;
    return !nesting.depth ||
           (above && above->call.sequence + 1 == nesting.parent && above->judged &&
            above->call.operation->traits & (TRAIT_FRAME | TRAIT_GRAPH_NODE));
}

static FAST_THREAD_LOCAL uint64_t call_count;

static enum numscope_verdict begin(void *memory_of_call, struct operation *operation, bool nested,
                                   struct numscope_surroundings *surroundings)
{
    struct native_call *native = memory_of_call;
    struct call *call = &native->call;
    struct thread_memory *memory = thread_memory();
    if (!memory)
        return NUMSCOPE_PASS;
    if (__builtin_expect(nesting.generation != shard.generation, 0))
        thread_meet();
    if (__builtin_expect(memory->generation != shard.generation, 0))
        renew(memory);
    if (__builtin_expect(__atomic_load_n(&operation->generation, __ATOMIC_ACQUIRE) != shard.generation, 0))
        meet(operation);
    if (!operation->selected || (settings.depth && nesting.depth >= settings.depth)) {
        call_leave_out(operation, operation->selected ? TOO_DEEP : NOT_SELECTED);
        return NUMSCOPE_PASS;
    }
    if (settings.every > 1 && __atomic_fetch_add(&operation->calls, 1, __ATOMIC_RELAXED) % settings.every) {
        call_leave_out(operation, NOT_ITS_TURN);
        nesting.muted++;
        return NUMSCOPE_MUTED;
    }
    if (__builtin_expect(shard.stopped, 0)) {
        call_miss(operation);
        return NUMSCOPE_PASS;
    }
    call->begin_ticks = settings.detail != VALUES_NONE || !(call_count++ % TIMED_EVERY) ? clock_ticks() : 0;
    native->above = memory->innermost;
    native_site_find(&native->site, native->above ? &native->above->site : NULL, memory);
    call->where = native->site.where;
    if (call->where.own || (!call->where.selected && !nesting.depth)) {
        if (!call->where.own)
            call_leave_out(operation, NOT_ITS_TURN);
        nesting.muted++;
        return NUMSCOPE_MUTED;
    }
    *surroundings = native->site.surroundings;
    call->operation = operation;
    call->generation = nesting.generation;
    call->parent = nesting.parent;
    call->sequence = sequence_next();
    /* A library's Python code calls most of its operators: its outermost ones are what the user's code asked for. */
    call->flags = (nesting.depth ? 0 : CALL_USER_VISIBLE) | (call->where.importing ? CALL_IMPORTING : 0);
    call->inputs = call->outputs = 0;
    call->attention = 0;
    call->complete = NULL;
    call->begin = call->room;
    call->at = call->room + sizeof(struct call_record);
    call->end = call->room + CALL_ROOM;
    native->nested = nested;
    native->judged = is_judged(native);
    return NUMSCOPE_RECORDED;
}

static void unmute(void)
{
    nesting.muted--;
}

static uint32_t generation_of(const void *call)
{
    return ((const struct native_call *)call)->call.generation;
}

static uint64_t sequence(const void *call)
{
    return ((const struct native_call *)call)->call.sequence;
}

static void start(void *memory_of_call)
{
    struct native_call *native = memory_of_call;
    if (native->nested) {
        nesting.parent = native->call.sequence + 1;
        nesting.depth++;
        thread_memory()->innermost = native;
    }
    enum { USUAL_RECORD = 256 };
    stream_fetch(&shard.events, USUAL_RECORD);
    native->call.start_ticks = clock_ticks();
    if (native->call.begin_ticks)
        recorder_count_ticks(native->call.start_ticks - native->call.begin_ticks);
}

static void stop(void *memory_of_call, bool raised)
{
    struct native_call *native = memory_of_call;
    native->end_ticks = clock_ticks();
    native->raised = raised;
    if (native->nested && native->call.generation == nesting.generation) {
        nesting.depth--;
        nesting.parent = native->call.parent;
        thread_memory()->innermost = native->above;
    }
}

static void add_exception(struct call *call)
{
    /* While the stack unwinds, the exception's type can't be known. */
    static const char text[] = "a C++ exception";
    struct trailing_text *trailing = call_room(call, sizeof *trailing + sizeof text);
    if (!trailing)
        return;
    *trailing = (struct trailing_text){sizeof text - 1, 0};
    memcpy(trailing + 1, text, sizeof text);
    call->flags |= CALL_RAISED;
}

static void finish(void *memory_of_call)
{
    struct native_call *native = memory_of_call;
    struct call *call = &native->call;
    if (__atomic_load_n(&recording, __ATOMIC_RELAXED) && call->generation == shard.generation) {
        if (native->raised)
            add_exception(call);
        /* The depth of the record is the thread's: it stands where it stood at the beginning. */
        call_write(call, native->end_ticks, 0);
        if (native->judged)
            judge_native(call);
        if (call->begin_ticks)
            recorder_count_ticks(clock_ticks() - native->end_ticks);
    } else if (__atomic_load_n(&recording, __ATOMIC_RELAXED) && shard_is_of_recording(call->generation)) {
        call_leave_out(call->operation, CUT);
    }
    if (call->begin != call->room)
        free(call->begin);
}

/* ---- operands ---- */

enum { MOST_DIMENSIONS = 64 };

static bool is_layout(const struct layout *layout, const struct numscope_array *array)
{
    if (!layout || layout->dtype != array->dtype || layout->dimensions != array->dimensions)
        return false;
    const int64_t *known = layout->shape_and_strides;
    int64_t item = array->dtype->item_bytes;
    int same = 1;
    for (int i = 0; i < array->dimensions; i++)
        same &= known[i] == array->shape[i] && known[array->dimensions + i] == array->strides[i] * item;
    return same;
}

static struct layout *own_layout(const struct numscope_array *array)
{
    npy_intp strides[MOST_DIMENSIONS];
    if (array->dimensions > MOST_DIMENSIONS)
        return NULL;
    for (int i = 0; i < array->dimensions; i++)
        strides[i] = array->strides[i] * (npy_intp)array->dtype->item_bytes;
    return layout_copy_of(array->dtype, array->dimensions, array->shape, strides);
}

static const struct layout *find_layout(const struct numscope_array *array)
{
    struct thread_memory *memory = thread_memory();
    int dimensions = array->dimensions;
    if (!memory || dimensions > MOST_DIMENSIONS)
        return NULL;
    size_t slot = ((uintptr_t)array->dtype >> 5) + (size_t)dimensions * 7;
    if (dimensions)
        slot += (size_t)array->shape[0] + (size_t)array->shape[dimensions - 1] * 3 + (size_t)array->strides[0];
    struct layout **mine = &memory->layouts[slot % THREAD_LAYOUTS];
    if (!is_layout(*mine, array)) {
        free(*mine);
        *mine = own_layout(array);
    }
    return *mine;
}

static uint32_t layout_id(const struct layout *layout)
{
    return layout->id;
}

static uint64_t layout_bytes(const struct layout *layout)
{
    return layout->data_bytes;
}

static uint64_t layout_seed(const struct layout *layout)
{
    return layout->content ? layout->hash_seed : 0;
}

static int layout_order(const struct layout *layout)
{
    return (layout->c_contiguous || layout->fortran ? NUMSCOPE_IN_MEMORY : 0) | (layout->fortran ? 0 : NUMSCOPE_BY_ROWS);
}

static void seed_anew(struct numscope_content *content, uint64_t before, uint64_t now)
{
    struct captured *captured = (struct captured *)content;
    captured->hash = content_hash_seeded(content_hash_seeded(captured->hash, before), now);
}

static void look(const struct layout *layout, const void *data, bool foreign, struct numscope_content *content)
{
    value_capture_fresh(layout, (struct memory){data, foreign}, settings.detail, (struct captured *)content);
}

static bool keeps(const struct layout *layout)
{
    return layout->content && value_fits(layout);
}

static void settle(uint32_t generation, uint64_t number, const struct numscope_content *content)
{
    struct settled_record record = {
        .header = {sizeof record, RECORD_SETTLED,
                   (uint16_t)((content->hashed ? OPERAND_HAS_HASH : 0) |
                              (content->has_statistics ? OPERAND_HAS_STATISTICS : 0))},
        .number = number,
    };
    if (content->hashed) {
        record.hash_low = content->hash_low;
        record.hash_high = content->hash_high;
    }
    if (content->has_statistics)
        record.statistics = content->statistics;
    event_write(&record, sizeof record, generation);
}

static int add_array(void *memory_of_call, struct operand_header header, const struct numscope_array *array,
                     const struct layout *layout, const struct numscope_content *content)
{
    struct call *call = &((struct native_call *)memory_of_call)->call;
    if (!operand_may_add(call, header.role))
        return -1;
    size_t most = sizeof(struct array_operand) + sizeof(uint64_t) + sizeof(struct hash128) + sizeof(struct statistics);
    _Static_assert(sizeof(uint64_t) <= sizeof(struct hash128), "a number takes the place of a hash");
    struct array_operand *operand = call_room(call, most);
    if (!operand)
        return -1;
    header.tag = OPERAND_ARRAY;
    operand->layout = layout->id;
    operand->type = array->type;
    operand->address = array->address;
    char *at = (char *)(operand + 1);
    if (array->owner) {
        header.flags |= OPERAND_HAS_OWNER;
        memcpy(at, &array->owner, sizeof array->owner);
        at += sizeof array->owner;
    }
    if (content && content->hashed) {
        header.flags |= OPERAND_HAS_HASH | (content->kept ? OPERAND_KEPT : 0);
        memcpy(at, &content->hash_low, sizeof(struct hash128));
        at += sizeof(struct hash128);
    }
    if (content && content->has_statistics) {
        header.flags |= OPERAND_HAS_STATISTICS;
        memcpy(at, &content->statistics, sizeof content->statistics);
        at += sizeof content->statistics;
    }
    if (content && content->pending) {
        header.flags |= OPERAND_PENDING | (content->kept ? OPERAND_KEPT : 0);
        memcpy(at, &content->hash_low, sizeof content->hash_low);
        at += sizeof content->hash_low;
    }
    if (content && content->unreadable)
        header.flags |= OPERAND_UNREADABLE;
    operand->header = header;
    call->at = at;
    int place = call->inputs + call->outputs;
    operand_count(call, header.role);
    return place;
}

static void add_word(void *call, struct operand_header header, enum operand_tag tag, const void *word)
{
    operand_add_word(&((struct native_call *)call)->call, header, tag, word);
}

static void add_text(void *call, struct operand_header header, enum operand_tag tag, const char *text, size_t length)
{
    operand_add_text(&((struct native_call *)call)->call, header, tag, text, length);
}

static void attribute_text(void *call, uint32_t name, uint16_t item, uint32_t text)
{
    operand_add_attribute_text(&((struct native_call *)call)->call, name, item, text);
}

static void attribute_integer(void *call, uint32_t name, uint16_t item, int64_t value)
{
    operand_add_attribute_integer(&((struct native_call *)call)->call, name, item, value);
}

static void watch_frames(void *code)
{
    native_sites_watch(code);
}

static void step(void)
{
    step_by(STEP_OPTIMIZER);
}

static const struct numscope_writer writer = {
    .version = NUMSCOPE_WRITER_VERSION,
    .call_bytes = sizeof(struct native_call),
    .generation = current_generation,
    .renew = renewed_generation,
    .detail = current_detail,
    .chosen_detail = chosen_detail,
    .traits = traits_of,
    .operation = find_operation,
    .dtype = dtype_described,
    .text = define_string,
    .begin = begin,
    .unmute = unmute,
    .generation_of = generation_of,
    .sequence = sequence,
    .start = start,
    .stop = stop,
    .finish = finish,
    .layout = find_layout,
    .layout_id = layout_id,
    .layout_bytes = layout_bytes,
    .layout_seed = layout_seed,
    .layout_order = layout_order,
    .seed_anew = seed_anew,
    .look = look,
    .own_layout = own_layout,
    .keeps = keeps,
    .settle = settle,
    .add_array = add_array,
    .add_word = add_word,
    .add_text = add_text,
    .attribute_text = attribute_text,
    .attribute_integer = attribute_integer,
    .watch_frames = watch_frames,
    .step = step,
    .join = sharing_begin,
};

int writer_export(void *module)
{
    PyObject *capsule = PyCapsule_New((void *)&writer, NUMSCOPE_WRITER_CAPSULE, NULL);
    if (!capsule || PyModule_AddObject(module, "_writer", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    return 0;
}
