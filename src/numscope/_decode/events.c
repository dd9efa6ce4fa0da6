#include "events.h"
#include "small_values.h"

#include <math.h>
#include <string.h>

/* What is left of the record being read. */
struct cursor {
    const uint8_t *at;
    size_t left;
};

/* Records are packed structs of little-endian numbers at multiples of 8; memcpy keeps reads free of aliasing trouble. */
static bool take(struct cursor *cursor, void *to, size_t size)
{
    if (cursor->left < size) {
        return false;
    }
    memcpy(to, cursor->at, size);
    cursor->at += size;
    cursor->left -= size;
    return true;
}

/* `length` bytes padded to a multiple of 8, in place. */
static const uint8_t *take_padded(struct cursor *cursor, uint64_t length)
{
    if (length > cursor->left || ((length + 7) & ~7ull) > cursor->left) {
        return NULL;
    }
    const uint8_t *start = cursor->at;
    cursor->at += (length + 7) & ~7ull;
    cursor->left -= (length + 7) & ~7ull;
    return start;
}

static uint32_t in_trace(struct id_range range, uint64_t id) { return id == 0 || id > range.count ? 0 : range.offset + (uint32_t)id; }

static int64_t scale(uint64_t ticks, double ns_per_tick)
{
    double ns = (double)(int64_t)ticks * ns_per_tick;
    return fabs(ns) < 9e18 ? (int64_t)ns : 0;
}

static void put64(struct bytes *bytes, size_t row, uint64_t value) { memcpy(bytes->data + row * 8, &value, 8); }
static void put32(struct bytes *bytes, size_t row, uint32_t value) { memcpy(bytes->data + row * 4, &value, 4); }

static bool add_text(struct bytes *text, struct bytes *offsets, struct bytes *valid, size_t row, struct cursor *cursor)
{
    uint32_t head[2];
    const uint8_t *start;
    if (!take(cursor, head, sizeof head) || (start = take_padded(cursor, head[0])) == NULL) {
        return false;
    }
    if (!bytes_append_text(text, start, head[0])) {
        return false;
    }
    set_bit(valid->data, row);
    put32(offsets, row + 1, (uint32_t)text->size);
    return true;
}

/* The content row with this hash if one was made lately, else a new one's id. `*made` tells which. */
static uint64_t find_content(struct decoder *decoder, const uint64_t *hash, uint8_t flags, bool *made)
{
    *made = true;
    if (!(flags & OPERAND_HAS_HASH)) {
        return decoder->contents++;
    }
    uint64_t kind = flags & (OPERAND_HAS_STATISTICS | OPERAND_HAS_INLINE);
    struct recent_content *entry = &decoder->recent[mix(hash[0] ^ hash[1]) & (RECENT_CONTENTS - 1)];
    if (entry->hash_low == hash[0] && entry->hash_high == hash[1] && entry->id_plus_one_and_flags != 0 &&
        (entry->id_plus_one_and_flags & 0xff) == kind) {
        *made = false;
        return (entry->id_plus_one_and_flags >> 8) - 1;
    }
    uint64_t id = decoder->contents++;
    *entry = (struct recent_content){hash[0], hash[1], (id + 1) << 8 | kind};
    return id;
}

/* The blocks that follow an array operand: owner, hash, statistics, inline. */
static bool decode_blocks(struct decoder *decoder, struct batch *batch, struct cursor *cursor, uint8_t flags, uint32_t layout)
{
    size_t row = batch->operands;
    uint64_t owner, hash[2] = {0, 0}, length = 0;
    const uint8_t *value = NULL, *statistics = NULL; /* in place: they are read once, if at all */
    struct statistics small;
    if (flags & OPERAND_HAS_OWNER) {
        if (!take(cursor, &owner, sizeof owner)) {
            return false;
        }
        put64(&batch->owner, row, owner);
        set_bit(batch->owner_valid.data, row);
    }
    if (flags & OPERAND_HAS_HASH && !take(cursor, hash, sizeof hash)) {
        return false;
    }
    if (flags & OPERAND_HAS_STATISTICS && (statistics = take_padded(cursor, sizeof small)) == NULL) {
        return false;
    }
    if (flags & OPERAND_HAS_INLINE) {
        if (!take(cursor, &length, sizeof length) || (value = take_padded(cursor, length)) == NULL) {
            return false;
        }
    }
    if (!(flags & (OPERAND_HAS_HASH | OPERAND_HAS_STATISTICS | OPERAND_HAS_INLINE))) {
        return true;
    }
    bool made;
    uint64_t id = find_content(decoder, hash, flags, &made);
    put64(&batch->content, row, id);
    set_bit(batch->content_valid.data, row);
    if (!made) {
        return true;
    }
    size_t at = batch->contents++;
    put64(&batch->content_id, at, id);
    if (flags & OPERAND_HAS_HASH) {
        put64(&batch->hash_low, at, hash[0]);
        put64(&batch->hash_high, at, hash[1]);
        set_bit(batch->hash_valid.data, at);
    }
    if (statistics == NULL && value != NULL && layout != 0 && layout <= decoder->process.layouts.count &&
        small_statistics(decoder->process.layout_facts[layout - 1].element, value, length, &small)) {
        statistics = (const uint8_t *)&small;
    }
    if (statistics != NULL) {
        for (int i = 0; i < 8; i++) {
            memcpy(batch->statistics[i].data + at * 8, statistics + i * 8, 8);
        }
        set_bit(batch->statistics_valid.data, at);
    }
    if (value != NULL) {
        if (!bytes_grow(&batch->inline_data, length)) {
            return false;
        }
        memcpy(batch->inline_data.data + batch->inline_data.size, value, length);
        batch->inline_data.size += length;
        set_bit(batch->inline_valid.data, at);
    }
    put32(&batch->inline_offsets, at + 1, (uint32_t)batch->inline_data.size);
    return true;
}

static bool decode_operand(struct decoder *decoder, struct batch *batch, struct cursor *cursor, uint64_t place, struct traffic *traffic)
{
    struct operand_header header;
    if (!take(cursor, &header, sizeof header)) {
        return false;
    }
    size_t row = batch->operands;
    uint64_t word = 0;
    uint32_t layout = 0, type = 0;
    put32(&batch->text_offsets, row + 1, (uint32_t)batch->text.size);
    switch (header.tag) {
    case OPERAND_ARRAY:
    case OPERAND_SCALAR: {
        uint32_t ids[2];
        if (!take(cursor, ids, sizeof ids) || !take(cursor, &word, sizeof word)) {
            return false;
        }
        layout = in_trace(decoder->process.layouts, ids[0]);
        if (layout != 0) {
            traffic_add_array(traffic, &header, &decoder->process.layout_facts[ids[0] - 1], word);
        }
        type = in_trace(decoder->process.strings, ids[1]);
        if (word != 0) {
            put64(&batch->address, row, word);
            set_bit(batch->address_valid.data, row);
        }
        if (!decode_blocks(decoder, batch, cursor, header.flags, ids[0])) {
            return false;
        }
        break;
    }
    case OPERAND_INT:
    case OPERAND_BOOL:
        if (!take(cursor, &word, sizeof word)) {
            return false;
        }
        put64(&batch->integer, row, word);
        set_bit(batch->integer_valid.data, row);
        traffic_add_index(traffic, &header, NULL, 0);
        break;
    case OPERAND_FLOAT:
        if (!take(cursor, &word, sizeof word)) {
            return false;
        }
        put64(&batch->real, row, word);
        set_bit(batch->real_valid.data, row);
        break;
    case OPERAND_NONE:
        break;
    case OPERAND_STRING:
    case OPERAND_LITERAL:
        word = batch->text.size;
        if (!add_text(&batch->text, &batch->text_offsets, &batch->text_valid, row, cursor)) {
            return false;
        }
        if (batch->text.size > word) {
            traffic_add_index(traffic, &header, batch->text.data + word, batch->text.size - word);
        }
        break;
    case OPERAND_OBJECT:
    case OPERAND_SHARED_TEXT:
        if (!take(cursor, &word, sizeof word)) {
            return false;
        }
        type = in_trace(decoder->process.strings, word);
        break;
    default:
        return false;
    }
    uint32_t head;
    memcpy(&head, &header, sizeof head);
    uint32_t name = in_trace(decoder->process.strings, header.name);
    uint32_t slot = intern_find(&decoder->slots, (uint64_t)head << 32 | name, (uint64_t)layout << 32 | type,
                                place << 16 | header.item);
    if (slot == NO_ID) {
        return false;
    }
    put32(&batch->slot, row, slot);
    batch->operands++;
    return true;
}

static bool decode_call(struct decoder *decoder, struct batch *batch, struct cursor cursor)
{
    struct call_record call;
    struct process *process = &decoder->process;
    if (!take(&cursor, &call, sizeof call) || call.sequence >= 1ull << 48 || call.parent_back > call.sequence) {
        return false;
    }
    size_t first_operand = batch->operands;
    struct traffic traffic;
    traffic_start(&traffic);
    for (uint64_t place = 0; place < (uint64_t)call.inputs + call.outputs; place++) {
        put64(&batch->operation, batch->operands, process->base + call.sequence);
        if (!decode_operand(decoder, batch, &cursor, place, &traffic)) {
            batch->operands = first_operand;
            return false;
        }
    }
    size_t row = batch->calls;
    uint16_t flags = call.header.flags;
    put32(&batch->exception_offsets, row + 1, (uint32_t)batch->exception.size);
    if (flags & CALL_RAISED && !add_text(&batch->exception, &batch->exception_offsets, &batch->exception_valid, row, &cursor)) {
        batch->operands = first_operand;
        return false;
    }
    uint32_t id = intern_find(
        &decoder->calls, (uint64_t)process->number << 32 | in_trace(process->operations, call.operation),
        (uint64_t)in_trace(process->sites, call.site) << 32 | in_trace(process->sites, call.user_site),
        (uint64_t)call.thread << 48 | (uint64_t)call.depth << 40 | (uint64_t)call.floating_point << 32 |
            (uint64_t)flags << 16 | (uint64_t)call.inputs << 8 | call.outputs);
    if (id == NO_ID || cursor.left != 0) {
        batch->operands = first_operand;
        return false;
    }
    put64(&batch->id, row, process->base + call.sequence);
    put32(&batch->call, row, id);
    bool known = call.operation != 0 && call.operation <= process->operations.count;
    traffic_finish(&traffic, known ? process->operation_parts[call.operation - 1] : PART_ALL);
    put64(&batch->bytes_in, row, traffic.read);
    put64(&batch->bytes_out, row, traffic.written);
    put64(&batch->time, row, (uint64_t)process->first_ns + (uint64_t)scale(call.start_ticks - process->first_ticks, process->ns_per_tick));
    if (call.parent_back != 0) {
        put64(&batch->parent, row, process->base + call.sequence - call.parent_back);
        set_bit(batch->parent_valid.data, row);
    }
    if (!(flags & CALL_UNFINISHED)) {
        uint64_t children = open_calls_take(&decoder->open_calls, call.sequence);
        uint64_t own = children < call.duration_ticks ? call.duration_ticks - children : 0;
        put64(&batch->duration, row, (uint64_t)scale(call.duration_ticks, process->ns_per_tick));
        put64(&batch->own_time, row, (uint64_t)scale(own, process->ns_per_tick));
        set_bit(batch->duration_valid.data, row);
        if (call.parent_back != 0 &&
            !open_calls_add(&decoder->open_calls, call.sequence - call.parent_back, call.duration_ticks)) {
            return false;
        }
    }
    if (call.sequence >= process->next_sequence) {
        process->next_sequence = call.sequence + 1;
    }
    batch->calls++;
    return true;
}

enum stop decode_events(struct decoder *decoder, struct batch *batch, const uint8_t *data, size_t size, size_t *position)
{
    size_t at = 0;
    struct record_header header;
    enum stop stop;
    while ((stop = next_record(data + at, size - at, &header)) == STOP_NOT) {
        if (header.kind == RECORD_CALL && !decode_call(decoder, batch, (struct cursor){data + at, header.size})) {
            stop = STOP_UNREADABLE;
            break;
        }
        at += header.size;
    }
    *position = at;
    return stop;
}

/* Every column of a batch, with its bytes a row, so that none can be forgotten in one of the two functions below. */
#define CALL_COLUMNS(X) \
    X(id, 8) X(call, 4) X(parent, 8) X(time, 8) X(duration, 8) X(own_time, 8) X(bytes_in, 8) X(bytes_out, 8) \
    X(exception_offsets, 4)
#define OPERAND_COLUMNS(X) \
    X(operation, 8) X(slot, 4) X(address, 8) X(owner, 8) X(content, 8) X(integer, 8) X(real, 8) X(text_offsets, 4) \
    X(content_id, 8) X(hash_low, 8) X(hash_high, 8) X(statistics[0], 8) X(statistics[1], 8) X(statistics[2], 8) \
    X(statistics[3], 8) X(statistics[4], 8) X(statistics[5], 8) X(statistics[6], 8) X(statistics[7], 8) X(inline_offsets, 4)
/* One bit a row: all start as 0. Rows whose bit is 0 have anything in the columns above. */
#define CALL_BITS(X) X(parent_valid) X(duration_valid) X(exception_valid)
#define OPERAND_BITS(X) \
    X(address_valid) X(owner_valid) X(content_valid) X(integer_valid) X(real_valid) X(text_valid) X(hash_valid) \
    X(statistics_valid) X(inline_valid)
#define GROWING_COLUMNS(X) X(exception) X(text) X(inline_data)

bool batch_start(struct batch *batch, size_t data_bytes, struct block_pool *pool)
{
    memset(batch, 0, sizeof *batch);
    size_t calls = data_bytes / sizeof(struct call_record) + 2;
    size_t operands = data_bytes / sizeof(struct operand_header) + 2;
    bool ok = true;
#define X(name, width) ok = ok && bytes_borrow(&batch->name, calls * (width), pool);
    CALL_COLUMNS(X)
#undef X
#define X(name, width) ok = ok && bytes_borrow(&batch->name, operands * (width), pool);
    OPERAND_COLUMNS(X)
#undef X
#define X(name) ok = ok && bytes_allocate(&batch->name, calls / 8 + 1);
    CALL_BITS(X)
#undef X
#define X(name) ok = ok && bytes_allocate(&batch->name, operands / 8 + 1);
    OPERAND_BITS(X)
#undef X
#define X(name) ok = ok && bytes_allocate(&batch->name, 0);
    GROWING_COLUMNS(X)
#undef X
    if (ok) {
        put32(&batch->exception_offsets, 0, 0);
        put32(&batch->text_offsets, 0, 0);
        put32(&batch->inline_offsets, 0, 0);
    }
    return ok;
}

void batch_free(struct batch *batch)
{
#define X(name, ...) bytes_free(&batch->name);
    CALL_COLUMNS(X)
    OPERAND_COLUMNS(X)
    CALL_BITS(X)
    OPERAND_BITS(X)
    GROWING_COLUMNS(X)
#undef X
}
