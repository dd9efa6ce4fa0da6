#include "operands.h"

#include <string.h>

#include "foreign_arrays.h"
#include "interned_strings.h"
#include "literals.h"
#include "objects.h"
#include "operand_arrays.h"
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

static void add_item(struct call *call, struct operand_header header, PyObject *object, int depth, struct items *items)
{
    if (is_array_like(object)) {
        header.item = ++items->number;
        operand_add(call, header, object, items->capture);
    } else if (depth < LITERAL_DEPTH && is_container(object)) {
        add_items(call, header, object, depth + 1, items);
    }
}

static void add_items(struct call *call, struct operand_header header, PyObject *container, int depth, struct items *items)
{
    if (!PyDict_CheckExact(container)) {
        Py_ssize_t length = PySequence_Fast_GET_SIZE(container);
        for (Py_ssize_t i = 0; i < length && i < LITERAL_ITEMS; i++)
            add_item(call, header, PySequence_Fast_ITEMS(container)[i], depth, items);
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
    if (!literal || !literal_write(literal, object)) {
        add_unknown(call, header, object);
        return;
    }
    if (literal->arrays && header.role != ROLE_OUTPUT)
        header.role = ROLE_ARGUMENT; /* how the arrays were arranged */
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

static bool has_arrays(PyObject *sequence)
{
    Py_ssize_t length = PySequence_Fast_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < length && i < LITERAL_ITEMS; i++)
        if (is_array_like(PySequence_Fast_ITEMS(sequence)[i]))
            return true;
    return false;
}

static bool holds_data(PyObject *value)
{
    return is_array_like(value) || PyFloat_CheckExact(value) || PyLong_CheckExact(value);
}

/* Numbered as the arrays in a list are, and named: an attribute that is not there or holds something else is left out. */
static void add_parts(struct call *call, struct operand_header header, PyObject *object, PyObject *names, bool capture)
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

/* The object and what it holds; false: its type is not watched, and nothing is added. */
static bool add_object(struct call *call, struct operand_header header, PyObject *object, bool capture)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *names = header.item ? NULL : objects_names(Py_TYPE(object));
    if (names) {
        add_unknown(call, header, object);
        if (header.role != ROLE_OUTPUT)
            header.role = ROLE_INPUT;
        Py_INCREF(names); /* an attribute may run anything */
        nesting.muted++;
        add_parts(call, header, object, names, capture);
        nesting.muted--;
        Py_DECREF(names);
    }
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return names != NULL;
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
    } else if (is_container(object)) {
        add_container(call, header, object, capture);
    } else if (PyType_Check(object)) {
        const char *name = ((PyTypeObject *)object)->tp_name;
        operand_add_text(call, header, OPERAND_LITERAL, name, strlen(name));
    } else if (!add_object(call, header, object, capture)) {
        add_literal(call, header, object);
    }
}
