#include "objects.h"

#include <string.h>

static PyObject *names_by_type; /* type -> what objects.h says of it; NULL: no type is watched */

/* What was found for a type, by the tag that CPython gives each state of a type and no other: walking `int`'s order of resolution
 * takes two look-ups in a dictionary, and each operand of each call asks. Tag 0: the type has none at the moment. */
enum { REMEMBERED = 256 };
static struct {
    PyTypeObject *type;
    unsigned int tag;
    PyObject *names;
} remembered[REMEMBERED];

static void forget_what_was_found(void)
{
    memset(remembered, 0, sizeof remembered);
}

int objects_watch(PyTypeObject *type, PyObject *names)
{
    forget_what_was_found();
    if (!names_by_type && !(names_by_type = PyDict_New()))
        return -1;
    return PyDict_SetItem(names_by_type, (PyObject *)type, names);
}

void objects_unwatch(void)
{
    forget_what_was_found();
    Py_CLEAR(names_by_type);
}

static PyObject *look_up(PyTypeObject *type)
{
    PyObject *order = type->tp_mro, *names = NULL;
    /* Not tp_base: of a class with mixins that is the first of them. */
    for (Py_ssize_t i = 0; order && !names && i < PyTuple_GET_SIZE(order); i++)
        names = PyDict_GetItemWithError(names_by_type, PyTuple_GET_ITEM(order, i));
    return names;
}

PyObject *objects_names(PyTypeObject *type)
{
    unsigned int tag = type->tp_version_tag, slot = tag % REMEMBERED;
    if (!names_by_type)
        return NULL;
    if (tag && remembered[slot].tag == tag && remembered[slot].type == type)
        return remembered[slot].names;
    PyObject *names = look_up(type);
    if (names || !PyErr_Occurred()) { /* a metaclass may refuse its hash */
        remembered[slot].type = type;
        remembered[slot].tag = tag;
        remembered[slot].names = names;
    }
    return names;
}
