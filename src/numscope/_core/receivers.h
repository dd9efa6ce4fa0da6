/* What a method is called for the object it is called on: one function object stands behind the methods of many classes. */
#ifndef NUMSCOPE_RECEIVERS_H
#define NUMSCOPE_RECEIVERS_H

#include <Python.h>

#include "checked.h"
#include "recorder.h"

struct receivers;

/* Give `type` the public name `name`, as which its methods are recorded until receivers_forget. Of an accessor, `name` follows
 * that of the class of its attribute `holder`, else NULL. -1 with an exception set. */
CHECKED int receivers_name(PyTypeObject *type, const char *name, const char *holder);
/* Call operations on objects of `type` what name_of(object), a str, says of each, until receivers_forget. -1 with an exception
 * set. */
CHECKED int receivers_ask(PyTypeObject *type, PyObject *name_of);
void receivers_forget(void);

/* The operations of one function, by public class; for good, as the operations are: a call that asks may still be running. NULL
 * with an exception set. attribute: what follows the class's name; "": nothing, it makes objects of the class. */
CHECKED struct receivers *receivers_new(const char *attribute);

/* The operation that a call on `first`, an object or a class, is: named by the nearest class of its method resolution order
 * that has a public name, else `general`. All else about it is as `general` has it. */
struct operation *receivers_find(struct receivers *receivers, PyObject *first, struct operation *general);

#endif
