/* The columns that one batch of events becomes: rows of the tables `operations`, `operands` and `contents`. */
#ifndef NUMSCOPE_DECODE_BATCH_H
#define NUMSCOPE_DECODE_BATCH_H

#include "column.h"

#include <string.h>

/* Rows of a full batch. The columns stay within one size, so that the next batch finds their memory again. */
#define BATCH_CALLS (1u << 18)
#define BATCH_OPERANDS (1u << 19)

/* Every column with its bytes a row, so that none can be forgotten where they are made, handed out and freed. */
#define CALL_COLUMNS(X) \
    X(id, 8) X(call, 4) X(parent, 8) X(time, 8) X(duration, 8) X(own_time, 8) X(inside, 4) X(bytes_in, 8) \
    X(bytes_out, 8)
#define OPERAND_COLUMNS(X) X(operation, 8) X(slot, 4) X(address, 8) X(owner, 8) X(content, 8) X(integer, 8) X(real, 8)
#define STATISTICS_COLUMNS(X) \
    X(minimum, 8) X(maximum, 8) X(mean, 8) X(deviation, 8) X(zeros, 8) X(nans, 8) X(positive_infinities, 8) \
    X(negative_infinities, 8)
#define CONTENT_COLUMNS(X) X(content_id, 8) X(hash_low, 8) X(hash_high, 8) STATISTICS_COLUMNS(X)
/* One bit a row: all start as 0. Rows whose bit is 0 have anything in the columns above. */
#define CALL_BITS(X) X(parent_valid) X(duration_valid) X(exception_valid)
#define OPERAND_BITS(X) X(address_valid) X(owner_valid) X(content_valid) X(integer_valid) X(real_valid) X(text_valid)
#define CONTENT_BITS(X) X(hash_valid) X(statistics_valid) X(inline_valid)
/* Bytes of any length, with the end of each row's. */
#define CALL_TEXTS(X) X(exception_text, exception_offsets)
#define OPERAND_TEXTS(X) X(text_text, text_offsets)
#define CONTENT_TEXTS(X) X(inline_text, inline_offsets)

struct batch {
    bool started;
    size_t calls, operands, contents; /* rows */
#define X(name, ...) struct bytes name;
    CALL_COLUMNS(X) OPERAND_COLUMNS(X) CONTENT_COLUMNS(X) CALL_BITS(X) OPERAND_BITS(X) CONTENT_BITS(X)
#undef X
#define X(text, offsets) struct bytes text, offsets;
    CALL_TEXTS(X) OPERAND_TEXTS(X) CONTENT_TEXTS(X)
#undef X
};

static inline void put64(struct bytes *bytes, size_t row, uint64_t value) { memcpy(bytes->data + row * 8, &value, 8); }
static inline void put32(struct bytes *bytes, size_t row, uint32_t value) { memcpy(bytes->data + row * 4, &value, 4); }

/* All three need the interpreter lock. False when memory is short. */
bool batch_start(struct batch *batch, struct block_pool *pool);
void batch_free(struct batch *batch);

/* The columns by name, and the row counts `calls`, `operands`, `contents`; the batch starts anew with its next event. NULL
 * with an exception on failure. */
PyObject *batch_take(struct batch *batch);

#endif
