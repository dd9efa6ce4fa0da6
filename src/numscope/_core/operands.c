#include "operands.h"

#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "literals.h"

/* ---- the record under construction ---- */

enum { LARGEST_RECORD = 128 << 10 };

void *call_room_grown(struct call *call, size_t size)
{
    size_t used = (size_t)(call->at - call->begin), capacity = 2 * (used + size);
    if (capacity > LARGEST_RECORD)
        capacity = LARGEST_RECORD;
    char *grown = used + size > capacity ? NULL : realloc(call->begin == call->room ? NULL : call->begin, capacity);
    if (!grown) {
        call->flags |= CALL_TRUNCATED;
        return NULL;
    }
    if (call->begin == call->room)
        memcpy(grown, call->room, used);
    call->begin = grown;
    call->at = grown + used + size;
    call->end = grown + capacity;
    return grown + used;
}

void operand_count(struct call *call, enum operand_role role)
{
    if (role == ROLE_OUTPUT || role == ROLE_MUTATED)
        call->outputs++;
    else
        call->inputs++;
}

bool operand_may_add(struct call *call, enum operand_role role)
{
    if ((role == ROLE_OUTPUT || role == ROLE_MUTATED ? call->outputs : call->inputs) < 250)
        return true;
    call->flags |= CALL_TRUNCATED;
    return false;
}

bool operand_add_text(struct call *call, struct operand_header header, enum operand_tag tag, const char *text,
                      size_t length)
{
    if (!operand_may_add(call, header.role))
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
    operand_count(call, header.role);
    return true;
}

void operand_add_word(struct call *call, struct operand_header header, enum operand_tag tag, const void *word)
{
    if (!operand_may_add(call, header.role))
        return;
    char *room = call_room(call, sizeof header + (word ? 8 : 0));
    if (!room)
        return;
    header.tag = (uint8_t)tag;
    memcpy(room, &header, sizeof header);
    if (word)
        memcpy(room + sizeof header, word, 8);
    operand_count(call, header.role);
}

static void add_unknown(struct call *call, struct operand_header header, PyObject *object)
{
    uint64_t id = operand_type_name(Py_TYPE(object));
    operand_add_word(call, header, OPERAND_OBJECT, &id);
}

static void add_attribute(struct call *call, uint32_t name, uint16_t item, enum operand_tag tag, const void *word)
{
    if (name && name <= UINT16_MAX)
        operand_add_word(call, (struct operand_header){.role = ROLE_ATTRIBUTE, .position = 255, .name = (uint16_t)name, .item = item},
                 tag, word);
}

void operand_add_attribute_text(struct call *call, uint32_t name, uint16_t item, uint32_t text)
{
    uint64_t id = text;
    add_attribute(call, name, item, OPERAND_SHARED_TEXT, &id);
}

void operand_add_attribute_integer(struct call *call, uint32_t name, uint16_t item, int64_t value)
{
    add_attribute(call, name, item, OPERAND_INT, &value);
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
        operand_add_text(call, whole, OPERAND_LITERAL, literal.text, literal.length);
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
        operand_add_array(call, header, (PyArrayObject *)object, capture);
        return;
    }
    if (type == &PyFloat_Type) {
        operand_add_word(call, header, OPERAND_FLOAT, &((PyFloatObject *)object)->ob_fval);
    } else if (object == Py_None) {
        operand_add_word(call, header, OPERAND_NONE, NULL);
    } else if (type == &PyBool_Type) {
        uint64_t truth = object == Py_True;
        operand_add_word(call, header, OPERAND_BOOL, &truth);
    } else if (type == &PyLong_Type) {
        int overflow;
        long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
        if (!overflow) {
            operand_add_word(call, header, OPERAND_INT, &value);
        } else {
            struct literal literal;
            if (literal_write(&literal, object))
                operand_add_text(call, header, OPERAND_LITERAL, literal.text, literal.length);
            else
                add_unknown(call, header, object);
        }
    } else if (PyObject_TypeCheck(object, &PyGenericArrType_Type)) {
        operand_add_scalar(call, header, object);
    } else if (type == &PyUnicode_Type) {
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(object, &length);
        if (text) {
            operand_add_text(call, header, OPERAND_STRING, text, (size_t)length);
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
        const char *name = ((PyTypeObject *)object)->tp_name;
        operand_add_text(call, header, OPERAND_LITERAL, name, strlen(name));
    } else {
        struct literal literal;
        if (literal_write(&literal, object))
            operand_add_text(call, header, OPERAND_LITERAL, literal.text, literal.length);
        else
            add_unknown(call, header, object);
    }
}
