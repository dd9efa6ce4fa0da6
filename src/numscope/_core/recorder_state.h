/* What the recorder is asked to do, whether it does, and where each thread stands in it. */
#ifndef NUMSCOPE_RECORDER_STATE_H
#define NUMSCOPE_RECORDER_STATE_H

#include <stdbool.h>

#include <Python.h>

#include "scalar_gate.h"
#include "thread_local.h"
#include "values.h"

struct settings {
    enum value_detail detail;
    uint64_t every;
    uint32_t depth; /* 0: all */
    PyObject *select; /* callable or NULL */
    int log; /* enum log_style */
    bool npy;
    unsigned judge; /* enum judged_for */
    bool attentive; /* any of the last three */
    bool mock; /* somebody may have an operation's result already */
    enum scalar_scope scalars;
};

extern struct settings settings;

/* Why operations were seen and not recorded, and how long the recorder kept the program waiting, in this shard. */
enum left_out { NOT_SELECTED, TOO_DEEP, NOT_ITS_TURN, OTHER_CALLER, CUT /* a segment ended while they ran */, LEFT_OUT_REASONS };

struct recorder_counts {
    uint64_t left_out[LEFT_OUT_REASONS];
    uint64_t ticks; /* at VALUES_NONE estimated from one operation in TIMED_EVERY */
};

/* Two more readings of the clock are a fifth of what recording an operation without values takes (9.6 of 95 ns each). */
enum { TIMED_EVERY = 64 };

extern struct recorder_counts recorder_counts;
extern bool recording; /* read by every hook first */

/* The innermost judged call of a thread. */
struct judged_call {
    uint32_t depth_plus_one; /* 0: there is none */
    uint32_t site;
    bool opaque; /* an argument is an object that is not looked into */
};

/* This thread's place in the nesting of operations. */
struct nesting {
    uint64_t parent; /* sequence + 1 of the running operation; 0: none */
    uint32_t depth;
    uint8_t layer;   /* library of the innermost operation that is a layer's; 0: none */
    uint32_t muted;  /* > 0: operations pass unrecorded */
    uint32_t thread, generation;
    uint32_t watchers; /* for which thread_watchers.h has run */
    uint64_t ticks, times; /* that the program waited in this thread and are not counted yet; times that it did */
    struct judged_call judged;
};

extern FAST_THREAD_LOCAL struct nesting nesting;

static inline bool call_wanted(void)
{
    return recording && !nesting.muted;
}

#endif
