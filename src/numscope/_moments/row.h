/* Moments of elements in memory, and as Python sees them: count, mean, squares, minimum, maximum, zeros, NaN's, infinities. */
#ifndef NUMSCOPE_MOMENTS_ROW_H
#define NUMSCOPE_MOMENTS_ROW_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../_core/statistics.h"

/* Gives the interpreter lock away while it looks at many elements: the caller keeps them where they are. */
void moments_of(struct moments *moments, enum number_kind kind, const void *elements, size_t count);

/* The places of a row; Python's Moments has fields of these names in this order. */
enum moments_row {
    MOMENTS_COUNT,
    MOMENTS_MEAN,
    MOMENTS_SQUARES,
    MOMENTS_MINIMUM,
    MOMENTS_MAXIMUM,
    MOMENTS_ZEROS,
    MOMENTS_NAN_COUNT,
    MOMENTS_INF_COUNT,
};
#define MOMENTS_FIELDS (MOMENTS_INF_COUNT + 1)

PyObject *row_of(const struct moments *moments);

/* Takes what `row_of` gave; -1 with an exception set for anything else. */
int row_read(PyObject *row, struct moments *moments);

/* Of NumPy's letter for a float, e, f or d; NUMBER_NONE with an exception set for another. */
enum number_kind float_kind(PyObject *letter);

#endif
