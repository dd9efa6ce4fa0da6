/* Definition records (what ids mean) into columns. A record's id is its row number + 1 within its kind. */
#ifndef NUMSCOPE_DECODE_DEFINITIONS_H
#define NUMSCOPE_DECODE_DEFINITIONS_H

#include "numscope/format.h"
#include "column.h"
#include "records.h"

struct row_counts {
    size_t strings, operations, sites, dtypes, layouts, values, threads, marks;
};

struct definitions {
    struct row_counts rows;
    struct bytes string_text, string_offsets;
    struct bytes operation_text, operation_offsets, operation_traits, operation_flags;
    struct bytes site_line, site_file, site_function, site_how, site_instruction, site_flags;
    struct bytes dtype_text, dtype_offsets, dtype_item_bytes, dtype_kind, dtype_flags;
    struct bytes layout_dtype, layout_flags, layout_data_bytes, layout_offsets, layout_shape, layout_strides;
    struct bytes value_hash_low, value_hash_high, value_offset, value_bytes, value_layout, value_flags, value_stored;
    struct bytes thread_native_id, thread_number;
    struct bytes mark_kind, mark_number, mark_ticks, mark_sequence, mark_text, mark_offsets;
};

#define DEFINITION_COLUMNS(X) \
    X(string_text) X(string_offsets) X(operation_text) X(operation_offsets) X(operation_traits) \
    X(operation_flags) X(site_line) X(site_file) X(site_function) \
    X(site_how) X(site_instruction) X(site_flags) X(dtype_text) X(dtype_offsets) X(dtype_item_bytes) X(dtype_kind) \
    X(dtype_flags) X(layout_dtype) X(layout_flags) X(layout_data_bytes) X(layout_offsets) X(layout_shape) \
    X(layout_strides) X(thread_native_id) X(thread_number) \
    X(mark_kind) X(mark_number) X(mark_ticks) X(mark_sequence) X(mark_text) X(mark_offsets)
/* Of these there may be millions: with their bytes a row, for room from the start instead of copies as they grow. */
#define VALUE_COLUMNS(X) \
    X(value_hash_low, 8) X(value_hash_high, 8) X(value_offset, 8) X(value_bytes, 8) X(value_layout, 4) X(value_flags, 4) X(value_stored, 8)

/* For the definitions in `data_bytes` of log. False when memory is short. */
bool definitions_start(struct definitions *definitions, size_t data_bytes);
void definitions_free(struct definitions *definitions);

/* Decodes whole records from `data`; `*position` is how far it got. Needs no interpreter lock. */
enum stop decode_definitions(struct definitions *definitions, const uint8_t *data, size_t size, size_t *position);

#endif
