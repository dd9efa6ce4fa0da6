/* Recorded results in the place of operations: `numscope mock`. */
#ifndef NUMSCOPE_STAND_INS_H
#define NUMSCOPE_STAND_INS_H

#include "recorder.h"

/* `callable`, or Py_None for nobody, is asked of each user-visible operation of the first thread before it runs. */
void stand_ins_configure(PyObject *callable);

/* callable(name, operands as in the record) gives NotImplemented: the operation runs; or a tuple of one: its result. */
bool stand_in_ask(struct call *call, PyObject **result);

/* Whether `*result` is the operation's result already, or NULL with an exception set. */
static inline bool stand_in_for(struct call *call, PyObject **result)
{
    return __builtin_expect(settings.stand_ins, 0) && stand_in_ask(call, result);
}

#endif
