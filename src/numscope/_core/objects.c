#include "objects.h"

static PyObject *names_by_type; /* type -> tuple of attributes' names, or callable; NULL: no type is watched */

int objects_watch(PyTypeObject *type, PyObject *names)
{
    if (!names_by_type && !(names_by_type = PyDict_New()))
        return -1;
    return PyDict_SetItem(names_by_type, (PyObject *)type, names);
}

void objects_unwatch(void)
{
    Py_CLEAR(names_by_type);
}

PyObject *objects_names(PyTypeObject *type)
{
    PyObject *order = names_by_type ? type->tp_mro : NULL, *names = NULL;
    /* Not tp_base: of a class with mixins that is the first of them. */
    for (Py_ssize_t i = 0; order && !names && i < PyTuple_GET_SIZE(order); i++)
        names = PyDict_GetItemWithError(names_by_type, PyTuple_GET_ITEM(order, i));
    return names;
}
