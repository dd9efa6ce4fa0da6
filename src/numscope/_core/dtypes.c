#include "dtypes.h"

#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "elements.h"
#include "padding.h"

/* Descriptions live for good, found by their text: a process has few of them. */
static struct {
    struct dtype **slots;
    size_t capacity, used;
} table;

struct builtin_dtype builtin_dtypes[NPY_NTYPES_ABI_COMPATIBLE];

/* Dtypes met lately, by content: no reference is held, since a dtype's metadata may hold anything, an array too. NumPy
 * keeps the hash of a dtype's content in the dtype; it leaves the unit of dates out. */
struct content {
    Py_hash_t hash;
    npy_intp item_bytes;
    int number, unit, multiple;
};

enum { RECENT = 256 };
static struct {
    struct content content;
    struct dtype *dtype;
} recent[RECENT];

static bool content_of(PyArray_Descr *descr, struct content *content)
{
    memset(content, 0, sizeof *content);
    content->hash = PyObject_Hash((PyObject *)descr);
    if (content->hash == -1) {
        PyErr_Clear();
        return false;
    }
    content->number = descr->type_num;
    content->item_bytes = PyDataType_ELSIZE(descr);
    if (descr->type_num == NPY_DATETIME || descr->type_num == NPY_TIMEDELTA) {
        const PyArray_DatetimeDTypeMetaData *metadata =
            (const PyArray_DatetimeDTypeMetaData *)PyDataType_C_METADATA(descr);
        content->unit = metadata->meta.base;
        content->multiple = metadata->meta.num;
    }
    return true;
}

/* NumPy knows no bfloat16: a library brings it, as a type of this name. */
static bool is_bfloat16(PyArray_Descr *descr)
{
    const char *name = descr->typeobj->tp_name, *last = strrchr(name, '.');
    return descr->type_num >= NPY_USERDEF && PyDataType_ELSIZE(descr) == 2 && !strcmp(last ? last + 1 : name, "bfloat16");
}

static enum number_kind number_of(PyArray_Descr *descr)
{
    if (is_bfloat16(descr))
        return NUMBER_BFLOAT16;
    switch (descr->kind) {
    case 'b': return NUMBER_BOOL;
    case 'i':
        switch (PyDataType_ELSIZE(descr)) {
        case 1: return NUMBER_INT8;
        case 2: return NUMBER_INT16;
        case 4: return NUMBER_INT32;
        default: return NUMBER_INT64;
        }
    case 'u':
        switch (PyDataType_ELSIZE(descr)) {
        case 1: return NUMBER_UINT8;
        case 2: return NUMBER_UINT16;
        case 4: return NUMBER_UINT32;
        default: return NUMBER_UINT64;
        }
    case 'f':
        switch (descr->type_num) {
        case NPY_HALF: return NUMBER_HALF;
        case NPY_FLOAT: return NUMBER_FLOAT;
        case NPY_DOUBLE: return NUMBER_DOUBLE;
        case NPY_LONGDOUBLE: return NUMBER_LONG_DOUBLE;
        default: return NUMBER_NONE; /* a library's own floating type, of 8 bits for example */
        }
    case 'c':
        switch (descr->type_num) {
        case NPY_CFLOAT: return NUMBER_COMPLEX_FLOAT;
        case NPY_CDOUBLE: return NUMBER_COMPLEX_DOUBLE;
        case NPY_CLONGDOUBLE: return NUMBER_COMPLEX_LONG_DOUBLE;
        default: return NUMBER_NONE;
        }
    case 'M':
    case 'm': return NUMBER_TIME;
    default: return NUMBER_NONE;
    }
}

/* repr() of an attribute; NULL without an exception if it fails. */
static PyObject *attribute_repr(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    PyObject *text = value ? PyObject_Repr(value) : NULL;
    Py_XDECREF(value);
    if (!text)
        PyErr_Clear();
    return text;
}

static PyObject *descr_text(PyArray_Descr *descr)
{
    PyObject *text = NULL;
    if (descr->type_num >= NPY_USERDEF) { /* its str says only '<V2': the name says what it is */
        PyObject *name = PyObject_Str((PyObject *)descr);
        text = name ? PyObject_Repr(name) : NULL;
        Py_XDECREF(name);
        if (!text)
            PyErr_Clear();
    } else if (PyDataType_HASFIELDS(descr)) {
        text = attribute_repr((PyObject *)descr, "descr"); /* fails for overlapping fields */
    }
    return text ? text : attribute_repr((PyObject *)descr, "str");
}

static struct dtype **find(const char *text, bool has_objects)
{
    size_t slot = mix_text(text, strlen(text)) & (table.capacity - 1);
    while (table.slots[slot] &&
           (strcmp(table.slots[slot]->text, text) || table.slots[slot]->has_objects != has_objects))
        slot = (slot + 1) & (table.capacity - 1);
    return &table.slots[slot];
}

static bool grow(void)
{
    struct dtype **old = table.slots;
    size_t old_capacity = table.capacity, capacity = old_capacity ? 2 * old_capacity : 128;
    struct dtype **slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    table.slots = slots;
    table.capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i])
            *find(old[i]->text, old[i]->has_objects) = old[i];
    free(old);
    return true;
}

static struct dtype *intern(struct dtype facts, const char *text)
{
    if (2 * table.used >= table.capacity && !grow())
        return NULL;
    struct dtype **slot = find(text, facts.has_objects);
    if (*slot)
        return *slot;
    struct dtype *dtype = malloc(sizeof *dtype);
    char *copy = strdup(text);
    if (!dtype || !copy) {
        free(dtype);
        free(copy);
        return NULL;
    }
    *dtype = facts;
    dtype->text = copy;
    table.used++;
    *slot = dtype;
    return dtype;
}

struct dtype *dtype_described(const char *text, uint32_t item_bytes, char kind, int number)
{
    return intern((struct dtype){.item_bytes = item_bytes, .kind = kind, .number = (uint8_t)number}, text);
}

static struct dtype *intern_descr(PyArray_Descr *descr, const char *text)
{
    /* New-style dtypes without a legacy number (StringDType) keep their elements elsewhere. */
    bool has_objects = PyDataType_REFCHK(descr) || descr->type_num < 0 || descr->kind == 'T' || descr->kind == 'O';
    struct dtype facts = {
        .item_bytes = (uint32_t)PyDataType_ELSIZE(descr),
        .number = has_objects ? NUMBER_NONE : (uint8_t)number_of(descr),
        .kind = descr->kind,
        .has_objects = has_objects,
        .swapped = !PyArray_ISNBO(descr->byteorder),
    };
    struct dtype *dtype = intern(facts, text);
    /* Fields that overlap are written down as bytes alone, and another dtype has the same text. */
    bool described = !PyDataType_HASFIELDS(descr) || *text == '[';
    bool copied = facts.item_bytes <= BLOCK_BYTES; /* larger elements are read as they lie */
    if (dtype && !dtype->used && !has_objects && described && copied)
        dtype->used = padding_of(descr);
    return dtype;
}

static struct dtype *learn(PyArray_Descr *descr)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *text = descr_text(descr);
    const char *utf8 = text ? PyUnicode_AsUTF8(text) : NULL;
    struct dtype *dtype = utf8 ? intern_descr(descr, utf8) : NULL;
    Py_XDECREF(text);
    struct content content;
    if (dtype && content_of(descr, &content)) {
        size_t slot = (size_t)content.hash % RECENT;
        recent[slot].content = content;
        recent[slot].dtype = dtype;
    }
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return dtype;
}

int dtypes_prepare(void)
{
    for (int number = 0; number < NPY_NTYPES_ABI_COMPATIBLE; number++) {
        if (number == NPY_STRING || number == NPY_UNICODE || number == NPY_VOID)
            continue; /* these come in many sizes */
        PyArray_Descr *descr = PyArray_DescrFromType(number);
        if (!descr)
            return -1;
        builtin_dtypes[number] = (struct builtin_dtype){descr, learn(descr)};
    }
    return 0;
}

struct dtype *dtype_if_known(PyArray_Descr *descr)
{
    struct dtype *dtype = dtype_if_builtin(descr);
    if (dtype)
        return dtype;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    struct content content;
    if (content_of(descr, &content)) {
        size_t slot = (size_t)content.hash % RECENT;
        if (!memcmp(&recent[slot].content, &content, sizeof content))
            dtype = recent[slot].dtype;
    }
    PyErr_Restore(type, value, traceback);
    return dtype;
}

struct dtype *dtype_of(PyArray_Descr *descr)
{
    struct dtype *dtype = dtype_if_known(descr);
    return dtype ? dtype : learn(descr);
}

uint32_t dtype_id(struct dtype *dtype)
{
    static uint32_t last_id, last_generation;
    if (dtype->generation == shard.generation)
        return dtype->id;
    if (last_generation != shard.generation) {
        last_generation = shard.generation;
        last_id = 0;
    }
    size_t length = strlen(dtype->text);
    size_t size = sizeof(struct dtype_record) + length;
    /* A record of thousands of fields may not fit a tail; it stays nameless. */
    struct dtype_record *record = definition_reserve(size, RECORD_DTYPE, dtype->has_objects ? DTYPE_HAS_OBJECTS : 0);
    if (!record)
        return 0;
    record->id = ++last_id;
    record->length = (uint32_t)length;
    record->item_bytes = dtype->item_bytes;
    record->kind = (unsigned char)dtype->kind;
    memcpy(record + 1, dtype->text, length);
    definition_commit(size);
    dtype->id = last_id;
    dtype->generation = shard.generation;
    return last_id;
}
