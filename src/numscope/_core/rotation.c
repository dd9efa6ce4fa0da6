#include "rotation.h"

#include "segment.h"

/* The one that is written, the next one, and the last one until it is closed. */
enum { SEGMENTS_WITH_RINGS = 3 };

struct rotation rotation_of(uint64_t size, uint64_t last, uint32_t keep)
{
    if (!size && !last)
        return (struct rotation){0};
    keep = keep < 2 ? 2 : keep;
    uint64_t rings = SEGMENTS_WITH_RINGS * (uint64_t)SEGMENT_RINGS / keep;
    uint64_t bytes = !size ? 0 : size > 2 * rings ? size - rings : size / 2;
    return (struct rotation){.bytes = bytes, .period = last / (keep - 1), .keep = keep};
}
