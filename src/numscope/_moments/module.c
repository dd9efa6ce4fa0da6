/* numscope._moments: one pass over a buffer's numbers. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <string.h>

#include "history.h"
#include "row.h"

int constants_add(PyObject *module); /* made by tools/constants_of_headers.py */

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
    struct moments moments;
    if (kind == NUMBER_NONE)
        PyErr_Format(PyExc_TypeError, "elements of format '%s' are no real numbers in native byte order", view.format);
    else
        moments_of(&moments, kind, view.buf, (size_t)(view.len / view.itemsize));
    PyBuffer_Release(&view);
    return kind == NUMBER_NONE ? NULL : row_of(&moments);
}

/* Whether a float is anything but zero: its bits without the sign. */
static bool is_alive(const char *element, size_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, element, size);
    return bits << (64 - 8 * size) << 1 != 0;
}

/* Elements of one unit lie together `inner` at a time, once in each of `outer` rows. A unit once found is not looked at
 * again: in a healthy layer the first rows settle it. */
static PyObject *find_alive(PyObject *module, PyObject *arguments)
{
    (void)module;
    unsigned long long address;
    Py_ssize_t outer, inner;
    PyObject *letter;
    Py_buffer alive;
    if (!PyArg_ParseTuple(arguments, "KnnUw*", &address, &outer, &inner, &letter, &alive))
        return NULL;
    enum number_kind kind = float_kind(letter);
    Py_ssize_t missing = 0;
    if (kind != NUMBER_NONE) {
        const char *elements = (const char *)(uintptr_t)address;
        size_t size = kind == NUMBER_HALF ? 2 : kind == NUMBER_FLOAT ? 4 : 8;
        for (Py_ssize_t unit = 0; unit < alive.len; unit++) {
            char *found = (char *)alive.buf + unit;
            for (Py_ssize_t row = 0; row < outer && !*found; row++) {
                const char *at = elements + (size_t)((row * alive.len + unit) * inner) * size;
                for (Py_ssize_t i = 0; i < inner && !*found; i++)
                    *found = is_alive(at + (size_t)i * size, size);
            }
            missing += !*found;
        }
    }
    PyBuffer_Release(&alive);
    return kind == NUMBER_NONE ? NULL : PyLong_FromSsize_t(missing);
}

static PyMethodDef methods[] = {
    {"measure", measure, METH_O,
     PyDoc_STR("measure(array, /)\n--\n\n"
               "Return (count, mean, squares, minimum, maximum, zeros, nans, infinities) of a contiguous array.")},
    {"find_alive", find_alive, METH_VARARGS,
     PyDoc_STR("find_alive(address, outer, inner, letter, alive, /)\n--\n\n"
               "Set alive[unit] where an element of the unit is not zero; return how many are left.")},
    {NULL, NULL, 0, NULL},
};

static int execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &history_type, NULL);
    int status = type ? PyModule_AddType(module, (PyTypeObject *)type) : -1;
    Py_XDECREF(type);
    return status < 0 ? status : constants_add(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)execute},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "numscope._moments",
    .m_doc = PyDoc_STR("One pass over a buffer's numbers."),
    .m_size = 0,
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__moments(void) { return PyModuleDef_Init(&definition); }
