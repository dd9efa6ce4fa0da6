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
    return Py_BuildValue("nddddKKK", (Py_ssize_t)moments->count, moments->mean, moments->m2, moments->minimum,
                         moments->maximum, (unsigned long long)moments->zeros, (unsigned long long)moments->nans,
                         (unsigned long long)(moments->positive_infinities + moments->negative_infinities));
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
