#include "operand_arrays.h"

#include <string.h>

#include "array_memory.h"
#include "careful_copy.h"
#include "padding.h"
#include "texts.h"
#include "type_names.h"

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

const struct layout *operand_layout(PyArrayObject *array)
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

/* Elements in an array's memory. */
struct strided {
    const struct layout *layout;
    struct memory memory;
    PyObject *owner; /* NULL: the array itself */
    uint32_t type;   /* id of a name; 0: plain */
    bool writeable;
};

/* What `numpy.empty` hands out is nobody's: a hash and statistics tell whether somebody reads it, its bytes tell nothing.
 * What may show other memory as well, such as `np.ndarray(shape, buffer=b)`, is kept. */
static enum value_detail detail_of(const struct call *call, enum operand_role role)
{
    enum { OTHERS = TRAIT_WRITES | TRAIT_VIEW };
    bool unwritten = role == ROLE_OUTPUT && (call->operation->traits & (TRAIT_UNINITIALISED | OTHERS)) == TRAIT_UNINITIALISED;
    return unwritten && settings.detail == VALUES_FULL ? VALUES_STATISTICS : settings.detail;
}

static void add_strided(struct call *call, struct operand_header header, const struct strided *array, bool capture)
{
    if (!operand_may_add(call, header.role))
        return;
    struct captured captured;
    captured.hashed = captured.has_statistics = captured.kept = captured.unreadable = false;
    if (capture && settings.detail != VALUES_NONE)
        value_capture(array->layout, array->memory, detail_of(call, header.role), &captured);
    /* Room for all of it or none: a record with half an operand could not be read. */
    struct array_operand *operand = call_room(call, sizeof *operand + MOST_CONTENT);
    if (!operand)
        return;
    header.tag = OPERAND_ARRAY;
    header.flags |= (uint8_t)((captured.hashed ? OPERAND_HAS_HASH : 0) |
                              (captured.has_statistics ? OPERAND_HAS_STATISTICS : 0) |
                              (captured.kept ? OPERAND_KEPT : 0) | (captured.unreadable ? OPERAND_UNREADABLE : 0) |
                              (array->writeable ? 0 : OPERAND_READ_ONLY));
    operand->layout = array->layout->id;
    operand->type = array->type;
    operand->address = (uint64_t)(uintptr_t)array->memory.data;
    char *at = (char *)(operand + 1);
    if (array->owner) {
        uint64_t owner = (uint64_t)(uintptr_t)array->owner;
        memcpy(at, &owner, sizeof owner);
        at += sizeof owner;
        header.flags |= OPERAND_HAS_OWNER;
    }
    operand->header = header;
    call->at = put_content(at, &captured);
    operand_count(call, header.role);
}

void operand_add_array(struct call *call, struct operand_header header, PyArrayObject *array, bool capture)
{
    const struct layout *layout = operand_layout(array);
    if (!layout)
        return;
    add_strided(call, header,
                &(struct strided){.layout = layout, .memory = array_memory(array, layout),
                                  .owner = PyArray_BASE(array) ? owner_of(array) : NULL,
                                  .type = PyArray_CheckExact(array) ? 0 : operand_type_name(Py_TYPE(array)),
                                  .writeable = PyArray_ISWRITEABLE(array)},
                capture);
}

void operand_add_row(struct call *call, struct operand_header header, PyArrayObject *block, npy_intp row, bool capture)
{
    const struct layout *whole = operand_layout(block);
    if (!whole)
        return;
    struct memory memory = array_memory(block, whole);
    memory.data += row * PyArray_STRIDE(block, 0);
    const struct layout *layout = layout_find(whole->dtype, 1, PyArray_DIMS(block) + 1, PyArray_STRIDES(block) + 1);
    if (layout)
        add_strided(call, header,
                    &(struct strided){.layout = layout, .memory = memory, .owner = owner_of(block),
                                      .writeable = PyArray_ISWRITEABLE(block)},
                    capture);
}

int operand_add_described(struct call *call, struct operand_header header, const struct described_array *array)
{
    struct dtype *dtype = dtype_quietly(array->descr);
    const struct layout *layout = dtype ? layout_find(dtype, array->dimensions, array->shape, array->strides) : NULL;
    if (!layout || !operand_may_add(call, header.role))
        return -1;
    struct captured captured;
    captured.hashed = captured.has_statistics = captured.kept = false;
    if (array->capture)
        value_capture(layout, (struct memory){array->data, false}, settings.detail, &captured);
    if (array->statistics) {
        captured.has_statistics = true;
        captured.statistics = *array->statistics;
    }
    struct array_operand *operand = call_room(call, sizeof *operand + MOST_CONTENT);
    if (!operand)
        return -1;
    header.tag = OPERAND_ARRAY;
    header.flags |= (uint8_t)((captured.hashed ? OPERAND_HAS_HASH : 0) |
                              (captured.has_statistics ? OPERAND_HAS_STATISTICS : 0) |
                              (captured.kept ? OPERAND_KEPT : 0) | OPERAND_READ_ONLY);
    *operand = (struct array_operand){header, layout->id, array->type, (uint64_t)(uintptr_t)array->data};
    call->at = put_content((char *)(operand + 1), &captured);
    int place = call->inputs + call->outputs;
    operand_count(call, header.role);
    return place;
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
    if (!layout || !operand_may_add(call, header.role))
        return;
    char cleared[INLINE_BYTES];
    struct captured captured = {0};
    bool record = dtype->kind == 'V' && (texts_are_hidden() || texts_are_redacted()); /* it may hold texts */
    bool inlined = !dtype->has_objects && dtype->item_bytes <= INLINE_BYTES && !record;
    if (inlined && dtype->used) {
        padding_clear(cleared, bytes, dtype->item_bytes, dtype->used, dtype->item_bytes);
        bytes = cleared;
    }
    if (inlined && settings.detail != VALUES_NONE) {
        captured.hashed = true;
        captured.hash = content_hash_seeded(content_hash(bytes, dtype->item_bytes), layout->hash_seed);
    }
    struct array_operand *operand = call_room(call, sizeof *operand + MOST_CONTENT + 8 + INLINE_BYTES);
    if (!operand)
        return;
    header.tag = OPERAND_SCALAR;
    header.flags |= (uint8_t)((captured.hashed ? OPERAND_HAS_HASH : 0) | (inlined ? OPERAND_HAS_INLINE : 0));
    operand->header = header;
    operand->layout = layout->id;
    operand->type = operand_type_name(Py_TYPE(scalar));
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
    operand_count(call, header.role);
}

/* A record may be a view of an array, and that of foreign memory. */
static void add_record(struct call *call, struct operand_header header, PyVoidScalarObject *record, PyArray_Descr *descr)
{
    char room[INLINE_BYTES];
    size_t size = (size_t)PyDataType_ELSIZE(descr);
    bool copied = record->base && size <= sizeof room && !PyDataType_REFCHK(descr);
    if (!copied)
        add_scalar_bytes(call, header, (PyObject *)record, descr, record->obval);
    else if (careful_copy(room, record->obval, size) == size)
        add_scalar_bytes(call, header, (PyObject *)record, descr, room);
}

void operand_add_scalar(struct call *call, struct operand_header header, PyObject *scalar)
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
    bool hidden = PyUnicode_Check(scalar) ? texts_are_hidden()
                                          : PyBytes_Check(scalar) && (texts_are_hidden() || texts_are_redacted());
    if (hidden) {
        char room[HIDDEN_ROOM];
        operand_add_text(call, header, OPERAND_LITERAL, room, text_describe(room, scalar));
    } else if (PyObject_TypeCheck(scalar, &PyVoidArrType_Type)) {
        add_record(call, header, (PyVoidScalarObject *)scalar, descr);
    } else if (PyObject_TypeCheck(scalar, &PyDatetimeArrType_Type)) {
        add_scalar_bytes(call, header, scalar, descr, &((PyDatetimeScalarObject *)scalar)->obval);
    } else if (PyObject_TypeCheck(scalar, &PyTimedeltaArrType_Type)) {
        add_scalar_bytes(call, header, scalar, descr, &((PyTimedeltaScalarObject *)scalar)->obval);
    } else if (PyUnicode_Check(scalar)) {
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(scalar, &length);
        if (text)
            operand_add_text(call, header, OPERAND_STRING, text, (size_t)length);
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
