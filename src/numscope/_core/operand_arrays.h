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

/* What `block[row]` would be, of an array in two dimensions. */
void operand_add_row(struct call *call, struct operand_header header, PyArrayObject *block, npy_intp row, bool capture);

/* An array that is no NumPy array. `type`, `state`: ids of texts, 0: none. `data` NULL: it lies out of reach. */
struct described_array {
    PyArray_Descr *descr;
    int dimensions;
    const npy_intp *shape, *strides;
    uint32_t type, state;
    char *data;
    bool capture; /* look at its elements */
    const struct statistics *statistics; /* of elements that can't be looked at; NULL: none are known */
};

/* Its place among the operands; -1: it could not be described, or there was no room. It counts as read-only. */
int operand_add_described(struct call *call, struct operand_header header, const struct described_array *array);
void operand_add_scalar(struct call *call, struct operand_header header, PyObject *scalar);

#endif
