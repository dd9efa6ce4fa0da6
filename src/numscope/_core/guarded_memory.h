/* Memory of its own mapping behind a page that can't be touched. A program that writes past the end of an array goes upwards
 * through the heap: it ends at that page, and what says of its last call what it was given stays whole. */
#ifndef NUMSCOPE_GUARDED_MEMORY_H
#define NUMSCOPE_GUARDED_MEMORY_H

#include <stddef.h>

/* At least `size` bytes of zeros, from the start of a page; NULL with errno. */
void *guarded_map(size_t size);

/* What `guarded_map(size)` gave, or what was mapped in its place since. */
void guarded_unmap(void *memory, size_t size);

#endif
