#include "array_memory.h"

/* Consecutive bytes; `begin` NULL: none that are known to be there. */
struct bytes {
    const char *begin;
    size_t size;
};

static struct bytes bytes_of_object(PyObject *owner)
{
    if (PyBytes_CheckExact(owner))
        return (struct bytes){PyBytes_AS_STRING(owner), (size_t)PyBytes_GET_SIZE(owner)};
    /* Whoever holds a view of a bytearray keeps it from being resized. */
    if (PyByteArray_CheckExact(owner))
        return (struct bytes){PyByteArray_AS_STRING(owner), (size_t)PyByteArray_GET_SIZE(owner)};
    return (struct bytes){NULL, 0};
}

static struct bytes bytes_of_owner(PyArrayObject *array)
{
    PyObject *owner = PyArray_BASE(array);
    while (owner && PyArray_Check(owner)) {
        PyArrayObject *below = (PyArrayObject *)owner;
        if (PyArray_FLAGS(below) & NPY_ARRAY_OWNDATA)
            return (struct bytes){PyArray_BYTES(below), (size_t)PyArray_NBYTES(below)};
        owner = PyArray_BASE(below);
    }
    if (owner && PyMemoryView_Check(owner))
        owner = PyMemoryView_GET_BUFFER(owner)->obj;
    return owner ? bytes_of_object(owner) : (struct bytes){NULL, 0};
}

static bool lies_within(struct bytes bytes, const struct layout *layout, const char *data)
{
    const int64_t *shape = layout->shape_and_strides, *strides = shape + layout->dimensions;
    if (data < bytes.begin || data > bytes.begin + bytes.size)
        return false;
    /* In bytes to either side of the first element; neither sum can pass the size of what it is compared with. */
    size_t below = (size_t)(data - bytes.begin), above = bytes.size - below;
    if (layout->dtype->item_bytes > above)
        return false;
    above -= layout->dtype->item_bytes;
    for (int i = 0; i < layout->dimensions; i++) {
        size_t reach, step = strides[i] < 0 ? 0 - (size_t)strides[i] : (size_t)strides[i];
        size_t *left = strides[i] < 0 ? &below : &above;
        if (__builtin_mul_overflow((size_t)(shape[i] - 1), step, &reach) || reach > *left)
            return false;
        *left -= reach;
    }
    return true;
}

struct memory array_memory_of_view(PyArrayObject *array, const struct layout *layout)
{
    const char *data = PyArray_BYTES(array);
    if (!layout->data_bytes)
        return (struct memory){data, false};
    struct bytes owner = bytes_of_owner(array);
    return (struct memory){data, !owner.begin || !lies_within(owner, layout, data)};
}
