/* Call sites of operations that run without the GIL: the thread's own frames, walked where they lie. */
#ifndef NUMSCOPE_NATIVE_SITES_H
#define NUMSCOPE_NATIVE_SITES_H

#include "frames.h"
#include "recorder.h"
#include "thread_memory.h"
#include "numscope/writer.h"

struct native_site {
    frame innermost;
    int unit; /* where that frame stands */
    struct call_site where;
    struct numscope_surroundings surroundings;
};

/* `above`: the site of the operation that this one is inside of, on this thread; NULL: none. */
void native_site_find(struct native_site *found, const struct native_site *above, struct thread_memory *memory);

/* Frames of this code object are surroundings; it lives for good. */
void native_sites_watch(PyCodeObject *code);

/* A new recording begins: with the GIL, before any thread records into it. */
void native_sites_reset(void);

#endif
