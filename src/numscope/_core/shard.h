/* The files of the running recording in this process, and the numbers counted over them. */
#ifndef NUMSCOPE_SHARD_H
#define NUMSCOPE_SHARD_H

#include "checked.h"
#include "rotation.h"
#include "segment.h"

/* Where the streams stand; the file thread's, like the files. From CLOSING on nothing wakes it for them. */
enum shard_state { SHARD_CLOSED, SHARD_OPEN, SHARD_CLOSING };

enum due { DUE_SEGMENT = 1 /* this one is full, or old: the next should begin */, DUE_MARK = 2 /* see marks.h */ };

struct shard {
    enum shard_state state;
    union {
        struct streams streams; /* of the segment that is written */
        struct {
            struct stream definitions, events, values;
        };
    };
    uint32_t generation; /* counts segments: ids given in an older one mean nothing in this one */
    uint32_t first_generation; /* of the running recording */
    bool stopped; /* a stream can't be written: what follows is counted only, see recorder.c */
    unsigned due; /* enum due: what the next call that begins has to do first */
    bool rotating; /* for signal handlers: the streams are being exchanged */
    uint64_t max_bytes, max_array_bytes;
    struct value_budget { /* of what is kept of larger values; 0: no limit */
        uint64_t step_bytes, run_bytes;
        uint64_t in_step, in_run;
        bool stepped; /* a step of the program has ended: the first, and a program without steps, have the run's alone */
    } budget;
    uint64_t steps; /* of the program, that ended in this segment */
    uint64_t operations, value_count, value_bytes, over_budget;
    struct rotation rotation;
    struct rotated {
        uint64_t begun, bytes; /* operations, and bytes, of the segments before this one */
        uint64_t began_ns;     /* when the recording began */
    } before;
};

extern struct shard shard; /* open while recording; written by recorder.c, values.c and definitions.c */

/* Does what another process asks for in the tail of the events that are written: called on the file thread, often. */
typedef void (*shard_asked)(struct tail_header *tail);

/* 0, or an errno value. `rotation`: when a segment ends, and how many are kept. */
CHECKED int shard_open(const char *directory, struct rotation rotation, shard_asked asked);
void shard_close(void);
/* Let go of the files without writing: in a child after fork. */
void shard_abandon(void);

/* Go on in a new segment: false if there can't be one now. With the GIL, and within a section. */
CHECKED bool shard_rotate(void);
/* A step of the program has ended. With the GIL. */
void shard_step(void);
/* Have what was rotated out closed and dropped before more is written past the rings. */
void shard_settle(void);
/* Keep the segments that are there, this one included, for good; does nothing the second time. */
void shard_pin(void);
/* The same on the file thread. */
void shard_pin_here(void);
/* Any thread. */
void shard_set_due(enum due what);
void shard_clear_due(enum due what);
/* The file thread has been stopped for a fork: have it run again. */
void shard_go_on(void);

/* How long a tick of the clock has taken since the segment was opened: 1 when that is too short ago to be known. */
double shard_ns_per_tick(void);

/* Of the segment. */
static inline uint64_t shard_bytes(void)
{
    return streams_bytes(&shard.streams);
}

/* Whether a call begun in the segment `generation` belongs to the running recording. */
static inline bool shard_is_of_recording(uint32_t generation)
{
    return generation >= shard.first_generation && generation <= shard.generation;
}

#endif
