#include "row.h"

/* Below this many elements the pass is shorter than giving the interpreter lock away and taking it back. */
enum { WORTH_UNLOCKING = 1 << 15 };

void moments_of(struct moments *moments, enum number_kind kind, const void *elements, size_t count)
{
    moments_begin(moments);
    if (count < WORTH_UNLOCKING) {
        moments_add(moments, kind, elements, count);
    } else {
        Py_BEGIN_ALLOW_THREADS
        moments_add(moments, kind, elements, count);
        Py_END_ALLOW_THREADS
    }
}

PyObject *row_of(const struct moments *moments)
{
    PyObject *row = PyTuple_New(MOMENTS_FIELDS);
    if (!row)
        return NULL;
    PyTuple_SET_ITEM(row, MOMENTS_COUNT, PyLong_FromSize_t((size_t)moments->count));
    PyTuple_SET_ITEM(row, MOMENTS_MEAN, PyFloat_FromDouble(moments->mean));
    PyTuple_SET_ITEM(row, MOMENTS_SQUARES, PyFloat_FromDouble(moments->m2));
    PyTuple_SET_ITEM(row, MOMENTS_MINIMUM, PyFloat_FromDouble(moments->minimum));
    PyTuple_SET_ITEM(row, MOMENTS_MAXIMUM, PyFloat_FromDouble(moments->maximum));
    PyTuple_SET_ITEM(row, MOMENTS_ZEROS, PyLong_FromUnsignedLongLong(moments->zeros));
    PyTuple_SET_ITEM(row, MOMENTS_NAN_COUNT, PyLong_FromUnsignedLongLong(moments->nans));
    PyTuple_SET_ITEM(row, MOMENTS_INF_COUNT,
                     PyLong_FromUnsignedLongLong(moments->positive_infinities + moments->negative_infinities));
    for (Py_ssize_t i = 0; i < MOMENTS_FIELDS; i++)
        if (!PyTuple_GET_ITEM(row, i)) {
            Py_DECREF(row);
            return NULL;
        }
    return row;
}

static double real(PyObject *row, enum moments_row field)
{
    return PyFloat_AsDouble(PyTuple_GET_ITEM(row, field));
}

static unsigned long long whole(PyObject *row, enum moments_row field)
{
    return PyLong_AsUnsignedLongLongMask(PyTuple_GET_ITEM(row, field));
}

int row_read(PyObject *row, struct moments *moments)
{
    if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) != MOMENTS_FIELDS) {
        PyErr_SetString(PyExc_TypeError, "a row of moments is a tuple of 8 numbers");
        return -1;
    }
    moments->count = real(row, MOMENTS_COUNT);
    moments->mean = real(row, MOMENTS_MEAN);
    moments->m2 = real(row, MOMENTS_SQUARES);
    moments->minimum = real(row, MOMENTS_MINIMUM);
    moments->maximum = real(row, MOMENTS_MAXIMUM);
    moments->zeros = whole(row, MOMENTS_ZEROS);
    moments->nans = whole(row, MOMENTS_NAN_COUNT);
    moments->positive_infinities = whole(row, MOMENTS_INF_COUNT);
    moments->negative_infinities = 0;
    return PyErr_Occurred() ? -1 : 0;
}

enum number_kind float_kind(PyObject *letter)
{
    const char *text = PyUnicode_AsUTF8(letter);
    switch (text && text[0] && !text[1] ? text[0] : 0) {
    case 'e': return NUMBER_HALF;
    case 'f': return NUMBER_FLOAT;
    case 'd': return NUMBER_DOUBLE;
    }
    if (text)
        PyErr_Format(PyExc_ValueError, "'%s' is none of the floats e, f and d", text);
    return NUMBER_NONE;
}
