/* numscope._moments: one pass over a buffer's numbers. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../_core/statistics.h"

/* Below this many elements the pass is shorter than giving the interpreter lock away and taking it back. */
enum { WORTH_UNLOCKING = 1 << 15 };

/* The buffer protocol names C types, whose sizes differ: format and size together say which number it is. */
static enum number_kind kind_of(const char *format, Py_ssize_t size)
{
    if (format == NULL || format[0] == 0 || format[1] != 0)
        return NUMBER_NONE;
    switch (format[0]) {
    case '?': return NUMBER_BOOL;
    case 'e': return NUMBER_HALF;
    case 'f': return NUMBER_FLOAT;
    case 'd': return NUMBER_DOUBLE;
    case 'b': case 'h': case 'i': case 'l': case 'q':
        return size == 1 ? NUMBER_INT8 : size == 2 ? NUMBER_INT16 : size == 4 ? NUMBER_INT32 : NUMBER_INT64;
    case 'B': case 'H': case 'I': case 'L': case 'Q':
        return size == 1 ? NUMBER_UINT8 : size == 2 ? NUMBER_UINT16 : size == 4 ? NUMBER_UINT32 : NUMBER_UINT64;
    default: return NUMBER_NONE;
    }
}

static PyObject *measure(PyObject *module, PyObject *array)
{
    (void)module;
    Py_buffer view;
    if (PyObject_GetBuffer(array, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return NULL;
    enum number_kind kind = kind_of(view.format, view.itemsize);
    if (kind == NUMBER_NONE) {
        PyErr_Format(PyExc_TypeError, "elements of format '%s' are no real numbers in native byte order", view.format);
        PyBuffer_Release(&view);
        return NULL;
    }
    struct moments moments;
    moments_begin(&moments);
    size_t count = (size_t)(view.len / view.itemsize);
    if (count < WORTH_UNLOCKING) {
        moments_add(&moments, kind, view.buf, count);
    } else {
        Py_BEGIN_ALLOW_THREADS
        moments_add(&moments, kind, view.buf, count);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&view);
    return Py_BuildValue("nddddKKK", (Py_ssize_t)moments.count, moments.mean, moments.m2, moments.minimum,
                         moments.maximum, (unsigned long long)moments.zeros, (unsigned long long)moments.nans,
                         (unsigned long long)(moments.positive_infinities + moments.negative_infinities));
}

static PyMethodDef methods[] = {
    {"measure", measure, METH_O,
     PyDoc_STR("measure(array, /)\n--\n\n"
               "Return (count, mean, squares, minimum, maximum, zeros, nans, infinities) of a contiguous array.")},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "numscope._moments",
    .m_doc = PyDoc_STR("One pass over a buffer's numbers."),
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__moments(void) { return PyModuleDef_Init(&definition); }
