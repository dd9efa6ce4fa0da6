/* Which calls of NumPy scalars' own arithmetic are recorded: all, or those on the program's own lines for as long as that
 * costs little. Such a call takes 50 ns and its record 300, so a call that passes may cost 2. */
#ifndef NUMSCOPE_SCALAR_GATE_H
#define NUMSCOPE_SCALAR_GATE_H

#include "checked.h"
#include <stdbool.h>
#include <stdint.h>

#include <Python.h>

enum scalar_scope { SCALARS_NONE, SCALARS_OWN, SCALARS_ALL };

void scalar_gate_open(enum scalar_scope scope); /* at the start of a recording */
void scalar_gate_close(void);

/* A place that calls: one instruction of a code object. `left` calls more pass before it is looked at again, since the
 * program may have made other code at this address, and time for the budget. */
struct scalar_place {
    const void *instruction;
    uint32_t left, rest; /* of the rest that was begun last */
    uint32_t site, line; /* 0: a library's */
    uint64_t recorded, passed;
    PyObject *file;
} __attribute__((aligned(64)));

enum { SCALAR_PLACES = 4096 };
extern struct scalar_place scalar_places[SCALAR_PLACES];

static inline struct scalar_place *scalar_place_of(const void *instruction)
{
    size_t at = (size_t)((uintptr_t)instruction / 2) % SCALAR_PLACES; /* code units lie 2 bytes apart */
    while (__builtin_expect(scalar_places[at].instruction != instruction, 0) && scalar_places[at].instruction)
        at = (at + 1) % SCALAR_PLACES;
    return &scalar_places[at];
}

/* Whether the call of the code unit at `instruction` passes unseen. */
static inline bool scalar_passes(const void *instruction)
{
    struct scalar_place *place = scalar_place_of(instruction);
    if (!place->left)
        return false;
    place->left--;
    return true;
}

/* With the GIL: whether this call is recorded. */
bool scalar_is_wanted(void);
/* One that was recorded has ended. */
void scalar_ended(void);

/* The program's own calls that passed, in this recording. */
uint64_t scalar_passed(void);
/* Where: a list of (file, line, calls recorded, calls passed); NULL with an exception set. */
CHECKED PyObject *scalar_lines(void);

#endif
