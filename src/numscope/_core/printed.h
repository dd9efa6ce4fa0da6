/* What the program prints: the texts that it writes to one stream. */
#ifndef NUMSCOPE_PRINTED_H
#define NUMSCOPE_PRINTED_H

#include <Python.h>

/* Keep the last texts that are written to an io.TextIOWrapper from now on. ValueError if its `write` is unlike what is
 * known. METH_O */
PyObject *printed_keep(PyObject *module, PyObject *stream);

/* The texts kept since the last time, in their order. METH_NOARGS */
PyObject *printed_take(PyObject *module, PyObject *nothing);

/* Put the stream's own function back, and forget what was kept. METH_NOARGS */
PyObject *printed_end(PyObject *module, PyObject *nothing);

#endif
