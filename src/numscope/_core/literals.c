#include "literals.h"

#include <math.h>
#include <string.h>

#include "decimal.h"
#include "dtypes.h"
#include "foreign_arrays.h"
#include "objects.h"
#include "texts.h"

static void put(struct literal *literal, const char *text, size_t length)
{
    size_t room = sizeof literal->text - literal->length;
    if (length > room)
        length = room;
    memcpy(literal->text + literal->length, text, length);
    literal->length += length;
}

static void put_text(struct literal *literal, const char *text)
{
    put(literal, text, strlen(text));
}

static bool is_full(const struct literal *literal)
{
    return literal->length + 64 > sizeof literal->text;
}

static bool put_double(struct literal *literal, double value)
{
    literal->nan |= isnan(value) != 0;
    literal->inf |= isinf(value) != 0;
    char *text = PyOS_double_to_string(value, 'r', 0, Py_DTSF_ADD_DOT_0, NULL);
    if (!text) {
        PyErr_Clear();
        return false;
    }
    put_text(literal, text);
    PyMem_Free(text);
    return true;
}

static void put_integer(struct literal *literal, long long value)
{
    char text[DECIMAL_ROOM];
    put(literal, text, (size_t)(decimal_put(text, value) - text));
}

static bool put_int(struct literal *literal, PyObject *object)
{
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (!overflow) {
        put_integer(literal, value);
        return true;
    }
    PyObject *digits = PyObject_Str(object); /* exactly int: its own str, no user code */
    const char *utf8 = digits ? PyUnicode_AsUTF8(digits) : NULL;
    if (utf8)
        put_text(literal, utf8);
    else
        PyErr_Clear(); /* beyond the interpreter's limit of digits */
    Py_XDECREF(digits);
    return utf8 != NULL;
}

static bool put_repr(struct literal *literal, PyObject *object, Py_ssize_t size)
{
    if (literal->hides) {
        char room[HIDDEN_ROOM];
        put(literal, room, text_describe(room, object));
        return true;
    }
    if (size > LITERAL_ROOM / 4)
        return false;
    PyObject *repr = PyObject_Repr(object); /* exactly str or bytes */
    const char *utf8 = repr ? PyUnicode_AsUTF8(repr) : NULL;
    if (utf8)
        put_text(literal, utf8);
    else
        PyErr_Clear();
    Py_XDECREF(repr);
    return utf8 != NULL;
}

static bool put_object(struct literal *literal, PyObject *object, int depth);

static bool put_sequence(struct literal *literal, PyObject *sequence, int depth)
{
    bool tuple = PyTuple_CheckExact(sequence);
    PyObject **items = PySequence_Fast_ITEMS(sequence);
    Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    /* Of a long one the beginning is enough: it could not be made again from its text anyway, and a float takes 200 ns. */
    Py_ssize_t most = count > LITERAL_ITEMS ? LITERAL_BEGINNING : LITERAL_ITEMS;
    put_text(literal, tuple ? "(" : "[");
    for (Py_ssize_t i = 0; i < count; i++) {
        if (i)
            put_text(literal, ", ");
        if (i == most || is_full(literal)) {
            put_text(literal, "...");
            break;
        }
        if (!put_object(literal, items[i], depth + 1))
            return false;
    }
    put_text(literal, tuple ? (count == 1 ? ",)" : ")") : "]");
    return true;
}

static bool put_dict(struct literal *literal, PyObject *dict, int depth)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    put_text(literal, "{");
    for (int i = 0; PyDict_Next(dict, &at, &key, &value); i++) {
        if (i)
            put_text(literal, ", ");
        if (i == LITERAL_ITEMS || is_full(literal)) {
            put_text(literal, "...");
            break;
        }
        if (!put_object(literal, key, depth + 1))
            return false;
        put_text(literal, ": ");
        if (!put_object(literal, value, depth + 1))
            return false;
    }
    put_text(literal, "}");
    return true;
}

/* A NumPy integer as a bound: slices are not looked into for arrays, and the number is all there is to it. */
static void put_integer_scalar(struct literal *literal, PyObject *scalar)
{
    long long value = 0;
    PyArray_Descr *whole = PyArray_DescrFromType(NPY_LONGLONG);
    PyArray_CastScalarToCtype(scalar, &value, whole);
    Py_DECREF(whole);
    put_integer(literal, value);
}

static bool put_slice(struct literal *literal, PySliceObject *slice, int depth)
{
    PyObject *parts[] = {slice->start, slice->stop, slice->step};
    put_text(literal, "slice(");
    for (int i = 0; i < 3; i++) {
        if (i)
            put_text(literal, ", ");
        if (parts[i] == Py_None || Py_TYPE(parts[i]) == &PyLong_Type) {
            if (!put_object(literal, parts[i], depth + 1))
                return false;
        } else if (PyObject_TypeCheck(parts[i], &PyIntegerArrType_Type))
            put_integer_scalar(literal, parts[i]);
        else if (!put_object(literal, parts[i], depth + 1))
            return false;
    }
    put_text(literal, ")");
    return true;
}

static bool put_object(struct literal *literal, PyObject *object, int depth)
{
    PyTypeObject *type = Py_TYPE(object);
    if (depth > LITERAL_DEPTH)
        return false;
    if (type == &PySlice_Type)
        return put_slice(literal, (PySliceObject *)object, depth);
    if (object == Py_None)
        return put_text(literal, "None"), true;
    if (object == Py_True)
        return put_text(literal, "True"), true;
    if (object == Py_False)
        return put_text(literal, "False"), true;
    if (object == Py_Ellipsis)
        return put_text(literal, "Ellipsis"), true;
    if (type == &PyLong_Type)
        return put_int(literal, object);
    if (type == &PyFloat_Type)
        return put_double(literal, PyFloat_AS_DOUBLE(object));
    if (type == &PyComplex_Type) {
        put_text(literal, "complex(");
        bool done = put_double(literal, PyComplex_RealAsDouble(object));
        put_text(literal, ", ");
        done = done && put_double(literal, PyComplex_ImagAsDouble(object));
        put_text(literal, ")");
        return done;
    }
    if (type == &PyUnicode_Type)
        return put_repr(literal, object, PyUnicode_GET_LENGTH(object));
    if (type == &PyBytes_Type)
        return put_repr(literal, object, PyBytes_GET_SIZE(object));
    if (type == &PyTuple_Type || type == &PyList_Type)
        return put_sequence(literal, object, depth);
    if (type == &PyDict_Type)
        return put_dict(literal, object, depth);
    if (is_array_like(object) || objects_names(type)) {
        put(literal, "$", 1);
        put_integer(literal, ++literal->arrays);
        return true;
    }
    if (PyArray_DescrCheck(object)) {
        struct dtype *dtype = dtype_of((PyArray_Descr *)object);
        if (!dtype)
            return false;
        put_text(literal, "dtype(");
        put_text(literal, dtype->text);
        put_text(literal, ")");
        return true;
    }
    return false;
}

bool literal_write(struct literal *literal, PyObject *object, bool hides)
{
    literal->hides = hides;
    literal->nan = literal->inf = false;
    literal->length = 0;
    literal->arrays = 0;
    return put_object(literal, object, 0);
}

/* By hand: snprintf took a quarter of what was added to `solve_ivp`, where NumPy is given many shapes. */
void literal_describe(struct literal *literal, PyObject *object)
{
    literal->length = 0;
    if (PyUnicode_Check(object) || PyBytes_Check(object)) {
        literal->length = text_describe(literal->text, object);
        return;
    }
    put_text(literal, "<");
    put(literal, Py_TYPE(object)->tp_name, strnlen(Py_TYPE(object)->tp_name, LITERAL_ROOM / 2));
    if (PyTuple_Check(object) || PyList_Check(object)) {
        put_text(literal, " of ");
        put_integer(literal, PySequence_Fast_GET_SIZE(object));
        put_text(literal, literal->nan ? ", with nan" : "");
        put_text(literal, literal->inf ? ", with inf" : "");
    }
    put_text(literal, ">");
}
