/* Interned things: written once into the definitions stream, named by id ever after. */
#ifndef NUMSCOPE_DEFINITIONS_H
#define NUMSCOPE_DEFINITIONS_H

#include "checked.h"
#include "numpy_api.h"
#include "shard.h"

/* Longer texts are cut: a name of 100 kB must not push a tail over. */
enum { LONGEST_TEXT = 4096 };

/* A zeroed record of `size` bytes (padded to 8 here) in the definitions stream, or NULL. Commit with the same size. */
CHECKED void *definition_reserve(size_t size, enum record_kind kind, uint16_t flags);
void definition_commit(size_t size);
/* 0: it could not be written. */
uint32_t definition_write_text(enum record_kind kind, uint32_t id, const char *text, size_t length);

/* Spreads `word` over `hash`: for hash tables in memory only. */
static inline uint64_t mix(uint64_t hash, uint64_t word)
{
    unsigned __int128 product = (unsigned __int128)(hash ^ word) * 0x9e3779b97f4a7c15ull;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}
uint64_t mix_text(const char *text, size_t length);

/* A new definition each time: whoever asks remembers the id. */
uint32_t define_operation(const char *name, uint32_t traits);
uint32_t define_site(const struct site_record *site); /* its header and id are filled in here */
/* `number`: that it had in an earlier segment of the recording; 0: it is new. Returns its number. */
uint32_t define_thread(uint64_t native_id, uint32_t number);

/* Forget the ids of these: a new segment has begun, or (`anew`) a new recording, in which threads are numbered again. */
void definitions_reset(bool anew);

#endif
