/* When a segment ends and which are dropped. */
#ifndef NUMSCOPE_ROTATION_H
#define NUMSCOPE_ROTATION_H

#include <stdbool.h>
#include <stdint.h>

struct rotation {
    uint64_t bytes;  /* that a segment holds at most; 0: no limit */
    uint64_t period; /* ns after which it ends; 0: never */
    uint32_t keep;   /* segments on the disk, the one that is written included; 0: no rotation */
};

/* For at most `size` bytes a segment, and a history of `last` ns (0: does not matter), on the disk in `keep` segments: what
 * they take together, with the rings of those that are being opened and closed, is at most keep * size. */
struct rotation rotation_of(uint64_t size, uint64_t last, uint32_t keep);

/* From here on the next operation that no other contains begins a new segment: the rest is for what goes into that one. */
static inline uint64_t rotation_soft_bytes(const struct rotation *rotation)
{
    return rotation->bytes / 4 * 3;
}

#endif
