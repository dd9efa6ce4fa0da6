/* Recorded results in the place of operations: `numscope mock`. */
#ifndef NUMSCOPE_MOCK_H
#define NUMSCOPE_MOCK_H

#include "checked.h"
#include "recorder.h"

/* `callable`, or Py_None for none, is asked of each user-visible operation of the first thread before it runs. */
void mock_configure(PyObject *callable);

/* callable(name, operands as in the record) gives NotImplemented: the operation runs; or a tuple of one: its result. */
CHECKED bool mock_ask(struct call *call);

/* Whether `call->mock_result` is the operation's result already, or NULL with an exception set. */
static inline bool mock_result_for(struct call *call)
{
    /* What is being made must be filled. */
    return __builtin_expect(settings.mock, 0) && !call->operation->makes_first && mock_ask(call);
}

#endif
