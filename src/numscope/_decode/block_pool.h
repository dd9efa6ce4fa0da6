/* Large blocks of memory that are used again: a page that is there already need not be fetched and cleared (with a new block
 * for every column of every piece, that was 40 % of decoding). All functions need the interpreter lock. */
#ifndef NUMSCOPE_DECODE_BLOCK_POOL_H
#define NUMSCOPE_DECODE_BLOCK_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct free_block {
    struct free_block *next;
    size_t capacity;
};

struct block_pool {
    struct free_block *first;
    size_t users; /* the pool's owner, and every block that is out */
};

struct block_pool *block_pool_new(void);

/* The owner leaves; the pool goes when the last block has come back. */
void block_pool_leave(struct block_pool *pool);

/* A block of at least `*capacity` bytes, which is set to its size; its content is undefined. NULL: no memory. */
uint8_t *block_pool_take(struct block_pool *pool, size_t *capacity);

/* Gives back a block that was taken. */
void block_pool_give(struct block_pool *pool, uint8_t *data, size_t capacity);

#endif
