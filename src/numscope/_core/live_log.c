#include "live_log.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array_memory.h"
#include "careful_copy.h"
#include "clock.h"
#include "dtypes.h"
#include "frames.h"
#include "literals.h"

/* A longer line is cut where operands stand: the call site is always on it. */
enum { ROOM = 1200, ROOM_FOR_OPERANDS = 800, SHOWN_ELEMENTS = 3 };

static __thread struct {
    char text[ROOM];
    size_t length;
    int operands;
    uint64_t sequence; /* whose line it is */
} line;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void put(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(line.text + line.length, ROOM - line.length, format, arguments);
    va_end(arguments);
    size_t room = ROOM - line.length - 1;
    if (more > 0)
        line.length += (size_t)more < room ? (size_t)more : room;
}

static void begin_colour(const char *code)
{
    if (settings.log == LOG_COLOURED)
        put("\x1b[%sm", code);
}

static void end_colour(void)
{
    begin_colour("0");
}

static bool read_number(const struct dtype *dtype, const char *at, double *number)
{
    struct moments moments;
    struct statistics one;
    if (dtype->number == NUMBER_NONE || dtype->swapped || dtype->number >= NUMBER_COMPLEX_FLOAT)
        return false;
    moments_begin(&moments);
    moments_add(&moments, dtype->number, at, 1);
    moments_end(&moments, &one);
    *number = one.nans                  ? (double)NAN
              : one.positive_infinities ? INFINITY
              : one.negative_infinities ? -INFINITY
                                        : one.minimum;
    return true;
}

/* Whoever owns the array: a few elements are copied as fast as the owner is found. */
static bool read_element(const struct dtype *dtype, const char *at, double *number)
{
    char element[sizeof(long double) * 2] __attribute__((aligned(16)));
    return dtype->item_bytes <= sizeof element && careful_copy(element, at, dtype->item_bytes) == dtype->item_bytes &&
           read_number(dtype, element, number);
}

static void put_number(double number)
{
    bool bad = number - number != 0;
    if (bad)
        begin_colour("31");
    /* As Python spells it: the sign of a NaN (inf - inf gives a negative one on x86) says nothing. */
    put("%.4g", number != number ? (double)NAN : number);
    if (bad)
        end_colour();
}

/* The first elements of what has at most one dimension. */
static void put_elements(PyArrayObject *array)
{
    struct dtype *dtype = dtype_if_known(PyArray_DESCR(array));
    npy_intp count = PyArray_SIZE(array);
    if (!dtype || PyArray_NDIM(array) > 1 || !count)
        return;
    npy_intp stride = PyArray_NDIM(array) ? PyArray_STRIDE(array, 0) : 0;
    double number;
    if (!read_element(dtype, PyArray_BYTES(array), &number))
        return;
    put(" [");
    for (npy_intp i = 0; i < count && i < SHOWN_ELEMENTS; i++) {
        if (!read_element(dtype, PyArray_BYTES(array) + i * stride, &number))
            break;
        put(i ? " " : "%s", "");
        put_number(number);
    }
    put(count > SHOWN_ELEMENTS ? " ...]" : "]");
}

static void put_dtype(const struct dtype *dtype)
{
    static const char *const names[] = {
        [NUMBER_BOOL] = "bool", [NUMBER_INT8] = "int8", [NUMBER_INT16] = "int16", [NUMBER_INT32] = "int32",
        [NUMBER_INT64] = "int64", [NUMBER_UINT8] = "uint8", [NUMBER_UINT16] = "uint16", [NUMBER_UINT32] = "uint32",
        [NUMBER_UINT64] = "uint64", [NUMBER_HALF] = "float16", [NUMBER_FLOAT] = "float32",
        [NUMBER_DOUBLE] = "float64", [NUMBER_LONG_DOUBLE] = "longdouble", [NUMBER_COMPLEX_FLOAT] = "complex64",
        [NUMBER_COMPLEX_DOUBLE] = "complex128", [NUMBER_COMPLEX_LONG_DOUBLE] = "clongdouble",
    };
    const char *name = dtype && dtype->number < NUMBER_TIME ? names[dtype->number] : NULL;
    if (name)
        put("%s%s", dtype->swapped ? ">" : "", name);
    else if (dtype && dtype->kind == 'O')
        put("object");
    else if (dtype && dtype->text[0] == '\'')
        put("%.*s", (int)strlen(dtype->text) - 2, dtype->text + 1);
    else
        put("%s", dtype ? "record" : "?");
}

static void put_array(PyArrayObject *array)
{
    begin_colour("32");
    put_dtype(dtype_if_known(PyArray_DESCR(array)));
    put("[");
    for (int i = 0; i < PyArray_NDIM(array); i++)
        put(i ? ",%lld" : "%lld", (long long)PyArray_DIM(array, i));
    put("]");
    end_colour();
    put_elements(array);
}

static bool has_arrays(PyObject *operand)
{
    if (!PyTuple_Check(operand) && !PyList_CheckExact(operand))
        return false;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(operand) && i < 8; i++)
        if (PyArray_Check(PySequence_Fast_ITEMS(operand)[i]))
            return true;
    return false;
}

static void put_object(PyObject *operand, int depth)
{
    struct literal literal;
    if (line.length > ROOM_FOR_OPERANDS)
        return;
    if (PyArray_Check(operand)) {
        put_array((PyArrayObject *)operand);
    } else if (depth < LITERAL_DEPTH && has_arrays(operand)) {
        put(PyList_Check(operand) ? "[" : "(");
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(operand) && i < 8; i++) {
            put("%s", i ? ", " : "");
            put_object(PySequence_Fast_ITEMS(operand)[i], depth + 1);
        }
        put("%s%s", PySequence_Fast_GET_SIZE(operand) > 8 ? ", ..." : "", PyList_Check(operand) ? "]" : ")");
    } else if (PyObject_TypeCheck(operand, &PyGenericArrType_Type) && PyFloat_Check(operand)) {
        put_number(PyFloat_AS_DOUBLE(operand));
    } else if (!PyObject_TypeCheck(operand, &PyGenericArrType_Type) && literal_write(&literal, operand, false)) {
        put("%.*s", (int)(literal.length < 100 ? literal.length : 100), literal.text);
    } else {
        put("<%s>", Py_TYPE(operand)->tp_name);
    }
}

static void put_operand(PyObject *operand)
{
    put_object(operand, 0);
}

void live_log_begin(const struct call *call)
{
    line.length = 0;
    line.operands = 0;
    line.sequence = call->sequence;
    begin_colour("1;36");
    put("%s", call->operation->name);
    end_colour();
}

void live_log_operand(PyObject *operand)
{
    put(line.operands++ ? ", " : "  ");
    put_operand(operand);
}

static void put_duration(uint64_t ns)
{
    begin_colour("33");
    if (ns < 10000)
        put("  %llu ns", (unsigned long long)ns);
    else if (ns < 10000000)
        put("  %llu us", (unsigned long long)ns / 1000);
    else
        put("  %llu ms", (unsigned long long)ns / 1000000);
    end_colour();
}

static void put_site(void)
{
    frame innermost = frame_innermost();
    if (!innermost)
        return;
    PyCodeObject *code = frame_code(innermost);
    const char *path = PyUnicode_AsUTF8(code->co_filename);
    if (!path) {
        PyErr_Clear();
        return;
    }
    const char *slash = strrchr(path, '/');
    begin_colour("2");
    put("  %s:%d", slash ? slash + 1 : path, PyCode_Addr2Line(code, 2 * frame_instruction(innermost)));
    end_colour();
}

static dev_t stderr_device;
static ino_t stderr_number;

void live_log_remember_stderr(void)
{
    struct stat facts;
    bool there = !fstat(STDERR_FILENO, &facts);
    stderr_device = there ? facts.st_dev : 0;
    stderr_number = there ? facts.st_ino : 0;
}

static void write_line(void)
{
    struct stat facts;
    if (fstat(STDERR_FILENO, &facts) || facts.st_dev != stderr_device || facts.st_ino != stderr_number)
        return;
    ssize_t ignored = write(STDERR_FILENO, line.text, line.length); /* one write: lines of threads don't mix */
    (void)ignored;
}

void live_log_end(const struct call *call, PyObject *result, PyObject *mutated, uint64_t duration_ns)
{
    if (line.sequence != call->sequence)
        return; /* another operation of this thread began its line inside this one */
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    put(" -> ");
    if (!result) {
        begin_colour("31");
        put("%s", type && PyType_Check(type) ? ((PyTypeObject *)type)->tp_name : "exception");
        end_colour();
    } else {
        put_operand(mutated && result == Py_None ? mutated : result);
    }
    put_duration(duration_ns);
    put_site();
    line.text[line.length < ROOM - 1 ? line.length++ : ROOM - 2] = '\n';
    write_line();
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
}
