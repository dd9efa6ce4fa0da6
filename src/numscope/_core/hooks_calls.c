/* Objects called through their type's tp_call, each an operation of its own: what Numba compiles. Its types have no
 * vectorcall slot. One pointer a type is swapped; what an object is called, and what became of a call, is asked of Python,
 * and the answers are kept: a call whose arguments have the types of an earlier one asks nothing. */
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

#include "array_memory.h"
#include "definitions.h"
#include "fatal_signals.h"
#include "operand_arrays.h"
#include "operands.h"
#include "interned_strings.h"
#include "values.h"

enum { WATCHED_TYPES = 8, KEY_WORDS = 16, ANSWERS = 8, ARRAYS = 16 };

static struct watched_type {
    PyTypeObject *type;
    ternaryfunc original;
    PyObject *name_of;    /* callable(object, arguments) -> (name, wrapped, place in the source) or None: not watched */
    PyObject *outcome_of; /* callable(object, arguments, keywords, grew) -> (signature, compilation, ns, lasting) */
    PyObject *versions;   /* names of the attributes that lead from the object to its compiled versions */
    bool installed;
} types[WATCHED_TYPES];
static int type_count;

/* The types of a call's arguments, as far as they are known without Numba. */
struct key {
    int words; /* 0: not known */
    uintptr_t word[KEY_WORDS];
};

struct answer {
    struct key key;
    uint32_t signature;
};

/* Apart from the table, which grows while calls run. */
struct callable {
    PyObject *object, *reference; /* borrowed; weak reference: an address is used again */
    PyObject *versions;           /* weak reference to what holds its compiled versions; NULL: not known */
    struct operation *operation;  /* NULL: its calls pass unrecorded */
    char *place;                  /* in the source: "file:line" or NULL */
    uint32_t generation;          /* of the string ids below */
    uint32_t place_id;
    uint32_t only_signature;      /* while it has one version; 0: not known yet */
    int answers, next;
    struct answer answer[ANSWERS];
};

static struct {
    struct callable **slots;
    size_t capacity, used;
} table;

/* ---- which object ---- */

static PyObject *referent(PyObject *reference)
{
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *object = NULL;
    if (PyWeakref_GetRef(reference, &object) < 0)
        PyErr_Clear();
    Py_XDECREF(object); /* whoever asks holds it */
    return object;
#else
    return PyWeakref_GET_OBJECT(reference);
#endif
}

static size_t slot_of(const PyObject *object)
{
    size_t slot = (size_t)(((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15ull >> 20) & (table.capacity - 1);
    while (table.slots[slot] && table.slots[slot]->object != object)
        slot = (slot + 1) & (table.capacity - 1);
    return slot;
}

static void forget(struct callable *callable)
{
    Py_XDECREF(callable->reference);
    Py_XDECREF(callable->versions);
    free(callable->place);
    free(callable);
}

static bool grow(void)
{
    struct callable **old = table.slots;
    size_t old_capacity = table.capacity, capacity = old_capacity ? 2 * old_capacity : 256;
    struct callable **slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    table.slots = slots;
    table.capacity = capacity;
    table.used = 0;
    for (size_t i = 0; i < old_capacity; i++) {
        if (!old[i])
            continue;
        if (referent(old[i]->reference) != old[i]->object) {
            forget(old[i]);
            continue;
        }
        table.slots[slot_of(old[i]->object)] = old[i];
        table.used++;
    }
    free(old);
    return true;
}

static void name_callable(struct callable *callable, const struct watched_type *watched, PyObject *object,
                          PyObject *arguments)
{
    PyObject *answer = PyObject_CallFunctionObjArgs(watched->name_of, object, arguments, NULL);
    const char *name, *place;
    int wrapped;
    if (answer && answer != Py_None && PyArg_ParseTuple(answer, "spz", &name, &wrapped, &place)) {
        callable->operation = operation_new(name);
        callable->place = place ? strdup(place) : NULL;
    }
    Py_XDECREF(answer);
    PyErr_Clear();
    if (callable->operation) {
        callable->operation->wrapped = wrapped;
        callable->operation->numbers_are_data = true;
    }
}

static struct callable *meet(const struct watched_type *watched, PyObject *object, PyObject *arguments)
{
    if (table.slots) {
        struct callable *known = table.slots[slot_of(object)];
        if (known && referent(known->reference) == object)
            return known;
    }
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    struct callable *callable = calloc(1, sizeof *callable);
    if (callable) {
        callable->object = object;
        callable->reference = PyWeakref_NewRef(object, NULL);
        if (callable->reference)
            name_callable(callable, watched, object, arguments);
    }
    PyErr_Clear();
    nesting.muted--;
    PyErr_Restore(type, value, traceback);
    if (!callable || !callable->reference || (2 * (table.used + 1) > table.capacity && !grow())) {
        if (callable)
            forget(callable);
        return NULL;
    }
    size_t slot = slot_of(object);
    if (table.slots[slot])
        forget(table.slots[slot]);
    else
        table.used++;
    table.slots[slot] = callable;
    return callable;
}

/* ---- which version of it ---- */

static void key_add(struct key *key, uintptr_t word)
{
    if (key->words > 0 && key->words < KEY_WORDS)
        key->word[key->words++] = word;
    else
        key->words = 0;
}

static bool is_plain_dtype(const PyArray_Descr *descr)
{
    return (descr->type_num < NPY_OBJECT || descr->type_num == NPY_HALF) && PyArray_ISNBO(descr->byteorder);
}

static void key_add_argument(struct key *key, PyObject *argument)
{
    PyTypeObject *type = Py_TYPE(argument);
    int overflow;
    if (type == &PyFloat_Type || type == &PyBool_Type || type == &PyComplex_Type || argument == Py_None ||
        type == &PyUnicode_Type) {
        key_add(key, (uintptr_t)type);
    } else if (type == &PyLong_Type && (PyLong_AsLongLongAndOverflow(argument, &overflow), !overflow)) {
        key_add(key, (uintptr_t)type);
    } else if (PyArray_CheckExact(argument) && is_plain_dtype(PyArray_DESCR((PyArrayObject *)argument))) {
        PyArrayObject *array = (PyArrayObject *)argument;
        int flags = PyArray_FLAGS(array) & (NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS | NPY_ARRAY_ALIGNED |
                                            NPY_ARRAY_WRITEABLE);
        key_add(key, (uintptr_t)type);
        key_add(key, (uintptr_t)PyArray_TYPE(array) << 32 | (uintptr_t)PyArray_NDIM(array) << 16 | (uintptr_t)flags);
    } else if (PyObject_TypeCheck(argument, &PyNumberArrType_Type) && type != &PyTimedeltaArrType_Type) {
        key_add(key, (uintptr_t)type);
    } else if (type == &PyTuple_Type) {
        key_add(key, (uintptr_t)type);
        key_add(key, (uintptr_t)PyTuple_GET_SIZE(argument));
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(argument) && key->words; i++)
            key_add_argument(key, PyTuple_GET_ITEM(argument, i));
    } else {
        key->words = 0;
    }
}

static void key_of(struct key *key, PyObject *arguments, PyObject *keywords)
{
    key->words = 0;
    if (keywords && PyDict_GET_SIZE(keywords))
        return;
    key->words = 1;
    key->word[0] = (uintptr_t)PyTuple_GET_SIZE(arguments);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(arguments) && key->words; i++)
        key_add_argument(key, PyTuple_GET_ITEM(arguments, i));
}

static uint32_t known_signature(const struct callable *callable, const struct key *key)
{
    for (int i = 0; key->words && i < callable->answers; i++)
        if (callable->answer[i].key.words == key->words &&
            !memcmp(callable->answer[i].key.word, key->word, (size_t)key->words * sizeof *key->word))
            return callable->answer[i].signature;
    return 0;
}

static void learn(struct callable *callable, const struct key *key, uint32_t signature)
{
    if (!key->words || !signature)
        return;
    struct answer *answer = &callable->answer[callable->next];
    answer->key = *key;
    answer->signature = signature;
    callable->next = (callable->next + 1) % ANSWERS;
    callable->answers += callable->answers < ANSWERS;
}

static PyObject *find_versions(const struct watched_type *watched, PyObject *object)
{
    Py_INCREF(object);
    for (Py_ssize_t i = 0; object && i < PyTuple_GET_SIZE(watched->versions); i++)
        Py_SETREF(object, PyObject_GetAttr(object, PyTuple_GET_ITEM(watched->versions, i)));
    PyErr_Clear();
    return object;
}

/* Looking the attributes up is a fifth of what recording a call of two numbers costs. */
static Py_ssize_t count_versions(const struct watched_type *watched, struct callable *callable, PyObject *object)
{
    PyObject *known = callable->versions ? referent(callable->versions) : NULL;
    if (known && known != Py_None)
        return PyDict_GET_SIZE(known);
    PyObject *versions = find_versions(watched, object);
    Py_ssize_t count = versions && PyDict_Check(versions) ? PyDict_GET_SIZE(versions) : -1;
    if (count >= 0)
        Py_XSETREF(callable->versions, PyWeakref_NewRef(versions, NULL));
    Py_XDECREF(versions);
    PyErr_Clear();
    return count;
}

/* ---- a call ---- */

struct visit {
    const struct watched_type *watched;
    struct callable *callable;
    PyObject *self, *arguments, *keywords;
    Py_ssize_t versions; /* there were before */
    struct key key; /* of its arguments */
    int arrays;
    struct {
        PyArrayObject *array;
        uint32_t offset; /* of its operand in the record */
    } given[ARRAYS];
};

_Static_assert(sizeof(struct visit) <= CALL_ROOM / 3, "call_keep promises no more");

static const struct hash128 *hash_of(const struct call *call, size_t offset)
{
    const struct array_operand *operand = (const struct array_operand *)(call->begin + offset);
    if (!(operand->header.flags & OPERAND_HAS_HASH))
        return NULL;
    const char *at = (const char *)(operand + 1) + (operand->header.flags & OPERAND_HAS_OWNER ? 8 : 0);
    return (const struct hash128 *)at;
}

/* Whether a small array has the content of before: its hash says so, without statistics that nobody would read. */
static bool is_still(const struct call *call, const struct visit *visit, int number)
{
    const struct hash128 *before = hash_of(call, visit->given[number].offset);
    const struct layout *layout = before ? operand_layout(visit->given[number].array) : NULL;
    return layout && value_is_still(layout, array_memory(visit->given[number].array, layout), before);
}

/* Arrays whose content is not what it was before the call. */
static void add_changed(struct call *call, const struct visit *visit)
{
    for (int i = 0; i < visit->arrays; i++) {
        if (is_still(call, visit, i))
            continue;
        struct operand_header header = ((const struct array_operand *)(call->begin + visit->given[i].offset))->header;
        header = (struct operand_header){.role = ROLE_MUTATED, .position = header.position, .name = header.name};
        size_t offset = (size_t)(call->at - call->begin);
        uint8_t outputs = call->outputs;
        operand_add(call, header, (PyObject *)visit->given[i].array, true);
        if (call->outputs == outputs)
            continue;
        const struct hash128 *before = hash_of(call, visit->given[i].offset), *after = hash_of(call, offset);
        if (!before || !after || !memcmp(before, after, sizeof *before)) {
            call->at = call->begin + offset;
            call->outputs = outputs;
        }
    }
}

static struct {
    uint32_t generation, signature, compilation, compile_ns, before, defined;
} words;

static void prepare_words(void)
{
    if (words.generation == shard.generation)
        return;
    words.generation = shard.generation;
    words.signature = define_string("signature", 9);
    words.compilation = define_string("compilation", 11);
    words.compile_ns = define_string("compile_ns", 10);
    words.defined = define_string("defined", 7);
    words.before = define_string("compiled before", 15);
}

/* Ids of texts mean nothing in a new shard. */
static void prepare_callable(struct callable *callable)
{
    if (callable->generation == shard.generation)
        return;
    callable->generation = shard.generation;
    callable->place_id = callable->place ? define_string(callable->place, strlen(callable->place)) : 0;
    callable->only_signature = 0;
    callable->answers = callable->next = 0;
}

static void add_attributes(struct call *call, uint32_t signature, uint32_t compilation, long long compile_ns)
{
    if (signature)
        operand_add_attribute_text(call, words.signature, 0, signature);
    operand_add_attribute_text(call, words.compilation, 0, compilation);
    if (compile_ns > 0)
        operand_add_attribute_integer(call, words.compile_ns, 0, compile_ns);
}

static void ask_outcome(struct call *call, const struct visit *visit, bool grew, bool only)
{
    if (!visit->watched->outcome_of)
        return;
    nesting.muted++;
    PyObject *answer = PyObject_CallFunctionObjArgs(visit->watched->outcome_of, visit->self, visit->arguments,
                                                    visit->keywords ? visit->keywords : Py_None,
                                                    grew ? Py_True : Py_False, NULL);
    PyObject *signature, *compilation;
    long long compile_ns;
    int lasting;
    if (answer && PyArg_ParseTuple(answer, "OOLp", &signature, &compilation, &compile_ns, &lasting)) {
        uint32_t id = define_string_object(signature);
        add_attributes(call, id, define_string_object(compilation), compile_ns);
        if (only)
            visit->callable->only_signature = id;
        else if (lasting)
            learn(visit->callable, &visit->key, id);
    }
    Py_XDECREF(answer);
    PyErr_Clear();
    nesting.muted--;
}

static void add_outcome(struct call *call, struct visit *visit)
{
    struct callable *callable = visit->callable;
    Py_ssize_t versions = count_versions(visit->watched, callable, visit->self);
    bool grew = versions != visit->versions, only = versions == 1;
    uint32_t signature = callable->only_signature;
    visit->key.words = 0;
    if (!only) {
        key_of(&visit->key, visit->arguments, visit->keywords);
        signature = known_signature(callable, &visit->key);
    }
    if (signature && !grew)
        add_attributes(call, signature, words.before, 0);
    else
        ask_outcome(call, visit, grew, only);
}

static void complete(struct call *call, PyObject *result)
{
    struct visit *visit = call->visitor;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    add_changed(call, visit);
    if (result)
        add_outcome(call, visit);
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
}

static void note_array(struct visit *visit, PyObject *argument, size_t offset)
{
    if (PyArray_Check(argument) && PyArray_ISWRITEABLE((PyArrayObject *)argument) && visit->arrays < ARRAYS) {
        visit->given[visit->arrays].array = (PyArrayObject *)argument;
        visit->given[visit->arrays++].offset = (uint32_t)offset;
    }
}

static void add_arguments(struct call *call, struct visit *visit)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(visit->arguments); i++) {
        size_t offset = (size_t)(call->at - call->begin);
        call_add_argument(call, (int)i, PyTuple_GET_ITEM(visit->arguments, i));
        if ((size_t)(call->at - call->begin) > offset)
            note_array(visit, PyTuple_GET_ITEM(visit->arguments, i), offset);
    }
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (visit->keywords && PyDict_Next(visit->keywords, &at, &name, &value)) {
        size_t offset = (size_t)(call->at - call->begin);
        call_add_keyword(call, name, value, true);
        if ((size_t)(call->at - call->begin) > offset)
            note_array(visit, value, offset);
    }
}

/* With all that is known before it runs. Not inlined: its frame is gone when the call runs. */
static __attribute__((noinline)) struct call *begin(const struct watched_type *watched, PyObject *self,
                                                    PyObject *arguments, PyObject *keywords)
{
    struct callable *callable = meet(watched, self, arguments);
    struct call *call = callable && callable->operation ? call_begin(callable->operation) : CALL_PASSED;
    if (!call_is_recorded(call))
        return call;
    prepare_words();
    prepare_callable(callable);
    struct visit *visit = call_keep(call, sizeof *visit);
    visit->watched = watched;
    visit->callable = callable;
    visit->self = self;
    visit->arguments = arguments;
    visit->keywords = keywords;
    visit->versions = count_versions(watched, callable, self);
    visit->arrays = 0;
    add_arguments(call, visit);
    if (callable->place_id)
        operand_add_attribute_text(call, words.defined, 0, callable->place_id);
    call->complete = complete;
    call->visitor = visit;
    return call;
}

static struct watched_type *watched_type(PyObject *object)
{
    for (PyTypeObject *type = Py_TYPE(object); type; type = type->tp_base)
        for (int i = 0; i < type_count; i++)
            if (types[i].type == type)
                return &types[i];
    return NULL; /* can't be: only these types have the hook */
}

static PyObject *call_hook(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    const struct watched_type *watched = watched_type(self);
    if (!call_wanted())
        return watched->original(self, arguments, keywords);
    struct call *call = begin(watched, self, arguments, keywords);
    if (!call_is_recorded(call)) {
        PyObject *result = watched->original(self, arguments, keywords);
        call_pass_end(call);
        return result;
    }
    call_start(call);
    fatal_signals_enter(call);
    PyObject *result = watched->original(self, arguments, keywords);
    if (call_finish(call, result))
        Py_CLEAR(result);
    fatal_signals_leave(call); /* memory that the call has spoilt may be met while its end is written */
    call_release(call);
    return result;
}

/* ---- coming and going ---- */

const char *watch_calls(PyTypeObject *type, PyObject *name_of, PyObject *outcome_of, PyObject *versions)
{
    if (PyType_HasFeature(type, Py_TPFLAGS_HAVE_VECTORCALL))
        return "has a vectorcall pointer";
    if (!type->tp_call)
        return "is not called";
    if (type->tp_call == call_hook)
        return "already watched";
    int number = 0;
    while (number < type_count && types[number].type != type)
        number++;
    if (number == WATCHED_TYPES)
        return "too many types are watched";
    type_count += number == type_count;
    struct watched_type *watched = &types[number];
    Py_INCREF(type); /* for good: a call of it may be running when the hook goes */
    Py_INCREF(name_of);
    Py_INCREF(outcome_of);
    Py_INCREF(versions);
    *watched = (struct watched_type){type, type->tp_call, name_of, outcome_of, versions, true};
    type->tp_call = call_hook;
    return "";
}

/* Types derived while it was watched have inherited the hook. -1 with an exception set. */
static Py_ssize_t restore(PyTypeObject *type, ternaryfunc original)
{
    Py_ssize_t count = 0;
    if (type->tp_call == call_hook) {
        type->tp_call = original;
        count++;
    }
    PyObject *subclasses = PyObject_CallMethod((PyObject *)type, "__subclasses__", NULL);
    if (!subclasses)
        return -1;
    for (Py_ssize_t i = 0; count >= 0 && i < PyList_GET_SIZE(subclasses); i++) {
        Py_ssize_t more = restore((PyTypeObject *)PyList_GET_ITEM(subclasses, i), original);
        count = more < 0 ? -1 : count + more;
    }
    Py_DECREF(subclasses);
    return count;
}

Py_ssize_t unwatch_calls(void)
{
    Py_ssize_t count = 0;
    for (int i = 0; i < type_count; i++) {
        if (!types[i].installed)
            continue;
        types[i].installed = false;
        Py_ssize_t restored = restore(types[i].type, types[i].original);
        if (restored < 0)
            return -1;
        count += restored;
        Py_CLEAR(types[i].name_of);
        Py_CLEAR(types[i].outcome_of);
    }
    return count;
}
