/* What a thread needs for itself while it records: scratch room, and what it met last, found without asking others. */
#ifndef NUMSCOPE_THREAD_MEMORY_H
#define NUMSCOPE_THREAD_MEMORY_H

#include "elements.h"
#include "literals.h"
#include "thread_local.h"

struct native_call;

enum { THREAD_CODES = 256, THREAD_LAYOUTS = 512 };

struct thread_memory {
    char block[BLOCK_BYTES];   /* elements gathered */
    char swapped[BLOCK_BYTES]; /* elements turned into native byte order */
    char *window;              /* foreign memory copied; NULL until there is any, see foreign_window.h */
    struct literal literal;    /* text of an argument, until it is in the record */
    void *hash_state;
    /* Of threads that record without the GIL; valid in the shard `generation`. */
    uint32_t generation;
    struct {
        void *code, *sites;
    } codes[THREAD_CODES];
    struct layout *layouts[THREAD_LAYOUTS]; /* copies of its own */
    struct native_call *innermost;
};

extern FAST_THREAD_LOCAL struct thread_memory *thread_memory_here;
struct thread_memory *thread_memory_make(void);

/* This thread's, made at first use and freed with the thread; NULL without memory. */
static inline struct thread_memory *thread_memory(void)
{
    return __builtin_expect(thread_memory_here != NULL, 1) ? thread_memory_here : thread_memory_make();
}

#endif
