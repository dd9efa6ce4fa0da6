/* XXH3, called inside the `xxhash` package's own library: no second copy of the algorithm, no Python call an operand. */
#ifndef NUMSCOPE_CONTENT_HASH_H
#define NUMSCOPE_CONTENT_HASH_H

#include "checked.h"
#include <stddef.h>
#include <stdint.h>

struct hash128 {
    uint64_t low, high;
};

/* Bind to the library at `path` (the xxhash package's extension module). Returns NULL, or what is missing. */
CHECKED const char *content_hash_bind(const char *path);

/* Of bytes alone. */
struct hash128 content_hash(const void *bytes, size_t size);

/* What says how bytes are to be read goes into the hash of a content afterwards: the same bytes read in another way need not
 * be hashed again. Done twice it is undone. */
uint64_t content_hash_seed(const void *bytes, size_t size);
struct hash128 content_hash_seeded(struct hash128 hash, uint64_t seed);

/* The same as `content_hash` in pieces, with a state of the caller's. */
CHECKED void *content_hash_state(void); /* NULL without memory */
void content_hash_free(void *state);
void content_hash_begin(void *state);
void content_hash_add(void *state, const void *bytes, size_t size);
struct hash128 content_hash_end(const void *state);

#endif
