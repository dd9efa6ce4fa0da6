/* Event records into columns. */
#ifndef NUMSCOPE_DECODE_EVENTS_H
#define NUMSCOPE_DECODE_EVENTS_H

#include "numscope/format.h"
#include "batch.h"
#include "contents.h"
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

struct decoder {
    struct block_pool *pool; /* of the batches' columns */
    struct batch batch;      /* what was decoded and not taken yet */
    struct intern calls, slots;
    struct open_calls open_calls;
    struct contents contents;
    struct process process;
};

/* Decodes whole records from `data` into the decoder's batch, which has been started; `*position` is how far it got. Needs no
 * interpreter lock. */
enum stop decode_events(struct decoder *decoder, const uint8_t *data, size_t size, size_t *position);

#endif
