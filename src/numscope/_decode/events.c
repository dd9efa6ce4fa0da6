#include "events.h"

#include <math.h>

#define MAX_OPERANDS 510 /* two counts of 8 bits */

/* One comparison, as `id` 0 wraps around: two were a tenth of decoding operands. */
static uint32_t in_trace(struct id_range range, uint64_t id) { return id - 1 < range.count ? range.offset + (uint32_t)id : 0; }

static int64_t scale(uint64_t ticks, double ns_per_tick)
{
    double ns = (double)(int64_t)ticks * ns_per_tick;
    return fabs(ns) < 9e18 ? (int64_t)ns : 0;
}

/* Records are packed structs of little-endian numbers at multiples of 8; memcpy keeps reads free of aliasing trouble. The
 * functions below take the place in a record and its end, and return the place behind what they took; NULL: it is damaged,
 * or memory is short. */

static const uint8_t *take_word(uint64_t *word, const uint8_t *at, const uint8_t *end)
{
    if ((size_t)(end - at) < sizeof *word) {
        return NULL;
    }
    memcpy(word, at, sizeof *word);
    return at + sizeof *word;
}

static const uint8_t *add_text(struct bytes *text, struct bytes *offsets, struct bytes *valid, size_t row, const uint8_t *at,
                               const uint8_t *end)
{
    uint64_t word;
    if ((at = take_word(&word, at, end)) == NULL) {
        return NULL;
    }
    uint64_t length = word & UINT32_MAX, padded = (length + 7) & ~7ull;
    if (padded > (uint64_t)(end - at) || !bytes_append_text(text, at, length)) {
        return NULL;
    }
    set_bit(valid->data, row);
    put32(offsets, row + 1, (uint32_t)text->size);
    return at + padded;
}

/* What an operand consists of besides its header. */
struct described {
    uint32_t layout, type;
};

static const uint8_t *decode_array(struct decoder *decoder, struct traffic *traffic, struct described *described, const uint8_t *at,
                                   const uint8_t *end)
{
    struct batch *batch = &decoder->batch;
    const struct process *process = &decoder->process;
    size_t row = batch->operands;
    struct array_operand array;
    struct blocks blocks;
    if ((size_t)(end - at) < sizeof array) {
        return NULL;
    }
    memcpy(&array, at, sizeof array);
    if ((at = read_blocks(&blocks, array.header.flags, at + sizeof array, end)) == NULL) {
        return NULL;
    }
    described->layout = in_trace(process->layouts, array.layout);
    described->type = in_trace(process->strings, array.type);
    enum element element = ELEMENT_OTHER;
    if (described->layout != 0) {
        const struct layout_facts *facts = &process->layout_facts[array.layout - 1];
        traffic_add_array(traffic, &array.header, facts, array.address);
        element = facts->element;
    }
    if (array.address != 0) {
        put64(&batch->address, row, array.address);
        set_bit(batch->address_valid.data, row);
    }
    if (blocks.owner != NULL) {
        memcpy(batch->owner.data + row * 8, blocks.owner, 8);
        set_bit(batch->owner_valid.data, row);
    }
    if (blocks.pending != NULL) {
        uint64_t number, content;
        memcpy(&number, blocks.pending, sizeof number);
        if (number == UINT64_MAX || (content = contents_pending(&decoder->contents, number)) == NO_CONTENT) {
            return NULL;
        }
        put64(&batch->content, row, content);
        set_bit(batch->content_valid.data, row);
    } else if (blocks.hash != NULL || blocks.statistics != NULL || blocks.value != NULL) {
        uint64_t content = contents_add(&decoder->contents, batch, &blocks, array.header.flags, element);
        if (content == NO_CONTENT) {
            return NULL;
        }
        put64(&batch->content, row, content);
        set_bit(batch->content_valid.data, row);
    }
    return at;
}

static const uint8_t *decode_operand(struct decoder *decoder, struct traffic *traffic, uint64_t place, const uint8_t *at,
                                     const uint8_t *end)
{
    struct batch *batch = &decoder->batch;
    struct operand_header header;
    size_t row = batch->operands, before = batch->text_text.size;
    uint64_t head, word;
    struct described described = {0, 0};
    const uint8_t *start = at;
    if ((at = take_word(&head, at, end)) == NULL) {
        return NULL;
    }
    memcpy(&header, &head, sizeof header);
    put32(&batch->text_offsets, row + 1, (uint32_t)before);
    switch (header.tag) {
    case OPERAND_ARRAY:
    case OPERAND_SCALAR:
        at = decode_array(decoder, traffic, &described, start, end);
        break;
    case OPERAND_INT:
    case OPERAND_BOOL:
        if ((at = take_word(&word, at, end)) != NULL) {
            put64(&batch->integer, row, word);
            set_bit(batch->integer_valid.data, row);
            traffic_add_index(traffic, &header, NULL, 0);
        }
        break;
    case OPERAND_FLOAT:
        if ((at = take_word(&word, at, end)) != NULL) {
            put64(&batch->real, row, word);
            set_bit(batch->real_valid.data, row);
        }
        break;
    case OPERAND_NONE:
        break;
    case OPERAND_STRING:
    case OPERAND_LITERAL:
        at = add_text(&batch->text_text, &batch->text_offsets, &batch->text_valid, row, at, end);
        if (at != NULL && batch->text_text.size > before) {
            traffic_add_index(traffic, &header, batch->text_text.data + before, batch->text_text.size - before);
        }
        break;
    case OPERAND_OBJECT:
    case OPERAND_SHARED_TEXT:
        if ((at = take_word(&word, at, end)) != NULL) {
            described.type = in_trace(decoder->process.strings, word);
        }
        break;
    default:
        return NULL;
    }
    if (at == NULL) {
        return NULL;
    }
    /* Tag, role, position and flags make the upper half of the first word, the name the lower one. */
    uint32_t slot = intern_find(&decoder->slots, head << 32 | in_trace(decoder->process.strings, header.name),
                                (uint64_t)described.layout << 32 | described.type, place << 16 | header.item);
    if (slot == NO_ID) {
        return NULL;
    }
    put32(&batch->slot, row, slot);
    batch->operands++;
    return at;
}

/* Times, and what ran inside the call; returns how many calls that were. */
static uint64_t put_times(struct decoder *decoder, const struct call_record *call)
{
    struct batch *batch = &decoder->batch;
    const struct process *process = &decoder->process;
    size_t row = batch->calls;
    put64(&batch->time, row, (uint64_t)process->first_ns + (uint64_t)scale(call->start_ticks - process->first_ticks, process->ns_per_tick));
    if (call->header.flags & CALL_UNFINISHED) {
        return 0;
    }
    struct inside inside = open_calls_take(&decoder->open_calls, call->sequence);
    uint64_t own = inside.ticks < call->duration_ticks ? call->duration_ticks - inside.ticks : 0;
    put64(&batch->duration, row, (uint64_t)scale(call->duration_ticks, process->ns_per_tick));
    put64(&batch->own_time, row, (uint64_t)scale(own, process->ns_per_tick));
    put32(&batch->inside, row, inside.calls < UINT32_MAX ? (uint32_t)inside.calls : UINT32_MAX);
    set_bit(batch->duration_valid.data, row);
    return inside.calls;
}

static bool decode_call(struct decoder *decoder, const uint8_t *at, const uint8_t *end)
{
    struct batch *batch = &decoder->batch;
    struct process *process = &decoder->process;
    struct call_record call;
    if ((size_t)(end - at) < sizeof call) {
        return false;
    }
    memcpy(&call, at, sizeof call);
    if (call.sequence >= 1ull << 48 || call.parent_back > call.sequence) {
        return false;
    }
    at += sizeof call;
    struct traffic traffic;
    traffic_start(&traffic);
    for (uint64_t place = 0; at != NULL && place < (uint64_t)call.inputs + call.outputs; place++) {
        put64(&batch->operation, batch->operands, process->base + call.sequence);
        at = decode_operand(decoder, &traffic, place, at, end);
    }
    size_t row = batch->calls;
    put32(&batch->exception_offsets, row + 1, (uint32_t)batch->exception_text.size);
    if (at != NULL && call.header.flags & CALL_RAISED) {
        at = add_text(&batch->exception_text, &batch->exception_offsets, &batch->exception_valid, row, at, end);
    }
    if (at != end) {
        return false;
    }
    uint32_t id = intern_find(
        &decoder->calls, (uint64_t)process->number << 32 | in_trace(process->operations, call.operation),
        (uint64_t)in_trace(process->sites, call.site) << 32 | in_trace(process->sites, call.user_site),
        (uint64_t)call.thread << 48 | (uint64_t)call.depth << 40 | (uint64_t)call.floating_point << 32 |
            (uint64_t)call.header.flags << 16 | (uint64_t)call.inputs << 8 | call.outputs);
    if (id == NO_ID) {
        return false;
    }
    put64(&batch->id, row, process->base + call.sequence);
    put32(&batch->call, row, id);
    bool known = call.operation != 0 && call.operation <= process->operations.count;
    traffic_finish(&traffic, known ? process->operation_parts[call.operation - 1] : PART_ALL);
    put64(&batch->bytes_in, row, traffic.read);
    put64(&batch->bytes_out, row, traffic.written);
    uint64_t inside = put_times(decoder, &call);
    if (call.parent_back != 0) {
        uint64_t parent = call.sequence - call.parent_back;
        put64(&batch->parent, row, process->base + parent);
        set_bit(batch->parent_valid.data, row);
        if (!(call.header.flags & CALL_UNFINISHED) && !open_calls_add(&decoder->open_calls, parent, call.duration_ticks, inside)) {
            return false;
        }
    }
    if (call.sequence >= process->next_sequence) {
        process->next_sequence = call.sequence + 1;
    }
    batch->calls++;
    return true;
}

static bool decode_settled(struct decoder *decoder, const uint8_t *at, const uint8_t *end)
{
    struct settled_record settled;
    if ((size_t)(end - at) < sizeof settled) {
        return false;
    }
    memcpy(&settled, at, sizeof settled);
    return settled.number != UINT64_MAX && contents_settle(&decoder->contents, &decoder->batch, &settled);
}

/* Looks through the array operands of the call record `data`, which is decoded next; stops at anything else. */
static void expect_contents(const struct decoder *decoder, const uint8_t *data, size_t left)
{
    struct record_header record;
    if (next_record(data, left, &record) != STOP_NOT || record.kind != RECORD_CALL || record.size < sizeof(struct call_record)) {
        return;
    }
    const uint8_t *at = data + sizeof(struct call_record), *end = data + record.size;
    while (at != NULL && (size_t)(end - at) >= sizeof(struct array_operand)) {
        struct operand_header header;
        struct blocks blocks;
        memcpy(&header, at, sizeof header);
        if (header.tag == OPERAND_ARRAY || header.tag == OPERAND_SCALAR) {
            at = read_blocks(&blocks, header.flags, at + sizeof(struct array_operand), end);
            if (at != NULL && blocks.hash != NULL) {
                contents_expect(&decoder->contents, blocks.hash);
            }
        } else {
            at = header.tag == OPERAND_STRING || header.tag == OPERAND_LITERAL ? NULL : at + (header.tag == OPERAND_NONE ? 8 : 16);
        }
    }
}

enum stop decode_events(struct decoder *decoder, const uint8_t *data, size_t size, size_t *position)
{
    struct batch *batch = &decoder->batch;
    size_t at = 0;
    struct record_header header;
    enum stop stop;
    while ((stop = next_record(data + at, size - at, &header)) == STOP_NOT) {
        if (batch->calls == BATCH_CALLS || batch->operands > BATCH_OPERANDS - MAX_OPERANDS ||
            batch->contents > BATCH_OPERANDS - MAX_OPERANDS) {
            stop = STOP_FULL;
            break;
        }
        expect_contents(decoder, data + at + header.size, size - at - header.size);
        size_t operands = batch->operands;
        const uint8_t *record = data + at, *end = record + header.size;
        if ((header.kind == RECORD_CALL && !decode_call(decoder, record, end)) ||
            (header.kind == RECORD_SETTLED && !decode_settled(decoder, record, end))) {
            batch->operands = operands;
            stop = STOP_UNREADABLE;
            break;
        }
        at += header.size;
    }
    *position = at;
    return stop;
}
