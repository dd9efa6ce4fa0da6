/* What operands held: a row each distinct content, as long as it is remembered. */
#ifndef NUMSCOPE_DECODE_CONTENTS_H
#define NUMSCOPE_DECODE_CONTENTS_H

#include "numscope/format.h"
#include "batch.h"
#include "small_values.h"

/* The blocks behind an array operand, in place: they are read once, if at all. NULL: there is none. */
struct blocks {
    const uint8_t *owner, *hash, *statistics, *value;
    const uint8_t *pending; /* the number of the record that gives the content */
    uint64_t length;        /* of the value */
};

/* Read the blocks at `at` that `flags` announce; returns the end of them, NULL when they do not fit before `end`. */
static inline const uint8_t *read_blocks(struct blocks *blocks, uint8_t flags, const uint8_t *at, const uint8_t *end)
{
    size_t owner = flags & OPERAND_HAS_OWNER ? 8 : 0, hash = flags & OPERAND_HAS_HASH ? 16 : 0;
    size_t statistics = flags & OPERAND_HAS_STATISTICS ? sizeof(struct statistics) : 0;
    size_t length = flags & OPERAND_HAS_INLINE ? 8 : 0, pending = flags & OPERAND_PENDING ? 8 : 0;
    if ((size_t)(end - at) < owner + hash + statistics + length + pending) {
        return NULL;
    }
    blocks->owner = owner ? at : NULL;
    blocks->hash = hash ? at + owner : NULL;
    blocks->statistics = statistics ? at + owner + hash : NULL;
    blocks->value = NULL;
    at += owner + hash + statistics + length;
    if (length) {
        memcpy(&blocks->length, at - 8, 8);
        if (blocks->length > (uint64_t)(end - at) || ((blocks->length + 7) & ~7ull) > (uint64_t)(end - at)) {
            return NULL;
        }
        blocks->value = at;
        at += (blocks->length + 7) & ~7ull;
    }
    blocks->pending = NULL;
    if (pending) {
        if ((size_t)(end - at) < pending) {
            return NULL;
        }
        blocks->pending = at;
        at += pending;
    }
    return at;
}

struct recent_content {
    uint64_t hash_low, hash_high;
    uint64_t id_plus_one_and_flags;
};

/* As many as the second-level cache holds: each look-up is at a random place. Of the contents that fall to one place the
 * latest four stay: with one each, an operand read 200 operations after it was made had a row of its own in 1 of 120 cases,
 * and questions that look for the same row passed over it. */
enum { RECENT_PLACES = 1 << 13, RECENT_A_PLACE = 4 };

/* A content of one process that was recorded separately from its operands: its row, made when either is read first. */
struct pending_content {
    uint64_t number_plus_one; /* 0: an empty place */
    uint64_t id;
    bool settled;
};

struct contents {
    struct recent_content *recent;
    uint64_t count; /* rows given out so far */
    struct pending_content *pending; /* by number, a power of two of places */
    size_t pending_places, pending_count;
};

bool contents_start(struct contents *contents);
void contents_free(struct contents *contents);

/* Fetches what looking up this hash will need: it is in no cache when the content is new, which was a quarter of decoding. */
void contents_expect(const struct contents *contents, const uint8_t *hash);

#define NO_CONTENT UINT64_MAX

/* The row with the content of `blocks`, which is added to `batch` if it was not seen lately; NO_CONTENT when memory is
 * short. `flags` are the operand's. */
uint64_t contents_add(struct contents *contents, struct batch *batch, const struct blocks *blocks, uint8_t flags,
                      enum element element);

/* The row of the content with this number, the same at each call; NO_CONTENT when memory is short. */
uint64_t contents_pending(struct contents *contents, uint64_t number);

/* Adds that row to `batch`, at the first call for a number. False when memory is short. */
bool contents_settle(struct contents *contents, struct batch *batch, const struct settled_record *settled);

/* Numbers mean something within one process. */
void contents_next_process(struct contents *contents);

#endif
