/* What another process asks of this recording (`numscope ctl`): a word in the mapped tail of the events, which the file thread
 * looks at. No signal is sent, and nothing of the program's is waited for: it works while C code runs. */
#ifndef NUMSCOPE_CONTROL_H
#define NUMSCOPE_CONTROL_H

#include <Python.h>

#include "numscope/format.h"

/* On the file thread: do what is asked in `tail` and is not done yet. */
void control_look(struct tail_header *tail);

/* callable(request) is called on the main thread for what needs Python; None: nothing is called. */
void control_configure(PyObject *callable);

#endif
