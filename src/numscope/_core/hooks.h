/* The ways into an operation. Each `watch_*` changes C pointers and remembers the old ones; "" or the reason why not. */
#ifndef NUMSCOPE_HOOKS_H
#define NUMSCOPE_HOOKS_H

#include "checked.h"
#include "recorder.h"

CHECKED const char *watch_vectorcall(PyObject *target, const char *name);
/* An object or a Python function that may die: it is not held. `place`: where it is defined, as FILE:LINE; "": unknown. `wrapped`: see recorder.h.
 * after(target, arguments, keywords, result) is called when a recorded call has run, before it ends; None: nothing is. */
CHECKED const char *watch_callable(PyObject *target, const char *name, const char *place, bool wrapped, PyObject *after);
/* see(result) is called after each call of a Python function, while recording, which is no operation itself. */
CHECKED const char *watch_results(PyObject *function, PyObject *see);
/* A Python function of a library that trains models. ends: a step has ended when a call has returned; else the trainer begins. */
CHECKED const char *watch_steps(PyObject *function, bool ends);
/* Of a Python function. changes: number of the argument that it changes in place; -1: none. generator: a callable that gives the
 * generator of numpy.random from which it draws; None: it draws from none. layer, without_first, makes_first: as in struct
 * operation. attribute: it is a method, and called after the class of its first argument and this; NULL: as `name` says. */
struct function_facts {
    int changes;
    PyObject *generator;
    uint8_t layer;
    int without_first, makes_first;
    const char *attribute;
};
CHECKED const char *watch_function(PyObject *target, const char *name, const struct function_facts *facts);
CHECKED const char *watch_method(PyObject *target, const char *name);
/* For the self `instance` the operation is called `instance_name`: the hidden generator behind np.random.rand. */
CHECKED const char *watch_instance_method(PyObject *target, const char *name, PyObject *instance, const char *instance_name);
CHECKED const char *watch_ufunc_method(PyObject *target, const char *method);
CHECKED const char *watch_frompyfunc(PyObject *target, const char *name);
CHECKED const char *watch_slot(PyTypeObject *owner, const char *slot, const char *name, bool exact);
CHECKED const char *watch_getset(PyObject *target, const char *name);
CHECKED const char *watch_ufunc_table(void **table);
/* Calls of the objects of a type, through its tp_call: see hooks_calls.c for what is asked of the two callables. */
CHECKED const char *watch_calls(PyTypeObject *type, PyObject *name_of, PyObject *outcome_of, PyObject *versions);
CHECKED PyObject *slot_names(void);

/* The operation `method` of a ufunc object, e.g. numpy.add.reduce; NULL: the ufunc is not watched. */
CHECKED struct operation *ufunc_method_operation(PyObject *ufunc, const char *method);

/* A ufunc made just now: watch it. Returns its argument. */
CHECKED PyObject *adopt_ufunc(PyObject *ufunc);

/* From now on a ufunc that dies leaves the table of the watched. */
void watch_ufunc_deaths(void);
void unwatch_ufunc_deaths(void);

/* Put everything back; how many pointers that were. */
Py_ssize_t unwatch_ufunc_table(void);
Py_ssize_t unwatch_vectorcalls(void);
Py_ssize_t unwatch_methods(void);
Py_ssize_t unwatch_slots(void);
Py_ssize_t unwatch_calls(void);

#endif
