#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "block_pool.h"

#include <stdlib.h>
#include <sys/mman.h>

#define PAGE_BYTES 4096

struct block_pool *block_pool_new(void)
{
    struct block_pool *pool = calloc(1, sizeof *pool);
    if (pool != NULL) {
        pool->users = 1;
    }
    return pool;
}

void block_pool_leave(struct block_pool *pool)
{
    if (--pool->users > 0) {
        return;
    }
    while (pool->first != NULL) {
        struct free_block *block = pool->first;
        pool->first = block->next;
        munmap(block, block->capacity);
    }
    free(pool);
}

uint8_t *block_pool_take(struct block_pool *pool, size_t *capacity)
{
    struct free_block **best = NULL;
    for (struct free_block **at = &pool->first; *at != NULL; at = &(*at)->next) {
        if ((*at)->capacity >= *capacity && (best == NULL || (*at)->capacity < (*best)->capacity)) {
            best = at;
        }
    }
    uint8_t *data;
    if (best != NULL) {
        struct free_block *block = *best;
        *best = block->next;
        *capacity = block->capacity;
        data = (uint8_t *)block;
    } else {
        *capacity = (*capacity + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
        void *pages = mmap(NULL, *capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) {
            return NULL;
        }
        data = pages;
    }
    pool->users++;
    return data;
}

void block_pool_give(struct block_pool *pool, uint8_t *data, size_t capacity)
{
    struct free_block *block = (struct free_block *)(void *)data;
    block->capacity = capacity;
    block->next = pool->first;
    pool->first = block;
    block_pool_leave(pool);
}
