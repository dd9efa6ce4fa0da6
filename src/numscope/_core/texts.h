/* What is kept of the texts of operands: all of it, what --redact leaves, or only how long they are. */
#ifndef NUMSCOPE_TEXTS_H
#define NUMSCOPE_TEXTS_H

#include <stdbool.h>

#include "checked.h"
#include "numpy_api.h"

/* Whether strings are described only: their contents are kept where those of arrays are. */
bool texts_are_hidden(void);

/* Whether there are expressions that texts are searched for; bytes inside records and scalars can't be. */
bool texts_are_redacted(void);

enum { HIDDEN_ROOM = 96 };

/* Describe a str or bytes, in place of its contents; returns the length. With statistics a hash tells equal ones. */
size_t text_describe(char room[HIDDEN_ROOM], PyObject *text);

/* What is kept of a text: a new bytes object, NULL if all of it is. Any thread. */
PyObject *text_redacted(const char *text, size_t length);

/* Callable that gives a str for a str; None: texts are kept as they are. */
void texts_configure(PyObject *callable);

#endif
