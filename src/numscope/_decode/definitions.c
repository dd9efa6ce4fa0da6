#include "definitions.h"

#include <stddef.h>
#include <string.h>

#define MAX_TEXT_COLUMN (1u << 30) /* Arrow's 32-bit offsets end at 2^31 */

static bool append(struct bytes *bytes, const void *value, size_t size)
{
    if (!bytes_grow(bytes, size)) {
        return false;
    }
    memcpy(bytes->data + bytes->size, value, size);
    bytes->size += size;
    return true;
}

static bool append32(struct bytes *bytes, uint32_t value) { return append(bytes, &value, sizeof value); }
static bool append64(struct bytes *bytes, uint64_t value) { return append(bytes, &value, sizeof value); }

/* `length` bytes of text behind a fixed part of `fixed` bytes; false when the record is too short for them. */
static bool append_text(struct bytes *text, struct bytes *offsets, const uint8_t *record, size_t size, size_t fixed, uint32_t length)
{
    if (length > size - fixed || text->size > MAX_TEXT_COLUMN) {
        return false;
    }
    return bytes_append_text(text, record + fixed, length) && append32(offsets, (uint32_t)text->size);
}

/* Copies the fixed part out of the record when it is long enough and carries the next id of its kind. */
#define TAKE(type, name, rows)                                    \
    struct type name;                                             \
    if (size < sizeof name) {                                     \
        return false;                                             \
    }                                                             \
    memcpy(&name, record, sizeof name);                           \
    if (name.id != (rows) + 1) {                                  \
        return false;                                             \
    }

static bool add_string(struct definitions *all, const uint8_t *record, size_t size)
{
    TAKE(text_record, text, all->rows.strings)
    all->rows.strings++;
    return append_text(&all->string_text, &all->string_offsets, record, size, sizeof text, text.length);
}

static bool add_operation(struct definitions *all, const uint8_t *record, size_t size)
{
    TAKE(text_record, text, all->rows.operations)
    struct operation_record operation = {.header = text.header}; /* of versions 1 and 2: a text_record */
    size_t fixed = sizeof text;
    if (text.header.flags & OPERATION_HAS_TRAITS) {
        fixed = sizeof operation;
        if (size < fixed) {
            return false;
        }
        memcpy(&operation, record, sizeof operation);
    }
    all->rows.operations++;
    return append_text(&all->operation_text, &all->operation_offsets, record, size, fixed, text.length) &&
           append32(&all->operation_traits, operation.traits) && append32(&all->operation_flags, operation.header.flags);
}

static bool add_site(struct definitions *all, const uint8_t *record, size_t size)
{
    TAKE(site_record, site, all->rows.sites)
    all->rows.sites++;
    return append32(&all->site_line, site.line) && append32(&all->site_file, site.file) &&
           append32(&all->site_function, site.function) && append32(&all->site_how, site.how) &&
           append32(&all->site_instruction, site.instruction) && append32(&all->site_flags, site.header.flags);
}

static bool add_dtype(struct definitions *all, const uint8_t *record, size_t size)
{
    TAKE(dtype_record, dtype, all->rows.dtypes)
    all->rows.dtypes++;
    return append_text(&all->dtype_text, &all->dtype_offsets, record, size, sizeof dtype, dtype.length) &&
           append32(&all->dtype_item_bytes, dtype.item_bytes) && append32(&all->dtype_kind, dtype.kind) &&
           append32(&all->dtype_flags, dtype.header.flags);
}

static bool add_layout(struct definitions *all, const uint8_t *record, size_t size)
{
    TAKE(layout_record, layout, all->rows.layouts)
    if (layout.dimensions > (size - sizeof layout) / 16) {
        return false;
    }
    all->rows.layouts++;
    size_t bytes = layout.dimensions * sizeof(int64_t);
    return append32(&all->layout_dtype, layout.dtype) && append32(&all->layout_flags, layout.header.flags) &&
           append64(&all->layout_data_bytes, layout.data_bytes) &&
           append(&all->layout_shape, record + sizeof layout, bytes) &&
           append(&all->layout_strides, record + sizeof layout + bytes, bytes) &&
           all->layout_shape.size / 8 < MAX_TEXT_COLUMN &&
           append32(&all->layout_offsets, (uint32_t)(all->layout_shape.size / 8));
}

static bool add_value(struct definitions *all, const uint8_t *record, size_t size)
{
    struct value_record value = {0};
    size_t before = offsetof(struct value_record, stored); /* of version 1 */
    if (size < before) {
        return false;
    }
    memcpy(&value, record, size < sizeof value ? before : sizeof value);
    if (size < sizeof value) {
        value.header.flags &= VALUE_FORTRAN;
        value.stored = value.bytes;
    }
    all->rows.values++;
    return append64(&all->value_hash_low, value.hash_low) && append64(&all->value_hash_high, value.hash_high) &&
           append64(&all->value_offset, value.offset) && append64(&all->value_bytes, value.bytes) &&
           append32(&all->value_layout, value.layout) && append32(&all->value_flags, value.header.flags) &&
           append64(&all->value_stored, value.stored);
}

static bool add_thread(struct definitions *all, const uint8_t *record, size_t size)
{
    TAKE(thread_record, thread, all->rows.threads)
    all->rows.threads++;
    return append64(&all->thread_native_id, thread.native_id) &&
           append32(&all->thread_number, thread.number ? thread.number : thread.id);
}

static bool add_mark(struct definitions *all, const uint8_t *record, size_t size)
{
    struct mark_record mark;
    if (size < sizeof mark) {
        return false;
    }
    memcpy(&mark, record, sizeof mark);
    all->rows.marks++;
    return append32(&all->mark_kind, mark.kind) && append64(&all->mark_number, mark.number) &&
           append64(&all->mark_ticks, mark.ticks) && append64(&all->mark_sequence, mark.sequence) &&
           append_text(&all->mark_text, &all->mark_offsets, record, size, sizeof mark, mark.length);
}

static bool add_record(struct definitions *all, uint16_t kind, const uint8_t *record, size_t size)
{
    switch (kind) {
    case RECORD_STRING: return add_string(all, record, size);
    case RECORD_OPERATION: return add_operation(all, record, size);
    case RECORD_SITE: return add_site(all, record, size);
    case RECORD_DTYPE: return add_dtype(all, record, size);
    case RECORD_LAYOUT: return add_layout(all, record, size);
    case RECORD_VALUE: return add_value(all, record, size);
    case RECORD_THREAD: return add_thread(all, record, size);
    case RECORD_MARK: return add_mark(all, record, size);
    default: return true; /* of a newer minor version */
    }
}

enum stop decode_definitions(struct definitions *definitions, const uint8_t *data, size_t size, size_t *position)
{
    size_t at = 0;
    struct record_header header;
    enum stop stop;
    while ((stop = next_record(data + at, size - at, &header)) == STOP_NOT) {
        struct row_counts before = definitions->rows;
        if (!add_record(definitions, header.kind, data + at, header.size)) {
            definitions->rows = before; /* columns are cut to the row counts: a half-added row is not seen */
            stop = STOP_UNREADABLE;
            break;
        }
        at += header.size;
    }
    *position = at;
    return stop;
}

bool definitions_start(struct definitions *definitions, size_t data_bytes)
{
    memset(definitions, 0, sizeof *definitions);
    size_t values = data_bytes / sizeof(struct value_record);
    bool ok = true;
#define X(name) ok = ok && bytes_allocate(&definitions->name, 64);
    DEFINITION_COLUMNS(X)
#undef X
#define X(name, width) ok = ok && bytes_allocate(&definitions->name, values * (width));
    VALUE_COLUMNS(X)
#undef X
    return ok && append32(&definitions->string_offsets, 0) && append32(&definitions->operation_offsets, 0) &&
           append32(&definitions->dtype_offsets, 0) && append32(&definitions->layout_offsets, 0) &&
           append32(&definitions->mark_offsets, 0);
}

void definitions_free(struct definitions *definitions)
{
#define X(name, ...) bytes_free(&definitions->name);
    DEFINITION_COLUMNS(X)
    VALUE_COLUMNS(X)
#undef X
}
