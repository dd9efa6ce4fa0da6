#include "held_objects.h"

struct search {
    PyObject *types; /* tuple */
    PyObject *found; /* list */
};

static int visit(PyObject *object, void *state)
{
    struct search *search = state;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(search->types); i++)
        if ((PyObject *)Py_TYPE(object) == PyTuple_GET_ITEM(search->types, i))
            return PyList_Append(search->found, object);
    return 0;
}

/* Whether what a holder refers to is held by another tracked object as well: a third of all objects, half of the search.
 * A function's defaults, cells and attributes are in tuples and dictionaries; descriptors refer to their class. */
static int holds_nothing_itself(PyObject *holder)
{
    PyTypeObject *type = Py_TYPE(holder);
    return type == &PyFunction_Type || type == &PyGetSetDescr_Type || type == &PyWrapperDescr_Type ||
           type == &PyMethodDescr_Type;
}

PyObject *held_objects(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *holders;
    struct search search;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyList_Type, &holders, &PyTuple_Type, &search.types))
        return NULL;
    search.found = PyList_New(0);
    for (Py_ssize_t i = 0; search.found && i < PyList_GET_SIZE(holders); i++) {
        PyObject *holder = PyList_GET_ITEM(holders, i);
        traverseproc traverse = PyObject_IS_GC(holder) ? Py_TYPE(holder)->tp_traverse : NULL;
        if (traverse && !holds_nothing_itself(holder) && traverse(holder, visit, &search)) {
            Py_CLEAR(search.found);
        }
    }
    return search.found;
}
