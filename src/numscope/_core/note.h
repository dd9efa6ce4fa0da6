/* Record what our own Python code saw: an array under a name, with attributes, as an operation that has just ended. */
#ifndef NUMSCOPE_NOTE_H
#define NUMSCOPE_NOTE_H

#include "checked.h"
#include "recorder.h"

/* `attributes`: a dict of str to str or int. Its place is the innermost one outside of numscope. `value` None: it gave
 * nothing. -1 with an exception set. */
CHECKED int note(PyObject *name, PyObject *value, PyObject *attributes, uint64_t duration_ns);

/* What `operate` calls: `run`, which gives (result, what to show of it), as an operation with these operands by name.
 * `place`: (file, function, line) of the source that it stands for; NULL: the innermost outside of numscope. */
struct operate {
    PyObject *name, *operands, *attributes, *run, *place;
};

/* New reference to the result. NULL: it raised. */
CHECKED PyObject *operate(const struct operate *what);

#endif
