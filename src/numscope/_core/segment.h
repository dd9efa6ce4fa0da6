/* The three streams of one segment, in a folder of their own. A recording without rotation has one segment, its shard's. */
#ifndef NUMSCOPE_SEGMENT_H
#define NUMSCOPE_SEGMENT_H

#include "checked.h"
#include "stream.h"

struct streams {
    struct stream definitions, events, values;
};

struct segment {
    struct streams streams; /* while it is written, those of `shard` stand for them */
    uint32_t number;
    struct segment *next; /* in a list of segments that are to be closed */
};

/* What the files of an open segment take beside what is in them. */
enum { SEGMENT_RINGS = (256 << 10) + (1 << 20) + (4 << 20) + 3 * TAIL_HEADER_BYTES };

/* All are for jobs of the file thread, but for segment_abandon. `home`: the folder of the process's first segment; those
 * that follow are called SHARD.NUMBER. */

/* A new one, in a folder that is made for it; NULL with `*error` an errno value. */
struct segment *segment_open(const char *home, uint32_t number, const struct stream_owner *owner, int *error);

/* Write everything to the files, with the records that end the stream of events, and free the segment. */
void segment_close(struct segment *segment);

/* Free it, and leave its files to those whose they are. */
void segment_abandon(struct segment *segment);

/* Remove the files of a closed segment: the events first, without which readers take it for gone. */
void segment_remove(const char *home, uint32_t number);

/* Bytes of a segment so far. Any thread. */
static inline uint64_t streams_bytes(const struct streams *streams)
{
    return streams->events.length + streams->definitions.length + streams->values.length;
}

#endif
