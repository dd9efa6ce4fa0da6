#include "operands.h"

#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "literals.h"

/* ---- the record under construction ---- */

enum { LARGEST_RECORD = 128 << 10 };

void *call_room(struct call *call, size_t size)
{
    size = (size + 7) & ~(size_t)7;
    if (__builtin_expect((size_t)(call->end - call->at) < size, 0)) {
        size_t used = (size_t)(call->at - call->begin), capacity = 2 * (used + size);
        if (capacity > LARGEST_RECORD)
            capacity = LARGEST_RECORD;
        char *grown = used + size > capacity ? NULL
                      : realloc(call->begin == call->room ? NULL : call->begin, capacity);
        if (!grown) {
            call->flags |= CALL_TRUNCATED;
            return NULL;
        }
        if (call->begin == call->room)
            memcpy(grown, call->room, used);
        call->begin = grown;
        call->at = grown + used;
        call->end = grown + capacity;
    }
    void *room = call->at;
    call->at += size;
    return room;
}

static void count(struct call *call, enum operand_role role)
{
    if (role == ROLE_OUTPUT || role == ROLE_MUTATED)
        call->outputs++;
    else
        call->inputs++;
}

static bool may_add(struct call *call, enum operand_role role)
{
    if ((role == ROLE_OUTPUT || role == ROLE_MUTATED ? call->outputs : call->inputs) < 250)
        return true;
    call->flags |= CALL_TRUNCATED;
    return false;
}

/* ---- type names ---- */

/* Keyed by the type's address, its name object and that name's hash: no reference to a type is held. */
enum { TYPE_NAMES = 256 };

static uint32_t type_name(PyTypeObject *type)
{
    static struct {
        PyTypeObject *type;
        const void *name;
        Py_hash_t hash;
        uint32_t id, generation;
    } names[TYPE_NAMES];
    bool heap = type->tp_flags & Py_TPFLAGS_HEAPTYPE;
    const void *name = heap ? (const void *)((PyHeapTypeObject *)type)->ht_qualname : type->tp_name;
    Py_hash_t hash = heap ? PyObject_Hash(((PyHeapTypeObject *)type)->ht_qualname) : 0;
    size_t slot = ((uintptr_t)type >> 4) % TYPE_NAMES;
    if (names[slot].type == type && names[slot].name == name && names[slot].hash == hash &&
        names[slot].generation == shard.generation)
        return names[slot].id;
    names[slot].type = type;
    names[slot].name = name;
    names[slot].hash = hash;
    names[slot].generation = shard.generation;
    names[slot].id = define_type_name(type);
    return names[slot].id;
}

/* ---- arrays ---- */

static struct dtype *dtype_quietly(PyArray_Descr *descr)
{
    struct dtype *dtype = dtype_if_known(descr);
    if (!dtype) {
        nesting.muted++; /* NumPy's own Python code describes it */
        dtype = dtype_of(descr);
        nesting.muted--;
    }
    return dtype;
}

static inline const struct layout *layout_of_array(PyArrayObject *array)
{
    PyArray_Descr *descr = PyArray_DESCR(array);
    struct dtype *dtype = dtype_if_builtin(descr);
    if (!dtype)
        dtype = dtype_quietly(descr);
    return dtype ? layout_find(dtype, PyArray_NDIM(array), PyArray_DIMS(array), PyArray_STRIDES(array)) : NULL;
}

static PyObject *owner_of(PyArrayObject *array)
{
    PyObject *owner = (PyObject *)array;
    while (PyArray_Check(owner) && PyArray_BASE((PyArrayObject *)owner))
        owner = PyArray_BASE((PyArrayObject *)owner);
    return owner;
}

/* Whatever content there is, written behind the operand; returns where it ends. */
static char *put_content(char *at, const struct captured *captured)
{
    if (captured->hashed) {
        memcpy(at, &captured->hash, sizeof captured->hash);
        at += sizeof captured->hash;
    }
    if (captured->has_statistics) {
        memcpy(at, &captured->statistics, sizeof captured->statistics);
        at += sizeof captured->statistics;
    }
    return at;
}

enum { MOST_CONTENT = sizeof(uint64_t) + sizeof(struct hash128) + sizeof(struct statistics) };

static void add_array(struct call *call, struct operand_header header, PyArrayObject *array, bool capture)
{
    const struct layout *layout = layout_of_array(array);
    if (!layout || !may_add(call, header.role))
        return;
    struct captured captured;
    captured.hashed = captured.has_statistics = captured.kept = false;
    if (capture && settings.detail != VALUES_NONE)
        value_capture(layout, PyArray_BYTES(array), settings.detail, &captured);
    /* Room for all of it or none: a record with half an operand could not be read. */
    struct array_operand *operand = call_room(call, sizeof *operand + MOST_CONTENT);
    if (!operand)
        return;
    header.tag = OPERAND_ARRAY;
    header.flags |= (uint8_t)((captured.hashed ? OPERAND_HAS_HASH : 0) |
                              (captured.has_statistics ? OPERAND_HAS_STATISTICS : 0) |
                              (captured.kept ? OPERAND_KEPT : 0) |
                              (PyArray_ISWRITEABLE(array) ? 0 : OPERAND_READ_ONLY));
    operand->layout = layout->id;
    operand->type = PyArray_CheckExact(array) ? 0 : type_name(Py_TYPE(array));
    operand->address = (uint64_t)(uintptr_t)PyArray_DATA(array);
    char *at = (char *)(operand + 1);
    if (PyArray_BASE(array)) {
        uint64_t owner = (uint64_t)(uintptr_t)owner_of(array);
        memcpy(at, &owner, sizeof owner);
        at += sizeof owner;
        header.flags |= OPERAND_HAS_OWNER;
    }
    operand->header = header;
    call->at = put_content(at, &captured);
    count(call, header.role);
}

/* ---- NumPy scalars ---- */

static struct {
    PyTypeObject *type;
    int number;
    size_t offset; /* of the value in the object */
} scalar_types[32];
static int scalar_type_count;

int operands_prepare(void)
{
#define SCALAR(NAME, NUMBER)                                                                                          \
    scalar_types[scalar_type_count].type = &Py##NAME##ArrType_Type;                                                   \
    scalar_types[scalar_type_count].number = NUMBER;                                                                  \
    scalar_types[scalar_type_count++].offset = offsetof(Py##NAME##ScalarObject, obval)
    scalar_type_count = 0;
    SCALAR(Double, NPY_DOUBLE);
    SCALAR(Float, NPY_FLOAT);
    SCALAR(Long, NPY_LONG);
    SCALAR(Bool, NPY_BOOL);
    SCALAR(Int, NPY_INT);
    SCALAR(CDouble, NPY_CDOUBLE);
    SCALAR(CFloat, NPY_CFLOAT);
    SCALAR(Byte, NPY_BYTE);
    SCALAR(UByte, NPY_UBYTE);
    SCALAR(Short, NPY_SHORT);
    SCALAR(UShort, NPY_USHORT);
    SCALAR(UInt, NPY_UINT);
    SCALAR(ULong, NPY_ULONG);
    SCALAR(LongLong, NPY_LONGLONG);
    SCALAR(ULongLong, NPY_ULONGLONG);
    SCALAR(Half, NPY_HALF);
    SCALAR(LongDouble, NPY_LONGDOUBLE);
    SCALAR(CLongDouble, NPY_CLONGDOUBLE);
#undef SCALAR
    return 0;
}

enum { INLINE_BYTES = 64 };

static void add_scalar_bytes(struct call *call, struct operand_header header, PyObject *scalar, PyArray_Descr *descr,
                             const void *bytes)
{
    struct dtype *dtype = dtype_quietly(descr);
    const struct layout *layout = dtype ? layout_find(dtype, 0, NULL, NULL) : NULL;
    if (!layout || !may_add(call, header.role))
        return;
    struct captured captured = {0};
    bool inlined = !dtype->has_objects && dtype->item_bytes <= INLINE_BYTES;
    if (inlined && settings.detail != VALUES_NONE) {
        captured.hashed = true;
        captured.hash = content_hash(bytes, dtype->item_bytes, layout->hash_seed);
    }
    struct array_operand *operand = call_room(call, sizeof *operand + MOST_CONTENT + 8 + INLINE_BYTES);
    if (!operand)
        return;
    header.tag = OPERAND_SCALAR;
    header.flags |= (uint8_t)((captured.hashed ? OPERAND_HAS_HASH : 0) | (inlined ? OPERAND_HAS_INLINE : 0));
    operand->header = header;
    operand->layout = layout->id;
    operand->type = type_name(Py_TYPE(scalar));
    operand->address = 0;
    char *at = put_content((char *)(operand + 1), &captured);
    if (inlined) {
        uint64_t length = dtype->item_bytes;
        size_t padded = (length + 7) & ~(size_t)7;
        memcpy(at, &length, sizeof length);
        at += sizeof length;
        memset(at, 0, padded);
        memcpy(at, bytes, length);
        at += padded;
    }
    call->at = at;
    count(call, header.role);
}

static bool add_text(struct call *call, struct operand_header header, enum operand_tag tag, const char *text,
                     size_t length);

static void add_scalar(struct call *call, struct operand_header header, PyObject *scalar)
{
    for (int i = 0; i < scalar_type_count; i++) {
        if (scalar_types[i].type == Py_TYPE(scalar)) {
            PyArray_Descr *descr = PyArray_DescrFromType(scalar_types[i].number);
            add_scalar_bytes(call, header, scalar, descr, (char *)scalar + scalar_types[i].offset);
            Py_DECREF(descr);
            return;
        }
    }
    PyArray_Descr *descr = PyArray_DescrFromScalar(scalar);
    if (!descr) {
        PyErr_Clear();
        return;
    }
    if (PyObject_TypeCheck(scalar, &PyVoidArrType_Type)) {
        add_scalar_bytes(call, header, scalar, descr, ((PyVoidScalarObject *)scalar)->obval);
    } else if (PyObject_TypeCheck(scalar, &PyDatetimeArrType_Type)) {
        add_scalar_bytes(call, header, scalar, descr, &((PyDatetimeScalarObject *)scalar)->obval);
    } else if (PyObject_TypeCheck(scalar, &PyTimedeltaArrType_Type)) {
        add_scalar_bytes(call, header, scalar, descr, &((PyTimedeltaScalarObject *)scalar)->obval);
    } else if (PyUnicode_Check(scalar)) {
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(scalar, &length);
        if (text)
            add_text(call, header, OPERAND_STRING, text, (size_t)length);
        else
            PyErr_Clear();
    } else if (PyBytes_Check(scalar) && (size_t)PyBytes_GET_SIZE(scalar) >= (size_t)PyDataType_ELSIZE(descr)) {
        add_scalar_bytes(call, header, scalar, descr, PyBytes_AS_STRING(scalar));
    } else { /* a subclass of a number scalar */
        npy_clongdouble room[INLINE_BYTES / sizeof(npy_clongdouble) + 1];
        if (!PyDataType_REFCHK(descr) && (size_t)PyDataType_ELSIZE(descr) <= sizeof room &&
            PyTypeNum_ISNUMBER(descr->type_num)) {
            PyArray_ScalarAsCtype(scalar, room);
            add_scalar_bytes(call, header, scalar, descr, room);
        }
    }
    Py_DECREF(descr);
}

/* ---- everything else ---- */

static bool add_text(struct call *call, struct operand_header header, enum operand_tag tag, const char *text,
                     size_t length)
{
    if (!may_add(call, header.role))
        return false;
    if (length > LONGEST_TEXT) {
        length = LONGEST_TEXT;
        while (length && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
        call->flags |= CALL_TRUNCATED;
    }
    struct text_operand {
        struct operand_header header;
        uint32_t length, reserved;
    } *operand = call_room(call, sizeof *operand + length);
    if (!operand)
        return false;
    header.tag = (uint8_t)tag;
    operand->header = header;
    operand->length = (uint32_t)length;
    operand->reserved = 0;
    char *room = (char *)(operand + 1);
    size_t padded = (length + 7) & ~(size_t)7;
    if (padded)
        memset(room + padded - 8, 0, 8);
    memcpy(room, text, length);
    count(call, header.role);
    return true;
}

static void add_word(struct call *call, struct operand_header header, enum operand_tag tag, const void *word)
{
    if (!may_add(call, header.role))
        return;
    char *room = call_room(call, sizeof header + (word ? 8 : 0));
    if (!room)
        return;
    header.tag = (uint8_t)tag;
    memcpy(room, &header, sizeof header);
    if (word)
        memcpy(room + sizeof header, word, 8);
    count(call, header.role);
}

static void add_unknown(struct call *call, struct operand_header header, PyObject *object)
{
    uint64_t id = type_name(Py_TYPE(object));
    add_word(call, header, OPERAND_OBJECT, &id);
}

static bool is_array_like(PyObject *object)
{
    return PyArray_Check(object) || PyObject_TypeCheck(object, &PyGenericArrType_Type);
}

/* Looks for arrays in a list or tuple; numbers them in the order in which the literal text does. */
static void add_items(struct call *call, struct operand_header header, PyObject *sequence, int depth, bool capture,
                      uint16_t *item)
{
    PyObject **items = PySequence_Fast_ITEMS(sequence);
    Py_ssize_t length = PySequence_Fast_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < length && i < LITERAL_ITEMS; i++) {
        if (is_array_like(items[i])) {
            header.item = ++*item;
            operand_add(call, header, items[i], capture);
        } else if (depth < LITERAL_DEPTH && (PyTuple_CheckExact(items[i]) || PyList_CheckExact(items[i]))) {
            add_items(call, header, items[i], depth + 1, capture, item);
        }
    }
}

static void add_sequence(struct call *call, struct operand_header header, PyObject *sequence, bool capture)
{
    struct literal literal;
    if (!literal_write(&literal, sequence)) {
        add_unknown(call, header, sequence);
    } else {
        struct operand_header whole = header;
        if (literal.arrays && header.role != ROLE_OUTPUT)
            whole.role = ROLE_ARGUMENT; /* how the arrays were arranged */
        add_text(call, whole, OPERAND_LITERAL, literal.text, literal.length);
    }
    uint16_t item = 0;
    add_items(call, header, sequence, 1, capture, &item);
}

static void add_result_tuple(struct call *call, struct operand_header header, PyObject *sequence, bool capture)
{
    PyObject **items = PySequence_Fast_ITEMS(sequence);
    Py_ssize_t length = PySequence_Fast_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < length && i < LITERAL_ITEMS; i++) {
        header.position = (uint8_t)i;
        operand_add(call, header, items[i], capture);
    }
    if (length > LITERAL_ITEMS)
        call->flags |= CALL_TRUNCATED;
}

static bool has_arrays(PyObject *sequence)
{
    Py_ssize_t length = PySequence_Fast_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < length && i < LITERAL_ITEMS; i++)
        if (is_array_like(PySequence_Fast_ITEMS(sequence)[i]))
            return true;
    return false;
}

void operand_add(struct call *call, struct operand_header header, PyObject *object, bool capture)
{
    PyTypeObject *type = Py_TYPE(object);
    if (PyArray_Check(object)) {
        add_array(call, header, (PyArrayObject *)object, capture);
        return;
    }
    if (type == &PyFloat_Type) {
        add_word(call, header, OPERAND_FLOAT, &((PyFloatObject *)object)->ob_fval);
    } else if (object == Py_None) {
        add_word(call, header, OPERAND_NONE, NULL);
    } else if (type == &PyBool_Type) {
        uint64_t truth = object == Py_True;
        add_word(call, header, OPERAND_BOOL, &truth);
    } else if (type == &PyLong_Type) {
        int overflow;
        long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
        if (!overflow) {
            add_word(call, header, OPERAND_INT, &value);
        } else {
            struct literal literal;
            if (literal_write(&literal, object))
                add_text(call, header, OPERAND_LITERAL, literal.text, literal.length);
            else
                add_unknown(call, header, object);
        }
    } else if (PyObject_TypeCheck(object, &PyGenericArrType_Type)) {
        add_scalar(call, header, object);
    } else if (type == &PyUnicode_Type) {
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(object, &length);
        if (text) {
            add_text(call, header, OPERAND_STRING, text, (size_t)length);
        } else {
            PyErr_Clear();
            add_unknown(call, header, object);
        }
    } else if (header.role == ROLE_OUTPUT && !header.item && (PyTuple_Check(object) || type == &PyList_Type) &&
               has_arrays(object)) {
        header.item = 1; /* no second level */
        add_result_tuple(call, header, object, capture);
    } else if (type == &PyTuple_Type || type == &PyList_Type) {
        add_sequence(call, header, object, capture);
    } else if (PyType_Check(object)) {
        struct operand_header named = header;
        PyObject *name = PyUnicode_FromFormat("%s", ((PyTypeObject *)object)->tp_name);
        Py_ssize_t length;
        const char *text = name ? PyUnicode_AsUTF8AndSize(name, &length) : NULL;
        if (text)
            add_text(call, named, OPERAND_LITERAL, text, (size_t)length);
        else
            PyErr_Clear();
        Py_XDECREF(name);
    } else {
        struct literal literal;
        if (literal_write(&literal, object))
            add_text(call, header, OPERAND_LITERAL, literal.text, literal.length);
        else
            add_unknown(call, header, object);
    }
}
