/* In which state an operation found its random number generator: attributes of the operation, from which it can be drawn
 * again. */
#ifndef NUMSCOPE_GENERATOR_STATE_H
#define NUMSCOPE_GENERATOR_STATE_H

#include "recorder.h"

/* `generator`: a numpy.random.Generator or RandomState; of kinds of bit generators that are not known, nothing is added. */
void generator_state_add(struct call *call, PyObject *generator);

#endif
