#include "note.h"

#include "definitions.h"
#include "operands.h"
#include "interned_strings.h"

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

int note(PyObject *name, PyObject *value, PyObject *attributes, uint64_t duration_ns)
{
    if (!call_wanted())
        return 0;
    struct operation *operation = noted(name);
    if (!operation)
        return -1;
    struct call *call = call_begin(operation);
    if (!call_is_recorded(call)) {
        call_pass_end(call);
        return 0;
    }
    PyObject *key, *attribute;
    Py_ssize_t at = 0;
    int failed = 0;
    while (!failed && PyDict_Next(attributes, &at, &key, &attribute))
        failed = add_attribute(call, key, attribute);
    call_start(call);
    call->start_ticks -= (uint64_t)((double)duration_ns / shard_ns_per_tick());
    return call_end(call, failed ? NULL : value) || failed ? -1 : 0;
}

static PyObject *run_unseen(PyObject *run)
{
    PyObject *both = PyObject_CallNoArgs(run);
    PyObject *result = both ? PyTuple_GetItem(both, 0) : NULL;
    Py_XINCREF(result);
    Py_XDECREF(both);
    return result;
}

static PyObject *run_recorded(struct call *call, PyObject *run)
{
    PyObject *both = PyObject_CallNoArgs(run), *result = NULL, *shown = NULL;
    if (both && PyArg_ParseTuple(both, "OO", &result, &shown))
        Py_INCREF(result);
    if (call_end(call, shown))
        Py_CLEAR(result);
    Py_XDECREF(both);
    return result;
}

/* In the place of the frame that called. */
static void set_place(struct call *call, PyObject *place)
{
    PyObject *file, *function;
    int line;
    if (PyArg_ParseTuple(place, "UUi", &file, &function, &line)) {
        call->where.site = site_at(place, file, function, line);
        call->where.user_site = 0;
        call->where.user_visible = true;
    }
    PyErr_Clear();
}

PyObject *operate(const struct operate *what)
{
    if (!call_wanted())
        return run_unseen(what->run);
    struct operation *operation = noted(what->name);
    if (!operation)
        return NULL;
    struct call *call = call_begin(operation);
    if (!call_is_recorded(call)) {
        PyObject *result = run_unseen(what->run);
        call_pass_end(call);
        return result;
    }
    if (what->place)
        set_place(call, what->place);
    PyObject *key, *value;
    for (Py_ssize_t at = 0; PyDict_Next(what->operands, &at, &key, &value);)
        call_add_keyword(call, key, value, false);
    for (Py_ssize_t at = 0; PyDict_Next(what->attributes, &at, &key, &value);)
        if (add_attribute(call, key, value))
            PyErr_Clear(); /* larger than a record holds */
    call_start(call);
    return run_recorded(call, what->run);
}
