/* Builtin functions and methods, Cython's too: `ml_meth` of their PyMethodDef, which is read at every call, by the
 * interpreter's specialised instructions as well. */
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

#include "generator_state.h"
#include "repeat.h"
#include "mock.h"

enum convention { VARARGS, VARARGS_KEYWORDS, FASTCALL, FASTCALL_KEYWORDS, NO_ARGUMENTS, ONE_ARGUMENT, DEFINING_CLASS,
                  CONVENTIONS };

struct method {
    PyMethodDef *definition;
    PyCFunction original, stub;
    struct operation *operation;
    const char *ufunc_method;              /* operation depends on the ufunc that is self */
    PyObject *shown;                       /* arguments that are recorded in place of those given; NULL: these */
    PyObject *instance;                    /* for this self the operation has another name */
    struct operation *instance_operation;
    bool takes_self, adopts, installed;
};

static struct method methods[CONVENTIONS][REPEATED];
static int method_count[CONVENTIONS];

typedef PyObject *(*fastcall)(PyObject *, PyObject *const *, Py_ssize_t);
typedef PyObject *(*fastcall_keywords)(PyObject *, PyObject *const *, Py_ssize_t, PyObject *);
typedef PyObject *(*defining_class)(PyObject *, PyTypeObject *, PyObject *const *, size_t, PyObject *);

static struct operation *operation_of(const struct method *method, PyObject *self)
{
    if (method->ufunc_method)
        return ufunc_method_operation(self, method->ufunc_method);
    return method->instance && method->instance == self ? method->instance_operation : method->operation;
}

static struct call *begin(const struct method *method, PyObject *self)
{
    struct operation *operation = operation_of(method, self);
    struct call *call = operation ? call_begin_gated(operation) : CALL_PASSED;
    if (call_is_recorded(call) && operation->takes_self)
        call_add_argument(call, 0, self);
    return call;
}

static PyObject *end(struct call *call, const struct method *method, PyObject *result)
{
    if (call_end(call, result))
        Py_CLEAR(result);
    if (method->operation && method->operation->traits & TRAIT_SCALAR)
        scalar_ended();
    return method->adopts ? adopt_ufunc(result) : result;
}

static PyObject *pass(const struct call *call, const struct method *method, PyObject *result)
{
    call_pass_end(call);
    return method->adopts ? adopt_ufunc(result) : result;
}

/* One body a calling convention: let it pass, or describe the arguments, run it, end the record. */
#define ENTER(PARAMETERS, ORIGINAL, ADD)                                                                              \
    (const struct method *method, PARAMETERS)                                                                         \
    {                                                                                                                 \
        if (!call_wanted()) {                                                                                         \
            PyObject *result = ORIGINAL;                                                                              \
            return method->adopts ? adopt_ufunc(result) : result;                                                     \
        }                                                                                                             \
        struct call *call = begin(method, self);                                                                      \
        if (!call_is_recorded(call))                                                                                  \
            return pass(call, method, ORIGINAL);                                                                     \
        ADD;                                                                                                          \
        if (__builtin_expect(call->operation->traits & TRAIT_DRAWS, 0))                                              \
            generator_state_add(call, self);                                                                         \
        call_start(call);                                                                                            \
        PyObject *result = mock_result_for(call) ? call->mock_result : ORIGINAL;                                            \
        return end(call, method, result);                                                                            \
    }
#define COMMA ,
#define FIRST call->operation->takes_self

static PyObject *enter_VARARGS ENTER(PyObject *self COMMA PyObject *arguments,
                                     method->original(self, arguments),
                                     call_add_tuple(call, FIRST, method->shown ? method->shown : arguments, NULL))

static PyObject *enter_VARARGS_KEYWORDS ENTER(
    PyObject *self COMMA PyObject *arguments COMMA PyObject *keywords,
    ((PyCFunctionWithKeywords)(void (*)(void))method->original)(self, arguments, keywords),
    call_add_tuple(call, FIRST, arguments, keywords))

static PyObject *enter_FASTCALL ENTER(PyObject *self COMMA PyObject *const *arguments COMMA Py_ssize_t count,
                                      ((fastcall)(void (*)(void))method->original)(self, arguments, count),
                                      call_add_vector(call, FIRST, arguments, count, NULL))

static PyObject *enter_FASTCALL_KEYWORDS ENTER(
    PyObject *self COMMA PyObject *const *arguments COMMA Py_ssize_t count COMMA PyObject *keywords,
    ((fastcall_keywords)(void (*)(void))method->original)(self, arguments, count, keywords),
    call_add_vector(call, FIRST, arguments, count, keywords))

static PyObject *enter_NO_ARGUMENTS ENTER(PyObject *self COMMA PyObject *nothing,
                                          method->original(self, nothing), (void)0)

static PyObject *enter_ONE_ARGUMENT ENTER(PyObject *self COMMA PyObject *argument,
                                          method->original(self, argument),
                                          call_add_argument(call, FIRST, argument))

static PyObject *enter_DEFINING_CLASS ENTER(
    PyObject *self COMMA PyTypeObject *owner COMMA PyObject *const *arguments COMMA size_t count COMMA
        PyObject *keywords,
    ((defining_class)(void (*)(void))method->original)(self, owner, arguments, count, keywords),
    call_add_vector(call, FIRST, arguments, PyVectorcall_NARGS(count), keywords))

#define STUB_VARARGS(K, N) static PyObject *K##_##N(PyObject *s, PyObject *a) { return enter_##K(&methods[K][N], s, a); }
#define STUB_NO_ARGUMENTS STUB_VARARGS
#define STUB_ONE_ARGUMENT STUB_VARARGS
#define STUB_VARARGS_KEYWORDS(K, N) \
    static PyObject *K##_##N(PyObject *s, PyObject *a, PyObject *k) { return enter_##K(&methods[K][N], s, a, k); }
#define STUB_FASTCALL(K, N) \
    static PyObject *K##_##N(PyObject *s, PyObject *const *a, Py_ssize_t n) { return enter_##K(&methods[K][N], s, a, n); }
#define STUB_FASTCALL_KEYWORDS(K, N)                                                                                  \
    static PyObject *K##_##N(PyObject *s, PyObject *const *a, Py_ssize_t n, PyObject *k)                              \
    {                                                                                                                 \
        return enter_##K(&methods[K][N], s, a, n, k);                                                                 \
    }
#define STUB_DEFINING_CLASS(K, N)                                                                                     \
    static PyObject *K##_##N(PyObject *s, PyTypeObject *c, PyObject *const *a, size_t n, PyObject *k)                 \
    {                                                                                                                 \
        return enter_##K(&methods[K][N], s, c, a, n, k);                                                              \
    }
#define NAME(K, N) (PyCFunction)(void (*)(void))K##_##N,

#define EVERY_CONVENTION(M)                                                                                           \
    M(VARARGS) M(VARARGS_KEYWORDS) M(FASTCALL) M(FASTCALL_KEYWORDS) M(NO_ARGUMENTS) M(ONE_ARGUMENT) M(DEFINING_CLASS)
#define DEFINE_STUBS(K) REPEAT_256(STUB_##K, K)
#define LIST_STUBS(K) [K] = {REPEAT_256(NAME, K)},
EVERY_CONVENTION(DEFINE_STUBS)
static PyCFunction const stubs[CONVENTIONS][REPEATED] = {EVERY_CONVENTION(LIST_STUBS)};

/* ---- builtins keep their hash ---- */

/* `ml_meth` is part of the hash of a builtin or bound method: patched late, `np.add.reduce in d` would turn False. */
static struct {
    PyCFunction stub, original;
} patched[8192];
static hashfunc original_hash;

static size_t patched_slot(PyCFunction stub)
{
    size_t slot = (size_t)((uintptr_t)stub * 0x9e3779b97f4a7c15ull >> 40) % 8192;
    while (patched[slot].stub && patched[slot].stub != stub)
        slot = (slot + 1) % 8192;
    return slot;
}

static Py_hash_t hash_as_before(PyObject *function)
{
    PyCFunctionObject *builtin = (PyCFunctionObject *)function;
    size_t slot = patched_slot(builtin->m_ml->ml_meth);
    if (!patched[slot].stub)
        return original_hash(function);
    PyMethodDef *definition = builtin->m_ml, unpatched = *definition;
    unpatched.ml_meth = patched[slot].original;
    builtin->m_ml = &unpatched;
    Py_hash_t hash = original_hash(function);
    builtin->m_ml = definition;
    return hash;
}

static void keep_hashes(void)
{
    if (original_hash)
        return;
    original_hash = PyCFunction_Type.tp_hash;
    PyCFunction_Type.tp_hash = hash_as_before;
    PyCMethod_Type.tp_hash = hash_as_before;
}

/* ---- watching ---- */

static PyMethodDef *definition_of(PyObject *target, bool *takes_self)
{
    *takes_self = true;
    if (PyObject_TypeCheck(target, &PyMethodDescr_Type) || PyObject_TypeCheck(target, &PyClassMethodDescr_Type))
        return ((PyMethodDescrObject *)target)->d_method;
    /* Cython's functions begin with a PyCFunctionObject; the type's name differs by Cython version. */
    bool cython = strstr(Py_TYPE(target)->tp_name, "cython_function_or_method") != NULL;
    if (!PyCFunction_Check(target) && !cython)
        return NULL;
    PyCFunctionObject *function = (PyCFunctionObject *)target;
    PyObject *self = function->m_self;
    *takes_self = cython ? !self : self && !PyModule_Check(self);
    return function->m_ml;
}

static int convention_of(int flags)
{
    switch (flags & (METH_VARARGS | METH_FASTCALL | METH_KEYWORDS | METH_NOARGS | METH_O | METH_METHOD)) {
    case METH_VARARGS: return VARARGS;
    case METH_VARARGS | METH_KEYWORDS: return VARARGS_KEYWORDS;
    case METH_FASTCALL: return FASTCALL;
    case METH_FASTCALL | METH_KEYWORDS: return FASTCALL_KEYWORDS;
    case METH_NOARGS: return NO_ARGUMENTS;
    case METH_O: return ONE_ARGUMENT;
    case METH_METHOD | METH_FASTCALL | METH_KEYWORDS: return DEFINING_CLASS;
    default: return -1;
    }
}

/* The stub that belongs to `definition`, an old one again where there was one. */
static struct method *stub_for(PyMethodDef *definition, int convention)
{
    for (int i = 0; i < method_count[convention]; i++)
        if (methods[convention][i].definition == definition)
            return &methods[convention][i];
    if (method_count[convention] == REPEATED)
        return NULL;
    int number = method_count[convention]++;
    struct method *method = &methods[convention][number];
    method->definition = definition;
    method->original = definition->ml_meth;
    method->stub = stubs[convention][number];
    size_t slot = patched_slot(method->stub);
    patched[slot].original = method->original;
    patched[slot].stub = method->stub;
    return method;
}

static const char *install(PyObject *target, struct method **installed)
{
    bool takes_self;
    PyMethodDef *definition = definition_of(target, &takes_self);
    if (!definition)
        return "has no PyMethodDef";
    int convention = convention_of(definition->ml_flags);
    if (convention < 0)
        return "has an unknown calling convention";
    struct method *method = stub_for(definition, convention);
    if (!method)
        return "no stub is left for its calling convention";
    if (method->installed)
        return "already watched";
    method->takes_self = takes_self;
    method->installed = true;
    keep_hashes();
    definition->ml_meth = method->stub;
    *installed = method;
    return "";
}

/* `__deepcopy__` is given all that was copied before it, by address: with an empty dictionary it does the same, and
 * what is copied after a thousand others has not all of these as its inputs. */
static bool show_no_memo(struct method *method)
{
    if (strcmp(method->definition->ml_name, "__deepcopy__") || method->shown)
        return true;
    method->shown = Py_BuildValue("({})");
    return method->shown != NULL;
}

const char *watch_method(PyObject *target, const char *name)
{
    struct method *method = NULL;
    const char *refusal = install(target, &method);
    if (*refusal)
        return refusal;
    method->operation = operation_new(name);
    if (!method->operation || !show_no_memo(method)) {
        method->definition->ml_meth = method->original;
        method->installed = false;
        return NULL;
    }
    method->operation->takes_self = method->takes_self;
    /* A generator shuffles what it is given, not itself. */
    if (method->takes_self && method->operation->traits & TRAIT_WRITES && method->operation->traits & TRAIT_DRAWS)
        method->operation->mutates = 1;
    return "";
}

const char *watch_instance_method(PyObject *target, const char *name, PyObject *instance, const char *instance_name)
{
    const char *refusal = watch_method(target, name);
    if (!refusal || *refusal)
        return refusal;
    bool takes_self;
    PyMethodDef *definition = definition_of(target, &takes_self);
    struct method *method = stub_for(definition, convention_of(definition->ml_flags));
    method->instance_operation = operation_new(instance_name);
    if (!method->instance_operation)
        return NULL;
    Py_INCREF(instance);
    method->instance = instance;
    return "";
}

const char *watch_ufunc_method(PyObject *target, const char *name)
{
    struct method *method = NULL;
    const char *refusal = install(target, &method);
    if (!*refusal)
        method->ufunc_method = ((PyMethodDescrObject *)target)->d_method->ml_name;
    (void)name;
    return refusal;
}

const char *watch_frompyfunc(PyObject *target, const char *name)
{
    const char *refusal = watch_method(target, name);
    if (!refusal || *refusal)
        return refusal;
    bool takes_self;
    PyMethodDef *definition = definition_of(target, &takes_self);
    stub_for(definition, convention_of(definition->ml_flags))->adopts = true;
    return "";
}

Py_ssize_t unwatch_methods(void)
{
    Py_ssize_t count = 0;
    for (int convention = 0; convention < CONVENTIONS; convention++) {
        for (int i = 0; i < method_count[convention]; i++) {
            struct method *method = &methods[convention][i];
            if (!method->installed)
                continue;
            method->definition->ml_meth = method->original;
            method->installed = false;
            method->adopts = false;
            Py_CLEAR(method->instance);
            Py_CLEAR(method->shown);
            count++;
        }
    }
    if (original_hash) {
        PyCFunction_Type.tp_hash = original_hash;
        PyCMethod_Type.tp_hash = original_hash;
        original_hash = NULL;
    }
    return count;
}
