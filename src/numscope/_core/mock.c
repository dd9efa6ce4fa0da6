#include "mock.h"

static PyObject *asked;

void mock_configure(PyObject *callable)
{
    settings.mock = callable != Py_None;
    Py_XSETREF(asked, settings.mock ? (Py_INCREF(callable), callable) : NULL);
}

bool mock_ask(struct call *call)
{
    enum { FIRST_THREAD = 1 };
    if (!(call->flags & CALL_USER_VISIBLE) || nesting.thread != FIRST_THREAD || !asked)
        return false;
    PyObject *callable = asked; /* it may end its own asking */
    Py_INCREF(callable);
    const char *operands = call->begin + sizeof(struct call_record);
    nesting.muted++;
    PyObject *answer =
        PyObject_CallFunction(callable, "sy#", call->operation->name, operands, (Py_ssize_t)(call->at - operands));
    nesting.muted--;
    Py_DECREF(callable);
    bool runs = answer == Py_NotImplemented;
    if (!runs)
        call->mock_result = answer && PyTuple_CheckExact(answer) && PyTuple_GET_SIZE(answer) == 1
                             ? (Py_INCREF(PyTuple_GET_ITEM(answer, 0)), PyTuple_GET_ITEM(answer, 0))
                             : NULL;
    if (answer && !runs && !call->mock_result)
        PyErr_SetString(PyExc_SystemError, "a mock is NotImplemented or a tuple of one");
    Py_XDECREF(answer);
    return !runs;
}
