/* Whether the content of what an object holds is looked at. */
#ifndef NUMSCOPE_PART_CAPTURE_H
#define NUMSCOPE_PART_CAPTURE_H

#include "recorder.h"

/* Rarely: it may lie in memory that a quick operation, or an unchanging object, shows at each call. */
enum part_capture { PARTS_LEFT, PARTS_LOOKED_AT_RARELY, PARTS_LOOKED_AT };

static inline enum part_capture part_capture_of(const struct call *call, struct operand_header header, bool capture)
{
    if (!capture)
        return PARTS_LEFT;
    return header.position == 0 && call->operation->traits & TRAIT_INDEXES ? PARTS_LOOKED_AT_RARELY : PARTS_LOOKED_AT;
}

#endif
