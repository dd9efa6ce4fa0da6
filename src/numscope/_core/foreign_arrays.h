/* Arrays of other libraries' own types: as operands they are described as NumPy's arrays are. */
#ifndef NUMSCOPE_FOREIGN_ARRAYS_H
#define NUMSCOPE_FOREIGN_ARRAYS_H

#include "checked.h"
#include "operand_room.h"

struct foreign_type;

/* From now on objects of `type`, and of types derived from it, are arrays called `name`. Their elements are had through the
 * buffer protocol. Where it gives none, show(object) returns (dtype, shape, address or 0, why nothing is known of the
 * elements or ""), or a text that stands for the array. A fifth member, of elements out of reach: minimum, maximum, mean,
 * deviation, and how many are zero, NaN, infinity and minus infinity. -1 with an exception set. */
CHECKED int foreign_arrays_watch(PyTypeObject *type, PyObject *name, PyObject *show);
void foreign_arrays_unwatch(void);

extern int foreign_types;
struct foreign_type *foreign_type_among(PyTypeObject *type);

/* NULL: objects of this type are no arrays. */
static inline struct foreign_type *foreign_type_of(PyTypeObject *type)
{
    return __builtin_expect(foreign_types, 0) ? foreign_type_among(type) : NULL;
}

/* An array or a NumPy scalar, whose elements are data. */
static inline bool is_array_like(PyObject *object)
{
    return PyArray_Check(object) || PyObject_TypeCheck(object, &PyGenericArrType_Type) || foreign_type_of(Py_TYPE(object));
}

void operand_add_foreign(struct call *call, struct operand_header header, PyObject *array, struct foreign_type *type,
                         bool capture);

#endif
