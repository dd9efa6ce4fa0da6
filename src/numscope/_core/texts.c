#include "texts.h"

#include <string.h>

#include "content_hash.h"
#include "decimal.h"
#include "recorder_state.h"

static PyObject *redact;

void texts_configure(PyObject *callable)
{
    Py_XSETREF(redact, callable == Py_None ? NULL : (Py_INCREF(callable), callable));
}

bool texts_are_hidden(void)
{
    return settings.detail != VALUES_FULL;
}

bool texts_are_redacted(void)
{
    return redact != NULL;
}

static char *put(char *at, const char *text)
{
    size_t length = strlen(text);
    memcpy(at, text, length);
    return at + length;
}

size_t text_describe(char room[HIDDEN_ROOM], PyObject *text)
{
    bool is_str = PyUnicode_Check(text);
    Py_ssize_t size = 0, length = is_str ? PyUnicode_GET_LENGTH(text) : PyBytes_GET_SIZE(text);
    const char *bytes = is_str ? PyUnicode_AsUTF8AndSize(text, &size) : PyBytes_AS_STRING(text);
    PyErr_Clear(); /* lone surrogates */
    char *at = decimal_put(put(room, is_str ? "<str of " : "<bytes of "), length);
    if (is_str)
        at = put(at, " characters");
    if (settings.detail == VALUES_STATISTICS && bytes)
        at = hexadecimal_put(put(at, ", hash "), content_hash_seed(bytes, (size_t)(is_str ? size : length)));
    at = put(at, ">");
    return (size_t)(at - room);
}

static PyObject *ask(const char *text, size_t length)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    PyObject *whole = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
    PyObject *rest = whole ? PyObject_CallOneArg(redact, whole) : NULL;
    PyObject *bytes = rest && PyUnicode_Check(rest) ? PyUnicode_AsEncodedString(rest, "utf-8", "replace") : NULL;
    if (!bytes) /* never what should have been left out */
        bytes = PyBytes_FromString("<redacted>");
    Py_XDECREF(whole);
    Py_XDECREF(rest);
    nesting.muted--;
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return bytes;
}

PyObject *text_redacted(const char *text, size_t length)
{
    if (__builtin_expect(!redact, 1))
        return NULL;
    PyGILState_STATE state = PyGILState_Ensure(); /* other libraries' threads may be without */
    PyObject *bytes = redact ? ask(text, length) : NULL;
    PyGILState_Release(state);
    return bytes;
}
