/* Arrays and NumPy scalars as operands: layout, owner, content. */
#ifndef NUMSCOPE_OPERAND_ARRAYS_H
#define NUMSCOPE_OPERAND_ARRAYS_H

#include "checked.h"
#include "operand_room.h"

/* What the native scalar types look like; after NumPy is attached. */
CHECKED int operands_prepare(void);

/* NULL: it could not be described. */
const struct layout *operand_layout(PyArrayObject *array);

void operand_add_array(struct call *call, struct operand_header header, PyArrayObject *array, bool capture);
void operand_add_scalar(struct call *call, struct operand_header header, PyObject *scalar);

#endif
