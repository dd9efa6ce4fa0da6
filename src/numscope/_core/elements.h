/* The elements of any array as a sequence of contiguous blocks, in the order in which content is hashed and stored. */
#ifndef NUMSCOPE_ELEMENTS_H
#define NUMSCOPE_ELEMENTS_H

#include "layouts.h"

/* Small enough to stay in L1 between the statistics and the hash of the same bytes. */
enum { BLOCK_BYTES = 8 << 10 };

/* False stops the walk. */
typedef bool (*block_visitor)(void *context, const char *bytes, size_t size);

/* Contiguous arrays are visited in place, others gathered into a scratch block in C order. False: stopped. */
bool elements_visit(const struct layout *layout, const char *data, block_visitor visit, void *context);

#endif
