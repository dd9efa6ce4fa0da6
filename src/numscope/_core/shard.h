/* The files of the running recording in this process, and the numbers counted over them. */
#ifndef NUMSCOPE_SHARD_H
#define NUMSCOPE_SHARD_H

#include "checked.h"
#include "stream.h"

/* Where the streams stand; the file thread's, like the files. From CLOSING on nothing wakes it for them. */
enum shard_state { SHARD_CLOSED, SHARD_OPEN, SHARD_CLOSING };

struct shard {
    enum shard_state state;
    struct stream definitions, events, values;
    uint32_t generation; /* counts shards: ids given in an older one mean nothing in this one */
    uint64_t max_bytes, max_array_bytes;
    bool stopped; /* a stream can't be written: what follows is counted only, see recorder.c */
    uint64_t operations, value_count, value_bytes, over_budget;
};

extern struct shard shard; /* open while recording; written by recorder.c, values.c and definitions.c */

/* 0, or an errno value. */
CHECKED int shard_open(const char *directory);
void shard_close(void);
/* Let go of the files without writing: in a child after fork. */
void shard_abandon(void);

/* How long a tick of the clock has taken since the shard was opened: 1 when that is too short ago to be known. */
double shard_ns_per_tick(void);

static inline uint64_t shard_bytes(void)
{
    return shard.events.length + shard.definitions.length + shard.values.length;
}

#endif
