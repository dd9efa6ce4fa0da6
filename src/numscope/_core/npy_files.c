#include "npy_files.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "array_memory.h"
#include "file_thread.h"
#include "kept_file.h"

/* Lists are looked into no deeper: one may hold itself. */
enum { DEEPEST = 8 };

static char *directory, *prefix;
static uint64_t written, failed;

int npy_files_configure(const char *to, const char *with)
{
    free(directory);
    free(prefix);
    directory = to ? strdup(to) : NULL;
    prefix = strdup(with ? with : "");
    written = failed = 0;
    if ((to && !directory) || !prefix) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

bool npy_files_wanted(void)
{
    return directory && failed < 100; /* a full disk: not an attempt an operand for hours */
}

uint64_t npy_files_written(void)
{
    return written;
}

uint64_t npy_files_failed(void)
{
    return failed;
}

/* ---- names ---- */

static char *path_of(const struct call *call, const char *operand)
{
    const char *name = call->operation->name;
    if (!strncmp(name, "numpy.", 6))
        name += 6;
    char safe[128], number[24] = "";
    size_t length = 0;
    for (; name[length] && length + 1 < sizeof safe; length++)
        safe[length] = isalnum((unsigned char)name[length]) || strchr("._-", name[length]) ? name[length] : '_';
    safe[length] = 0;
    if (call->dump > 1)
        snprintf(number, sizeof number, "-%llu", (unsigned long long)call->dump);
    char *path;
    if (asprintf(&path, "%s/op_%s_%s_%s%s.npy", directory, safe, operand, prefix, number) < 0)
        return NULL;
    return path;
}

static bool exists(const struct call *call, const char *operand)
{
    char *path = path_of(call, operand);
    bool there = path && access(path, F_OK) == 0;
    free(path);
    return there;
}

/* The first number that no file of an earlier call, or of an earlier run, has. */
static void choose_number(struct call *call)
{
    if (call->dump)
        return;
    call->dump = ++call->operation->dumped;
    while (exists(call, "input1") || exists(call, "output") || exists(call, "output1"))
        call->dump = ++call->operation->dumped;
}

/* ---- content ---- */

static bool write_bytes(void *context, const char *bytes, size_t size)
{
    return !write_whole(*(int *)context, bytes, size);
}

/* Version 1.0 of the format (NumPy Enhancement Proposal 1), 2.0 where the header is long. */
static bool write_npy(int file, const struct layout *layout, struct memory memory)
{
    char *text = layout_npy_header(layout);
    if (!text)
        return false;
    size_t length = strlen(text), version = length + 64 < UINT16_MAX ? 1 : 2, start = version == 1 ? 10 : 12;
    size_t total = (start + length + 1 + 63) / 64 * 64;
    char *header = malloc(total);
    bool done = header != NULL;
    if (done) {
        size_t rest = total - start;
        memset(header, ' ', total);
        memcpy(header, "\x93NUMPY", 6);
        header[6] = (char)version;
        header[7] = 0;
        for (size_t i = 8; i < start; i++, rest >>= 8)
            header[i] = (char)(rest & 255);
        memcpy(header + start, text, length);
        header[total - 1] = '\n';
        done = write_bytes(&file, header, total) && elements_visit(layout, memory, write_bytes, &file);
    }
    free(header);
    free(text);
    return done;
}

struct saving {
    char *path;
    const struct layout *layout;
    struct memory memory;
};

static bool save_job(void *context)
{
    const struct saving *saving = context;
    int file = open_apart(saving->path, O_WRONLY | O_CREAT | O_EXCL);
    if (file < 0)
        return false;
    bool done = write_npy(file, saving->layout, saving->memory);
    done = close(file) == 0 && done;
    if (!done)
        unlink(saving->path);
    return done;
}

static void save(struct call *call, const char *operand, PyArrayObject *array)
{
    struct dtype *dtype = dtype_of(PyArray_DESCR(array));
    const struct layout *layout =
        dtype ? layout_of(dtype, PyArray_NDIM(array), PyArray_DIMS(array), PyArray_STRIDES(array)) : NULL;
    bool wanted = layout && layout->content; /* not one element repeated a billion times */
    struct saving saving = {wanted ? path_of(call, operand) : NULL, layout, {0}};
    if (wanted)
        saving.memory = array_memory(array, layout);
    bool done = saving.path && file_thread_run(save_job, &saving);
    written += done;
    failed += !done;
    free(saving.path);
}

/* Objects can't be loaded without pickle: their literal text is kept, or their type's name. */
static PyObject *text_of_object(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    if (type == &PyUnicode_Type)
        return (Py_INCREF(object), object);
    if (object == Py_None || type == &PyBool_Type || type == &PyLong_Type || type == &PyFloat_Type ||
        type == &PyComplex_Type || type == &PyBytes_Type)
        return PyObject_Repr(object);
    return PyUnicode_FromFormat("<%s>", type->tp_name);
}

static PyObject *as_text(PyArrayObject *array)
{
    PyObject *list = PyList_New(0);
    PyObject *flat = list ? PyArray_Flatten(array, NPY_CORDER) : NULL;
    for (npy_intp i = 0; flat && i < PyArray_SIZE((PyArrayObject *)flat); i++) {
        PyObject *element = PyArray_GETITEM((PyArrayObject *)flat, PyArray_GETPTR1((PyArrayObject *)flat, i));
        PyObject *text = element ? text_of_object(element) : NULL;
        Py_XDECREF(element);
        if (!text || PyList_Append(list, text) < 0)
            Py_CLEAR(flat);
        Py_XDECREF(text);
    }
    PyObject *texts =
        flat ? PyArray_FromAny(list, PyArray_DescrFromType(NPY_UNICODE), 0, 0, NPY_ARRAY_DEFAULT, NULL) : NULL;
    PyArray_Dims shape = {PyArray_DIMS(array), PyArray_NDIM(array)};
    PyObject *shaped = texts ? PyArray_Newshape((PyArrayObject *)texts, &shape, NPY_CORDER) : NULL;
    Py_XDECREF(texts);
    Py_XDECREF(flat);
    Py_XDECREF(list);
    return shaped;
}

static bool is_number(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    return type == &PyFloat_Type || type == &PyLong_Type || type == &PyBool_Type || type == &PyComplex_Type;
}

/* Exactly lists and tuples of plain numbers: converting them runs no code of the user's. */
static bool is_number_list(PyObject *object, int depth)
{
    if (depth > DEEPEST || (!PyList_CheckExact(object) && !PyTuple_CheckExact(object)))
        return false;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); i++) {
        PyObject *item = PySequence_Fast_ITEMS(object)[i];
        if (!is_number(item) && !is_number_list(item, depth + 1))
            return false;
    }
    return true;
}

static bool is_array_like(PyObject *object)
{
    return PyArray_Check(object) || PyObject_TypeCheck(object, &PyGenericArrType_Type);
}

static void save_object(struct call *call, const char *operand, PyObject *object)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    PyObject *array = PyArray_Check(object)
                          ? (Py_INCREF(object), object)
                          : PyArray_FromAny(object, NULL, 0, 0, NPY_ARRAY_DEFAULT, NULL);
    if (array) {
        PyArray_Descr *descr = PyArray_DESCR((PyArrayObject *)array);
        if (PyDataType_REFCHK(descr) || descr->kind == 'T')
            Py_SETREF(array, as_text((PyArrayObject *)array));
    }
    if (array) {
        choose_number(call);
        save(call, operand, (PyArrayObject *)array);
    } else {
        failed++;
    }
    Py_XDECREF(array);
    nesting.muted--;
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
}

static void save_input(struct call *call, PyObject *operand, int depth)
{
    if (!is_array_like(operand) && !is_number(operand)) {
        if (!PyList_CheckExact(operand) && !PyTuple_CheckExact(operand))
            return;
        if (!is_number_list(operand, 0)) { /* np.concatenate([a, b]): each is an input */
            for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(operand) && i < 64; i++)
                if (depth < DEEPEST)
                    save_input(call, PySequence_Fast_ITEMS(operand)[i], depth + 1);
            return;
        }
    }
    char name[24];
    snprintf(name, sizeof name, "input%d", ++call->dumped_inputs);
    save_object(call, name, operand);
}

void npy_files_input(struct call *call, PyObject *operand)
{
    save_input(call, operand, 0);
}

static void save_outputs(struct call *call, PyObject *results)
{
    int number = 0;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(results) && i < 64; i++) {
        PyObject *result = PySequence_Fast_ITEMS(results)[i];
        char name[24];
        snprintf(name, sizeof name, "output%d", ++number);
        if (is_array_like(result) || is_number(result))
            save_object(call, name, result);
    }
}

void npy_files_outputs(struct call *call, PyObject *result, PyObject *mutated)
{
    if (is_array_like(result) || is_number(result)) {
        save_object(call, "output", result);
    } else if (PyTuple_Check(result) || PyList_CheckExact(result)) {
        bool one = PySequence_Fast_GET_SIZE(result) == 1;
        if (one && is_array_like(PySequence_Fast_ITEMS(result)[0]))
            save_object(call, "output", PySequence_Fast_ITEMS(result)[0]);
        else
            save_outputs(call, result);
    } else if (mutated && is_array_like(mutated)) {
        save_object(call, "output", mutated);
    }
}
