#include "foreign_arrays.h"

#include <string.h>

#include "interned_strings.h"
#include "operand_arrays.h"
#include "shard.h"
#include "values.h"

enum { MOST_TYPES = 16 };

struct foreign_type {
    PyTypeObject *type;
    PyObject *name, *show;
    uint32_t generation, name_id, elements_id; /* ids of texts in the shard `generation` */
};

int foreign_types;
static struct foreign_type types[MOST_TYPES];

int foreign_arrays_watch(PyTypeObject *type, PyObject *name, PyObject *show)
{
    if (foreign_types == MOST_TYPES) {
        PyErr_SetString(PyExc_ValueError, "too many types of arrays are watched");
        return -1;
    }
    Py_INCREF(type);
    Py_INCREF(name);
    Py_INCREF(show);
    types[foreign_types++] = (struct foreign_type){.type = type, .name = name, .show = show};
    return 0;
}

void foreign_arrays_unwatch(void)
{
    while (foreign_types) {
        struct foreign_type *last = &types[--foreign_types];
        Py_CLEAR(last->type);
        Py_CLEAR(last->name);
        Py_CLEAR(last->show);
    }
}

struct foreign_type *foreign_type_among(PyTypeObject *type)
{
    for (; type; type = type->tp_base)
        for (int i = 0; i < foreign_types; i++)
            if (types[i].type == type)
                return &types[i];
    return NULL;
}

static void prepare_words(struct foreign_type *type)
{
    if (type->generation == shard.generation)
        return;
    type->generation = shard.generation;
    type->name_id = define_string_object(type->name);
    type->elements_id = define_string("elements", 8);
}

static void add_array(struct call *call, struct operand_header header, const struct foreign_type *type,
                      const struct described_array *array)
{
    int place = operand_add_described(call, header, array);
    if (place >= 0 && array->state)
        operand_add_attribute_text(call, type->elements_id, (uint16_t)(place + 1), array->state);
}

static int read_shape(PyObject *shape, npy_intp *sizes, npy_intp *strides, npy_intp item_bytes)
{
    Py_ssize_t dimensions = PyTuple_GET_SIZE(shape);
    if (dimensions > NPY_MAXDIMS)
        return -1;
    npy_intp step = item_bytes;
    for (Py_ssize_t i = dimensions; i-- > 0;) {
        sizes[i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, i));
        strides[i] = step;
        step *= sizes[i] > 0 ? sizes[i] : 1;
    }
    return PyErr_Occurred() ? -1 : (int)dimensions;
}

/* Without its elements, where nobody asks for them: it may still be computed. */
static bool add_without_elements(struct call *call, struct operand_header header, PyObject *object,
                                 const struct foreign_type *type)
{
    PyObject *dtype = PyObject_GetAttrString(object, "dtype"), *shape = PyObject_GetAttrString(object, "shape");
    bool fits = dtype && shape && PyArray_DescrCheck(dtype) && PyTuple_Check(shape);
    npy_intp sizes[NPY_MAXDIMS], strides[NPY_MAXDIMS];
    int dimensions = fits ? read_shape(shape, sizes, strides, PyDataType_ELSIZE((PyArray_Descr *)dtype)) : -1;
    if (dimensions >= 0)
        add_array(call, header, type,
                  &(struct described_array){.descr = (PyArray_Descr *)dtype, .dimensions = dimensions, .shape = sizes,
                                            .strides = strides, .type = type->name_id});
    Py_XDECREF(dtype);
    Py_XDECREF(shape);
    return dimensions >= 0;
}

/* Through the buffer protocol, which waits for elements that are still computed. False: it gives none. */
static bool add_by_buffer(struct call *call, struct operand_header header, PyObject *object,
                          const struct foreign_type *type)
{
    Py_buffer buffer;
    if (PyObject_GetBuffer(object, &buffer, PyBUF_STRIDES))
        return false;
    PyObject *dtype = PyObject_GetAttrString(object, "dtype");
    bool fits = dtype && PyArray_DescrCheck(dtype) && PyDataType_ELSIZE((PyArray_Descr *)dtype) == buffer.itemsize &&
                buffer.ndim <= NPY_MAXDIMS;
    if (fits)
        add_array(call, header, type,
                  &(struct described_array){.descr = (PyArray_Descr *)dtype, .dimensions = buffer.ndim,
                                            .shape = buffer.shape, .strides = buffer.strides, .type = type->name_id,
                                            .data = buffer.buf, .capture = true});
    Py_XDECREF(dtype);
    PyBuffer_Release(&buffer);
    return fits;
}

static bool read_statistics(PyObject *numbers, struct statistics *statistics)
{
    unsigned long long zeros, nans, above, below;
    if (!PyArg_ParseTuple(numbers, "ddddKKKK", &statistics->minimum, &statistics->maximum, &statistics->mean,
                          &statistics->deviation, &zeros, &nans, &above, &below))
        return false;
    statistics->zeros = zeros;
    statistics->nans = nans;
    statistics->positive_infinities = above;
    statistics->negative_infinities = below;
    return true;
}

/* What show() says of it; false: nothing that is understood. */
static bool add_shown(struct call *call, struct operand_header header, const struct foreign_type *type, PyObject *shown,
                      bool capture)
{
    Py_ssize_t length;
    const char *text = PyUnicode_Check(shown) ? PyUnicode_AsUTF8AndSize(shown, &length) : NULL;
    if (text) {
        operand_add_text(call, header, OPERAND_LITERAL, text, (size_t)length);
        return true;
    }
    PyArray_Descr *descr;
    PyObject *shape, *state;
    unsigned long long address;
    npy_intp sizes[NPY_MAXDIMS], strides[NPY_MAXDIMS];
    struct statistics known_of;
    PyObject *statistics = NULL;
    if (!PyTuple_Check(shown) || !PyArg_ParseTuple(shown, "O!O!KU|O!", &PyArrayDescr_Type, &descr, &PyTuple_Type, &shape,
                                                   &address, &state, &PyTuple_Type, &statistics))
        return false;
    if (statistics && !read_statistics(statistics, &known_of))
        return false;
    int dimensions = read_shape(shape, sizes, strides, PyDataType_ELSIZE(descr));
    if (dimensions < 0)
        return false;
    bool known = PyUnicode_GET_LENGTH(state) == 0;
    add_array(call, header, type,
              &(struct described_array){.descr = descr, .dimensions = dimensions, .shape = sizes, .strides = strides,
                                        .type = type->name_id, .data = (char *)(uintptr_t)address,
                                        .state = known ? 0 : define_string_object(state),
                                        .capture = capture && known && address && settings.detail != VALUES_NONE,
                                        .statistics = statistics && settings.detail != VALUES_NONE ? &known_of : NULL});
    return true;
}

static __attribute__((noinline)) void add_unread(struct call *call, struct operand_header header, PyObject *array,
                                                 const struct foreign_type *type, bool capture)
{
    PyObject *shown = PyObject_CallOneArg(type->show, array);
    if (!shown || !add_shown(call, header, type, shown, capture)) {
        uint64_t id = type->name_id;
        operand_add_word(call, header, OPERAND_OBJECT, &id);
    }
    Py_XDECREF(shown);
}

void operand_add_foreign(struct call *call, struct operand_header header, PyObject *array, struct foreign_type *type,
                         bool capture)
{
    PyObject *kind, *value, *traceback;
    PyErr_Fetch(&kind, &value, &traceback);
    nesting.muted++; /* what the library computes for it is no operation of the program */
    prepare_words(type);
    bool read = PyObject_CheckBuffer(array) &&
                (capture && settings.detail != VALUES_NONE ? add_by_buffer(call, header, array, type)
                                                           : add_without_elements(call, header, array, type));
    if (!read) {
        PyErr_Clear();
        add_unread(call, header, array, type, capture);
    }
    nesting.muted--;
    PyErr_Clear();
    PyErr_Restore(kind, value, traceback);
}
