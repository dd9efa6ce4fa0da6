/* Objects called through a vectorcall pointer of their own: ufuncs, array-function dispatchers, Python functions. */
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "definitions.h"
#include "generator_state.h"
#include "interned_strings.h"
#include "mock.h"
#include "operands.h"
#include "receivers.h"
#include "steps.h"

/* Operations of a ufunc's methods, made when first called. */
enum ufunc_method { METHOD_REDUCE, METHOD_ACCUMULATE, METHOD_REDUCEAT, METHOD_OUTER, METHOD_AT, METHODS };
static const char *const ufunc_methods[METHODS] = {"reduce", "accumulate", "reduceat", "outer", "at"};

struct target {
    PyObject *object; /* NULL: free slot */
    vectorcallfunc original;
    struct operation *operation;
    struct operation *methods[METHODS];
    struct receivers *receivers; /* of a Python function that is called differently for each class; NULL: of one name */
    bool removed;  /* a slot that was used: the search goes on behind it */
    bool ends;     /* of a trainer's function: a step ends with each call; not: the trainer begins */
    bool adopted;  /* named by itself at birth: may be given its public name later */
    PyObject *reference; /* weak, to an object that is not held; NULL: it is held, or is a ufunc */
    PyObject *after; /* is called right after each recorded call, with what it was given and gave; NULL: nothing is */
    PyObject *see; /* is shown each result, in place of an operation; NULL: it is an operation */
#if PY_VERSION_HEX >= 0x030C0000
    uint32_t version; /* of a Python function: setting its vectorcall takes it away */
#endif
};

static struct {
    struct target *slots;
    size_t capacity, used; /* used: removed ones too */
} table;

static vectorcallfunc *vectorcall_pointer(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    if (!(type->tp_flags & Py_TPFLAGS_HAVE_VECTORCALL))
        return NULL;
    return (vectorcallfunc *)((char *)object + type->tp_vectorcall_offset);
}

static inline size_t slot_of(const PyObject *object)
{
    return (size_t)(((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15ull >> 20) & (table.capacity - 1);
}

static inline struct target *find(const PyObject *object)
{
    size_t slot = slot_of(object);
    while (table.slots[slot].object != object) {
        if (!table.slots[slot].object && !table.slots[slot].removed)
            return NULL;
        slot = (slot + 1) & (table.capacity - 1);
    }
    return &table.slots[slot];
}

static bool insert(const struct target *target)
{
    if (2 * (table.used + 1) > table.capacity) {
        struct target *old = table.slots;
        size_t old_capacity = table.capacity, capacity = old_capacity ? 2 * old_capacity : 4096;
        struct target *slots = calloc(capacity, sizeof *slots);
        if (!slots)
            return false;
        table.slots = slots;
        table.capacity = capacity;
        table.used = 0;
        for (size_t i = 0; i < old_capacity; i++)
            if (old[i].object)
                insert(&old[i]);
        free(old);
    }
    size_t slot = slot_of(target->object);
    while (table.slots[slot].object)
        slot = (slot + 1) & (table.capacity - 1);
    table.used += !table.slots[slot].removed;
    table.slots[slot] = *target;
    return true;
}

/* Its own Python code gives the generator. Not inlined: its frame is gone when the call runs. */
static __attribute__((noinline)) void add_generator(struct call *call)
{
    nesting.muted++;
    PyObject *generator = PyObject_CallNoArgs(call->operation->generator);
    if (generator)
        generator_state_add(call, generator);
    else
        PyErr_Clear(); /* it has none yet: the state is not known */
    Py_XDECREF(generator);
    nesting.muted--;
}

/* A public function of a library that the library itself calls, or that anything calls inside of another of its own: the
 * library's inner business. A callback of the user's that it runs is not. */
static bool is_inner(const struct operation *operation)
{
    bool inside = operation->layer == nesting.layer && nesting.generation == shard.generation;
    return inside ? !call_site_is_users() : call_site_is_of(operation->layer);
}

/* What it records lies inside the call, of which its time is no part. What it raises is shown and forgotten. */
static __attribute__((noinline)) void call_after(struct call *call, PyObject *after, PyObject *callable,
                                                 PyObject *const *arguments, Py_ssize_t count, PyObject *keywords,
                                                 PyObject *result)
{
    uint64_t begin = clock_ticks();
    PyObject *given = PyTuple_New(count), *named = PyDict_New();
    bool failed = !given || !named;
    for (Py_ssize_t i = 0; !failed && i < count; i++)
        PyTuple_SET_ITEM(given, i, Py_NewRef(arguments[i]));
    for (Py_ssize_t i = 0; !failed && keywords && i < PyTuple_GET_SIZE(keywords); i++)
        failed = PyDict_SetItem(named, PyTuple_GET_ITEM(keywords, i), arguments[count + i]) != 0;
    PyObject *answer = failed ? NULL : PyObject_CallFunctionObjArgs(after, callable, given, named, result, NULL);
    if (!answer)
        PyErr_WriteUnraisable(after);
    Py_XDECREF(answer);
    Py_XDECREF(given);
    Py_XDECREF(named);
    call->start_ticks += clock_ticks() - begin;
}

static PyObject *vectorcall_hook(PyObject *callable, PyObject *const *arguments, size_t flagged_count,
                                 PyObject *keywords)
{
    struct target *target = find(callable);
    vectorcallfunc original = target->original;
    struct operation *operation = target->operation;
    if (!call_wanted() || (operation->layer && is_inner(operation)))
        return original(callable, arguments, flagged_count, keywords);
    Py_ssize_t count = PyVectorcall_NARGS(flagged_count);
    if (target->receivers && count)
        operation = receivers_find(target->receivers, arguments[0], operation);
    struct call *call = call_begin(operation);
    if (!call_is_recorded(call)) {
        PyObject *result = original(callable, arguments, flagged_count, keywords);
        call_pass_end(call);
        return result;
    }
    Py_ssize_t first = operation->without_first && count;
    call_add_vector(call, 0, arguments + first, count - first, keywords);
    if (call->operation->place)
        operand_add_attribute_text(call, define_string("defined", 7), 0,
                                   define_string(call->operation->place, strlen(call->operation->place)));
    if (__builtin_expect(call->operation->generator != NULL, 0))
        add_generator(call);
    call_start(call);
    PyObject *after = target->after;
    PyObject *result = mock_result_for(call) ? call->mock_result : original(callable, arguments, flagged_count, keywords);
    if (__builtin_expect(after != NULL, 0) && result && recording)
        call_after(call, after, callable, arguments, count, keywords, result);
    PyObject *made = result && operation->makes_first && count ? arguments[0] : result;
    if (call_end(call, made))
        Py_CLEAR(result);
    return result;
}

/* What makes something that is to be watched from then on. */
static PyObject *result_hook(PyObject *callable, PyObject *const *arguments, size_t flagged_count, PyObject *keywords)
{
    struct target *target = find(callable);
    PyObject *see = target->see;
    Py_INCREF(see);
    PyObject *result = target->original(callable, arguments, flagged_count, keywords);
    if (result && recording) {
        nesting.muted++;
        PyObject *seen = PyObject_CallOneArg(see, result);
        nesting.muted--;
        if (!seen)
            PyErr_WriteUnraisable(see);
        Py_XDECREF(seen);
    }
    Py_DECREF(see);
    return result;
}

/* Counted while operations pass unrecorded too: the recording may wait for this step. */
static PyObject *step_hook(PyObject *callable, PyObject *const *arguments, size_t flagged_count, PyObject *keywords)
{
    struct target target = *find(callable);
    if (!target.ends)
        steps_listen_to(STEP_TRAINER);
    PyObject *result = target.original(callable, arguments, flagged_count, keywords);
    if (result && target.ends)
        step_by(STEP_TRAINER);
    return result;
}

static bool is_hook(vectorcallfunc pointer)
{
    return pointer == vectorcall_hook || pointer == result_hook || pointer == step_hook;
}

static bool is_ufunc(PyObject *object)
{
    return PyObject_TypeCheck(object, &PyUFunc_Type);
}

static struct operation *new_operation(PyObject *object, const char *name)
{
    struct operation *operation = operation_new(name);
    if (operation && is_ufunc(object)) {
        operation->is_ufunc = true;
        operation->inputs = (uint8_t)((PyUFuncObject *)object)->nin;
    }
    return operation;
}

static const char *rename_adopted(struct target *target, const char *name)
{
    if (!target->adopted)
        return "already watched";
    struct operation *operation = new_operation(target->object, name);
    if (!operation)
        return NULL;
    target->operation = operation;
    memset(target->methods, 0, sizeof target->methods);
    target->adopted = false;
    return "";
}

/* ---- objects that may die ---- */

/* What is made at run time must be free to die: a ufunc, a compiled function, a function's gradient. It leaves the table
 * then; the operations stay, since a call of it may still be running. (A dispatcher lives as long as its module.) */
static void forget(struct target *target)
{
    target->object = NULL;
    target->removed = true;
}

static PyObject *forget_dead(PyObject *address, PyObject *reference)
{
    struct target *target = find(PyLong_AsVoidPtr(address));
    if (target && target->reference == reference) {
        forget(target);
        Py_CLEAR(target->reference);
        Py_CLEAR(target->see);
        Py_CLEAR(target->after);
    }
    Py_RETURN_NONE;
}

static PyMethodDef forget_dead_method = {"forget", forget_dead, METH_O, NULL};

/* A weak reference that has the object forgotten. */
static PyObject *reference_to(PyObject *object)
{
    PyObject *address = PyLong_FromVoidPtr(object);
    PyObject *callback = address ? PyCFunction_New(&forget_dead_method, address) : NULL;
    PyObject *reference = callback ? PyWeakref_NewRef(object, callback) : NULL;
    Py_XDECREF(address);
    Py_XDECREF(callback);
    return reference;
}

static destructor original_ufunc_dealloc; /* ufuncs can't be referred to weakly */

static void ufunc_dealloc(PyObject *ufunc)
{
    struct target *target = table.slots ? find(ufunc) : NULL;
    if (target)
        forget(target);
    original_ufunc_dealloc(ufunc);
}

void watch_ufunc_deaths(void)
{
    original_ufunc_dealloc = PyUFunc_Type.tp_dealloc;
    PyUFunc_Type.tp_dealloc = ufunc_dealloc;
}

void unwatch_ufunc_deaths(void)
{
    PyUFunc_Type.tp_dealloc = original_ufunc_dealloc;
}

/* ---- coming ---- */

/* A target with all but its pointer and what it is; its object is held unless it is mortal. */
static const char *watch(PyObject *object, struct target *target, bool mortal, vectorcallfunc hook)
{
    vectorcallfunc *pointer = vectorcall_pointer(object);
    target->object = object;
    target->original = *pointer;
    target->reference = mortal && !is_ufunc(object) ? reference_to(object) : NULL;
    if (mortal && !target->reference && !is_ufunc(object))
        return NULL;
    if (!insert(target)) {
        Py_XDECREF(target->reference);
        PyErr_NoMemory();
        return NULL;
    }
    if (!mortal)
        Py_INCREF(object);
    *pointer = hook;
    return "";
}

/* Why an object can't be watched; "": it can. */
static const char *refusal_of(PyObject *object)
{
    const vectorcallfunc *pointer = vectorcall_pointer(object);
    if (!pointer || !*pointer)
        return "has no vectorcall pointer";
    return is_hook(*pointer) ? "already watched" : "";
}

const char *watch_vectorcall(PyObject *object, const char *name)
{
    const vectorcallfunc *pointer = vectorcall_pointer(object);
    if (pointer && *pointer == vectorcall_hook)
        return rename_adopted(find(object), name);
    const char *refusal = refusal_of(object);
    if (*refusal)
        return refusal;
    struct operation *operation = new_operation(object, name);
    return operation ? watch(object, &(struct target){.operation = operation}, is_ufunc(object), vectorcall_hook) : NULL;
}

/* ---- Python functions ---- */

#if PY_VERSION_HEX >= 0x030C0000

/* Setting the vectorcall stops the interpreter from running the function's code without asking it. */
static void divert(PyFunctionObject *function, vectorcallfunc hook)
{
    struct target *target = find((PyObject *)function);
    target->version = function->func_version;
    PyFunction_SetVectorcall(function, hook);
}

static void divert_back(struct target *target)
{
    ((PyFunctionObject *)target->object)->func_version = target->version;
}

#elif PY_VERSION_HEX >= 0x030B0000

/* CPython 3.11 runs the code of whatever is exactly a PyFunction_Type without looking at its vectorcall. So a watched
 * function gets a type of its own, derived from PyFunction_Type and the same in everything else: isinstance, name,
 * signature, descriptor behaviour. No frame is added: tracebacks and the stacklevel of warnings stay as they are. */
static PyObject *reduce_to_name(PyObject *function, PyObject *protocol)
{
    (void)protocol;
    return PyObject_GetAttrString(function, "__qualname__"); /* pickled and copied by reference, as a function is */
}

static PyMethodDef watched_function_methods[] = {
    {"__reduce_ex__", reduce_to_name, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject watched_function = {PyVarObject_HEAD_INIT(NULL, 0)};

static int prepare_watched_function(void)
{
    if (watched_function.tp_flags & Py_TPFLAGS_READY)
        return 0;
    watched_function.tp_name = PyFunction_Type.tp_name;
    watched_function.tp_base = &PyFunction_Type;
    watched_function.tp_basicsize = PyFunction_Type.tp_basicsize;
    watched_function.tp_vectorcall_offset = PyFunction_Type.tp_vectorcall_offset;
    watched_function.tp_weaklistoffset = PyFunction_Type.tp_weaklistoffset;
    watched_function.tp_dictoffset = PyFunction_Type.tp_dictoffset;
    watched_function.tp_call = PyFunction_Type.tp_call;
    watched_function.tp_repr = PyFunction_Type.tp_repr;
    watched_function.tp_descr_get = PyFunction_Type.tp_descr_get;
    watched_function.tp_dealloc = PyFunction_Type.tp_dealloc;
    watched_function.tp_traverse = PyFunction_Type.tp_traverse;
    watched_function.tp_clear = PyFunction_Type.tp_clear;
    watched_function.tp_methods = watched_function_methods;
    watched_function.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                                Py_TPFLAGS_METHOD_DESCRIPTOR;
    if (PyType_Ready(&watched_function))
        return -1;
    /* A type without a docstring has a `__doc__` of None in its dict, which would hide every function's own. */
    return PyDict_DelItemString(watched_function.tp_dict, "__doc__");
}

static void divert(PyFunctionObject *function, vectorcallfunc hook)
{
    (void)hook;
    Py_SET_TYPE(function, &watched_function);
}

static void divert_back(struct target *target)
{
    Py_SET_TYPE(target->object, &PyFunction_Type);
}

#else

static void divert(PyFunctionObject *function, vectorcallfunc hook)
{
    (void)function;
    (void)hook; /* 3.10 calls every function through its vectorcall */
}

static void divert_back(struct target *target)
{
    (void)target;
}

#endif

static bool is_function(PyObject *object)
{
    return PyObject_TypeCheck(object, &PyFunction_Type);
}

/* Make the interpreter call a function through its pointer; "" or the reason why that can't be. */
static const char *prepare_function(PyObject *object)
{
    if (!is_function(object))
        return "not a Python function";
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000
#ifdef Py_DEBUG
    /* _PyFunction_Vectorcall asserts it, and would end the program. */
    return "a debug build of Python 3.11 wants functions to have no type of their own";
#endif
    if (prepare_watched_function())
        return NULL;
#endif
    return "";
}

static const char *know_function(PyObject *object, const struct function_facts *facts)
{
    struct target *target = find(object);
    struct operation *operation = target->operation;
    if (facts->changes >= 0)
        operation->mutates = (int8_t)facts->changes;
    if (facts->generator != Py_None) {
        Py_INCREF(facts->generator);
        operation->generator = facts->generator;
    }
    operation->layer = facts->layer;
    operation->without_first = facts->without_first;
    operation->makes_first = facts->makes_first;
    if (facts->attribute) {
        target->receivers = receivers_new(facts->attribute);
        if (!target->receivers)
            return NULL;
    }
    return "";
}

const char *watch_function(PyObject *object, const char *name, const struct function_facts *facts)
{
    const char *refusal = prepare_function(object);
    if (!refusal || *refusal)
        return refusal;
    refusal = watch_vectorcall(object, name);
    if (!refusal || *refusal)
        return refusal;
    divert((PyFunctionObject *)object, vectorcall_hook);
    return know_function(object, facts);
}

static void fill_place(struct operation *operation, const char *place, bool wrapped)
{
    operation->wrapped = wrapped;
    operation->place = *place ? strdup(place) : NULL;
}

/* One for all callables of a name and a place: a program may make them by the million. */
static struct operation *operation_at(const char *name, const char *place, bool wrapped)
{
    static PyObject *known; /* (name, place, wrapped) -> capsule */
    PyObject *key = known || (known = PyDict_New()) ? Py_BuildValue("ssi", name, place, wrapped) : NULL;
    PyObject *capsule = key ? PyDict_GetItemWithError(known, key) : NULL;
    struct operation *operation = capsule ? PyCapsule_GetPointer(capsule, NULL) : NULL;
    if (key && !capsule && !PyErr_Occurred() && (operation = operation_new(name)) != NULL) {
        fill_place(operation, place, wrapped);
        capsule = PyCapsule_New(operation, NULL, NULL);
        if (!capsule || PyDict_SetItem(known, key, capsule))
            operation = NULL;
        Py_XDECREF(capsule);
    }
    Py_XDECREF(key);
    return operation;
}

const char *watch_callable(PyObject *object, const char *name, const char *place, bool wrapped, PyObject *after)
{
    const char *refusal = is_function(object) ? prepare_function(object) : "";
    if (refusal && !*refusal)
        refusal = refusal_of(object);
    if (!refusal || *refusal)
        return refusal;
    struct operation *operation = operation_at(name, place, wrapped);
    if (!operation)
        return NULL;
    after = after == Py_None ? NULL : Py_NewRef(after);
    refusal = watch(object, &(struct target){.operation = operation, .after = after}, true, vectorcall_hook);
    if (refusal && is_function(object))
        divert((PyFunctionObject *)object, vectorcall_hook);
    return refusal;
}

/* A Python function of which calls are no operations. */
static const char *watch_unrecorded(PyObject *function, struct target *target, vectorcallfunc hook)
{
    const char *refusal = prepare_function(function);
    if (refusal && !*refusal)
        refusal = refusal_of(function);
    if (!refusal || *refusal)
        return refusal;
    Py_XINCREF(target->see);
    refusal = watch(function, target, true, hook);
    if (refusal)
        divert((PyFunctionObject *)function, hook);
    return refusal;
}

const char *watch_results(PyObject *function, PyObject *see)
{
    return watch_unrecorded(function, &(struct target){.see = see}, result_hook);
}

const char *watch_steps(PyObject *function, bool ends)
{
    return watch_unrecorded(function, &(struct target){.ends = ends}, step_hook);
}

/* ---- ufuncs come and go ---- */

PyObject *adopt_ufunc(PyObject *ufunc)
{
    if (!ufunc || !is_ufunc(ufunc))
        return ufunc;
    const char *name = ((PyUFuncObject *)ufunc)->name;
    const char *refusal = watch_vectorcall(ufunc, name ? name : "?");
    if (!refusal)
        PyErr_Clear();
    else if (!*refusal)
        find(ufunc)->adopted = true;
    return ufunc;
}

struct operation *ufunc_method_operation(PyObject *ufunc, const char *method)
{
    struct target *target = table.slots && is_ufunc(ufunc) ? find(ufunc) : NULL;
    if (!target)
        return NULL;
    for (int i = 0; i < METHODS; i++) {
        if (strcmp(ufunc_methods[i], method))
            continue;
        if (!target->methods[i]) {
            const char *name = target->operation->name;
            target->methods[i] = operation_new_of(name, strlen(name), method);
            if (!target->methods[i])
                PyErr_Clear();
        }
        return target->methods[i];
    }
    return NULL;
}

/* ---- the way back ---- */

static void restore(struct target *target)
{
    PyObject *object = target->object;
    vectorcallfunc *pointer = vectorcall_pointer(object);
    if (pointer && is_hook(*pointer))
        *pointer = target->original;
    if (is_function(object))
        divert_back(target);
    forget(target);
    target->receivers = NULL;
    bool held = !target->reference && !is_ufunc(object);
    Py_CLEAR(target->reference);
    Py_CLEAR(target->see);
    Py_CLEAR(target->after);
    if (held)
        Py_DECREF(object);
}

Py_ssize_t unwatch_vectorcalls(void)
{
    Py_ssize_t count = 0;
    for (size_t i = 0; i < table.capacity; i++) {
        if (table.slots[i].object) {
            restore(&table.slots[i]);
            count++;
        }
    }
    return count;
}
