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
    for (; names_by_type && type; type = type->tp_base) {
        PyObject *names = PyDict_GetItemWithError(names_by_type, (PyObject *)type);
        if (names)
            return names;
    }
    return NULL;
}
