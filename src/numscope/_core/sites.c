/* What is known of a code object hangs on the code object itself (PEP 523's "extra" slots): found in 3 ns, and freed with
 * it, so that nothing is kept alive and no address is mistaken for an older one. */
#include "code_sites.h"
#include "sites.h"

#include <stdlib.h>
#include <string.h>

#include <opcode.h>

#include "definitions.h"
#include "interned_strings.h"

#if PY_VERSION_HEX >= 0x030C0000
#define REQUEST_EXTRA PyUnstable_Eval_RequestCodeExtraIndex
#define GET_EXTRA PyUnstable_Code_GetExtra
#define SET_EXTRA PyUnstable_Code_SetExtra
#else
#define REQUEST_EXTRA _PyEval_RequestCodeExtraIndex
#define GET_EXTRA _PyCode_GetExtra
#define SET_EXTRA _PyCode_SetExtra
#endif

static Py_ssize_t extra_index = -1;
static PyObject *library_paths, *own_path, *from_modules;

/* Libraries whose calls inside their own pass. */
static struct {
    PyObject *paths;
    uint8_t layer;
} layers[64];
static uint8_t layer_count;

int sites_configure(PyObject *paths, PyObject *own, PyObject *modules)
{
    if (extra_index < 0) {
        extra_index = REQUEST_EXTRA(free);
        if (extra_index < 0) {
            PyErr_SetString(PyExc_RuntimeError, "no code-extra slot left");
            return -1;
        }
    }
    sites_release();
    Py_INCREF(paths);
    library_paths = paths;
    Py_INCREF(own);
    own_path = own;
    if (modules != Py_None) {
        Py_INCREF(modules);
        from_modules = modules;
    }
    return 0;
}

int sites_add_libraries(PyObject *paths)
{
    PyObject *all = library_paths ? PySequence_Concat(library_paths, paths) : PyTuple_New(0);
    if (!all)
        return -1;
    if (library_paths)
        Py_SETREF(library_paths, all);
    else
        Py_DECREF(all); /* nothing is being recorded */
    return 0;
}

int sites_add_layer(uint8_t layer, PyObject *paths)
{
    if (layer_count == sizeof layers / sizeof *layers) {
        PyErr_SetString(PyExc_OverflowError, "too many libraries with layers");
        return -1;
    }
    Py_INCREF(paths);
    layers[layer_count].paths = paths;
    layers[layer_count++].layer = layer;
    return 0;
}

void sites_forget_layers(void)
{
    for (; layer_count; layer_count--)
        Py_CLEAR(layers[layer_count - 1].paths);
}

void sites_release(void)
{
    Py_CLEAR(library_paths);
    Py_CLEAR(own_path);
    Py_CLEAR(from_modules);
}

static bool starts_with(PyObject *text, PyObject *prefix)
{
    return PyUnicode_GET_LENGTH(prefix) && PyUnicode_Tailmatch(text, prefix, 0, PY_SSIZE_T_MAX, -1) == 1;
}

static bool is_in_library(PyObject *file)
{
    Py_ssize_t length;
    const char *path = PyUnicode_AsUTF8AndSize(file, &length);
    if (!path)
        PyErr_Clear();
    else if (!strncmp(path, "<frozen ", 8)) /* such as the interpreter's own import system */
        return true;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(library_paths); i++)
        if (starts_with(file, PyTuple_GET_ITEM(library_paths, i)))
            return true;
    return false;
}

static bool is_import_system(PyObject *file)
{
    const char *path = PyUnicode_AsUTF8(file);
    if (!path)
        PyErr_Clear();
    return path && !strncmp(path, "<frozen importlib", 17);
}

static bool is_selected(PyObject *globals)
{
    if (!from_modules)
        return true;
    PyObject *name = globals && PyDict_Check(globals) ? PyDict_GetItemString(globals, "__name__") : NULL;
    PyObject *answer = PyObject_CallFunctionObjArgs(from_modules, name ? name : Py_None, NULL);
    bool selected = answer && PyObject_IsTrue(answer) == 1;
    if (!answer)
        PyErr_Clear();
    Py_XDECREF(answer);
    return selected;
}

/* What GET_EXTRA gives, without a call: a walk from NumPy's caller to the user's line asks for a dozen frames an operation. The
 * layout is the same in 3.10 to 3.14, and is held against what was set for each code object that is met. */
static bool extras_are_read;

static inline struct code_sites *extra_of(const PyCodeObject *code)
{
    const struct {
        Py_ssize_t count;
        void *extra[];
    } *extras = code->co_extra;
    return extras && extra_index < extras->count ? extras->extra[extra_index] : NULL;
}

static struct code_sites *new_sites(PyCodeObject *code, uint32_t units)
{
    struct code_sites *sites = calloc(1, sizeof *sites + units * sizeof(uint32_t));
    if (sites && SET_EXTRA((PyObject *)code, extra_index, sites)) {
        free(sites);
        return NULL;
    }
    if (sites)
        sites->units = units;
    extras_are_read = sites && extra_of(code) == sites;
    return sites;
}

/* Described anew in a new segment, where they are: another library's threads may be looking at them. */
static struct code_sites *describe_code(frame f, PyCodeObject *code, struct code_sites *sites)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    uint32_t units = (uint32_t)(Py_SIZE(code) > 0 ? Py_SIZE(code) : 0);
#if PY_VERSION_HEX < 0x030B0000
    units = (uint32_t)(PyBytes_GET_SIZE(code->co_code) / 2);
#endif
    uint32_t generation = shard.generation; /* `from_modules` may let another thread begin the next one */
    if (sites)
        memset(sites->ids, 0, sites->units * sizeof *sites->ids);
    else
        sites = new_sites(code, units);
    if (sites) {
        sites->layers = 0;
        sites->file = define_string_object(code->co_filename);
#if PY_VERSION_HEX >= 0x030B0000
        sites->function = define_string_object(code->co_qualname);
#else
        sites->function = define_string_object(code->co_name);
#endif
        sites->imports = is_import_system(code->co_filename);
        sites->own = starts_with(code->co_filename, own_path);
        sites->library = sites->own || is_in_library(code->co_filename);
        sites->selected = is_selected(frame_globals(f));
        sites->generation = generation;
    }
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return sites;
}

static inline struct code_sites *known_sites(PyCodeObject *code)
{
    if (__builtin_expect(extras_are_read, 1))
        return extra_of(code);
    void *extra = NULL;
    GET_EXTRA((PyObject *)code, extra_index, &extra);
    return extra;
}

static inline struct code_sites *sites_of(frame f)
{
    PyCodeObject *code = frame_code(f);
    struct code_sites *sites = known_sites(code);
    if (__builtin_expect(sites && sites->generation == shard.generation, 1))
        return sites;
    return describe_code(f, code, sites);
}

struct code_sites *code_sites_of(frame f)
{
    return sites_of(f);
}

static enum how_called how_by_opcode(int opcode, int argument)
{
    (void)argument;
    switch (opcode) {
#if PY_VERSION_HEX >= 0x030B0000
    case BINARY_OP:
#if PY_VERSION_HEX >= 0x030E0000
        if (argument == NB_SUBSCR)
            return CALLED_BY_INDEX;
#endif
        return argument >= NB_INPLACE_ADD && argument <= NB_INPLACE_XOR ? CALLED_IN_PLACE : CALLED_BY_OPERATOR;
#else
    case BINARY_ADD: case BINARY_SUBTRACT: case BINARY_MULTIPLY: case BINARY_TRUE_DIVIDE: case BINARY_FLOOR_DIVIDE:
    case BINARY_MODULO: case BINARY_POWER: case BINARY_MATRIX_MULTIPLY: case BINARY_AND: case BINARY_OR:
    case BINARY_XOR: case BINARY_LSHIFT: case BINARY_RSHIFT:
        return CALLED_BY_OPERATOR;
    case INPLACE_ADD: case INPLACE_SUBTRACT: case INPLACE_MULTIPLY: case INPLACE_TRUE_DIVIDE:
    case INPLACE_FLOOR_DIVIDE: case INPLACE_MODULO: case INPLACE_POWER: case INPLACE_MATRIX_MULTIPLY:
    case INPLACE_AND: case INPLACE_OR: case INPLACE_XOR: case INPLACE_LSHIFT: case INPLACE_RSHIFT:
        return CALLED_IN_PLACE;
#endif
    case COMPARE_OP: case CONTAINS_OP: case UNARY_NEGATIVE: case UNARY_INVERT: case UNARY_NOT:
#if PY_VERSION_HEX < 0x030C0000
    case UNARY_POSITIVE:
#else
    case CALL_INTRINSIC_1:
#endif
        return CALLED_BY_OPERATOR;
#if PY_VERSION_HEX < 0x030E0000
    case BINARY_SUBSCR:
#endif
    case STORE_SUBSCR: case DELETE_SUBSCR:
#if PY_VERSION_HEX >= 0x030C0000
    case BINARY_SLICE: case STORE_SLICE:
#endif
        return CALLED_BY_INDEX;
    case LOAD_ATTR: case STORE_ATTR:
        return CALLED_BY_ATTRIBUTE;
    case FOR_ITER: case GET_ITER: case UNPACK_SEQUENCE: case UNPACK_EX:
        return CALLED_BY_ITERATION;
#if PY_VERSION_HEX < 0x030B0000
    case CALL_FUNCTION: case CALL_FUNCTION_KW: case CALL_METHOD:
#elif PY_VERSION_HEX < 0x030C0000
    case PRECALL: case CALL:
#elif PY_VERSION_HEX < 0x030D0000
    case CALL:
#else
    case CALL: case CALL_KW:
#endif
    case CALL_FUNCTION_EX:
        return CALLED_BY_CALL;
    default:
        return CALLED_OTHERWISE;
    }
}

static enum how_called how_called(PyCodeObject *code, int unit)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *bytes = PyCode_GetCode(code); /* without the interpreter's specialisations */
#else
    PyObject *bytes = code->co_code;
    Py_INCREF(bytes);
#endif
    if (!bytes) {
        PyErr_Clear();
        return CALLED_OTHERWISE;
    }
    const unsigned char *instructions = (const unsigned char *)PyBytes_AS_STRING(bytes);
    enum how_called how = CALLED_OTHERWISE;
    if (unit >= 0 && 2 * unit + 1 < PyBytes_GET_SIZE(bytes)) {
#if PY_VERSION_HEX >= 0x030B0000
        while (unit > 0 && instructions[2 * unit] == CACHE)
            unit--;
#endif
        how = how_by_opcode(instructions[2 * unit], instructions[2 * unit + 1]);
    }
    Py_DECREF(bytes);
    return how;
}

uint32_t code_site_describe(struct code_sites *sites, PyCodeObject *code, int unit)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    int line = PyCode_Addr2Line(code, 2 * unit);
    struct site_record site = {
        .header.flags = sites->library ? SITE_IN_LIBRARY : 0,
        .line = (uint32_t)(line > 0 ? line : 0),
        .file = sites->file,
        .function = sites->function,
        .how = how_called(code, unit),
        .instruction = 2 * (uint32_t)(unit > 0 ? unit : 0),
    };
    uint32_t id = define_site(&site);
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    if (unit >= 0 && (uint32_t)unit < sites->units)
        sites->ids[unit] = id;
    return id;
}

uint32_t site_at(PyObject *place, PyObject *file, PyObject *function, int line)
{
    static PyObject *ids; /* place -> id in the shard `generation` */
    static uint32_t generation;
    if (generation != shard.generation)
        Py_CLEAR(ids);
    generation = shard.generation;
    if (!ids && !(ids = PyDict_New()))
        return 0;
    PyObject *known = PyDict_GetItemWithError(ids, place);
    if (known || PyErr_Occurred())
        return known ? (uint32_t)PyLong_AsUnsignedLong(known) : 0;
    uint32_t id = define_site(&(struct site_record){
        .header.flags = is_in_library(file) ? SITE_IN_LIBRARY : 0,
        .line = (uint32_t)(line > 0 ? line : 0),
        .file = define_string_object(file),
        .function = define_string_object(function),
        .how = CALLED_OTHERWISE,
    });
    PyObject *number = PyLong_FromUnsignedLong(id);
    if (!number || PyDict_SetItem(ids, place, number))
        PyErr_Clear();
    Py_XDECREF(number);
    return id;
}

bool sites_select(void)
{
    return from_modules != NULL;
}

void call_site_find(struct call_site *found, bool past_own)
{
    *found = (struct call_site){.selected = !from_modules};
    frame f = frame_innermost();
    struct code_sites *sites = f ? sites_of(f) : NULL;
    while (__builtin_expect(past_own, 0) && sites && sites->own) {
        f = frame_caller(f);
        sites = f ? sites_of(f) : NULL;
    }
    if (!sites)
        return;
    found->site = code_site_of(sites, f, true);
    found->user_visible = !sites->library;
    found->own = sites->own;
    found->selected |= sites->selected;
    while (sites && sites->library) {
        found->importing |= sites->imports;
        f = frame_caller(f);
        sites = f ? sites_of(f) : NULL;
    }
    if (sites && !found->user_visible) {
        found->user_site = code_site_of(sites, f, true);
        found->selected |= sites->selected;
    }
}

bool call_site_is_users(void)
{
    frame f = frame_innermost();
    struct code_sites *sites = f ? sites_of(f) : NULL;
    return sites && !sites->library;
}

static uint8_t layer_of(PyObject *file)
{
    for (uint8_t number = 0; number < layer_count; number++)
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(layers[number].paths); i++)
            if (starts_with(file, PyTuple_GET_ITEM(layers[number].paths, i)))
                return layers[number].layer;
    return 0;
}

bool call_site_is_of(uint8_t layer)
{
    frame f = frame_innermost();
    struct code_sites *sites = f ? sites_of(f) : NULL;
    if (!sites)
        return false;
    if (__builtin_expect(sites->layers != layer_count, 0)) {
        sites->layer = layer_of(frame_code(f)->co_filename);
        sites->layers = layer_count;
    }
    return sites->layer == layer;
}
