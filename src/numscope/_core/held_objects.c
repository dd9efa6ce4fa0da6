#include "held_objects.h"

struct search {
    PyTypeObject *type;
    PyObject *found; /* list */
};

static int visit(PyObject *object, void *state)
{
    struct search *search = state;
    return Py_TYPE(object) == search->type ? PyList_Append(search->found, object) : 0;
}

PyObject *held_objects(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *holders;
    struct search search;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyList_Type, &holders, &PyType_Type, &search.type))
        return NULL;
    search.found = PyList_New(0);
    for (Py_ssize_t i = 0; search.found && i < PyList_GET_SIZE(holders); i++) {
        PyObject *holder = PyList_GET_ITEM(holders, i);
        traverseproc traverse = PyObject_IS_GC(holder) ? Py_TYPE(holder)->tp_traverse : NULL;
        if (traverse && traverse(holder, visit, &search)) {
            Py_CLEAR(search.found);
        }
    }
    return search.found;
}
