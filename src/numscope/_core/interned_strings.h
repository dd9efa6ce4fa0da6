/* Interned strings. The same text has the same id throughout a shard; 0: none. */
#ifndef NUMSCOPE_INTERNED_STRINGS_H
#define NUMSCOPE_INTERNED_STRINGS_H

#define PY_SSIZE_T_CLEAN
#include <stdint.h>

#include <Python.h>

uint32_t define_string(const char *text, size_t length);
uint32_t define_string_object(PyObject *text); /* 0 for what is not an encodable str */
uint32_t define_type_name(PyTypeObject *type); /* "module.qualname" */

/* Forget all texts: a new recording has begun. */
void strings_reset(void);
/* Forget all ids: a new segment has begun. Texts stay, as long as they are few. */
void strings_rotate(void);

#endif
