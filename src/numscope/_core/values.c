#include "values.h"

#include <string.h>

#include "definitions.h"
#include "elements.h"
#include "floating_point.h"
#include "pack.h"
#include "sharing.h"
#include "thread_memory.h"

/* ---- contents met before ---- */

/* What is known of a content. */
struct known {
    struct hash128 hash;
    struct statistics statistics;
    struct packed packed;
    uint32_t stored; /* the generation of the segment in whose pack it is; 0: in none */
    bool has_statistics;
};

/* Four ways, 30 MB at most whatever the program does: a content that has been pushed out is looked at, and stored, anew. */
enum { WAYS = 4, SETS = 1 << 16 };
static struct known contents[SETS][WAYS];

static struct known *find_content(struct hash128 hash)
{
    struct known *set = contents[hash.low % SETS];
    for (int way = 0; way < WAYS; way++)
        if (set[way].hash.low == hash.low && set[way].hash.high == hash.high)
            return &set[way];
    return NULL;
}

static struct known *remember_content(struct hash128 hash)
{
    struct known *set = contents[hash.low % SETS];
    memmove(set + 1, set, (WAYS - 1) * sizeof *set);
    set[0] = (struct known){.hash = hash};
    return set;
}

/* What is known of a content holds in every segment, except for where its bytes are. */
static bool is_stored(const struct known *known)
{
    return known && known->stored == shard.generation;
}

/* ---- one pass ---- */

struct pass {
    const struct dtype *dtype;
    struct moments moments;
    struct thread_memory *memory;
    bool streamed, measured; /* hashed, its statistics taken */
};

static void swap_bytes(char *to, const char *from, size_t size, size_t width)
{
    for (size_t at = 0; at < size; at += width)
        for (size_t i = 0; i < width; i++)
            to[at + i] = from[at + width - 1 - i];
}

static void add_statistics(struct pass *pass, const char *bytes, size_t size)
{
    const struct dtype *dtype = pass->dtype;
    if (dtype->number == NUMBER_NONE)
        return;
    size_t count = size / dtype->item_bytes;
    if (!dtype->swapped) {
        moments_add(&pass->moments, dtype->number, bytes, count);
        return;
    }
    if (size > BLOCK_BYTES)
        return;
    char *native = pass->memory->swapped;
    swap_bytes(native, bytes, size, dtype->kind == 'c' ? dtype->item_bytes / 2 : dtype->item_bytes);
    moments_add(&pass->moments, dtype->number, native, count);
}

static bool look(void *context, const char *bytes, size_t size)
{
    struct pass *pass = context;
    if (pass->measured)
        add_statistics(pass, bytes, size);
    if (pass->streamed)
        content_hash_add(pass->memory->hash_state, bytes, size);
    return true;
}

/* A hash alone runs at the speed of memory, and a content met before needs no more. So the hash comes first where content
 * is in the cache anyway, or is likely to be known; elsewhere one pass over memory makes both. Below SMALL the look-up
 * would cost more than the statistics. */
enum { SMALL = 4 << 10, FITS_CACHE = 1 << 20 };

/* Where content was seen last, and a sample of it: an operand is mostly the result of an operation before. A wrong guess
 * costs a second pass, nothing else. */
enum { SEEN = 256, SAMPLES = 16 };
static struct seen {
    const char *data;
    uint64_t bytes, sample;
} seen[SEEN];

static uint64_t sample(const char *data, uint64_t bytes)
{
    uint64_t mixed = bytes, step = (bytes - sizeof(uint64_t)) / (SAMPLES - 1);
    for (int i = 0; i < SAMPLES; i++) {
        uint64_t word;
        memcpy(&word, data + (uint64_t)i * step, sizeof word);
        mixed = mix(mixed, word);
    }
    return mixed;
}

static struct seen *seen_slot(const char *data)
{
    return &seen[mix((uintptr_t)data, 1) % SEEN]; /* large arrays begin at the same place in a page */
}

static bool was_seen(const char *data, uint64_t bytes)
{
    const struct seen *slot = seen_slot(data);
    return slot->data == data && slot->bytes == bytes && slot->sample == sample(data, bytes);
}

static bool find_statistics(struct captured *captured)
{
    writing_begin();
    const struct known *known = find_content(captured->hash);
    if (known && known->has_statistics) {
        captured->statistics = known->statistics;
        captured->has_statistics = true;
    }
    writing_end();
    return captured->has_statistics;
}

static void remember_statistics(const char *data, uint64_t bytes, const struct captured *captured)
{
    writing_begin();
    struct known *known = find_content(captured->hash);
    known = known ? known : remember_content(captured->hash);
    known->statistics = captured->statistics;
    known->has_statistics = true;
    writing_end();
    if (bytes > FITS_CACHE)
        *seen_slot(data) = (struct seen){data, bytes, sample(data, bytes)};
}

static void look_in_one_pass(const struct layout *layout, struct memory memory, struct pass *pass, struct captured *captured)
{
    pass->streamed = true;
    content_hash_begin(pass->memory->hash_state);
    captured->hashed = elements_visit(layout, memory, look, pass);
    captured->hash = content_hash_seeded(content_hash_end(pass->memory->hash_state), layout->hash_seed);
}

/* Statistics of contiguous elements, a block at a time: a swapped block is turned round in scratch memory. */
static void look_for_statistics(const struct layout *layout, struct memory memory, struct pass *pass)
{
    if (layout->dtype->swapped)
        elements_visit(layout, memory, look, pass);
    else
        add_statistics(pass, memory.data, layout->data_bytes);
}

/* `fresh`: hardly met before, so neither looked up nor remembered; with statistics that are known already, hashed only. */
static void look_at(const struct layout *layout, struct memory memory, struct captured *captured, bool fresh)
{
    struct pass pass = {
        .dtype = layout->dtype, .memory = thread_memory(), .measured = !captured->has_statistics};
    if (!pass.memory)
        return;
    moments_begin(&pass.moments);
    bool contiguous = layout->c_contiguous || layout->fortran;
    bool in_place = contiguous && !memory.foreign && !layout->dtype->used;
    if (in_place && (layout->data_bytes <= FITS_CACHE || (!fresh && was_seen(memory.data, layout->data_bytes)))) {
        captured->hash = content_hash_seeded(content_hash(memory.data, layout->data_bytes), layout->hash_seed);
        captured->hashed = true;
        if (captured->has_statistics || (!fresh && layout->data_bytes >= SMALL && find_statistics(captured)))
            return;
        look_for_statistics(layout, memory, &pass);
    } else {
        look_in_one_pass(layout, memory, &pass, captured);
    }
    if (layout->dtype->number == NUMBER_NONE || !captured->hashed || captured->has_statistics)
        return;
    moments_end(&pass.moments, &captured->statistics);
    captured->has_statistics = true;
    if (!fresh && in_place && layout->data_bytes >= SMALL)
        remember_statistics(memory.data, layout->data_bytes, captured);
}

/* ---- what is kept ---- */

static bool define_value(const struct layout *layout, struct hash128 hash, const struct packed *packed)
{
    uint16_t flags = (uint16_t)(packed->elision.word << 8 | (packed->elision.repeats ? VALUE_REPEATS : 0) |
                                (layout->fortran ? VALUE_FORTRAN : 0));
    struct value_record *record = definition_reserve(sizeof *record, RECORD_VALUE, flags);
    if (!record)
        return false;
    record->hash_low = hash.low;
    record->hash_high = hash.high;
    record->offset = packed->offset;
    record->bytes = layout->data_bytes;
    record->layout = layout->id;
    record->stored = packed->stored;
    definition_commit(sizeof *record);
    return true;
}

static void remember_stored(struct hash128 hash, const struct packed *packed)
{
    struct known *known = find_content(hash);
    known = known ? known : remember_content(hash);
    known->stored = shard.generation;
    known->packed = *packed;
}

static bool fits_segment(uint64_t bytes)
{
    uint64_t most = shard.rotation.bytes;
    if (!most || shard_bytes() + bytes <= most)
        return true;
    if (bytes <= most)
        shard_set_due(DUE_SEGMENT); /* the next segment has room for it */
    return false;
}

/* Losses, labels, indices and states of generators: they say much and cost little. */
enum { ALWAYS_KEPT = 4 << 10 };

static bool spent(uint64_t limit, uint64_t kept, uint64_t bytes)
{
    return limit && kept + bytes > limit;
}

static bool fits_budget(uint64_t bytes)
{
    const struct value_budget *budget = &shard.budget;
    return bytes <= ALWAYS_KEPT || !(spent(budget->run_bytes, budget->in_run, bytes) ||
                                     (budget->stepped && spent(budget->step_bytes, budget->in_step, bytes)));
}

bool value_budget_is_spent(void)
{
    return !fits_budget(ALWAYS_KEPT + 1);
}

static void charge(uint64_t bytes)
{
    shard.value_bytes += bytes;
    if (bytes > ALWAYS_KEPT) {
        shard.budget.in_step += bytes;
        shard.budget.in_run += bytes;
    }
}

bool value_fits(const struct layout *layout)
{
    return fits_budget(layout->data_bytes) &&
           !(shard.max_array_bytes && layout->data_bytes > shard.max_array_bytes) &&
           !(shard.max_bytes && shard_bytes() + layout->data_bytes > shard.max_bytes) && fits_segment(layout->data_bytes);
}

static bool store(const struct layout *layout, struct memory memory, const struct captured *captured, struct packed *packed)
{
    if (!value_fits(layout)) {
        shard.over_budget++;
        return false;
    }
    return pack_append(layout, memory, captured->has_statistics ? captured->statistics.zeros : 0, packed);
}

/* A reshaped or transposed array is another value of the same bytes: they are kept once. */
static bool keep(const struct layout *layout, struct memory memory, const struct captured *captured)
{
    struct hash128 hash = captured->hash;
    if (layout->generation != shard.generation)
        return false; /* of a call without the GIL that the end of a segment cuts off: its id would name another layout */
    const struct known *known = find_content(hash);
    if (is_stored(known))
        return true;
    bool shared = layout->data_bytes >= SMALL;
    struct hash128 bytes = content_hash_seeded(hash, layout->hash_seed);
    const struct known *there = shared ? find_content(bytes) : NULL;
    struct packed packed;
    if (is_stored(there)) {
        packed = there->packed;
    } else {
        if (!store(layout, memory, captured, &packed))
            return false;
        charge(packed.stored);
        if (shared)
            remember_stored(bytes, &packed);
    }
    if (!define_value(layout, hash, &packed))
        return false;
    remember_stored(hash, &packed);
    shard.value_count++;
    return true;
}

static void capture(const struct layout *layout, struct memory memory, enum value_detail detail, struct captured *captured,
                    bool fresh)
{
    captured->hashed = captured->kept = captured->pending = captured->unreadable = false;
    if (detail == VALUES_NONE || !layout->content)
        return;
    floating_point_state state = floating_point_save();
    look_at(layout, memory, captured, fresh);
    floating_point_restore(state);
    captured->unreadable = memory.foreign && !captured->hashed;
    if (detail == VALUES_FULL && captured->hashed) {
        writing_begin();
        captured->kept = keep(layout, memory, captured);
        writing_end();
    }
}

void value_capture(const struct layout *layout, struct memory memory, enum value_detail detail, struct captured *captured)
{
    captured->has_statistics = false;
    capture(layout, memory, detail, captured, false);
}

bool value_is_still(const struct layout *layout, struct memory memory, const struct hash128 *hash)
{
    bool contiguous = layout->c_contiguous || layout->fortran;
    if (!contiguous || memory.foreign || layout->dtype->used || layout->data_bytes > FITS_CACHE)
        return false;
    struct hash128 now = content_hash_seeded(content_hash(memory.data, layout->data_bytes), layout->hash_seed);
    return !memcmp(&now, hash, sizeof now);
}

void value_capture_fresh(const struct layout *layout, struct memory memory, enum value_detail detail, struct captured *captured)
{
    capture(layout, memory, detail, captured, true);
}

bool value_wanted_again(const char *data, uint64_t bytes)
{
    enum { ALWAYS = 64 << 10, ARRAYS = 64, FIRST = 8 };
    static struct {
        const char *data;
        uint64_t bytes, times;
    } touched[ARRAYS];
    if (bytes <= ALWAYS)
        return true;
    size_t slot = mix((uintptr_t)data, bytes) % ARRAYS;
    if (touched[slot].data != data || touched[slot].bytes != bytes) {
        touched[slot].data = data;
        touched[slot].bytes = bytes;
        touched[slot].times = 0;
    }
    uint64_t times = ++touched[slot].times;
    return times <= FIRST || !(times & (times - 1));
}
