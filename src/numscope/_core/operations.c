/* Watched operations: made once, met anew in each shard. */
#include "recorder.h"

#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "judge.h"
#include "traits.h"

struct operation *operation_new(const char *name)
{
    struct operation *operation = calloc(1, sizeof *operation);
    if (!operation || !(operation->name = strdup(name))) {
        free(operation);
        PyErr_NoMemory();
        return NULL;
    }
    operation->traits = traits_of(name);
    operation->mutates = operation->traits & TRAIT_WRITES ? 0 : -1;
    operation->takes_numbers = operation->traits & TRAIT_TAKES_NUMBERS;
    return operation;
}

struct operation *operation_new_of(const char *owner, size_t length, const char *name)
{
    size_t size = length + 1 + strlen(name) + 1;
    char *full = malloc(size);
    if (!full) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(full, owner, length);
    full[length] = '.';
    memcpy(full + length + 1, name, size - length - 1);
    struct operation *operation = operation_new(full);
    free(full);
    return operation;
}

static bool is_selected(const char *name)
{
    if (!settings.select)
        return true;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    PyObject *answer = PyObject_CallFunction(settings.select, "s", name);
    bool selected = answer && PyObject_IsTrue(answer) == 1;
    nesting.muted--;
    Py_XDECREF(answer);
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return selected;
}

void operation_meet(struct operation *operation)
{
    uint32_t generation = shard.generation; /* asking in Python may let another thread begin the next segment */
    if (!shard_is_of_recording(operation->generation))
        operation->calls = operation->dumped = 0;
    operation->selected = is_selected(operation->name);
    operation->id = operation->selected ? define_operation(operation->name, operation->traits) : 0;
    judge_meet(operation);
    __atomic_store_n(&operation->generation, generation, __ATOMIC_RELEASE);
}
