#include "receivers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each lives for good: asking for a holder lets other threads run. */
struct public_class {
    PyTypeObject *type;
    const char *name;
    PyObject *holder; /* name of an accessor's attribute with the object that it belongs to; NULL: it is none */
    PyObject *name_of; /* gives the whole name of the operation that an object is; NULL: they are called after the class */
};

struct receivers {
    const char *attribute;
    int count;
    struct receiver {
        const struct public_class *class, *holder;
        PyObject *text; /* what name_of gave, interned; NULL: nothing was asked */
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

/* NULL with an exception set. */
static struct public_class *class_add(PyTypeObject *type, const char *name, const char *holder)
{
    if (!has_room()) {
        PyErr_NoMemory();
        return NULL;
    }
    struct public_class *class = class_new(type, name, holder);
    if (!class)
        return NULL;
    size_t place = place_of(type);
    memmove(classes + place + 1, classes + place, (class_count - place) * sizeof *classes);
    classes[place] = class;
    class_count++;
    return class;
}

int receivers_name(PyTypeObject *type, const char *name, const char *holder)
{
    return class_of(type) || class_add(type, name, holder) ? 0 : -1;
}

int receivers_ask(PyTypeObject *type, PyObject *name_of)
{
    if (class_of(type))
        return 0;
    struct public_class *class = class_add(type, type->tp_name, NULL);
    if (!class)
        return -1;
    Py_INCREF(name_of);
    class->name_of = name_of;
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

/* The attribute `holder` of an object, or what name_of gives for it; NULL without an exception: neither. */
static PyObject *ask(const struct public_class *class, PyObject *first)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    PyObject *answer =
        class->holder ? PyObject_GetAttr(first, class->holder) : PyObject_CallFunctionObjArgs(class->name_of, first, NULL);
    nesting.muted--;
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return answer;
}

/* The nearest public class of what an accessor belongs to; NULL: it is not known. */
static const struct public_class *holder_of(const struct public_class *class, PyObject *first)
{
    PyObject *held = PyType_Check(first) ? NULL : ask(class, first);
    const struct public_class *found = held ? nearest(Py_TYPE(held)) : NULL;
    Py_XDECREF(held);
    return found;
}

/* What an object says that it is called, interned and held for good; NULL: nothing. */
static PyObject *text_of(const struct public_class *class, PyObject *first)
{
    PyObject *text = ask(class, first);
    if (text && !PyUnicode_CheckExact(text))
        Py_CLEAR(text);
    if (text)
        PyUnicode_InternInPlace(&text);
    return text;
}

static struct operation *meet(struct receivers *receivers, const struct receiver *new, const struct operation *general)
{
    size_t count = (size_t)receivers->count + 1;
    struct receiver *grown = realloc(receivers->known, count * sizeof *grown);
    if (!grown)
        return NULL;
    receivers->known = grown;
    const char *text = new->text ? PyUnicode_AsUTF8(new->text) : NULL;
    struct operation *operation = text ? operation_named("", text, "")
                                       : operation_named(new->holder ? new->holder->name : "", new->class->name,
                                                         receivers->attribute);
    PyErr_Clear(); /* of a name with lone surrogates */
    if (operation) {
        be_like(operation, general);
        grown[receivers->count] = *new;
        grown[receivers->count++].operation = operation;
    }
    return operation;
}

/* Takes over the text. */
static struct operation *of_receiver(struct receivers *receivers, struct receiver *asked, struct operation *general)
{
    for (int i = 0; i < receivers->count; i++) {
        const struct receiver *known = &receivers->known[i];
        if (known->class == asked->class && known->holder == asked->holder && known->text == asked->text) {
            Py_XDECREF(asked->text);
            return known->operation;
        }
    }
    struct operation *operation = meet(receivers, asked, general);
    if (operation)
        return operation;
    Py_XDECREF(asked->text);
    return general;
}

struct operation *receivers_find(struct receivers *receivers, PyObject *first, struct operation *general)
{
    const struct public_class *class = nearest(PyType_Check(first) ? (PyTypeObject *)first : Py_TYPE(first));
    if (!class)
        return general;
    struct receiver asked = {.class = class};
    if (class->holder && !(asked.holder = holder_of(class, first)))
        return general;
    if (class->name_of && !(asked.text = text_of(class, first)))
        return general;
    return of_receiver(receivers, &asked, general);
}
