/* The files of the running recording in this process, and the numbers counted over them. */
#ifndef NUMSCOPE_SHARD_H
#define NUMSCOPE_SHARD_H

#include "stream.h"

struct shard {
    struct stream definitions, events, values;
    uint32_t generation; /* counts shards: ids given in an older one mean nothing in this one */
    uint64_t max_bytes, max_array_bytes;
    uint64_t operations, value_count, value_bytes, over_budget;
};

extern struct shard shard; /* open while recording; written by recorder.c, values.c and definitions.c */

/* 0, or an errno value. */
int shard_open(const char *directory);
void shard_close(void);
void shard_abandon(void);

static inline uint64_t shard_bytes(void)
{
    return shard.events.length + shard.definitions.length + shard.values.length;
}

#endif
