/* Event records into columns. */
#ifndef NUMSCOPE_DECODE_EVENTS_H
#define NUMSCOPE_DECODE_EVENTS_H

#include "../_core/format.h"
#include "column.h"
#include "intern.h"
#include "open_calls.h"
#include "records.h"
#include "traffic.h"

/* A process's own ids become ids of the whole trace by adding `offset`; an id above `count` means nothing and becomes 0. */
struct id_range {
    uint32_t offset, count;
};

struct process {
    uint32_t number;
    uint64_t base; /* operation id = base + sequence */
    struct id_range operations, sites, strings, layouts;
    uint64_t first_ticks;
    int64_t first_ns;
    double ns_per_tick;
    uint64_t next_sequence; /* one past the largest seen */
    const struct layout_facts *layout_facts; /* of each of the process's layouts */
    const uint8_t *operation_parts;          /* enum part of each of its operations */
};

struct recent_content {
    uint64_t hash_low, hash_high;
    uint64_t id_plus_one_and_flags;
};

/* As many as the second-level cache holds: each look-up is at a random place. */
#define RECENT_CONTENTS (1u << 15)

struct decoder {
    struct block_pool *pool; /* of the batches' columns */
    struct intern calls, slots;
    struct open_calls open_calls;
    struct recent_content *recent;
    uint64_t contents; /* rows given out so far */
    struct process process;
};

/* Columns of one batch. Row counts are `calls`, `operands`, `contents`. */
struct batch {
    size_t calls, operands, contents;
    /* calls */
    struct bytes id, call, parent, parent_valid, time, duration, own_time, duration_valid, bytes_in, bytes_out, exception, exception_offsets, exception_valid;
    /* operands */
    struct bytes operation, slot, address, address_valid, owner, owner_valid, content, content_valid, integer, integer_valid, real, real_valid, text, text_offsets, text_valid;
    /* contents */
    struct bytes content_id, hash_low, hash_high, hash_valid, statistics[8], statistics_valid, inline_data, inline_offsets, inline_valid;
};

/* Columns for all that `data_bytes` can hold. Needs the interpreter lock, as does `batch_free`. */
bool batch_start(struct batch *batch, size_t data_bytes, struct block_pool *pool);
void batch_free(struct batch *batch);

/* Decodes whole records from `data`; `*position` is how far it got. Needs no interpreter lock. */
enum stop decode_events(struct decoder *decoder, struct batch *batch, const uint8_t *data, size_t size, size_t *position);

#endif
