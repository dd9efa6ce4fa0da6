/* Python literal text of simple objects, made without running any Python code. */
#ifndef NUMSCOPE_LITERALS_H
#define NUMSCOPE_LITERALS_H

#include <stdbool.h>

#include "checked.h"
#include "numpy_api.h"

enum { LITERAL_ROOM = 768, LITERAL_ITEMS = 64, LITERAL_BEGINNING = 8, LITERAL_DEPTH = 6 };

/* Containers whose arrays are described one by one. Of these a tuple's derived types have no literal text. */
static inline bool is_container(PyObject *object)
{
    return PyTuple_Check(object) || PyList_CheckExact(object) || PyDict_CheckExact(object);
}

struct literal {
    size_t length;
    int arrays; /* found inside so far: written as $1, $2, ... */
    bool hides, nan, inf; /* strings are described only; such floats found inside */
    char text[LITERAL_ROOM];
};

/* False: `object` is not one that has literal text. `hides`: strings inside are described only. */
CHECKED bool literal_write(struct literal *literal, PyObject *object, bool hides);

/* Type and length take the place of the text that was written. That `object` holds NaN or infinities is kept: nan needs it to
 * find their origin. */
void literal_describe(struct literal *literal, PyObject *object);

#endif
