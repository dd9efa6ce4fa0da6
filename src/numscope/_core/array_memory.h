/* Whether an array's elements lie in memory that is known to be there. */
#ifndef NUMSCOPE_ARRAY_MEMORY_H
#define NUMSCOPE_ARRAY_MEMORY_H

#include "elements.h"

/* For an array that does not own its data. */
struct memory array_memory_of_view(PyArrayObject *array, const struct layout *layout);

/* Trusted are arrays that own their data, and those that lie within an array, bytes or a bytearray that does. Memory of
 * anything else (a mapping, ctypes, another library, an array interface as that of as_strided) is foreign. */
static inline struct memory array_memory(PyArrayObject *array, const struct layout *layout)
{
    if (__builtin_expect(PyArray_FLAGS(array) & NPY_ARRAY_OWNDATA, 1))
        return (struct memory){PyArray_BYTES(array), false};
    return array_memory_of_view(array, layout);
}

#endif
