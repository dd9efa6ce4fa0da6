/* The programs that this process starts, as the interpreter's audit events name them. */
#ifndef NUMSCOPE_LAUNCHES_H
#define NUMSCOPE_LAUNCHES_H

#include <Python.h>

/* Note programs from now on; for good, as audit hooks are. -1 with an exception set. METH_NOARGS */
PyObject *launches_note(PyObject *module, PyObject *nothing);

/* [(path, arguments)] of those started since the last time. METH_NOARGS */
PyObject *launches_take(PyObject *module, PyObject *nothing);

#endif
