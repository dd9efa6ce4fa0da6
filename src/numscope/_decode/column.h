/* A run of bytes made here and read by Python through the buffer protocol: one column of a table, ready for Arrow. */
#ifndef NUMSCOPE_DECODE_COLUMN_H
#define NUMSCOPE_DECODE_COLUMN_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

#include "block_pool.h"

struct bytes {
    uint8_t *data;
    size_t size;     /* bytes in use */
    size_t capacity; /* bytes allocated */
    struct block_pool *pool; /* where they come from; NULL: the heap */
};

/* Zero-filled, from the heap. False when memory is short. */
bool bytes_allocate(struct bytes *bytes, size_t capacity);

/* `capacity` bytes or more from `pool`, holding anything. False when memory is short. */
bool bytes_borrow(struct bytes *bytes, size_t capacity, struct block_pool *pool);

/* Room for `more` bytes after `size`; contents stay. Only for bytes from the heap. False when memory is short. */
bool bytes_grow(struct bytes *bytes, size_t more);

void bytes_free(struct bytes *bytes);

/* Text appended with everything that is not UTF-8 replaced by '?', so that no reader can trip over it. */
bool bytes_append_text(struct bytes *bytes, const uint8_t *text, size_t length);

static inline void set_bit(uint8_t *bits, size_t index) { bits[index >> 3] |= (uint8_t)(1u << (index & 7)); }

extern PyTypeObject Column_Type;

/* Stores a new Column that owns `bytes` (cut to `size`) in `columns` under `name`; -1 with an exception on failure. */
int column_store(PyObject *columns, const char *name, struct bytes *bytes, size_t size);

/* Stores a number of rows in `columns` under `name`; -1 with an exception on failure. */
int column_store_count(PyObject *columns, const char *name, size_t count);

#endif
