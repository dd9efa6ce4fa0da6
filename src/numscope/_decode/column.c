#include "column.h"

#include <stdlib.h>
#include <string.h>

bool bytes_allocate(struct bytes *bytes, size_t capacity)
{
    bytes->size = 0;
    bytes->capacity = capacity + 8; /* never an empty block: calloc(0) may return NULL */
    bytes->pool = NULL;
    bytes->data = calloc(bytes->capacity, 1);
    return bytes->data != NULL;
}

bool bytes_borrow(struct bytes *bytes, size_t capacity, struct block_pool *pool)
{
    bytes->size = 0;
    bytes->capacity = capacity;
    bytes->pool = pool;
    bytes->data = block_pool_take(pool, &bytes->capacity);
    return bytes->data != NULL;
}

bool bytes_grow(struct bytes *bytes, size_t more)
{
    if (bytes->capacity - bytes->size >= more) {
        return true;
    }
    size_t capacity = (bytes->size + more) * 2;
    uint8_t *data = realloc(bytes->data, capacity);
    if (data == NULL) {
        return false;
    }
    memset(data + bytes->size, 0, capacity - bytes->size);
    bytes->data = data;
    bytes->capacity = capacity;
    return true;
}

void bytes_free(struct bytes *bytes)
{
    if (bytes->data != NULL && bytes->pool != NULL) {
        block_pool_give(bytes->pool, bytes->data, bytes->capacity);
    } else {
        free(bytes->data);
    }
    bytes->data = NULL;
}

static bool is_continuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* Length of the well-formed UTF-8 sequence at `text`, 0 if there is none (RFC 3629: no surrogates, no overlong forms). */
static size_t sequence_length(const uint8_t *text, size_t left)
{
    uint8_t first = text[0];
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF && left >= 2 && is_continuation(text[1])) {
        return 2;
    }
    if (first >= 0xE0 && first <= 0xEF && left >= 3 && is_continuation(text[1]) && is_continuation(text[2])) {
        bool overlong = first == 0xE0 && text[1] < 0xA0;
        bool surrogate = first == 0xED && text[1] >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (first >= 0xF0 && first <= 0xF4 && left >= 4 && is_continuation(text[1]) && is_continuation(text[2]) &&
        is_continuation(text[3])) {
        bool overlong = first == 0xF0 && text[1] < 0x90;
        bool too_large = first == 0xF4 && text[1] >= 0x90;
        return overlong || too_large ? 0 : 4;
    }
    return 0;
}

bool bytes_append_text(struct bytes *bytes, const uint8_t *text, size_t length)
{
    if (!bytes_grow(bytes, length)) {
        return false;
    }
    uint8_t *out = bytes->data + bytes->size;
    memcpy(out, text, length);
    for (size_t i = 0; i < length;) {
        size_t step = sequence_length(out + i, length - i);
        if (step == 0) {
            out[i] = '?';
            step = 1;
        }
        i += step;
    }
    bytes->size += length;
    return true;
}

struct column {
    PyObject_HEAD
    struct bytes bytes;
};

static int column_get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    struct column *column = (struct column *)self;
    return PyBuffer_FillInfo(view, self, column->bytes.data, (Py_ssize_t)column->bytes.size, 1, flags);
}

static void column_dealloc(PyObject *self)
{
    bytes_free(&((struct column *)self)->bytes);
    Py_TYPE(self)->tp_free(self);
}

static Py_ssize_t column_length(PyObject *self) { return (Py_ssize_t)((struct column *)self)->bytes.size; }

static PyBufferProcs column_buffer = {.bf_getbuffer = column_get_buffer};
static PySequenceMethods column_sequence = {.sq_length = column_length};

PyTypeObject Column_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "numscope._decode.Column",
    .tp_doc = "The bytes of one decoded column.",
    .tp_basicsize = sizeof(struct column),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = column_dealloc,
    .tp_as_buffer = &column_buffer,
    .tp_as_sequence = &column_sequence,
};

int column_store(PyObject *columns, const char *name, struct bytes *bytes, size_t size)
{
    struct column *column = PyObject_New(struct column, &Column_Type);
    if (column == NULL) {
        return -1;
    }
    column->bytes = *bytes;
    column->bytes.size = size;
    bytes->data = NULL;
    int failed = PyDict_SetItemString(columns, name, (PyObject *)column);
    Py_DECREF(column);
    return failed;
}

int column_store_count(PyObject *columns, const char *name, size_t count)
{
    PyObject *number = PyLong_FromSize_t(count);
    if (number == NULL) {
        return -1;
    }
    int failed = PyDict_SetItemString(columns, name, number);
    Py_DECREF(number);
    return failed;
}
