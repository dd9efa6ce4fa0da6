/* Steps of the program, such as batches: marked in the trace, what a ring of segments is counted in, and what a recording may
 * be limited to. */
#ifndef NUMSCOPE_STEPS_H
#define NUMSCOPE_STEPS_H

#include <Python.h>

#include "checked.h"

/* `ranges`: a tuple of (first, end, every) that are recorded, counted from 0; empty: all. -1 with an exception set. */
CHECKED int steps_configure(PyObject *ranges);
/* A recording has begun. */
void steps_begin(void);

/* A step has ended: the program says so, or a library that trains models. What a library says counts until the program speaks.
 * With the GIL. */
void step_by_program(void);
void step_by_library(void);

#endif
