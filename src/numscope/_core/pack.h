/* The pack of kept bytes. */
#ifndef NUMSCOPE_PACK_H
#define NUMSCOPE_PACK_H

#include "checked.h"
#include "elision.h"

/* Where a content lies in the pack, and how: as in value_record. */
struct packed {
    uint64_t offset, stored;
    struct elision elision;
};

/* Store a content; `zeros`: how many of its elements are known to be zero. False: it can't be written. */
CHECKED bool pack_append(const struct layout *layout, struct memory memory, uint64_t zeros, struct packed *packed);

#endif
