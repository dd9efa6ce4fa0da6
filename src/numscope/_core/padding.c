#include "padding.h"

#include <float.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if LDBL_MANT_DIG == 64
enum { LONG_DOUBLE_BYTES = 10 }; /* x87: a sign with 15 bits of exponent, 64 of mantissa */
#else
enum { LONG_DOUBLE_BYTES = sizeof(long double) };
#endif

static void mark(PyArray_Descr *descr, uint8_t *used);

static void mark_numbers(uint8_t *used, size_t size, bool swapped)
{
    size_t behind = sizeof(long double) - LONG_DOUBLE_BYTES;
    for (size_t at = 0; at < size; at += sizeof(long double))
        memset(used + at + (swapped ? behind : 0), 255, LONG_DOUBLE_BYTES);
}

static void mark_fields(PyArray_Descr *descr, uint8_t *used)
{
    PyObject *names = PyDataType_NAMES(descr), *fields = PyDataType_FIELDS(descr);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
        PyObject *field = PyDict_GetItem(fields, PyTuple_GET_ITEM(names, i)); /* (dtype, offset), a title may follow */
        if (field)
            mark((PyArray_Descr *)PyTuple_GET_ITEM(field, 0), used + PyLong_AsSize_t(PyTuple_GET_ITEM(field, 1)));
    }
}

static void mark_repeated(PyArray_Descr *descr, uint8_t *used)
{
    PyArray_Descr *base = PyDataType_SUBARRAY(descr)->base;
    size_t size = (size_t)PyDataType_ELSIZE(descr), step = (size_t)PyDataType_ELSIZE(base);
    for (size_t at = 0; step && at < size; at += step)
        mark(base, used + at);
}

static void mark(PyArray_Descr *descr, uint8_t *used)
{
    size_t size = (size_t)PyDataType_ELSIZE(descr);
    if (descr->type_num == NPY_LONGDOUBLE || descr->type_num == NPY_CLONGDOUBLE)
        mark_numbers(used, size, !PyArray_ISNBO(descr->byteorder));
    else if (PyDataType_HASFIELDS(descr))
        mark_fields(descr, used);
    else if (PyDataType_HASSUBARRAY(descr))
        mark_repeated(descr, used);
    else
        memset(used, 255, size);
}

uint8_t *padding_of(PyArray_Descr *descr)
{
    size_t size = (size_t)PyDataType_ELSIZE(descr);
    uint8_t *used = size ? calloc(size, 1) : NULL;
    if (!used)
        return NULL;
    mark(descr, used);
    if (memchr(used, 0, size))
        return used;
    free(used);
    return NULL;
}

void padding_clear(char *to, const char *from, size_t size, const uint8_t *used, size_t item_bytes)
{
    for (size_t at = 0; at < size; at += item_bytes)
        for (size_t i = 0; i < item_bytes; i++)
            to[at + i] = (char)(from[at + i] & used[i]);
}
