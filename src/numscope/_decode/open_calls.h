/* Time spent in the children of calls that have not ended yet, and how many calls ran inside them. Records come in the order in which calls end, so a call's
 * children are all known when it comes; what it spent itself is what is left. */
#ifndef NUMSCOPE_DECODE_OPEN_CALLS_H
#define NUMSCOPE_DECODE_OPEN_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct inside {
    uint64_t ticks; /* of its children */
    uint64_t calls; /* at any depth */
};

struct open_call {
    uint64_t sequence_plus_one; /* 0: free */
    struct inside inside;
};

struct open_calls {
    struct open_call *table; /* open addressing */
    size_t size;             /* a power of two */
    size_t count;
};

bool open_calls_start(struct open_calls *calls);
void open_calls_free(struct open_calls *calls);
void open_calls_clear(struct open_calls *calls);

/* A child of call `parent` took `ticks` and held `inside` calls. False when memory is short. */
bool open_calls_add(struct open_calls *calls, uint64_t parent, uint64_t ticks, uint64_t inside);

/* Call `sequence` ends: forget it and return what ran inside it. */
struct inside open_calls_take(struct open_calls *calls, uint64_t sequence);

#endif
