/* Type slots and attributes: what is no ufunc underneath (indexing, iteration, float(a), the buffer), `.T` and its like,
 * and NumPy scalars' arithmetic. Slots are copied: into subclasses, and into the wrapper descriptors from which later
 * subclasses are made; all copies are changed. */
#include "frame_place.h" /* first: the private headers want a macro that Python.h looks at */
#include "hooks.h"

#include <stddef.h>
#include <string.h>

#include "repeat.h"
#include "mock.h"

enum form { UNARY, BINARY, TERNARY, INQUIRY, INDEX, ASSIGN_INDEX, ASSIGN, CONTAINS, COMPARE, NEW, GET_BUFFER, GETTER,
            SETTER, FORMS };

struct slot {
    void *original, *stub;
    struct operation *operation;
    struct operation *comparisons[6]; /* of a COMPARE slot, by Py_LT ... Py_GE; made when first called */
    PyTypeObject *owner;
    size_t table, offset; /* where in the type */
    void **place;         /* of a getset: the one pointer */
    bool exact, installed;
    bool gated;           /* a NumPy scalar's: not each call is recorded */
};

static struct slot slots[FORMS][REPEATED];
static int slot_count[FORMS];

/* ---- bodies: describe what there is to describe, run the original ---- */

static struct call *begin(struct operation *operation, PyObject *self)
{
    struct call *call = call_wanted() && operation ? call_begin_gated(operation) : CALL_PASSED;
    if (call_is_recorded(call))
        call_add_argument(call, 0, self);
    return call;
}

static struct operation *comparison(struct slot *slot, int number)
{
    static const char *const names[] = {"__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"};
    if (!slot->comparisons[number]) {
        const char *name = slot->operation->name, *dot = strrchr(name, '.'); /* behind the type's */
        slot->comparisons[number] = operation_new_of(name, dot ? (size_t)(dot - name) : strlen(name), names[number]);
        if (!slot->comparisons[number])
            PyErr_Clear();
    }
    return slot->comparisons[number];
}

#define ENTER_OBJECT(PARAMETERS, ORIGINAL, ADD)                                                                       \
    (struct slot *slot, PARAMETERS)                                                                             \
    {                                                                                                                 \
        struct call *call = begin(OPERATION, a);                                                                      \
        if (!call_is_recorded(call)) {                                                                                \
            PyObject *result = ORIGINAL;                                                                              \
            call_pass_end(call);                                                                                     \
            return result;                                                                                            \
        }                                                                                                             \
        ADD;                                                                                                          \
        call_start(call);                                                                                            \
        PyObject *result = mock_result_for(call) ? call->mock_result : ORIGINAL;                                            \
        /* Py_None: an iterator's end, no value and no exception. */                                                  \
        if (call_end(call, result || PyErr_Occurred() ? result : Py_None))                                           \
            Py_CLEAR(result);                                                                                         \
        if (slot->gated)                                                                                              \
            scalar_ended();                                                                                           \
        return result;                                                                                                \
    }

/* Slots that return an int: negative is an exception. */
#define ENTER_INT(PARAMETERS, ORIGINAL, ADD, RESULT)                                                                  \
    (struct slot *slot, PARAMETERS)                                                                             \
    {                                                                                                                 \
        struct call *call = begin(OPERATION, a);                                                                      \
        if (!call_is_recorded(call)) {                                                                                \
            int result = ORIGINAL;                                                                                    \
            call_pass_end(call);                                                                                     \
            return result;                                                                                            \
        }                                                                                                             \
        ADD;                                                                                                          \
        call_start(call);                                                                                            \
        int result = ORIGINAL;                                                                                        \
        if (call_end(call, result < 0 ? NULL : RESULT))                                                               \
            result = -1;                                                                                              \
        if (slot->gated)                                                                                              \
            scalar_ended();                                                                                           \
        return result;                                                                                                \
    }
#define COMMA ,
/* Else those that pass would save the registers for those that do not. */
#define NOT_INLINED __attribute__((noinline))
#define OPERATION slot->operation
#define TRUTH (result ? Py_True : Py_False)

static void add_number(struct call *call, int position, Py_ssize_t number)
{
    PyObject *index = PyLong_FromSsize_t(number);
    if (!index) {
        PyErr_Clear();
        return;
    }
    call_add_argument(call, position, index);
    Py_DECREF(index);
}

static void add_optional(struct call *call, int position, PyObject *argument)
{
    if (argument)
        call_add_argument(call, position, argument);
}

static NOT_INLINED PyObject *enter_UNARY ENTER_OBJECT(PyObject *a, ((unaryfunc)slot->original)(a), (void)0)
static NOT_INLINED PyObject *enter_BINARY ENTER_OBJECT(PyObject *a COMMA PyObject *b, ((binaryfunc)slot->original)(a, b),
                                           call_add_argument(call, 1, b))
static NOT_INLINED PyObject *enter_TERNARY ENTER_OBJECT(PyObject *a COMMA PyObject *b COMMA PyObject *c,
                                            ((ternaryfunc)slot->original)(a, b, c), call_add_argument(call, 1, b))
static PyObject *enter_INDEX ENTER_OBJECT(PyObject *a COMMA Py_ssize_t i, ((ssizeargfunc)slot->original)(a, i),
                                          add_number(call, 1, i))
#undef OPERATION
#define OPERATION comparison(slot, op)
static NOT_INLINED PyObject *enter_COMPARE ENTER_OBJECT(PyObject *a COMMA PyObject *b COMMA int op,
                                            ((richcmpfunc)slot->original)(a, b, op),
                                            call_add_argument(call, 1, b))
#undef OPERATION
#define OPERATION slot->operation
static PyObject *enter_GETTER ENTER_OBJECT(PyObject *a COMMA void *closure, ((getter)slot->original)(a, closure),
                                           (void)0)
static NOT_INLINED int enter_INQUIRY ENTER_INT(PyObject *a, ((inquiry)slot->original)(a), (void)0, TRUTH)
static int enter_CONTAINS ENTER_INT(PyObject *a COMMA PyObject *b, ((objobjproc)slot->original)(a, b),
                                    call_add_argument(call, 1, b), TRUTH)
static int enter_ASSIGN ENTER_INT(PyObject *a COMMA PyObject *b COMMA PyObject *c,
                                  ((objobjargproc)slot->original)(a, b, c),
                                  (call_add_argument(call, 1, b), add_optional(call, 2, c)), Py_None)
static int enter_ASSIGN_INDEX ENTER_INT(PyObject *a COMMA Py_ssize_t i COMMA PyObject *c,
                                        ((ssizeobjargproc)slot->original)(a, i, c),
                                        (add_number(call, 1, i), add_optional(call, 2, c)), Py_None)
static int enter_SETTER ENTER_INT(PyObject *a COMMA PyObject *value COMMA void *closure,
                                  ((setter)slot->original)(a, value, closure), add_optional(call, 1, value), Py_None)
static int enter_GET_BUFFER ENTER_INT(PyObject *a COMMA Py_buffer *buffer COMMA int flags,
                                      ((getbufferproc)slot->original)(a, buffer, flags), (void)0, Py_None)

static PyObject *enter_NEW(struct slot *slot, PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    struct call *call = call_wanted() ? call_begin_gated(slot->operation) : CALL_PASSED;
    if (!call_is_recorded(call)) {
        PyObject *result = ((newfunc)slot->original)(type, arguments, keywords);
        call_pass_end(call);
        return result;
    }
    call_add_tuple(call, 0, arguments, keywords);
    call_start(call);
    PyObject *result = mock_result_for(call) ? call->mock_result : ((newfunc)slot->original)(type, arguments, keywords);
    if (call_end(call, result))
        Py_CLEAR(result);
    if (slot->gated)
        scalar_ended();
    return result;
}

/* ---- what NumPy's scalars fill: most calls pass ---- */

#define GATE(K, RESULT, TYPE, PARAMETERS, ARGUMENTS)                                                                  \
    static RESULT gate_##K(struct slot *slot, PARAMETERS)                                                             \
    {                                                                                                                 \
        if (slot->gated && scalar_passes(frame_place_innermost()))                                                    \
            return ((TYPE)slot->original)(ARGUMENTS);                                                                 \
        return enter_##K(slot, ARGUMENTS);                                                                            \
    }

GATE(UNARY, PyObject *, unaryfunc, PyObject *a, a)
GATE(BINARY, PyObject *, binaryfunc, PyObject *a COMMA PyObject *b, a COMMA b)
GATE(TERNARY, PyObject *, ternaryfunc, PyObject *a COMMA PyObject *b COMMA PyObject *c, a COMMA b COMMA c)
GATE(COMPARE, PyObject *, richcmpfunc, PyObject *a COMMA PyObject *b COMMA int op, a COMMA b COMMA op)
GATE(INQUIRY, int, inquiry, PyObject *a, a)

/* ---- stubs ---- */

#define STUB(K, N, RESULT, PARAMETERS, ARGUMENTS) \
    static RESULT K##_##N PARAMETERS { return enter_##K ARGUMENTS; }
#define GATED_STUB(K, N, RESULT, PARAMETERS, ARGUMENTS) \
    static RESULT K##_##N PARAMETERS { return gate_##K ARGUMENTS; }
#define SLOT(K, N) &slots[K][N]
#define STUB_UNARY(K, N) GATED_STUB(K, N, PyObject *, (PyObject *a), (SLOT(K, N), a))
#define STUB_BINARY(K, N) GATED_STUB(K, N, PyObject *, (PyObject *a, PyObject *b), (SLOT(K, N), a, b))
#define STUB_TERNARY(K, N) GATED_STUB(K, N, PyObject *, (PyObject *a, PyObject *b, PyObject *c), (SLOT(K, N), a, b, c))
#define STUB_INQUIRY(K, N) GATED_STUB(K, N, int, (PyObject *a), (SLOT(K, N), a))
#define STUB_INDEX(K, N) STUB(K, N, PyObject *, (PyObject *a, Py_ssize_t i), (SLOT(K, N), a, i))
#define STUB_ASSIGN_INDEX(K, N) STUB(K, N, int, (PyObject *a, Py_ssize_t i, PyObject *v), (SLOT(K, N), a, i, v))
#define STUB_ASSIGN(K, N) STUB(K, N, int, (PyObject *a, PyObject *k, PyObject *v), (SLOT(K, N), a, k, v))
#define STUB_CONTAINS(K, N) STUB(K, N, int, (PyObject *a, PyObject *b), (SLOT(K, N), a, b))
#define STUB_COMPARE(K, N) GATED_STUB(K, N, PyObject *, (PyObject *a, PyObject *b, int op), (SLOT(K, N), a, b, op))
#define STUB_NEW(K, N) STUB(K, N, PyObject *, (PyTypeObject *t, PyObject *a, PyObject *k), (SLOT(K, N), t, a, k))
#define STUB_GET_BUFFER(K, N) STUB(K, N, int, (PyObject *a, Py_buffer *b, int f), (SLOT(K, N), a, b, f))
#define STUB_GETTER(K, N) STUB(K, N, PyObject *, (PyObject *a, void *c), (SLOT(K, N), a, c))
#define STUB_SETTER(K, N) STUB(K, N, int, (PyObject *a, PyObject *v, void *c), (SLOT(K, N), a, v, c))
#define NAME(K, N) (void *)K##_##N,
#define EVERY_FORM(M)                                                                                                 \
    M(UNARY) M(BINARY) M(TERNARY) M(INQUIRY) M(INDEX) M(ASSIGN_INDEX) M(ASSIGN) M(CONTAINS) M(COMPARE) M(NEW)         \
    M(GET_BUFFER) M(GETTER) M(SETTER)
#define DEFINE_STUBS(K) REPEAT_256(STUB_##K, K)
#define LIST_STUBS(K) [K] = {REPEAT_256(NAME, K)},
EVERY_FORM(DEFINE_STUBS)
static void *const stubs[FORMS][REPEATED] = {EVERY_FORM(LIST_STUBS)};

/* ---- where the slots are ---- */

enum { IN_TYPE, IN_NUMBER, IN_SEQUENCE, IN_MAPPING, IN_BUFFER };

static const struct {
    const char *name;
    enum form form;
    size_t table, offset;
} known_slots[] = {
#define NUMBER(SLOT_NAME, FORM) {#SLOT_NAME, FORM, IN_NUMBER, offsetof(PyNumberMethods, SLOT_NAME)}
#define SEQUENCE(SLOT_NAME, FORM) {#SLOT_NAME, FORM, IN_SEQUENCE, offsetof(PySequenceMethods, SLOT_NAME)}
#define MAPPING(SLOT_NAME, FORM) {#SLOT_NAME, FORM, IN_MAPPING, offsetof(PyMappingMethods, SLOT_NAME)}
#define TYPE(SLOT_NAME, FORM) {#SLOT_NAME, FORM, IN_TYPE, offsetof(PyTypeObject, SLOT_NAME)}
    NUMBER(nb_add, BINARY), NUMBER(nb_subtract, BINARY), NUMBER(nb_multiply, BINARY), NUMBER(nb_remainder, BINARY),
    NUMBER(nb_divmod, BINARY), NUMBER(nb_power, TERNARY), NUMBER(nb_lshift, BINARY), NUMBER(nb_rshift, BINARY),
    NUMBER(nb_and, BINARY), NUMBER(nb_xor, BINARY), NUMBER(nb_or, BINARY), NUMBER(nb_floor_divide, BINARY),
    NUMBER(nb_true_divide, BINARY), NUMBER(nb_matrix_multiply, BINARY), NUMBER(nb_negative, UNARY),
    NUMBER(nb_positive, UNARY), NUMBER(nb_absolute, UNARY), NUMBER(nb_invert, UNARY), NUMBER(nb_int, UNARY),
    NUMBER(nb_float, UNARY), NUMBER(nb_index, UNARY), NUMBER(nb_bool, INQUIRY),
    SEQUENCE(sq_concat, BINARY), SEQUENCE(sq_repeat, INDEX), SEQUENCE(sq_item, INDEX),
    SEQUENCE(sq_ass_item, ASSIGN_INDEX), SEQUENCE(sq_contains, CONTAINS),
    MAPPING(mp_subscript, BINARY), MAPPING(mp_ass_subscript, ASSIGN),
    TYPE(tp_richcompare, COMPARE), TYPE(tp_iter, UNARY), TYPE(tp_iternext, UNARY), TYPE(tp_call, TERNARY),
    TYPE(tp_new, NEW),
    {"bf_getbuffer", GET_BUFFER, IN_BUFFER, offsetof(PyBufferProcs, bf_getbuffer)},
};
enum { KNOWN_SLOTS = sizeof known_slots / sizeof *known_slots };

static void **place_in(PyTypeObject *type, size_t table, size_t offset)
{
    char *base = table == IN_TYPE      ? (char *)type
                 : table == IN_NUMBER   ? (char *)type->tp_as_number
                 : table == IN_SEQUENCE ? (char *)type->tp_as_sequence
                 : table == IN_MAPPING  ? (char *)type->tp_as_mapping
                                        : (char *)type->tp_as_buffer;
    return base ? (void **)(base + offset) : NULL;
}

/* ---- watching ---- */

static Py_ssize_t replace_wrappers(PyTypeObject *type, const void *old, void *new)
{
    Py_ssize_t count = 0, at = 0;
    PyObject *name, *value;
    while (type->tp_dict && PyDict_Next(type->tp_dict, &at, &name, &value)) {
        if (Py_TYPE(value) == &PyWrapperDescr_Type && ((PyWrapperDescrObject *)value)->d_wrapped == old) {
            ((PyWrapperDescrObject *)value)->d_wrapped = new;
            count++;
        }
    }
    return count;
}

/* Replace `old` by `new` in `type` and everything derived from it. -1 with an exception set. */
static Py_ssize_t replace(const struct slot *slot, PyTypeObject *type, const void *old, void *new)
{
    Py_ssize_t count = 0;
    void **place = place_in(type, slot->table, slot->offset);
    if (place && *place == old) {
        *place = new;
        count++;
    }
    if (slot->exact)
        return count;
    count += replace_wrappers(type, old, new);
    PyObject *subclasses = PyObject_CallMethod((PyObject *)type, "__subclasses__", NULL);
    if (!subclasses)
        return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(subclasses); i++) {
        Py_ssize_t more = replace(slot, (PyTypeObject *)PyList_GET_ITEM(subclasses, i), old, new);
        if (more < 0) {
            Py_DECREF(subclasses);
            return -1;
        }
        count += more;
    }
    Py_DECREF(subclasses);
    return count;
}

static struct slot *stub_for(enum form form, void *original, PyTypeObject *owner, void **place)
{
    for (int i = 0; i < slot_count[form]; i++)
        if (slots[form][i].original == original && slots[form][i].owner == owner && slots[form][i].place == place)
            return &slots[form][i];
    if (slot_count[form] == REPEATED)
        return NULL;
    int number = slot_count[form]++;
    struct slot *slot = &slots[form][number];
    slot->original = original;
    slot->stub = stubs[form][number];
    slot->owner = owner;
    slot->place = place;
    return slot;
}

static bool is_stub(const void *pointer)
{
    for (int form = 0; form < FORMS; form++)
        for (int i = 0; i < slot_count[form]; i++)
            if (slots[form][i].stub == pointer)
                return true;
    return false;
}

const char *watch_slot(PyTypeObject *owner, const char *name, const char *operation, bool exact)
{
    int known = 0;
    while (known < KNOWN_SLOTS && strcmp(known_slots[known].name, name))
        known++;
    if (known == KNOWN_SLOTS)
        return "not a slot that can be watched";
    void **place = place_in(owner, known_slots[known].table, known_slots[known].offset);
    if (!place || !*place)
        return "the type does not fill this slot";
    if (is_stub(*place))
        return "already watched";
    if (!exact && owner->tp_base) {
        void **inherited = place_in(owner->tp_base, known_slots[known].table, known_slots[known].offset);
        if (inherited && *inherited == *place)
            return "inherited from its base type";
    }
    struct slot *slot = stub_for(known_slots[known].form, *place, owner, place);
    if (!slot)
        return "no stub is left for this slot";
    slot->operation = operation_new(operation);
    if (!slot->operation)
        return NULL;
    slot->table = known_slots[known].table;
    slot->offset = known_slots[known].offset;
    slot->exact = exact;
    slot->gated = slot->operation->traits & TRAIT_SCALAR;
    slot->installed = true;
    if (replace(slot, owner, slot->original, slot->stub) < 0)
        return NULL;
    PyType_Modified(owner);
    return "";
}

PyObject *slot_names(void)
{
    PyObject *names = PyTuple_New(KNOWN_SLOTS);
    for (int i = 0; names && i < KNOWN_SLOTS; i++) {
        PyObject *name = PyUnicode_FromString(known_slots[i].name);
        if (!name)
            Py_CLEAR(names);
        else
            PyTuple_SET_ITEM(names, i, name);
    }
    return names;
}

static const char *watch_pointer(enum form form, void **place, struct operation *operation)
{
    if (!operation)
        return NULL;
    struct slot *slot = stub_for(form, *place, NULL, place);
    if (!slot)
        return "no stub is left for attributes";
    slot->operation = operation;
    slot->gated = operation->traits & TRAIT_SCALAR;
    slot->installed = true;
    *place = slot->stub;
    return "";
}

const char *watch_getset(PyObject *target, const char *name)
{
    if (Py_TYPE(target) != &PyGetSetDescr_Type)
        return "not an attribute with a getter";
    PyGetSetDef *definition = ((PyGetSetDescrObject *)target)->d_getset;
    if (is_stub((void *)definition->get) || is_stub((void *)definition->set))
        return "already watched";
    const char *refusal = "";
    size_t length = strlen(name);
    bool setter_only = length > 8 && !strcmp(name + length - 8, ".__set__");
    if (definition->get && !setter_only)
        refusal = watch_pointer(GETTER, (void **)&definition->get, operation_new(name));
    if (refusal && !*refusal && definition->set)
        refusal = watch_pointer(SETTER, (void **)&definition->set,
                                setter_only ? operation_new(name) : operation_new_of(name, length, "__set__"));
    return refusal;
}

Py_ssize_t unwatch_slots(void)
{
    Py_ssize_t count = 0;
    for (int form = 0; form < FORMS; form++) {
        for (int i = 0; i < slot_count[form]; i++) {
            struct slot *slot = &slots[form][i];
            if (!slot->installed)
                continue;
            slot->installed = false;
            if (!slot->owner) {
                *slot->place = slot->original;
                count++;
                continue;
            }
            Py_ssize_t replaced = replace(slot, slot->owner, slot->stub, slot->original);
            if (replaced < 0)
                return -1;
            PyType_Modified(slot->owner);
            count += replaced;
        }
    }
    return count;
}
