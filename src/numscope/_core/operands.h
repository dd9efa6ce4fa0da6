/* Operands: any Python object that goes into or comes out of an operation, written into the call's record. */
#ifndef NUMSCOPE_OPERANDS_H
#define NUMSCOPE_OPERANDS_H

#include "recorder.h"

/* What the native scalar types look like; after NumPy is attached. */
int operands_prepare(void);

/* Room for `size` more bytes in the record, or NULL (then the call is marked truncated). */
void *call_room(struct call *call, size_t size);

/* `capture`: look at the content of arrays, as the settings say. */
void operand_add(struct call *call, struct operand_header header, PyObject *object, bool capture);

#endif
