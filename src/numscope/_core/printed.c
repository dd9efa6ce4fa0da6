#include "printed.h"

#include <stdbool.h>

/* Texts that are kept, and characters of each: `print` writes one for each of its arguments. */
enum { MOST_TEXTS = 4096, MOST_CHARACTERS = 1 << 14 };

/* The C function of the stream's class is another one meanwhile. A Python function in the stream's place would be seen:
 * by the program, and in each traceback of a closed pipe. */
static PyMethodDef *method;
static PyCFunction own;
static PyObject *kept_stream;
static PyObject *texts; /* list */

static int keep(PyObject *text)
{
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    PyObject *end = PyUnicode_Substring(text, length > MOST_CHARACTERS ? length - MOST_CHARACTERS : 0, length);
    if (!end)
        return -1;
    int failed = PyList_Append(texts, end);
    Py_DECREF(end);
    if (!failed && PyList_GET_SIZE(texts) > 2 * MOST_TEXTS)
        failed = PyList_SetSlice(texts, 0, MOST_TEXTS, NULL);
    return failed;
}

static PyObject *write_and_keep(PyObject *self, PyObject *text)
{
    PyObject *written = own(self, text);
    /* What there is no memory for is not kept: the program's text is written. */
    if (written && self == kept_stream && texts && PyUnicode_Check(text) && keep(text))
        PyErr_Clear();
    return written;
}

static PyMethodDef *method_of(PyObject *stream)
{
    PyObject *found = PyObject_GetAttrString((PyObject *)Py_TYPE(stream), "write");
    if (!found)
        return NULL;
    bool known = Py_IS_TYPE(found, &PyMethodDescr_Type) && ((PyMethodDescrObject *)found)->d_method->ml_flags == METH_O;
    PyMethodDef *definition = known ? ((PyMethodDescrObject *)found)->d_method : NULL;
    Py_DECREF(found);
    if (!known)
        PyErr_SetString(PyExc_ValueError, "write of this stream is no C function of one argument");
    return definition;
}

PyObject *printed_keep(PyObject *module, PyObject *stream)
{
    PyMethodDef *found = method_of(stream);
    if (!found)
        return NULL;
    PyObject *ended = printed_end(module, NULL);
    if (!ended)
        return NULL;
    Py_DECREF(ended);
    if (!(texts = PyList_New(0)))
        return NULL;
    kept_stream = Py_NewRef(stream);
    method = found;
    own = method->ml_meth;
    method->ml_meth = write_and_keep;
    Py_RETURN_NONE;
}

PyObject *printed_take(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    PyObject *taken = texts ? PyList_GetSlice(texts, 0, PyList_GET_SIZE(texts)) : PyList_New(0);
    if (taken && texts && PyList_SetSlice(texts, 0, PyList_GET_SIZE(texts), NULL))
        Py_CLEAR(taken);
    return taken;
}

PyObject *printed_end(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    if (method)
        method->ml_meth = own;
    method = NULL;
    Py_CLEAR(kept_stream);
    Py_CLEAR(texts);
    Py_RETURN_NONE;
}
