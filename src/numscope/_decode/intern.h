/* Dense ids for 24-byte keys, in the order in which they were first seen. */
#ifndef NUMSCOPE_DECODE_INTERN_H
#define NUMSCOPE_DECODE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct key {
    uint64_t words[3];
};

struct intern {
    struct key *keys;  /* by id */
    size_t count, capacity;
    uint32_t *table;   /* id + 1, 0 is free; open addressing */
    size_t table_size; /* a power of two, at least twice `capacity` */
};

#define NO_ID UINT32_MAX

bool intern_start(struct intern *intern);
void intern_free(struct intern *intern);

/* The id of the key of these three words; NO_ID when memory is short. (Words and not a struct: copied as one, they wait for
 * their own stores, which was a tenth of decoding.) */
uint32_t intern_find(struct intern *intern, uint64_t first, uint64_t second, uint64_t third);

static inline uint64_t mix(uint64_t value)
{
    value ^= value >> 32;
    value *= 0x9E3779B97F4A7C15ull; /* 2^64 / golden ratio: spreads neighbouring keys (Knuth, TAOCP 6.4) */
    return value ^ (value >> 29);
}

#endif
