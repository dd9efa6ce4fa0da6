#include "note.h"

#include "definitions.h"
#include "operands.h"

/* Operations by name, for good: stubs elsewhere may still know one that was made. */
static struct operation *noted(PyObject *name)
{
    static PyObject *known; /* name -> capsule */
    if (!known && !(known = PyDict_New()))
        return NULL;
    PyObject *capsule = PyDict_GetItemWithError(known, name);
    if (capsule)
        return PyCapsule_GetPointer(capsule, NULL);
    const char *text = PyErr_Occurred() ? NULL : PyUnicode_AsUTF8(name);
    struct operation *operation = text ? operation_new(text) : NULL;
    if (!operation)
        return NULL;
    operation->noted = operation->wrapped = true;
    capsule = PyCapsule_New(operation, NULL, NULL);
    int failed = capsule ? PyDict_SetItem(known, name, capsule) : -1;
    Py_XDECREF(capsule);
    return failed ? NULL : operation;
}

static int add_attribute(struct call *call, PyObject *name, PyObject *value)
{
    uint32_t id = define_string_object(name);
    if (PyUnicode_Check(value)) {
        operand_add_attribute_text(call, id, 0, define_string_object(value));
        return 0;
    }
    long long number = PyLong_AsLongLong(value);
    if (number == -1 && PyErr_Occurred())
        return -1;
    operand_add_attribute_integer(call, id, 0, number);
    return 0;
}

int note(PyObject *name, PyObject *value, PyObject *attributes)
{
    if (!call_wanted())
        return 0;
    struct operation *operation = noted(name);
    if (!operation)
        return -1;
    struct call call;
    if (!call_begin(&call, operation)) {
        call_pass_end(&call);
        return 0;
    }
    PyObject *key, *attribute;
    Py_ssize_t at = 0;
    int failed = 0;
    while (!failed && PyDict_Next(attributes, &at, &key, &attribute))
        failed = add_attribute(&call, key, attribute);
    call_start(&call);
    call_end(&call, failed ? Py_None : value);
    return failed;
}
