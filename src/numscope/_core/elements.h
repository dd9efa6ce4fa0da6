/* The elements of any array as a sequence of contiguous blocks, in the order in which content is hashed and stored. */
#ifndef NUMSCOPE_ELEMENTS_H
#define NUMSCOPE_ELEMENTS_H

#include "layouts.h"

/* Small enough to stay in L1 between the statistics and the hash of the same bytes. */
enum { BLOCK_BYTES = 8 << 10 };

/* Where an array's elements lie. */
struct memory {
    const char *data; /* the first element */
    bool foreign;     /* not known to be there as a whole: read through careful_copy only */
};

/* False stops the walk. */
typedef bool (*block_visitor)(void *context, const char *bytes, size_t size);

/* Contiguous arrays are visited in place, others gathered into a scratch block in C order, and so are those in foreign
 * memory; padding within elements is visited as zeros. False: stopped, or the elements can't be read. */
bool elements_visit(const struct layout *layout, struct memory memory, block_visitor visit, void *context);

/* Whether all elements can be read now. */
bool elements_can_be_read(const struct layout *layout, struct memory memory);

#endif
