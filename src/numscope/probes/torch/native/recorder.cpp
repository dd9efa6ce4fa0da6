// Records every operator that torch's dispatcher runs: a global callback of at::RecordFunction, on all threads, forward and
// backward, outermost operators and those inside them. Needs one header of torch, and is built once for each version of it.
// Build it with -DNDEBUG: RecordFunction has a member more without it.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <ATen/record_function.h>

#include <exception>

#include "compiled_graphs.h"
#include "forks.h"
#include "learning_rates.h"
#include "module_calls.h"
#include "operands.h"
#include "self_test.h"

namespace numscope {
namespace {

// ---- callbacks ----

void end_step_record(Operation &operation)
{
    void *call = operation.call();
    core->attribute_text(call, words.phase, 0, words.optimizer);
    if (uint64_t step = training_step.load(std::memory_order_relaxed))
        core->attribute_integer(call, words.step, 0, (int64_t)step);
    end_record(operation);
}

std::vector<std::pair<std::string, at::Tensor>> known_gradients()
{
    PyGILState_STATE state = PyGILState_Ensure();
    auto found = parameters.gradients();
    PyGILState_Release(state);
    return found;
}

// A record of its own, there before the call is: a process that dies inside, as one does where sizes differ, leaves it.
void record_begun(const Operation &launching, const at::RecordFunction &fn)
{
    const Completion &completion = *launching.completion;
    struct operation *kind = completion.number ? core->operation("c10d::begun", TRAIT_FRAME) : nullptr;
    auto record = std::make_unique<Operation>();
    numscope_surroundings around = {};
    if (!kind || !begin_record(*record, kind, around))
        return;
    auto inputs = fn.inputs();
    for (size_t i = 0; i < inputs.size(); i++) {
        const Argument *argument = launching.kind->argument(i);
        if (argument && argument->unread)
            continue;
        each_tensor(inputs[i], [&](const at::Tensor &tensor, uint16_t item) {
            add_tensor(*record, header_of(ROLE_INPUT, std::min(i, MOST_POSITIONS), 0, item), tensor, Look::NO);
        });
    }
    add_group_attributes(record->call(), completion);
    core->attribute_text(record->call(), word("begins"), 0,
                         core->text(launching.kind->name.data(), launching.kind->name.size()));
    end_record(*record);
}

void record_gradients(const char *name)
{
    constexpr int MOST = 100; // a record has room for 250 operands and attributes
    std::string shown = std::string("optim::") + (name + std::strlen("Optimizer.step#"));
    struct operation *kind = core->operation(shown.c_str(), 0);
    if (!kind)
        return;
    std::unique_ptr<Operation> record;
    int count = 0;
    bool first = true;
    for (const auto &[parameter, gradient] : known_gradients()) {
        if (!record) {
            record = std::make_unique<Operation>();
            numscope_surroundings around = {};
            if (!begin_record(*record, kind, around))
                return;
            count = 0;
            if (first)
                add_learning_rates(*record);
            first = false;
        }
        uint32_t id = core->text(parameter.data(), parameter.size());
        operand_header header = header_of(ROLE_INPUT, (size_t)count, (uint16_t)(id <= UINT16_MAX ? id : 0));
        if (gradient.defined())
            add_tensor(*record, header, gradient, Look::READ);
        else
            core->add_word(record->call(), header, OPERAND_NONE, nullptr);
        if (++count == MOST) {
            end_step_record(*record);
            record.reset();
        }
    }
    if (record)
        end_step_record(*record);
}

std::unique_ptr<at::ObserverContext> begin_range(const at::RecordFunction &fn, uint32_t generation)
{
    if (!starts_with(fn.name(), "Optimizer.step#"))
        return nullptr;
    mine().generation = generation;
    record_gradients(fn.name());
    mine().optimizing++;
    auto operation = std::make_unique<Operation>();
    operation->range = Range::OPTIMIZER_STEP;
    operation->generation = generation;
    return operation;
}

// While operations pass unrecorded, for the recording may wait for this step's end.
std::unique_ptr<at::ObserverContext> begin_unrecorded(const at::RecordFunction &fn)
{
    if (fn.scope() != at::RecordScope::USER_SCOPE || !starts_with(fn.name(), "Optimizer.step#"))
        return nullptr;
    auto operation = std::make_unique<Operation>();
    operation->range = Range::UNSEEN_STEP;
    return operation;
}

// All that the engine does for a node: its backward function, and the sums and views that fit the results to the inputs.
std::unique_ptr<at::ObserverContext> begin_node(const at::RecordFunction &fn, uint32_t generation)
{
    auto operation = std::make_unique<Operation>();
    operation->range = Range::NODE;
    operation->phase = Phase::BACKWARD;
    operation->generation = generation;
    const Link *link = find_link(fn, generation);
    operation->module = link ? link->module : ModuleIds{};
    operation->above = mine().innermost;
    operation->opaque = opaque_around(*operation);
    mine().innermost = operation.get();
    return operation;
}

// The code of what is around it goes on.
void go_on_above(const Operation &operation)
{
    Operation *above = operation.above;
    if (above && above->opaque == &above->own)
        above->own.span = ++mine().spans;
}

// What is not recorded writes too, and so does what it calls. Nothing is known inside it nor, of what was looked at before,
// behind it.
std::unique_ptr<at::ObserverContext> begin_left_out(const at::RecordFunction &fn, int detail)
{
    if (!detail)
        return nullptr;
    writes.add_anywhere();
    if (fn.isAsync())
        return nullptr;
    auto operation = std::make_unique<Operation>();
    operation->range = Range::LEFT_OUT;
    mine().left_out++;
    return operation;
}

void end_range(Operation *operation)
{
    if (operation->range == Range::UNSEEN_STEP) {
        core->step();
    } else if (operation->range == Range::NODE) {
        if (mine().innermost == operation) {
            mine().innermost = operation->above;
            go_on_above(*operation);
        }
    } else if (operation->range == Range::LEFT_OUT) {
        mine().left_out--;
        writes.add_anywhere();
    } else if (mine().optimizing > 0 && !--mine().optimizing) {
        training_step.fetch_add(1, std::memory_order_relaxed);
        accelerators.drain(operation->generation, false);
        core->step();
    }
}

// Asked before the first graph that torch.compile made runs under this recording: its class is there by now. And before the
// first collective: the process knows its rank by now.
PyObject *when_compiled = nullptr, *when_grouped = nullptr;
std::atomic<bool> compiled_met{false}, grouped_met{false};

void ask_once(PyObject *question, std::atomic<bool> &asked)
{
    if (asked.load(std::memory_order_relaxed) || asked.exchange(true) || !question)
        return;
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *answer = PyObject_CallNoArgs(question);
    Py_XDECREF(answer);
    PyErr_Clear(); // a torch in which it stands elsewhere: this stays unknown
    PyErr_Restore(type, value, traceback);
    PyGILState_Release(state);
}

std::unique_ptr<at::ObserverContext> on_start(const at::RecordFunction &fn)
{
    uint32_t generation = core->renew();
    if (!generation) {
        writes.add_anywhere(); // a pause: it writes as ever
        return begin_unrecorded(fn);
    }
    if (fn.scope() == at::RecordScope::USER_SCOPE)
        return begin_range(fn, generation);
    Thread &thread = mine();
    Kind *kind = kinds.find(fn, thread.kinds);
    thread.kinds.fetch_slot();
    thread.meet(generation);
    if (kind->passed_over)
        return kind->is_evaluation ? begin_node(fn, generation) : nullptr;
    if (kind->is_graph && thread.innermost && thread.innermost->range == Range::NONE && thread.innermost->kind->is_region) {
        if (fn.seqNr() >= 0)
            set_link(*thread.innermost, fn.seqNr());
        return nullptr;
    }
    if (kind->is_region)
        ask_once(when_compiled, compiled_met);
    if (kind->collective)
        ask_once(when_grouped, grouped_met);
    auto operation = std::make_unique<Operation>();
    numscope_surroundings around = {};
    operation->nested = !fn.isAsync();
    numscope_verdict verdict = core->begin(operation->call(), kind->operation, operation->nested, &around);
    if (verdict == NUMSCOPE_PASS)
        return begin_left_out(fn, core->detail());
    operation->muted = verdict == NUMSCOPE_MUTED;
    if (operation->muted)
        return operation;
    operation->kind = kind;
    operation->detail = core->detail();
    operation->generation = core->generation_of(operation->call());
    thread.meet(operation->generation);
    meet_words(operation->generation);
    kinds.meet(*kind, operation->generation);
    operation->above = thread.innermost;
    operation->opaque = opaque_around(*operation);
    if (kind->opaque && operation->detail)
        enter_opaque(*operation);
    if (!kind->gives)
        operation->unwinding = std::uncaught_exceptions();
    add_inputs(*operation, fn);
    find_surroundings(*operation, fn, around);
    add_attributes(*operation);
    if (kind->collective) {
        add_collective(*operation, fn);
        record_begun(*operation, fn);
    }
    if (kind->draws)
        add_generator(*operation, fn);
    if (!blocks.empty())
        add_blocks(operation->call());
    if (operation->nested)
        thread.innermost = operation.get();
    core->start(operation->call());
    return operation;
}

void add_results(Operation &operation, const at::RecordFunction &fn)
{
    Look look = operation.kind->collective ? Look::LATER : operation.kind->empty ? Look::UNINITIALISED : Look::RESULT;
    if (__builtin_expect(mine().arriving, 0) && look != Look::LATER)
        look = Look::NO;
    if (__builtin_expect(mine().arriving || operation.source.late, 0))
        mine().arriving = operation.above;
    for (Written &written : operation.written) {
        note_write(operation, written.tensor, false);
        add_tensor(operation, written.header, written.tensor, look);
    }
    const auto &outputs = fn.outputs();
    for (size_t i = 0; i < outputs.size(); i++) {
        // A thread that looked at it while it was being made saw something else.
        if (operation.kind->opaque)
            each_tensor(outputs[i],
                        [&](const at::Tensor &tensor, uint16_t) { note_write(operation, tensor, false); });
        add_value(operation, header_of(ROLE_OUTPUT, std::min(i, MOST_POSITIONS)), outputs[i], false, look);
    }
}

void on_end(const at::RecordFunction &fn, at::ObserverContext *context)
{
    auto *operation = static_cast<Operation *>(context);
    if (!operation)
        return;
    if (operation->range != Range::NONE) {
        end_range(operation);
        return;
    }
    if (operation->muted) {
        core->unmute();
        writes.add_anywhere();
        return;
    }
    mine().kinds.fetch_kind();
    // What gives a result has given one, unless it raised. Asking the C++ runtime is two calls through two tables.
    bool raised = fn.outputs().empty() && std::uncaught_exceptions() > operation->unwinding;
    core->stop(operation->call(), raised);
    if (operation->nested && mine().innermost == operation)
        mine().innermost = operation->above;
    if (!operation->nested)
        operation->above = nullptr; // it may have ended
    c10::intrusive_ptr<c10::ivalue::Future> future = operation->completion && !raised ? future_of(fn) : nullptr;
    if (future)
        operation->completion->may_wait = !future->devices().size();
    if (core->generation() == operation->generation)
        add_results(*operation, fn);
    if (operation->nested)
        go_on_above(*operation);
    core->finish(operation->call());
    if (future && operation->completion->may_wait)
        await_completion(operation->completion, *future);
}

// ---- Python ----

PyObject *start(PyObject *, PyObject *arguments)
{
    PyObject *capsule, *describe, *code, *compiled, *grouped, *stepping;
    if (!PyArg_ParseTuple(arguments, "OOOOOO", &capsule, &describe, &code, &compiled, &grouped, &stepping))
        return nullptr;
    if (handle) {
        PyErr_SetString(PyExc_RuntimeError, "the callback is registered already");
        return nullptr;
    }
    auto *writer = (const numscope_writer *)PyCapsule_GetPointer(capsule, NUMSCOPE_WRITER_CAPSULE);
    if (!writer)
        return nullptr;
    if (writer->version != NUMSCOPE_WRITER_VERSION)
        return PyErr_Format(PyExc_RuntimeError, "built for version %d of the core's writer, which is now at %d",
                            NUMSCOPE_WRITER_VERSION, (int)writer->version);
    if (!core) {
        core = writer;
        links = (Link *)calloc(LINKS, sizeof *links);
        if (!links)
            return PyErr_NoMemory();
        learn_dtypes();
        watch_forks();
    }
    Py_INCREF(code);
    core->watch_frames(code);
    core->join();
    modules.start(describe == Py_None ? nullptr : describe);
    Py_INCREF(compiled);
    Py_XSETREF(when_compiled, compiled);
    compiled_met = false;
    Py_INCREF(grouped);
    Py_XSETREF(when_grouped, grouped);
    grouped_met = false;
    Py_INCREF(stepping);
    Py_XSETREF(when_stepping, stepping);
    collective_numbers.clear();
    training_step = 0;
    watched_allocator.start();
    handle = at::addGlobalCallback(at::RecordFunctionCallback(on_start, on_end)
                                       .needsInputs(true)
                                       .needsOutputs(true)
                                       .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                                at::RecordScope::TORCHSCRIPT_FUNCTION, at::RecordScope::USER_SCOPE}));
    Py_RETURN_NONE;
}

PyObject *stop(PyObject *, PyObject *)
{
    if (handle) {
        watched_allocator.stop();
        at::removeCallback(handle);
        handle = 0;
        Py_BEGIN_ALLOW_THREADS
        accelerators.drain(core->generation(), true);
        Py_END_ALLOW_THREADS
    }
    unwatch_module_calls();
    mine().knowledge.forget();
    parameters.clear();
    modules.start(nullptr);
    Py_CLEAR(when_compiled);
    Py_CLEAR(when_grouped);
    Py_CLEAR(when_stepping);
    Py_RETURN_NONE;
}

// (address of the TensorImpl, name) of each parameter, which the caller holds meanwhile, and the model's class.
PyObject *add_parameters(PyObject *, PyObject *arguments)
{
    static unsigned models; // changed under the GIL
    PyObject *list;
    const char *model;
    if (!PyArg_ParseTuple(arguments, "O!s", &PyList_Type, &list, &model))
        return nullptr;
    Py_ssize_t count = PyList_GET_SIZE(list);
    models++;
    MetModel met{model, {}};
    for (Py_ssize_t i = 0; i < count; i++) {
        unsigned long long address;
        const char *name;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, i), "Ks", &address, &name))
            return nullptr;
        auto *impl = (c10::TensorImpl *)(uintptr_t)address;
        parameters.add(impl, name, models);
        met.parameters.emplace_back(name, MetModel::Weak(tensor_of(impl).getIntrusivePtr()));
    }
    if (calls.function && count)
        met_models.push_back(std::move(met));
    Py_RETURN_NONE;
}

PyObject *watch_calls(PyObject *, PyObject *arguments)
{
    PyObject *function, *tensors, *tensor, *signature;
    if (!PyArg_ParseTuple(arguments, "OOOO", &function, &tensors, &tensor, &signature))
        return nullptr;
    return PyBool_FromLong(watch_module_calls(function, tensors, tensor, signature));
}

PyObject *forget(PyObject *, PyObject *number)
{
    void *address = PyLong_AsVoidPtr(number);
    if (PyErr_Occurred())
        return nullptr;
    modules.forget(address);
    calls.classes.erase((PyTypeObject *)address);
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"start", start, METH_VARARGS, "Record what torch runs: the core's writer, describe(outermost, innermost), code, compiled(), grouped()."},
    {"begin_test", begin_test, METH_NOARGS, "Watch this thread for one addition."},
    {"end_test", end_test, METH_NOARGS, "What was seen: name, number of inputs, shape of the first, number of outputs."},
    {"stop", stop, METH_NOARGS, "Take the callback away."},
    {"add_parameters", add_parameters, METH_VARARGS, "A model's parameters, with whose gradients an optimiser's step begins, and its class."},
    {"watch_calls", watch_calls, METH_VARARGS,
     "Record calls of modules: nn.Module.__call__, some tensors, the class of tensors, signature(class)."},
    {"graph_begins", graph_begins, METH_VARARGS, "A compiled graph runs: its inputs, its name, the function's."},
    {"graph_saves", graph_saves, METH_O, "What it keeps for its backward pass."},
    {"graph_ends", graph_ends, METH_O, "What came out of it."},
    {"backward_graph_begins", backward_graph_begins, METH_O, "The backward pass of one runs: its inputs."},
    {"backward_graph_ends", backward_graph_ends, METH_O, "What came out of that."},
    {"forget", forget, METH_O, "What was at this address has died: a module, or a class of modules."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_numscope_torch", nullptr, -1, functions, nullptr, nullptr, nullptr,
                          nullptr};

} // namespace
} // namespace numscope

PyMODINIT_FUNC PyInit__numscope_torch() { return PyModule_Create(&numscope::definition); }
