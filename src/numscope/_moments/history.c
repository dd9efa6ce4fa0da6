#include "history.h"

#include <stdbool.h>
#include <stddef.h>
#include <structmember.h>

#include "row.h"

struct entry {
    long long step; /* the first */
    struct moments moments;
};

struct history {
    PyObject_HEAD
    struct entry *entries;
    Py_ssize_t length, room, longest;
    Py_ssize_t fits, in_last; /* tensors an entry, tensors in the last one */
    Py_ssize_t count;
    long long gap; /* order of the first tensor with a NaN or infinity, -1: there was none */
};

/* Chan, Golub and LeVeque's pairwise update, as in statistics.h. */
static void merge(struct moments *into, const struct moments *other)
{
    double count = into->count + other->count;
    if (other->count > 0) {
        double delta = into->count > 0 ? other->mean - into->mean : 0;
        into->m2 += other->m2 + delta * delta * (into->count * other->count / count);
        into->mean = into->count > 0 ? into->mean + delta * (other->count / count) : other->mean;
        into->minimum = other->minimum < into->minimum ? other->minimum : into->minimum;
        into->maximum = other->maximum > into->maximum ? other->maximum : into->maximum;
    }
    into->count = count;
    into->zeros += other->zeros;
    into->nans += other->nans;
    into->positive_infinities += other->positive_infinities;
    into->negative_infinities += other->negative_infinities;
}

static void halve(struct history *self)
{
    self->length /= 2;
    for (Py_ssize_t i = 0; i < self->length; i++) {
        struct entry pair = self->entries[2 * i];
        merge(&pair.moments, &self->entries[2 * i + 1].moments);
        self->entries[i] = pair;
    }
    self->fits *= 2;
}

static bool grow(struct history *self)
{
    Py_ssize_t room = self->room ? 2 * self->room : 16;
    room = room < self->longest ? room : self->longest;
    struct entry *grown = PyMem_Realloc(self->entries, (size_t)room * sizeof *grown);
    if (!grown) {
        PyErr_NoMemory();
        return false;
    }
    self->entries = grown;
    self->room = room;
    return true;
}

static PyObject *put(struct history *self, long long step, long long order, const struct moments *seen)
{
    if (self->length && self->in_last < self->fits) {
        merge(&self->entries[self->length - 1].moments, seen);
        self->in_last++;
    } else {
        if (self->length == self->longest)
            halve(self);
        if (self->length == self->room && !grow(self))
            return NULL;
        self->entries[self->length++] = (struct entry){step, *seen};
        self->in_last = 1;
    }
    self->count++;
    bool whole = !(seen->nans || seen->positive_infinities || seen->negative_infinities);
    if (!whole && (self->gap < 0 || order < self->gap))
        self->gap = order;
    Py_RETURN_NONE;
}

static PyObject *measure(struct history *self, PyObject *const *arguments, Py_ssize_t given)
{
    if (given != 5)
        return PyErr_Format(PyExc_TypeError, "measure takes step, order, address, count and letter, got %zd arguments", given);
    long long step = PyLong_AsLongLong(arguments[0]), order = PyLong_AsLongLong(arguments[1]);
    const void *elements = PyLong_AsVoidPtr(arguments[2]);
    size_t count = PyLong_AsSize_t(arguments[3]);
    if (PyErr_Occurred())
        return NULL;
    enum number_kind kind = float_kind(arguments[4]);
    if (kind == NUMBER_NONE)
        return NULL;
    struct moments seen;
    moments_of(&seen, kind, elements, count);
    return put(self, step, order, &seen);
}

static PyObject *add(struct history *self, PyObject *arguments)
{
    long long step, order;
    PyObject *row;
    struct moments seen;
    if (!PyArg_ParseTuple(arguments, "LLO", &step, &order, &row) || row_read(row, &seen) < 0)
        return NULL;
    return put(self, step, order, &seen);
}

static PyObject *entries(struct history *self, PyObject *nothing)
{
    (void)nothing;
    PyObject *list = PyList_New(0);
    for (Py_ssize_t i = 0; list && i < self->length; i++) {
        PyObject *row = row_of(&self->entries[i].moments);
        PyObject *entry = row ? Py_BuildValue("LN", self->entries[i].step, row) : NULL;
        if (!entry || PyList_Append(list, entry) < 0)
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyObject *get_gap(struct history *self, void *nothing)
{
    (void)nothing;
    if (self->gap < 0)
        Py_RETURN_NONE;
    return PyLong_FromLongLong(self->gap);
}

static PyObject *new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    Py_ssize_t longest = 2048;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|n", (char *[]){"longest", NULL}, &longest))
        return NULL;
    if (longest < 2 || longest % 2)
        return PyErr_Format(PyExc_ValueError, "a history has an even number of entries, not %zd", longest);
    struct history *self = (struct history *)type->tp_alloc(type, 0);
    if (self) {
        self->longest = longest;
        self->fits = 1;
        self->gap = -1;
    }
    return (PyObject *)self;
}

static void dealloc(struct history *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->entries);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"measure", (PyCFunction)(void (*)(void))measure, METH_FASTCALL,
     PyDoc_STR("measure($self, step, order, address, count, letter, /)\n--\n\nTake in the floats that lie there.")},
    {"add", (PyCFunction)(void (*)(void))add, METH_VARARGS,
     PyDoc_STR("add($self, step, order, row, /)\n--\n\nTake in what is known of a tensor.")},
    {"entries", (PyCFunction)(void (*)(void))entries, METH_NOARGS,
     PyDoc_STR("entries($self)\n--\n\nReturn (first step, row) of every entry.")},
    {NULL, NULL, 0, NULL},
};
static PyMemberDef members[] = {
    {"count", T_PYSSIZET, offsetof(struct history, count), READONLY, PyDoc_STR("Tensors taken in.")},
    {NULL, 0, 0, 0, NULL},
};
static PyGetSetDef properties[] = {
    {"gap", (getter)(void (*)(void))get_gap, NULL, PyDoc_STR("Order of the first tensor with a NaN or infinity; None."), NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)PyDoc_STR("History(longest=2048)\n--\n\nA run of moments, step by step; when there are too many, of 2, 4, 8... steps together.")},
    {Py_tp_new, (void *)new},
    {Py_tp_dealloc, (void *)dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_getset, properties},
    {0, NULL},
};
PyType_Spec history_type = {
    .name = "numscope._moments.History",
    .basicsize = sizeof(struct history),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
