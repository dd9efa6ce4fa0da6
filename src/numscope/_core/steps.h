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

/* Who says that a step has ended. A later one knows better: an earlier one is not listened to from then on. */
enum step_speaker { STEP_OPTIMIZER = 1, STEP_TRAINER, STEP_PROGRAM };

/* A trainer begins, whose batches are the steps: what an optimiser says before the first of them has ended is no step. */
void steps_listen_to(enum step_speaker speaker);
/* A step has ended. With the GIL. */
void step_by(enum step_speaker speaker);

#endif
