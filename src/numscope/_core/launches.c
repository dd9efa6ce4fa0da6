#include "launches.h"

#include <stdbool.h>
#include <string.h>

#include "recorder_state.h"

/* A program that starts more is not told about those behind. */
enum { MOST = 1000 };

static PyObject *noted; /* list */

/* Where the path and the argument list stand among an event's arguments; -1: it starts nothing. */
static int path_place(const char *event)
{
    if (!strcmp(event, "subprocess.Popen") || !strcmp(event, "os.posix_spawn"))
        return 0;
    return strcmp(event, "os.spawn") ? -1 : 1;
}

/* Called for every audited event of every interpreter. */
static int hear(const char *event, PyObject *arguments, void *nothing)
{
    (void)nothing;
    if (!recording || !noted || (event[0] != 's' && event[0] != 'o'))
        return 0;
    int place = path_place(event);
    if (place < 0 || PyInterpreterState_Get() != PyInterpreterState_Main() || PyList_GET_SIZE(noted) >= MOST ||
        !PyTuple_Check(arguments) || PyTuple_GET_SIZE(arguments) < place + 2)
        return 0;
    PyObject *launch = PyTuple_GetSlice(arguments, place, place + 2);
    if (!launch || PyList_Append(noted, launch))
        PyErr_Clear();
    Py_XDECREF(launch);
    return 0;
}

PyObject *launches_note(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    if (!noted && (!(noted = PyList_New(0)) || PySys_AddAuditHook(hear, NULL)))
        return NULL;
    Py_RETURN_NONE;
}

PyObject *launches_take(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    PyObject *taken = noted ? PyList_GetSlice(noted, 0, PyList_GET_SIZE(noted)) : PyList_New(0);
    if (taken && noted && PyList_SetSlice(noted, 0, PyList_GET_SIZE(noted), NULL))
        Py_CLEAR(taken);
    return taken;
}
