/* Copies of memory that may not be there: pages of a mapped file that was truncated, memory that somebody has unmapped. */
#ifndef NUMSCOPE_CAREFUL_COPY_H
#define NUMSCOPE_CAREFUL_COPY_H

#include <stddef.h>

#include "checked.h"

/* Copy up to `size` bytes, and return how many from the first one on could be read. Never a signal. */
CHECKED size_t careful_copy(char *to, const char *from, size_t size);

#endif
