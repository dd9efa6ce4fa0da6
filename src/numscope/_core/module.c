/* The Python face of the core: see _core.pyi. */
#include "numpy_api.h"

#include <errno.h>
#include <pthread.h>

#include "blocks.h"
#include "clock.h"
#include "control.h"
#include "definitions.h"
#include "file_thread.h"
#include "foreign_arrays.h"
#include "held_objects.h"
#include "hooks.h"
#include "judge.h"
#include "fatal_signals.h"
#include "launches.h"
#include "printed.h"
#include "live_log.h"
#include "marks.h"
#include "texts.h"
#include "thread_watchers.h"
#include "note.h"
#include "npy_files.h"
#include "objects.h"
#include "operand_arrays.h"
#include "own_files.h"
#include "receivers.h"
#include "sharing.h"
#include "steps.h"
#include "mock.h"
#include "traits.h"
#include "numscope/writer.h"

#ifdef Py_GIL_DISABLED
#error "numscope's core relies on the GIL: free-threaded builds are not supported yet"
#endif

int constants_add(PyObject *module); /* made by tools/constants_of_headers.py */

static bool attached, forked;

static PyObject *attach_numpy(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    if (attached)
        Py_RETURN_NONE;
    if (numpy_api_bind() || dtypes_prepare() || operands_prepare())
        return NULL;
    attached = true;
    Py_RETURN_NONE;
}

static PyObject *require_numpy(void)
{
    PyErr_SetString(PyExc_RuntimeError, "attach_numpy() has not been called");
    return NULL;
}

static PyObject *start(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    (void)module;
    static char *names[] = {"directory", "hash_library", "values", "max_bytes", "max_array_bytes", "every", "depth",
                            "log", "npy_directory", "npy_prefix", "library_paths", "own_path", "from_modules",
                            "select", "judge_for", "judge", "expected", "scalars", "redact", "rotate", "last_ns",
                            "keep", "steps", "control", "only_steps", "step_value_bytes", "run_value_bytes", NULL};
    const char *directory, *hash_library = "", *npy_directory = "", *npy_prefix = "";
    int values = VALUES_FULL, log = 0, scalars = SCALARS_ALL;
    unsigned depth = 0, judge_for = 0;
    unsigned keep = 0;
    unsigned long long max_bytes = 0, max_array_bytes = 0, every = 1, rotate = 0, last_ns = 0, steps = 0;
    unsigned long long step_value_bytes = 0, run_value_bytes = 0;
    PyObject *library_paths = NULL, *own_path = NULL, *from_modules = Py_None, *select = Py_None;
    PyObject *judge = Py_None, *expected = Py_None, *redact = Py_None, *control = Py_None, *only_steps = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "y|$siKKKIiyyO!UOOIOOiOKKIKOO!KK", names, &directory, &hash_library, &values,
                                     &max_bytes, &max_array_bytes, &every, &depth, &log, &npy_directory, &npy_prefix,
                                     &PyTuple_Type, &library_paths, &own_path, &from_modules, &select, &judge_for, &judge,
                                     &expected, &scalars, &redact, &rotate, &last_ns, &keep, &steps,
                                     &control, &PyTuple_Type, &only_steps, &step_value_bytes, &run_value_bytes))
        return NULL;
    if (!attached)
        return require_numpy();
    if (recording || shard.events.tail) {
        PyErr_SetString(PyExc_RuntimeError, "a recording is running in this process already");
        return NULL;
    }
    const char *missing = content_hash_bind(hash_library);
    if (missing) {
        PyErr_Format(PyExc_ImportError, "the xxhash library %s cannot be used: %s", hash_library, missing);
        return NULL;
    }
    settings.detail = (enum value_detail)values;
    settings.every = every ? every : 1;
    settings.depth = depth;
    settings.log = log;
    settings.scalars = (enum scalar_scope)scalars;
    live_log_remember_stderr();
    settings.npy = *npy_directory != 0;
    judge_configure(judge_for, judge, expected);
    texts_configure(redact);
    control_configure(control);
    PyObject *chosen = only_steps ? (Py_INCREF(only_steps), only_steps) : PyTuple_New(0);
    int unread = !chosen || steps_configure(chosen);
    Py_XDECREF(chosen);
    if (unread)
        return NULL;
    settings.attentive = settings.log || settings.npy || settings.judge;
    if (npy_files_configure(settings.npy ? npy_directory : NULL, npy_prefix))
        return NULL;
    Py_XSETREF(settings.select, select == Py_None ? NULL : (Py_INCREF(select), select));
    PyObject *paths = library_paths ? (Py_INCREF(library_paths), library_paths) : PyTuple_New(0);
    PyObject *own = own_path ? (Py_INCREF(own_path), own_path) : PyUnicode_FromString("");
    struct recorded_into where = {directory, rotation_of((struct kept_history){rotate, last_ns, steps, keep}),
                                  control_look};
    int failed = !paths || !own || recorder_start(where, paths, own, from_modules);
    Py_XDECREF(paths);
    Py_XDECREF(own);
    if (failed)
        return NULL;
    shard.max_bytes = max_bytes;
    shard.max_array_bytes = max_array_bytes;
    shard.budget.step_bytes = step_value_bytes;
    shard.budget.run_bytes = run_value_bytes;
    forked = false;
    steps_begin();
    Py_RETURN_NONE;
}

/* Counters as they stood when the shard was closed. */
static struct {
    uint64_t left_out, scalars_left_out, bytes, recorder_ns;
    uint64_t missing, stopped_ns;
    uint32_t stop_reason;
} last;

static uint64_t recorder_ns(void)
{
    return (uint64_t)((double)recorder_counts.ticks * shard_ns_per_tick());
}

static void read_shard(void)
{
    if (!shard.events.tail)
        return;
    last.scalars_left_out = scalar_passed();
    last.left_out = shard.events.tail->left_out + last.scalars_left_out;
    last.bytes = shard.before.bytes + shard_bytes();
    last.recorder_ns = recorder_ns();
    last.missing = shard.events.tail->missing;
    last.stopped_ns = shard.events.tail->stopped_ns;
    last.stop_reason = shard.events.tail->stop_reason   ? shard.events.tail->stop_reason
                       : shard.values.tail->stop_reason ? shard.values.tail->stop_reason
                                                        : shard.definitions.tail->stop_reason;
}

static PyObject *counters(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    read_shard();
    const uint64_t *left_out = recorder_counts.left_out;
    return Py_BuildValue("{sK sK sK sK sK sK sK sK sK sK sK sK sI sI sK sK sK sK sK}", "operations", shard.operations, "left_out",
                         last.left_out, "not_selected", left_out[NOT_SELECTED], "too_deep", left_out[TOO_DEEP],
                         "not_its_turn", left_out[NOT_ITS_TURN], "other_caller", left_out[OTHER_CALLER], "scalars_left_out",
                         last.scalars_left_out, "recorder_ns",
                         last.recorder_ns, "values", shard.value_count, "value_bytes", shard.value_bytes, "bytes",
                         last.bytes, "values_over_budget", shard.over_budget, "stop_reason", last.stop_reason,
                         "threads", recorder_threads(), "npy_files", npy_files_written(), "npy_failures",
                         npy_files_failed(), "missing", last.missing, "stopped_ns", last.stopped_ns, "cut", left_out[CUT]);
}

static PyObject *stop(PyObject *module, PyObject *nothing)
{
    read_shard();
    recorder_stop();
    sites_release();
    Py_CLEAR(settings.select);
    judge_configure(0, Py_None, Py_None);
    texts_configure(Py_None);
    control_configure(Py_None);
    return counters(module, nothing);
}

static PyObject *scalar_lines_py(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    return scalar_lines();
}

static PyObject *rotate_py(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    return PyBool_FromLong(recorder_rotate());
}

static PyObject *step(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    step_by(STEP_PROGRAM);
    return PyLong_FromUnsignedLongLong(marked_steps());
}

static PyObject *mark(PyObject *module, PyObject *text)
{
    (void)module;
    const char *bytes = PyUnicode_AsUTF8(text);
    if (!bytes)
        return NULL;
    mark_named(bytes, sequence_upcoming());
    Py_RETURN_NONE;
}

static PyObject *pin(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    shard_pin();
    Py_RETURN_NONE;
}

static PyObject *hold(PyObject *module, PyObject *arguments)
{
    (void)module;
    int whose, held;
    if (!PyArg_ParseTuple(arguments, "ip", &whose, &held))
        return NULL;
    recorder_hold((enum held_by)whose, held);
    if (shard.events.tail)
        shard.events.tail->held = recorder_held();
    Py_RETURN_NONE;
}

static PyObject *go_on(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    shard_go_on();
    Py_RETURN_NONE;
}

/* Of the calling thread only, and as often as it was muted. */
static PyObject *mute(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    nesting.muted++;
    Py_RETURN_NONE;
}

static PyObject *unmute(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    nesting.muted -= nesting.muted > 0;
    Py_RETURN_NONE;
}

static PyObject *judge_no_more(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    settings.judge = 0;
    settings.attentive = settings.log || settings.npy;
    Py_RETURN_NONE;
}

static PyObject *mock(PyObject *module, PyObject *callable)
{
    (void)module;
    mock_configure(callable);
    Py_RETURN_NONE;
}

static PyObject *arm_fatal_signals(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path = NULL;
    int descriptor = -1;
    if (!PyArg_ParseTuple(arguments, "|si", &path, &descriptor))
        return NULL;
    if (fatal_signals_arm(path, descriptor))
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *hold_fatal_signals(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    fatal_signals_hold();
    Py_RETURN_NONE;
}

static PyObject *clocks(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    return Py_BuildValue("(KK)", (unsigned long long)clock_ticks(), (unsigned long long)clock_ns(CLOCK_REALTIME));
}

static PyObject *is_recording(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    return PyBool_FromLong(recording);
}

static PyObject *value_detail(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    return PyLong_FromLong(settings.detail);
}

static PyObject *take_fork(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    bool taken = forked;
    forked = false;
    return PyBool_FromLong(taken);
}

static void before_fork(void)
{
    sharing_before_fork(); /* first: who writes now could start the thread again */
    file_thread_stop();
}

static void after_fork_in_parent(void)
{
    sharing_after_fork(false);
}

/* The child shares its parent's file mappings: it must not write another byte there. */
static void after_fork_in_child(void)
{
    sharing_after_fork(true);
    file_thread_forget();
    if (!shard.events.tail)
        return;
    forked = true;
    recorder_forget();
    shard_abandon();
}

/* ---- watching ---- */

static PyObject *answer(const char *refusal)
{
    return refusal ? PyUnicode_FromString(refusal) : NULL;
}

#define WATCH(NAME, FORMAT, DECLARE, ADDRESSES, CALL)                                                                 \
    static PyObject *NAME##_py(PyObject *module, PyObject *arguments)                                                 \
    {                                                                                                                 \
        (void)module;                                                                                                 \
        DECLARE;                                                                                                      \
        if (!PyArg_ParseTuple(arguments, FORMAT, ADDRESSES))                                                          \
            return NULL;                                                                                              \
        return attached ? answer(CALL) : require_numpy();                                                             \
    }
#define COMMA ,
#define TARGET_AND_NAME PyObject *target; const char *name
WATCH(watch_vectorcall, "Os", TARGET_AND_NAME, &target COMMA &name, watch_vectorcall(target, name))
WATCH(watch_callable, "Oss|pO", TARGET_AND_NAME; const char *place; int wrapped = 0; PyObject *after = Py_None,
      &target COMMA &name COMMA &place COMMA &wrapped COMMA &after, watch_callable(target, name, place, wrapped, after))
WATCH(watch_results, "OO", PyObject *target; PyObject *see, &target COMMA &see, watch_results(target, see))
WATCH(watch_steps, "Op", PyObject *target; int ends, &target COMMA &ends, watch_steps(target, ends))
WATCH(watch_function, "Os|iObppz", TARGET_AND_NAME; struct function_facts facts = {.changes = -1 COMMA .generator = Py_None},
      &target COMMA &name COMMA &facts.changes COMMA &facts.generator COMMA &facts.layer COMMA &facts.without_first
      COMMA &facts.makes_first COMMA &facts.attribute, watch_function(target, name, &facts))
WATCH(watch_method, "Os", TARGET_AND_NAME, &target COMMA &name, watch_method(target, name))
WATCH(watch_ufunc_method, "Os", TARGET_AND_NAME, &target COMMA &name, watch_ufunc_method(target, name))
WATCH(watch_frompyfunc, "Os", TARGET_AND_NAME, &target COMMA &name, watch_frompyfunc(target, name))
WATCH(watch_getset, "Os", TARGET_AND_NAME, &target COMMA &name, watch_getset(target, name))
WATCH(watch_instance_method, "OsOs", TARGET_AND_NAME; PyObject *instance; const char *instance_name,
      &target COMMA &name COMMA &instance COMMA &instance_name,
      watch_instance_method(target, name, instance, instance_name))
WATCH(watch_slot, "O!ssp", PyTypeObject *owner; const char *slot; const char *name; int exact,
      &PyType_Type COMMA &owner COMMA &slot COMMA &name COMMA &exact, watch_slot(owner, slot, name, exact))
WATCH(watch_calls, "O!OOO!", PyTypeObject *type; PyObject *name_of; PyObject *outcome_of; PyObject *versions,
      &PyType_Type COMMA &type COMMA &name_of COMMA &outcome_of COMMA &PyTuple_Type COMMA &versions,
      watch_calls(type, name_of, outcome_of, versions))

static PyObject *watch_ufunc_table_py(PyObject *module, PyObject *capsule)
{
    (void)module;
    if (!attached)
        return require_numpy();
    void **table = PyCapsule_GetPointer(capsule, NULL);
    return table ? answer(watch_ufunc_table(table)) : NULL;
}

static PyObject *add_library_paths(PyObject *module, PyObject *paths)
{
    (void)module;
    if (!PyTuple_Check(paths)) {
        PyErr_SetString(PyExc_TypeError, "a tuple of path prefixes is needed");
        return NULL;
    }
    if (sites_add_libraries(paths))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *watch_object(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyTypeObject *type;
    PyObject *names;
    if (!PyArg_ParseTuple(arguments, "O!O", &PyType_Type, &type, &names))
        return NULL;
    if (!PyTuple_CheckExact(names) && !PyUnicode_CheckExact(names) && !PyCallable_Check(names))
        return PyErr_Format(PyExc_TypeError, "objects are described by a tuple of names, a name or a callable");
    if (objects_watch(type, names))
        return NULL;
    Py_RETURN_NONE;
}

/* What is told to the core; `CALL` is not 0 with an exception set. */
#define TELL(NAME, FORMAT, DECLARE, ADDRESSES, CALL)                                                                  \
    static PyObject *NAME(PyObject *module, PyObject *arguments)                                                      \
    {                                                                                                                 \
        (void)module;                                                                                                 \
        DECLARE;                                                                                                      \
        if (!PyArg_ParseTuple(arguments, FORMAT, ADDRESSES) || (CALL))                                                \
            return NULL;                                                                                              \
        Py_RETURN_NONE;                                                                                               \
    }
#define TYPE_AND(DECLARE) PyTypeObject *type; DECLARE
TELL(watch_blocks, "O!O!", TYPE_AND(PyObject *plan), &PyType_Type COMMA &type COMMA &PyTuple_Type COMMA &plan,
     blocks_watch(type, plan))
TELL(add_layer, "bO!", unsigned char layer; PyObject *paths, &layer COMMA &PyTuple_Type COMMA &paths,
     sites_add_layer(layer, paths))
TELL(name_class, "O!s|z", TYPE_AND(const char *name; const char *holder = NULL),
     &PyType_Type COMMA &type COMMA &name COMMA &holder, receivers_name(type, name, holder))
TELL(name_objects, "O!O", TYPE_AND(PyObject *name_of), &PyType_Type COMMA &type COMMA &name_of, receivers_ask(type, name_of))
TELL(watch_arrays, "O!UO", TYPE_AND(PyObject *name; PyObject *show), &PyType_Type COMMA &type COMMA &name COMMA &show,
     foreign_arrays_watch(type, name, show))

static PyObject *watch_threads(PyObject *module, PyObject *callable)
{
    (void)module;
    if (thread_watchers_add(callable))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *unwatch_all(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    objects_unwatch();
    blocks_forget();
    thread_watchers_forget();
    foreign_arrays_unwatch();
    Py_ssize_t in_slots = unwatch_slots(), in_types = unwatch_calls();
    if (in_slots < 0 || in_types < 0)
        return NULL;
    Py_ssize_t others = unwatch_methods() + unwatch_ufunc_table() + unwatch_vectorcalls();
    receivers_forget();
    sites_forget_layers();
    return PyLong_FromSsize_t(in_slots + in_types + others);
}

static PyObject *slot_names_py(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    return slot_names();
}

static PyObject *know_traits(PyObject *module, PyObject *table)
{
    (void)module;
    if (!PyDict_Check(table))
        return PyErr_Format(PyExc_TypeError, "a table of traits is a dict, not %s", Py_TYPE(table)->tp_name);
    if (traits_add(table) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *operate_py(PyObject *module, PyObject *arguments)
{
    (void)module;
    struct operate what = {0};
    if (!PyArg_ParseTuple(arguments, "UO!O!O|O!", &what.name, &PyDict_Type, &what.operands, &PyDict_Type,
                          &what.attributes, &what.run, &PyTuple_Type, &what.place))
        return NULL;
    return attached ? operate(&what) : require_numpy();
}

static PyObject *note_py(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *name, *value, *attributes;
    unsigned long long duration_ns = 0;
    if (!PyArg_ParseTuple(arguments, "UOO!|K", &name, &value, &PyDict_Type, &attributes, &duration_ns))
        return NULL;
    if (attached && note(name, value, attributes, duration_ns))
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"attach_numpy", attach_numpy, METH_NOARGS, "Bind to the NumPy that the program has imported."},
    {"start", (PyCFunction)(void (*)(void))start, METH_VARARGS | METH_KEYWORDS, "Record from now on."},
    {"stop", stop, METH_NOARGS, "Stop recording and close the files."},
    {"know_traits", know_traits, METH_O, "Add a library's table of traits."},
    {"note", note_py, METH_VARARGS, "Record an array as an operation that took no time."},
    {"operate", operate_py, METH_VARARGS, "Call something as an operation."},
    {"scalar_lines", scalar_lines_py, METH_NOARGS, "Where NumPy scalars' arithmetic was recorded in part."},
    {"clocks", clocks, METH_NOARGS, "Read both clocks."},
    {"held_objects", held_objects, METH_VARARGS, "Objects of some types that others hold."},
    {"note_launches", launches_note, METH_NOARGS, "Note the programs that this process starts."},
    {"keep_printed", printed_keep, METH_O, "Keep the last texts that are written to a stream."},
    {"take_printed", printed_take, METH_NOARGS, "Return the texts kept since the last time."},
    {"end_printed", printed_end, METH_NOARGS, "Put the stream's own function back."},
    {"take_launches", launches_take, METH_NOARGS, "Return the programs noted since the last time."},
    {"rotate", rotate_py, METH_NOARGS, "Go on in a new segment."},
    {"mark", mark, METH_O, "Name this moment."},
    {"step", step, METH_NOARGS, "A step of the program has ended."},
    {"pin", pin, METH_NOARGS, "Keep the segments that are there for good."},
    {"hold", hold, METH_VARARGS, "Let operations pass unrecorded, or no longer."},
    {"go_on", go_on, METH_NOARGS, "Have the recorder's thread run again after a fork."},
    {"mute", mute, METH_NOARGS, "Let this thread's operations pass unrecorded."},
    {"unmute", unmute, METH_NOARGS, "Take one `mute` of this thread back."},
    {"judge_no_more", judge_no_more, METH_NOARGS, "Let operations pass unjudged from now on."},
    {"mock", mock, METH_O, "Ask a callable for results before operations run."},
    {"arm_fatal_signals", arm_fatal_signals, METH_VARARGS, "Record the compiled call that the process dies in."},
    {"hold_fatal_signals", hold_fatal_signals, METH_NOARGS, "Let the thread that dies first write, before the fault handler is enabled."},
    {"recording", is_recording, METH_NOARGS, "Whether operations are being recorded."},
    {"value_detail", value_detail, METH_NOARGS, "What is kept of values."},
    {"counters", counters, METH_NOARGS, "What has been recorded so far."},
    {"write_file", own_file_write, METH_VARARGS, "Write a file of the recorder's own."},
    {"read_file", own_file_read, METH_VARARGS, "Read a part of a file of the recorder's own."},
    {"claim_folder", own_folder_claim, METH_VARARGS, "Make the next numbered folder."},
    {"files_apart", own_files_apart, METH_NOARGS, "Whether the recorder's descriptors are out of the program's reach."},
    {"take_fork", take_fork, METH_NOARGS, "Whether this is a child whose parent recorded."},
    {"watch_vectorcall", watch_vectorcall_py, METH_VARARGS, NULL},
    {"watch_callable", watch_callable_py, METH_VARARGS, NULL},
    {"watch_results", watch_results_py, METH_VARARGS, NULL},
    {"watch_steps", watch_steps_py, METH_VARARGS, NULL},
    {"watch_function", watch_function_py, METH_VARARGS, NULL},
    {"watch_method", watch_method_py, METH_VARARGS, NULL},
    {"watch_instance_method", watch_instance_method_py, METH_VARARGS, NULL},
    {"watch_ufunc_method", watch_ufunc_method_py, METH_VARARGS, NULL},
    {"watch_frompyfunc", watch_frompyfunc_py, METH_VARARGS, NULL},
    {"watch_getset", watch_getset_py, METH_VARARGS, NULL},
    {"watch_slot", watch_slot_py, METH_VARARGS, NULL},
    {"watch_ufunc_table", watch_ufunc_table_py, METH_O, NULL},
    {"watch_calls", watch_calls_py, METH_VARARGS, NULL},
    {"add_library_paths", add_library_paths, METH_O, "Take more files for those of libraries."},
    {"add_layer", add_layer, METH_VARARGS, "Number the library whose files begin so, for watch_function."},
    {"name_class", name_class, METH_VARARGS, "Give a class the public name as which its methods are recorded."},
    {"name_objects", name_objects, METH_VARARGS, "Call operations on objects of a type what a callable says."},
    {"watch_threads", watch_threads, METH_O, "Call something in each thread before its first operation."},
    {"watch_blocks", watch_blocks, METH_VARARGS, "Describe objects of a type by their blocks."},
    {"watch_object", watch_object, METH_VARARGS, "Describe objects of a type by their attributes."},
    {"watch_arrays", watch_arrays, METH_VARARGS, "Describe objects of a type as arrays."},
    {"unwatch_all", unwatch_all, METH_NOARGS, "Put every pointer back."},
    {"slot_names", slot_names_py, METH_NOARGS, "The type slots that can be watched."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "numscope._core", .m_doc = "numscope's native core.", .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    if (PyModule_AddIntConstant(module, "FORMAT_VERSION", FORMAT_VERSION) < 0 || writer_export(module) < 0 ||
        constants_add(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    return module;
}
