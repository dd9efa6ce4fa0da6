/* Objects of a library's own types as operands: described by the arrays and numbers that they hold. */
#ifndef NUMSCOPE_OBJECTS_H
#define NUMSCOPE_OBJECTS_H

#include <Python.h>

#include "checked.h"

/* From now on objects of `type`, and of types derived from it, are described by their attributes `names`, a tuple of str; by the
 * object that their one attribute `names`, a str, is; or by what a callable says of one: (facts, parts, parts that never change), each
 * a tuple (name, value, name, value ...). -1 with an exception set. */
CHECKED int objects_watch(PyTypeObject *type, PyObject *names);
void objects_unwatch(void);

/* What is said above, by which objects of `type` are described, borrowed; NULL, maybe with an exception set: it is not watched. */
CHECKED PyObject *objects_names(PyTypeObject *type);

#endif
