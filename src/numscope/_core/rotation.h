/* When a segment ends and which are dropped. */
#ifndef NUMSCOPE_ROTATION_H
#define NUMSCOPE_ROTATION_H

#include <stdbool.h>
#include <stdint.h>

struct rotation {
    uint64_t bytes;  /* that a segment holds at most; 0: no limit */
    uint64_t period; /* ns after which it ends; 0: never */
    uint64_t steps;  /* of the program (core.step) after which it ends; 0: never */
    uint32_t keep;   /* segments on the disk, the one that is written included; 0: no rotation */
};

/* What is asked for; 0: does not matter. */
struct kept_history {
    uint64_t size;  /* bytes a segment at most */
    uint64_t last;  /* ns that all of them hold at least */
    uint64_t steps; /* that all of them hold at least, the running one not counted */
    uint32_t keep;  /* segments on the disk */
};

/* What the segments take together, with the rings of those that are being opened and closed, is at most keep * size. */
struct rotation rotation_of(struct kept_history history);

/* From here on the next operation that no other contains begins a new segment: the rest is for what goes into that one. */
static inline uint64_t rotation_soft_bytes(const struct rotation *rotation)
{
    return rotation->bytes / 4 * 3;
}

#endif
