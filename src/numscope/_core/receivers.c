#include "receivers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each lives for good: asking for a holder lets other threads run. */
struct public_class {
    PyTypeObject *type;
    const char *name;
    PyObject *holder; /* name of an accessor's attribute with the object that it belongs to; NULL: it is none */
};

struct receivers {
    const char *attribute;
    int count;
    struct receiver {
        const struct public_class *class, *holder;
        struct operation *operation;
    } *known;
};

/* Sorted by address: a method resolution order is gone through at each call, and a class's own __hash__ must not run. */
static struct public_class **classes;
static size_t class_count, class_room;

static size_t place_of(const PyTypeObject *type)
{
    size_t low = 0, high = class_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)classes[middle]->type < (uintptr_t)type)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct public_class *class_of(const PyTypeObject *type)
{
    size_t place = place_of(type);
    return place < class_count && classes[place]->type == type ? classes[place] : NULL;
}

/* The nearest public one of a type's method resolution order; NULL: there is none. */
static const struct public_class *nearest(const PyTypeObject *type)
{
    PyObject *order = type->tp_mro;
    const struct public_class *found = NULL;
    for (Py_ssize_t i = 0; order && !found && i < PyTuple_GET_SIZE(order); i++)
        found = class_of((PyTypeObject *)PyTuple_GET_ITEM(order, i));
    return found;
}

static bool has_room(void)
{
    if (class_count < class_room)
        return true;
    size_t room = class_room ? 2 * class_room : 128;
    struct public_class **grown = realloc(classes, room * sizeof *classes);
    if (!grown)
        return false;
    classes = grown;
    class_room = room;
    return true;
}

static struct public_class *class_new(PyTypeObject *type, const char *name, const char *holder)
{
    struct public_class *class = calloc(1, sizeof *class);
    if (!class || !(class->name = strdup(name))) {
        free(class);
        PyErr_NoMemory();
        return NULL;
    }
    class->holder = holder ? PyUnicode_InternFromString(holder) : NULL;
    if (holder && !class->holder)
        return NULL;
    Py_INCREF(type);
    class->type = type;
    return class;
}

int receivers_name(PyTypeObject *type, const char *name, const char *holder)
{
    if (class_of(type))
        return 0;
    if (!has_room()) {
        PyErr_NoMemory();
        return -1;
    }
    struct public_class *class = class_new(type, name, holder);
    if (!class)
        return -1;
    size_t place = place_of(type);
    memmove(classes + place + 1, classes + place, (class_count - place) * sizeof *classes);
    classes[place] = class;
    class_count++;
    return 0;
}

void receivers_forget(void)
{
    size_t count = class_count;
    class_count = 0;
    for (size_t i = 0; i < count; i++)
        Py_DECREF(classes[i]->type);
}

struct receivers *receivers_new(const char *attribute)
{
    struct receivers *receivers = calloc(1, sizeof *receivers);
    if (!receivers || !(receivers->attribute = strdup(attribute))) {
        free(receivers);
        PyErr_NoMemory();
        return NULL;
    }
    return receivers;
}

/* OWNER.NAME.ATTRIBUTE, of which the first and the last may be missing. */
static struct operation *operation_named(const char *owner, const char *name, const char *attribute)
{
    size_t size = strlen(owner) + strlen(name) + strlen(attribute) + 3;
    char *full = malloc(size);
    if (!full)
        return NULL;
    snprintf(full, size, "%s%s%s%s%s", owner, *owner ? "." : "", name, *attribute ? "." : "", attribute);
    struct operation *operation = operation_new(full);
    free(full);
    if (!operation)
        PyErr_Clear();
    return operation;
}

static void be_like(struct operation *operation, const struct operation *general)
{
    operation->traits |= general->traits;
    operation->mutates = general->mutates;
    operation->takes_numbers |= general->takes_numbers;
    operation->generator = general->generator; /* borrowed: `general` lives for good too */
    operation->layer = general->layer;
    operation->without_first = general->without_first;
    operation->makes_first = general->makes_first;
}

/* The nearest public class of what an accessor belongs to; NULL: it is not known. */
static const struct public_class *holder_of(const struct public_class *class, PyObject *first)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    PyObject *held = PyType_Check(first) ? NULL : PyObject_GetAttr(first, class->holder);
    nesting.muted--;
    const struct public_class *found = held ? nearest(Py_TYPE(held)) : NULL;
    Py_XDECREF(held);
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return found;
}

static struct operation *meet(struct receivers *receivers, const struct public_class *class,
                              const struct public_class *holder, const struct operation *general)
{
    size_t count = (size_t)receivers->count + 1;
    struct receiver *grown = realloc(receivers->known, count * sizeof *grown);
    if (!grown)
        return NULL;
    receivers->known = grown;
    struct operation *operation = operation_named(holder ? holder->name : "", class->name, receivers->attribute);
    if (operation) {
        be_like(operation, general);
        grown[receivers->count++] = (struct receiver){class, holder, operation};
    }
    return operation;
}

struct operation *receivers_find(struct receivers *receivers, PyObject *first, struct operation *general)
{
    const struct public_class *class = nearest(PyType_Check(first) ? (PyTypeObject *)first : Py_TYPE(first));
    const struct public_class *holder = class && class->holder ? holder_of(class, first) : NULL;
    if (!class || (class->holder && !holder))
        return general;
    for (int i = 0; i < receivers->count; i++)
        if (receivers->known[i].class == class && receivers->known[i].holder == holder)
            return receivers->known[i].operation;
    struct operation *operation = meet(receivers, class, holder, general);
    return operation ? operation : general;
}
