#include "thread_watchers.h"

#include "recorder_state.h"

uint32_t thread_watchers;
static PyObject *callables; /* a list; NULL: there are none */

int thread_watchers_add(PyObject *callable)
{
    if (!callables && !(callables = PyList_New(0)))
        return -1;
    thread_watchers++;
    return PyList_Append(callables, callable);
}

void thread_watchers_forget(void)
{
    Py_CLEAR(callables);
}

void thread_watchers_run(void)
{
    nesting.watchers = thread_watchers;
    PyObject *type, *value, *traceback, *all = callables ? PyList_AsTuple(callables) : NULL;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    for (Py_ssize_t i = 0; all && i < PyTuple_GET_SIZE(all); i++) {
        PyObject *callable = PyTuple_GET_ITEM(all, i), *answer = PyObject_CallNoArgs(callable);
        if (!answer)
            PyErr_WriteUnraisable(callable);
        Py_XDECREF(answer);
    }
    nesting.muted--;
    Py_XDECREF(all);
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
}
