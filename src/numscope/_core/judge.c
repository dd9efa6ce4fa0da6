#include "judge.h"

#include <math.h>
#include <string.h>

#include "array_memory.h"
#include "floating_point.h"
#include "literals.h"
#include "operand_arrays.h"

static PyObject *judge, *expected;

void judge_configure(unsigned wanted, PyObject *callable, PyObject *is_expected)
{
    settings.judge = callable == Py_None ? 0 : wanted;
    Py_XSETREF(judge, callable == Py_None ? NULL : (Py_INCREF(callable), callable));
    Py_XSETREF(expected, is_expected == Py_None ? NULL : (Py_INCREF(is_expected), is_expected));
}

/* ---- operations ---- */

static bool ask_expected(const char *name)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    nesting.muted++;
    PyObject *answer = PyObject_CallFunction(expected, "s", name);
    nesting.muted--;
    bool is = answer && PyObject_IsTrue(answer) == 1;
    Py_XDECREF(answer);
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return is;
}

void judge_meet(struct operation *operation)
{
    bool unwritten = operation->traits & TRAIT_UNINITIALISED && !(operation->traits & TRAIT_VIEW);
    bool meant = unwritten || operation->traits & TRAIT_NONFINITE_ON_PURPOSE;
    operation->expected = settings.judge && (meant || (expected && ask_expected(operation->name)));
}

/* ---- looking at numbers ---- */

/* What is known of operands: `unknown` where an array's content was not looked at. */
struct tally {
    uint64_t nans, infinities, zeros;
    bool numbers, unknown;
};

static void add_statistics(struct tally *tally, const struct statistics *statistics)
{
    tally->nans += statistics->nans;
    tally->infinities += statistics->positive_infinities + statistics->negative_infinities;
    tally->zeros += statistics->zeros;
    tally->numbers = true;
}

static void add_double(struct tally *tally, double number)
{
    tally->nans += isnan(number);
    tally->infinities += isinf(number) != 0;
    tally->zeros += number == 0;
    tally->numbers = true;
}

static void look_at_array(struct tally *tally, PyArrayObject *array)
{
    const struct layout *layout = operand_layout(array);
    struct captured captured;
    if (!layout) {
        tally->unknown = true;
        return;
    }
    value_capture(layout, array_memory(array, layout), VALUES_STATISTICS, &captured);
    if (captured.has_statistics)
        add_statistics(tally, &captured.statistics);
    else
        tally->unknown = true;
}

static void look_at_scalar(struct tally *tally, PyObject *scalar)
{
    if (PyFloat_Check(scalar)) {
        add_double(tally, PyFloat_AS_DOUBLE(scalar));
        return;
    }
    if (!PyObject_TypeCheck(scalar, &PyNumberArrType_Type)) {
        tally->unknown |= !PyObject_TypeCheck(scalar, &PyBoolArrType_Type);
        return;
    }
    npy_clongdouble number;
    long double parts[2];
    PyArray_Descr *widest = PyArray_DescrFromType(NPY_CLONGDOUBLE);
    if (PyArray_CastScalarToCtype(scalar, &number, widest)) {
        PyErr_Clear();
        tally->unknown = true;
    } else {
        memcpy(parts, &number, sizeof parts);
        add_double(tally, (double)parts[0]);
        if (parts[1] != 0)
            add_double(tally, (double)parts[1]);
    }
    Py_DECREF(widest);
}

static bool is_operand(PyObject *object)
{
    return PyArray_Check(object) || PyObject_TypeCheck(object, &PyGenericArrType_Type);
}

static void look_at_object(struct tally *tally, PyObject *object)
{
    if (PyArray_Check(object))
        look_at_array(tally, (PyArrayObject *)object);
    else if (is_operand(object) || PyFloat_CheckExact(object))
        look_at_scalar(tally, object);
}

/* ---- the call's record, read back ---- */

struct walk {
    const char *at, *end;
    const struct operand_header *header;
    const struct statistics *statistics; /* NULL: not looked at */
    const char *text;                    /* of a literal */
    uint32_t text_bytes;
    double number;                       /* of a Python number */
};

static bool next_operand(struct walk *walk)
{
    if (walk->at >= walk->end)
        return false;
    const struct operand_header *header = walk->header = (const struct operand_header *)walk->at;
    const char *at = walk->at + sizeof *header;
    walk->statistics = NULL;
    walk->text = NULL;
    int64_t whole;
    switch (header->tag) {
    case OPERAND_ARRAY: case OPERAND_SCALAR:
        at = walk->at + sizeof(struct array_operand);
        at += header->flags & OPERAND_HAS_OWNER ? sizeof(uint64_t) : 0;
        at += header->flags & OPERAND_HAS_HASH ? sizeof(struct hash128) : 0;
        if (header->flags & OPERAND_HAS_STATISTICS) {
            walk->statistics = (const struct statistics *)at;
            at += sizeof(struct statistics);
        }
        if (header->flags & OPERAND_HAS_INLINE) {
            uint64_t length;
            memcpy(&length, at, sizeof length);
            at += sizeof length + ((length + 7) & ~(uint64_t)7);
        }
        break;
    case OPERAND_INT:
        memcpy(&whole, at, sizeof whole);
        walk->number = (double)whole;
        at += sizeof whole;
        break;
    case OPERAND_FLOAT:
        memcpy(&walk->number, at, sizeof walk->number);
        at += sizeof walk->number;
        break;
    case OPERAND_STRING: case OPERAND_LITERAL:
        memcpy(&walk->text_bytes, at, sizeof walk->text_bytes);
        walk->text = at + 2 * sizeof(uint32_t);
        at = walk->text + ((walk->text_bytes + 7) & ~(size_t)7);
        break;
    case OPERAND_NONE:
        break;
    default:
        at += sizeof(uint64_t);
    }
    walk->at = at;
    return true;
}

static struct walk walk_from(const struct call *call)
{
    return (struct walk){.at = call->begin + sizeof(struct call_record), .end = call->at};
}

static bool is_word(const char *text, uint32_t length, uint32_t at, const char *word)
{
    if (at + 3 > length || memcmp(text + at, word, 3))
        return false;
    bool begins = !at || !(Py_ISALNUM(text[at - 1]) || text[at - 1] == '_');
    bool ends = at + 3 == length || !(Py_ISALNUM(text[at + 3]) || text[at + 3] == '_');
    return begins && ends;
}

static void add_literal(struct tally *tally, const char *text, uint32_t length)
{
    for (uint32_t at = 0; at + 3 <= length; at++) {
        tally->nans += is_word(text, length, at, "nan");
        tally->infinities += is_word(text, length, at, "inf");
    }
}

static bool is_after(const struct operand_header *header)
{
    return header->role == ROLE_OUTPUT || header->role == ROLE_MUTATED;
}

/* The object behind an array or scalar operand of the record; `given` counts those met before. NULL: not certain. */
static PyObject *object_of(const struct call *call, const struct operand_header *header, PyObject *result, int *given)
{
    PyObject *object = NULL;
    if (header->role == ROLE_MUTATED)
        object = call->mutated;
    else if (header->role != ROLE_OUTPUT)
        object = *given < call->given_count ? call->given[*given] : NULL;
    else if (!header->item)
        object = result;
    else if ((PyTuple_Check(result) || PyList_CheckExact(result)) && header->position < PySequence_Fast_GET_SIZE(result))
        object = PySequence_Fast_ITEMS(result)[header->position];
    *given += !is_after(header);
    if (!object || !is_operand(object))
        return NULL;
    if (header->tag == OPERAND_ARRAY && (!PyArray_Check(object) ||
        (uint64_t)(uintptr_t)PyArray_DATA((PyArrayObject *)object) != ((const struct array_operand *)header)->address))
        return NULL;
    return object;
}

/* ---- what happened ---- */

static void add_number(struct tally *tally, const struct walk *walk)
{
    struct tally number = {0};
    add_double(&number, walk->number);
    tally->nans += number.nans;
    tally->infinities += number.infinities;
    tally->numbers |= walk->header->role == ROLE_INPUT;
}

static void tally_operands(const struct call *call, PyObject *result, struct tally *before, struct tally *after)
{
    struct walk walk = walk_from(call);
    int given = 0;
    while (next_operand(&walk)) {
        const struct operand_header *header = walk.header;
        struct tally *tally = is_after(header) ? after : before;
        if (header->tag == OPERAND_ARRAY || header->tag == OPERAND_SCALAR) {
            PyObject *object = object_of(call, header, result, &given);
            if (header->role == ROLE_OUT)
                continue;
            if (walk.statistics)
                add_statistics(tally, walk.statistics);
            else if (object && (header->tag == OPERAND_SCALAR || (settings.detail == VALUES_NONE && !call->looked_before)))
                look_at_object(tally, object);
            else if (is_after(header) && object && settings.detail == VALUES_NONE)
                look_at_object(tally, object);
            else if (settings.detail != VALUES_NONE || !object)
                tally->unknown = true;
        } else if (header->tag == OPERAND_FLOAT || header->tag == OPERAND_INT) {
            add_number(tally, &walk);
        } else if (header->tag == OPERAND_LITERAL && !is_after(header)) {
            add_literal(tally, walk.text, walk.text_bytes);
        }
    }
    if (call->looked_before) {
        before->nans += call->nans_before;
        before->infinities += call->infinities_before;
        before->numbers = true;
    }
}

/* Whether the second operand has a zero, whatever raised "invalid". */
static bool divisor_has_zero(const struct call *call, PyObject *result)
{
    struct walk walk = walk_from(call);
    int given = 0;
    while (next_operand(&walk)) {
        const struct operand_header *header = walk.header;
        bool array = header->tag == OPERAND_ARRAY || header->tag == OPERAND_SCALAR;
        PyObject *object = array ? object_of(call, header, result, &given) : NULL;
        if (is_after(header) || header->position != 1)
            continue;
        struct tally tally = {0};
        if (walk.statistics)
            add_statistics(&tally, walk.statistics);
        else if (object)
            look_at_object(&tally, object);
        else if (header->tag == OPERAND_INT || header->tag == OPERAND_FLOAT)
            tally.zeros = walk.number == 0;
        return tally.zeros;
    }
    return false;
}

static unsigned nonfinite_made(const struct tally *before, const struct tally *after, uint8_t raised)
{
    unsigned made = 0;
    if (before->unknown || !before->numbers)
        return 0;
    /* Data with missing values are the rule: more of them than went in, and a flag that carrying them on does not raise. */
    if (after->nans > before->nans && (!before->nans || raised & (FP_INVALID | FP_DIVIDE)))
        made |= JUDGE_NAN;
    if (after->infinities > before->infinities &&
        (!(before->nans || before->infinities) || raised & (FP_DIVIDE | FP_OVERFLOW)))
        made |= JUDGE_INF;
    return made;
}

static unsigned what_happened(const struct call *call, PyObject *result, uint8_t raised)
{
    unsigned found = 0;
    if (call->operation->expected)
        return 0;
    if (settings.judge & JUDGE_ZERO_DIVISION &&
        (raised & FP_DIVIDE || (raised & FP_INVALID && call->operation->traits & TRAIT_DIVIDES && divisor_has_zero(call, result))))
        found |= JUDGE_ZERO_DIVISION;
    /* Arithmetic that makes a NaN or Inf raises a flag; without statistics only then it is worth a look. */
    bool suspicious = settings.detail != VALUES_NONE || call->operation->traits & TRAIT_BLAS ||
                      raised & (FP_INVALID | FP_DIVIDE | FP_OVERFLOW);
    if (!(settings.judge & (JUDGE_NAN | JUDGE_INF)) || !suspicious)
        return found;
    struct tally before = {0}, after = {0};
    tally_operands(call, result, &before, &after);
    return found | (nonfinite_made(&before, &after, raised) & settings.judge);
}

/* A native recorder's operands are known by their statistics alone, and its libraries' flags by nobody. */
static unsigned what_native_made(const struct call *call)
{
    struct tally before = {0}, after = {0};
    struct walk walk = walk_from(call);
    while (next_operand(&walk)) {
        const struct operand_header *header = walk.header;
        struct tally *tally = is_after(header) ? &after : &before;
        if (header->role == ROLE_OUT || header->role == ROLE_ATTRIBUTE)
            continue;
        if (header->tag == OPERAND_ARRAY || header->tag == OPERAND_SCALAR) {
            if (walk.statistics)
                add_statistics(tally, walk.statistics);
            else
                tally->unknown = true;
        } else if (header->tag == OPERAND_FLOAT || header->tag == OPERAND_INT) {
            add_number(tally, &walk);
        }
    }
    return nonfinite_made(&before, &after, 0) & settings.judge;
}

static bool rules_apply(const struct call *call)
{
    return call->where.user_visible || call->inside_object || settings.judge & JUDGE_RULES_IN_LIBRARIES;
}

/* ---- around a call ---- */

void judge_begin(struct call *call)
{
    const struct judged_call *outside = &nesting.judged;
    /* What an object (a pandas.Series) does inside `np.log(series)` is all that can be looked into of that call. */
    call->inside_object = outside->opaque && outside->depth_plus_one == nesting.depth;
    /* A function of the user's that an operation calls back has a line of its own; what C code calls has not. */
    bool called_back = call->where.user_visible && outside->site != call->where.site;
    if (nesting.depth && !call->inside_object && !called_back)
        return;
    call->attention |= ATTENTION_JUDGED;
    call->given_count = 0;
    call->looked_before = false;
    call->outside = *outside;
    nesting.judged = (struct judged_call){nesting.depth + 1, call->where.site, false};
}

void judge_leave(struct call *call)
{
    if (call->generation == nesting.generation)
        nesting.judged = call->outside;
}

static bool stands_for_array(PyObject *object)
{
    static PyObject *name;
    if (!name && !(name = PyUnicode_InternFromString("__array__"))) {
        PyErr_Clear();
        return false;
    }
    return _PyType_Lookup(Py_TYPE(object), name) != NULL;
}

static void give(struct call *call, PyObject *argument, int depth)
{
    if (is_operand(argument)) {
        if (call->given_count < MOST_GIVEN)
            call->given[call->given_count++] = argument;
    } else if (depth <= LITERAL_DEPTH && (PyTuple_CheckExact(argument) || PyList_CheckExact(argument))) {
        Py_ssize_t count = PySequence_Fast_GET_SIZE(argument);
        for (Py_ssize_t i = 0; i < count && i < LITERAL_ITEMS; i++)
            give(call, PySequence_Fast_ITEMS(argument)[i], depth + 1);
    } else if (stands_for_array(argument)) {
        nesting.judged.opaque = true;
    }
}

/* Without statistics, what an operation is about to overwrite is looked at before it does. */
static void look_before_overwriting(struct call *call)
{
    struct tally before = {0};
    for (int i = 0; i < call->given_count; i++)
        look_at_object(&before, call->given[i]);
    call->nans_before = before.nans;
    call->infinities_before = before.infinities;
    call->looked_before = true;
}

void judge_argument(struct call *call, enum operand_role role, PyObject *argument)
{
    if (settings.detail == VALUES_NONE && settings.judge & (JUDGE_NAN | JUDGE_INF) && role == ROLE_OUT &&
        argument != Py_None)
        look_before_overwriting(call);
    give(call, argument, 0);
    if (settings.detail == VALUES_NONE && settings.judge & (JUDGE_NAN | JUDGE_INF) && call->mutated == argument)
        look_before_overwriting(call);
}

static PyObject *describe_statistics(const struct statistics *s)
{
    return Py_BuildValue("ddddKKKK", s->minimum, s->maximum, s->mean, s->deviation, (unsigned long long)s->zeros,
                         (unsigned long long)s->nans, (unsigned long long)s->positive_infinities,
                         (unsigned long long)s->negative_infinities);
}

/* Whether rules may go through its elements. */
static bool can_be_read(PyObject *operand)
{
    const struct layout *layout = PyArray_Check(operand) ? operand_layout((PyArrayObject *)operand) : NULL;
    return !layout || elements_can_be_read(layout, array_memory((PyArrayObject *)operand, layout));
}

/* [(role, object, statistics or None, whether its elements can be read)] of the arrays and NumPy scalars. */
static PyObject *describe_operands(const struct call *call, PyObject *result)
{
    PyObject *list = PyList_New(0);
    struct walk walk = walk_from(call);
    int given = 0;
    while (list && next_operand(&walk)) {
        const struct operand_header *header = walk.header;
        if (header->tag != OPERAND_ARRAY && header->tag != OPERAND_SCALAR)
            continue;
        PyObject *object = object_of(call, header, result, &given);
        if (!object)
            continue;
        PyObject *statistics = walk.statistics ? describe_statistics(walk.statistics) : (Py_INCREF(Py_None), Py_None);
        PyObject *operand = statistics ? Py_BuildValue("(iONN)", header->role, object, statistics,
                                                       PyBool_FromLong(can_be_read(object))) : NULL;
        if (!operand || PyList_Append(list, operand))
            Py_CLEAR(list);
        Py_XDECREF(operand);
    }
    return list;
}

static bool ask(const struct call *call, PyObject *result, unsigned found, uint8_t raised)
{
    floating_point_state state = floating_point_save();
    nesting.muted++;
    PyObject *asked = judge; /* the judge may end the recording, which lets go of it */
    Py_INCREF(asked);
    PyObject *operands = found & JUDGE_RULES ? describe_operands(call, result) : (Py_INCREF(Py_None), Py_None);
    PyObject *answer = !operands ? NULL
                       : PyObject_CallFunction(asked, "IsKIN", found, call->operation->name,
                                               (unsigned long)call->sequence, (unsigned)raised, operands);
    Py_DECREF(asked);
    nesting.muted--;
    floating_point_restore(state);
    bool refused = !answer;
    Py_XDECREF(answer);
    return refused;
}

/* The exception stays, whatever the judge does. */
static void report_exception(const struct call *call, uint8_t raised)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (ask(call, NULL, JUDGE_EXCEPTION, raised))
        PyErr_Clear();
    PyErr_Restore(type, value, traceback);
}

bool judge_end(struct call *call, PyObject *result, uint8_t raised)
{
    if (!result && judge && settings.judge & JUDGE_EXCEPTION && call->flags & CALL_USER_VISIBLE)
        report_exception(call, raised);
    if (!result || !judge || call->flags & CALL_TRUNCATED)
        return false;
    unsigned found = settings.judge & (JUDGE_NAN | JUDGE_INF | JUDGE_ZERO_DIVISION) ? what_happened(call, result, raised) : 0;
    if (settings.judge & JUDGE_RULES && rules_apply(call))
        found |= JUDGE_RULES;
    return found && ask(call, result, found, raised);
}

/* ---- native recorders ---- */

/* No exception can pass through a native library's frames: it is raised by the Python code that called there, as soon as that
 * goes on. In the main thread as it is. Another thread can be given a class only: the judge has SystemExit for those. */
static PyObject *halting;

static int raise_halting(void *Py_UNUSED(nothing))
{
    PyObject *exception = halting;
    halting = NULL;
    if (!exception)
        return 0;
    PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
    Py_DECREF(exception);
    return -1;
}

static void raise_later(void)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (type == PyExc_SystemExit)
        PyThreadState_SetAsyncExc(PyThread_get_thread_ident(), type);
    else if (!Py_AddPendingCall(raise_halting, NULL))
        Py_XSETREF(halting, Py_NewRef(value));
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

void judge_native(const struct call *call)
{
    unsigned found = call->operation->expected || call->flags & (CALL_TRUNCATED | CALL_RAISED) ? 0 : what_native_made(call);
    if (!found)
        return;
    PyGILState_STATE state = PyGILState_Ensure();
    if (judge && ask(call, NULL, found, 0))
        raise_later();
    PyGILState_Release(state);
}
