/* The arguments of a call, described before it starts. */
#include "recorder.h"

#include "foreign_arrays.h"
#include "interned_strings.h"
#include "judge.h"
#include "literals.h"
#include "live_log.h"
#include "npy_files.h"
#include "operands.h"

static bool is_data(PyObject *argument, int depth);

static bool has_data(PyObject *dict, int depth)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    for (int i = 0; i < 16 && PyDict_Next(dict, &at, &key, &value); i++)
        if (is_data(value, depth + 1))
            return true;
    return false;
}

/* A list may hold itself: looked into as deep as literals are written. */
static bool is_data(PyObject *argument, int depth)
{
    if (is_array_like(argument))
        return true;
    if (depth > LITERAL_DEPTH || !is_container(argument))
        return false;
    if (PyDict_CheckExact(argument))
        return has_data(argument, depth);
    Py_ssize_t count = PySequence_Fast_GET_SIZE(argument);
    for (Py_ssize_t i = 0; i < count && i < 16; i++)
        if (is_data(PySequence_Fast_ITEMS(argument)[i], depth + 1))
            return true;
    return false;
}

static bool is_number(PyObject *argument)
{
    return PyFloat_CheckExact(argument) || PyLong_CheckExact(argument) || PyBool_Check(argument) ||
           PyComplex_CheckExact(argument);
}

static void show_argument(struct call *call, enum operand_role role, PyObject *argument)
{
    if (settings.npy && npy_files_wanted() && (role == ROLE_INPUT || call->operation->takes_numbers))
        npy_files_input(call, argument);
    if (settings.log)
        live_log_operand(argument);
}

static void add_with_role(struct call *call, struct operand_header header, PyObject *argument, bool masked)
{
    const struct operation *operation = call->operation;
    if (operation->mutates >= 0 && header.position == operation->mutates)
        call->mutated = argument;
    if (header.role == ROLE_OUT) {
        /* What an out= array holds beforehand matters only where a mask leaves it in place. */
        if (__builtin_expect(call->attention & ATTENTION_JUDGED, 0))
            judge_argument(call, ROLE_OUT, argument);
        operand_add(call, header, argument, masked);
        return;
    }
    bool plain_operand = (operation->is_ufunc && header.position < operation->inputs) ||
                         (operation->numbers_are_data && is_number(argument));
    bool list_of_data = header.position == 0 && (PyList_Check(argument) || PyTuple_Check(argument));
    header.role = plain_operand || list_of_data || is_data(argument, 0) ? ROLE_INPUT : ROLE_ARGUMENT;
    if (operation->traits & TRAIT_INDEXES && header.position == 0 && settings.detail != VALUES_NONE && PyArray_Check(argument))
        call->whole = value_wanted_again(PyArray_BYTES((PyArrayObject *)argument),
                                         (uint64_t)PyArray_NBYTES((PyArrayObject *)argument));
    operand_add(call, header, argument, header.position != 0 || call->whole);
    if (__builtin_expect(call->attention, 0)) {
        if (call->attention & ATTENTION_SHOWN)
            show_argument(call, header.role, argument);
        if (call->attention & ATTENTION_JUDGED)
            judge_argument(call, header.role, argument);
    }
}

void call_add_argument(struct call *call, int position, PyObject *argument)
{
    struct operand_header header = {.position = (uint8_t)(position < 250 ? position : 250)};
    const struct operation *operation = call->operation;
    if (operation->is_ufunc && operation->inputs && position >= operation->inputs)
        header.role = ROLE_OUT;
    add_with_role(call, header, argument, false);
}

void call_add_keyword(struct call *call, PyObject *name, PyObject *value, bool masked)
{
    struct operand_header header = {.position = POSITION_KEYWORD};
    uint32_t id = define_string_object(name);
    header.name = (uint16_t)(id <= UINT16_MAX ? id : 0);
    if (PyUnicode_CompareWithASCIIString(name, "out") == 0 && value != Py_None)
        header.role = ROLE_OUT;
    add_with_role(call, header, value, masked);
}

static bool is_mask(PyObject *name)
{
    return PyUnicode_CompareWithASCIIString(name, "where") == 0;
}

void call_add_vector(struct call *call, int first, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords)
{
    for (Py_ssize_t i = 0; i < count; i++)
        call_add_argument(call, first + (int)i, arguments[i]);
    if (!keywords)
        return;
    bool masked = false;
    Py_ssize_t names = PyTuple_GET_SIZE(keywords);
    for (Py_ssize_t i = 0; i < names; i++)
        masked |= is_mask(PyTuple_GET_ITEM(keywords, i));
    for (Py_ssize_t i = 0; i < names; i++)
        call_add_keyword(call, PyTuple_GET_ITEM(keywords, i), arguments[count + i], masked);
}

void call_add_tuple(struct call *call, int first, PyObject *arguments, PyObject *keywords)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(arguments); i++)
        call_add_argument(call, first + (int)i, PyTuple_GET_ITEM(arguments, i));
    if (!keywords)
        return;
    bool masked = PyDict_GetItemString(keywords, "where") != NULL;
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(keywords, &at, &name, &value))
        if (PyUnicode_Check(name))
            call_add_keyword(call, name, value, masked);
}
