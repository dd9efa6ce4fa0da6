/* Callables that each thread runs before the first operation that it records: for libraries that report by thread. */
#ifndef NUMSCOPE_THREAD_WATCHERS_H
#define NUMSCOPE_THREAD_WATCHERS_H

#include "numpy_api.h"

#include "checked.h"

/* Changes whenever there is one more; a thread remembers the number for which it has run them. */
extern uint32_t thread_watchers;

CHECKED int thread_watchers_add(PyObject *callable);
void thread_watchers_forget(void);

/* Run them in this thread. What they raise is shown and forgotten. */
void thread_watchers_run(void);

#endif
