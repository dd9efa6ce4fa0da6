/* The exception with which a call ended. */
#include "call_exception.h"

#include <string.h>

#include "literals.h"
#include "operands.h"
#include "texts.h"

/* The message as it stands in `args`, borrowed: str(exception) could run anything. NULL: there is none. */
static PyObject *message_of(PyObject *exception)
{
    PyObject *arguments = NULL;
    if (exception && PyUnicode_CheckExact(exception))
        return exception;
    if (exception && PyTuple_CheckExact(exception)) /* the arguments of an exception that is not made yet */
        arguments = exception;
    else if (exception && PyExceptionInstance_Check(exception))
        arguments = ((PyBaseExceptionObject *)exception)->args;
    PyObject *first = arguments && PyTuple_GET_SIZE(arguments) ? PyTuple_GET_ITEM(arguments, 0) : NULL;
    return first && PyUnicode_CheckExact(first) ? first : NULL;
}

static void add_trailing_text(struct call *call, const char *name, const char *message, size_t size)
{
    size_t length = strnlen(name, 200), whole = message ? length + 2 + size : length, padded = (whole + 7) & ~(size_t)7;
    struct trailing_text *trailing = call_room(call, sizeof *trailing + whole);
    if (!trailing)
        return;
    *trailing = (struct trailing_text){(uint32_t)whole, 0};
    char *text = (char *)(trailing + 1);
    if (padded)
        memset(text + padded - 8, 0, 8);
    memcpy(text, name, length);
    if (message) {
        memcpy(text + length, ": ", 2);
        memcpy(text + length + 2, message, size);
    }
    call->flags |= CALL_RAISED;
}

void call_add_exception(struct call *call)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *message = message_of(value);
    Py_ssize_t size = 0;
    const char *utf8 = message ? PyUnicode_AsUTF8AndSize(message, &size) : NULL;
    char room[HIDDEN_ROOM];
    PyObject *rest = NULL;
    if (utf8 && settings.detail == VALUES_NONE) {
        size = (Py_ssize_t)text_describe(room, message);
        utf8 = room;
    } else if (utf8 && (rest = text_redacted(utf8, (size_t)size))) {
        utf8 = PyBytes_AS_STRING(rest);
        size = PyBytes_GET_SIZE(rest);
    }
    if (size > 250)
        for (size = 250; size && ((unsigned char)utf8[size] & 0xc0) == 0x80;)
            size--;
    PyErr_Clear();
    add_trailing_text(call, type && PyType_Check(type) ? ((PyTypeObject *)type)->tp_name : "", utf8, (size_t)size);
    Py_XDECREF(rest);
    PyErr_Restore(type, value, traceback);
}
