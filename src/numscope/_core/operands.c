#include "operands.h"

#include <string.h>

#include "blocks.h"
#include "foreign_arrays.h"
#include "interned_strings.h"
#include "literals.h"
#include "objects.h"
#include "operand_arrays.h"
#include "texts.h"
#include "thread_memory.h"
#include "type_names.h"

static void add_unknown(struct call *call, struct operand_header header, PyObject *object)
{
    uint64_t id = operand_type_name(Py_TYPE(object));
    operand_add_word(call, header, OPERAND_OBJECT, &id);
}

/* Numbers of the arrays in a list, tuple or dict: in the order in which the literal text has them. */
struct items {
    bool capture;
    uint16_t number; /* of the last one */
};

static void add_items(struct call *call, struct operand_header header, PyObject *container, int depth, struct items *items);

static bool add_object(struct call *call, struct operand_header header, PyObject *object, bool capture);

/* `object` is borrowed from a container that describing it may change. */
static void add_item(struct call *call, struct operand_header header, PyObject *object, int depth, struct items *items)
{
    Py_INCREF(object);
    if (is_array_like(object)) {
        header.item = ++items->number;
        operand_add(call, header, object, items->capture);
    } else if (depth < LITERAL_DEPTH && is_container(object)) {
        add_items(call, header, object, depth + 1, items);
    } else {
        header.item = (uint16_t)(items->number + 1);
        items->number += add_object(call, header, object, items->capture);
    }
    Py_DECREF(object);
}

static void add_items(struct call *call, struct operand_header header, PyObject *container, int depth, struct items *items)
{
    if (!PyDict_CheckExact(container)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(container) && i < LITERAL_ITEMS; i++)
            add_item(call, header, PySequence_Fast_GET_ITEM(container, i), depth, items);
        return;
    }
    PyObject *key, *value;
    Py_ssize_t at = 0;
    for (int i = 0; i < LITERAL_ITEMS && PyDict_Next(container, &at, &key, &value); i++)
        add_item(call, header, value, depth, items);
}

/* Its literal text, where it has one. Written in memory of the thread: little may be left of the stack. */
static void add_literal(struct call *call, struct operand_header header, PyObject *object)
{
    struct thread_memory *memory = thread_memory();
    struct literal *literal = memory ? &memory->literal : NULL;
    if (!literal || !literal_write(literal, object, texts_are_hidden())) {
        add_unknown(call, header, object);
        return;
    }
    if (literal->arrays && header.role != ROLE_OUTPUT)
        header.role = ROLE_ARGUMENT; /* how the arrays were arranged */
    if (settings.detail == VALUES_NONE && !literal->arrays && !PyArray_DescrCheck(object) && object != Py_Ellipsis)
        literal_describe(literal, object);
    operand_add_text(call, header, OPERAND_LITERAL, literal->text, literal->length);
}

/* A list, a tuple, also of a type derived from it, or a dict. */
static void add_container(struct call *call, struct operand_header header, PyObject *sequence, bool capture)
{
    add_literal(call, header, sequence);
    add_items(call, header, sequence, 1, &(struct items){.capture = capture});
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

/* A named tuple has no literal text, so that its floats are described as arrays in a tuple are: a library's function that has no
 * result says so with NaN in each field. */
static bool has_data(PyObject *sequence)
{
    bool named = PyTuple_Check(sequence) && !PyTuple_CheckExact(sequence);
    Py_ssize_t length = PySequence_Fast_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < length && i < LITERAL_ITEMS; i++) {
        PyObject *item = PySequence_Fast_ITEMS(sequence)[i];
        if (is_array_like(item) || (named && PyFloat_CheckExact(item)))
            return true;
    }
    return false;
}

static bool holds_data(PyObject *value)
{
    return is_array_like(value) || PyFloat_CheckExact(value) || PyLong_CheckExact(value);
}

/* Numbered as the arrays in a list are, and named: an attribute that is not there or holds something else is left out. */
static void add_attributes(struct call *call, struct operand_header header, PyObject *object, PyObject *names, bool capture)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i), *value = PyObject_GetAttr(object, name);
        if (value && holds_data(value)) {
            uint32_t id = define_string_object(name);
            header.name = (uint16_t)(id <= UINT16_MAX ? id : 0);
            header.item = (uint16_t)(i + 1);
            operand_add(call, header, value, capture);
        }
        Py_XDECREF(value);
        PyErr_Clear();
    }
}

static bool is_looked_at(PyObject *part, enum part_capture capture)
{
    if (capture != PARTS_LOOKED_AT_RARELY || !PyArray_Check(part))
        return capture != PARTS_LEFT;
    return value_wanted_again(PyArray_BYTES((PyArrayObject *)part), (uint64_t)PyArray_NBYTES((PyArrayObject *)part));
}

/* NAME, VALUE, NAME, VALUE ... of a tuple, each added with its name; numbered from `first`, as the arrays in a list are,
 * unless the header has a number. */
static void add_pairs(struct call *call, struct operand_header header, PyObject *pairs, uint16_t first,
                      enum part_capture capture)
{
    bool numbered = header.role != ROLE_ATTRIBUTE && !header.item; /* in a list all parts of an object have its number */
    for (Py_ssize_t i = 0; PyTuple_Check(pairs) && i + 1 < PyTuple_GET_SIZE(pairs); i += 2) {
        PyObject *name = PyTuple_GET_ITEM(pairs, i), *value = PyTuple_GET_ITEM(pairs, i + 1);
        uint32_t id = PyUnicode_CheckExact(name) ? define_string_object(name) : 0;
        header.name = (uint16_t)(id <= UINT16_MAX ? id : 0);
        if (numbered)
            header.item = (uint16_t)(first + i / 2);
        operand_add(call, header, value, is_looked_at(value, capture));
    }
}

static void add_what_it_holds(struct call *call, struct operand_header header, unsigned place, PyObject *object, bool capture);

/* What `describe(object)` says: facts of the operand at `place`; its parts, or an object that holds them; and parts that never
 * change, of arguments only. */
static void add_said(struct call *call, struct operand_header header, unsigned place, PyObject *object, PyObject *describe,
                     bool capture)
{
    PyObject *said = PyObject_CallOneArg(describe, object), *facts, *parts, *fixed;
    if (said && PyTuple_Check(said) &&
        PyArg_ParseTuple(said, "O!OO!", &PyTuple_Type, &facts, &parts, &PyTuple_Type, &fixed)) {
        add_pairs(call, operand_fact_header(place), facts, 0, PARTS_LEFT);
        if (!PyTuple_CheckExact(parts)) {
            add_what_it_holds(call, header, place, parts, capture);
            Py_DECREF(said);
            return;
        }
        add_pairs(call, header, parts, 1, part_capture_of(call, header, capture));
        if (!operand_is_result(header)) {
            header.role = ROLE_ARGUMENT; /* of an index nothing is computed */
            add_pairs(call, header, fixed, (uint16_t)(1 + PyTuple_GET_SIZE(parts) / 2),
                              capture ? PARTS_LOOKED_AT_RARELY : PARTS_LEFT);
        }
    }
    Py_XDECREF(said);
}

/* Described by what it belongs to. */
static void add_holder(struct call *call, struct operand_header header, unsigned place, PyObject *object, PyObject *attribute,
                       bool capture)
{
    PyObject *holder = PyObject_GetAttr(object, attribute);
    if (holder)
        add_what_it_holds(call, header, place, holder, capture);
    Py_XDECREF(holder);
}

static void add_what_it_holds(struct call *call, struct operand_header header, unsigned place, PyObject *object, bool capture)
{
    PyObject *description = objects_names(Py_TYPE(object));
    if (!description || Py_EnterRecursiveCall(" while an operand is described"))
        return;
    Py_INCREF(description); /* an attribute may run anything */
    if (PyTuple_CheckExact(description))
        add_attributes(call, header, object, description, capture);
    else if (PyUnicode_CheckExact(description))
        add_holder(call, header, place, object, description, capture);
    else if (!blocks_is_plan(description))
        add_said(call, header, place, object, description, capture);
    else if (!blocks_add(&(struct described_operand){call, header, place, object, capture, add_pairs}, description))
        add_said(call, header, place, object, blocks_otherwise(description), capture);
    Py_DECREF(description);
    Py_LeaveRecursiveCall();
}

/* The object and what it holds; false: its type is not watched, and nothing is added. */
static bool add_object(struct call *call, struct operand_header header, PyObject *object, bool capture)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    bool watched = objects_names(Py_TYPE(object)) && !PyArray_Check(object);
    if (watched) {
        unsigned place = (unsigned)call->inputs + call->outputs;
        add_unknown(call, header, object);
        if (!operand_is_result(header))
            header.role = ROLE_INPUT;
        nesting.muted++;
        add_what_it_holds(call, header, place, object, capture);
        nesting.muted--;
    }
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return watched;
}

/* Not inlined: little may be left of the stack below a hook. */
static __attribute__((noinline)) void add_hidden_text(struct call *call, struct operand_header header, PyObject *object)
{
    char room[HIDDEN_ROOM];
    operand_add_text(call, header, OPERAND_LITERAL, room, text_describe(room, object));
}

void operand_add(struct call *call, struct operand_header header, PyObject *object, bool capture)
{
    PyTypeObject *type = Py_TYPE(object);
    struct foreign_type *foreign;
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
        if (!overflow)
            operand_add_word(call, header, OPERAND_INT, &value);
        else
            add_literal(call, header, object);
    } else if (PyObject_TypeCheck(object, &PyGenericArrType_Type)) {
        operand_add_scalar(call, header, object);
    } else if ((foreign = foreign_type_of(type)) != NULL) {
        operand_add_foreign(call, header, object, foreign, capture);
    } else if (type == &PyUnicode_Type && texts_are_hidden()) {
        add_hidden_text(call, header, object);
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
               has_data(object)) {
        header.item = 1; /* no second level */
        add_result_tuple(call, header, object, capture);
    } else if (is_container(object)) {
        add_container(call, header, object, capture);
    } else if (PyType_Check(object)) {
        const char *name = ((PyTypeObject *)object)->tp_name;
        operand_add_text(call, header, OPERAND_LITERAL, name, strlen(name));
    } else if (!add_object(call, header, object, capture)) {
        add_literal(call, header, object);
    }
}
