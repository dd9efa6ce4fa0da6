/* The traits of operations by name, from the tables that the probes hand over: numscope/operations says what stands there. */
#ifndef NUMSCOPE_TRAITS_H
#define NUMSCOPE_TRAITS_H

#include "numpy_api.h"

/* enum operation_trait; 0: no table knows the name. Any thread. */
uint32_t traits_of(const char *name);

/* Add a library's table, a dict: names, `LIBRARY.*.LAST`, `*.LAST` and `START*` -> traits. Before the first of its operations
 * is made. -1 with an exception set. */
int traits_add(PyObject *table);

#endif
