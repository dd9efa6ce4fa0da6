#include "rotation.h"

#include "segment.h"

/* The one that is written, the next one, and the last one until it is closed. */
enum { SEGMENTS_WITH_RINGS = 3 };

struct rotation rotation_of(struct kept_history history)
{
    if (!history.size && !history.last && !history.steps)
        return (struct rotation){0};
    uint32_t keep = history.keep < 2 ? 2 : history.keep;
    uint64_t size = history.size;
    uint64_t rings = SEGMENTS_WITH_RINGS * (uint64_t)SEGMENT_RINGS / keep;
    uint64_t bytes = !size ? 0 : size > 2 * rings ? size - rings : size / 2;
    return (struct rotation){
        .bytes = bytes,
        .period = history.last / (keep - 1),
        .steps = (history.steps + keep - 2) / (keep - 1),
        .keep = keep,
    };
}
