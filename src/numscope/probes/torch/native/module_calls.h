// Calls of nn.Modules: what each takes and returns, by name, and its parameters. No hook is put on a module: the function that
// every call runs, `nn.Module.__call__`, is entered through a vectorcall of ours, which calls the function's own.
// For recorder.cpp alone: these are its own globals, as if they stood there.
#pragma once

#include <unordered_map>

#include "operands.h"

namespace numscope {
namespace {

// A class of modules: its operation, and how its `forward` names what it is given. Ids hold within one generation.
struct ModuleClass {
    uint32_t generation = 0;
    struct operation *operation = nullptr;
    std::vector<std::string> names;
};

struct ModuleCalls {
    PyObject *function = nullptr; // nn.Module.__call__
    vectorcallfunc original = nullptr;
    PyTypeObject *tensor = nullptr;
    size_t offset = 0;           // where a tensor's Python object holds the address of its TensorImpl
    PyObject *signature = nullptr; // signature(class) gives the class's name and those of forward's parameters
    PyObject *parameters = nullptr, *training = nullptr; // attribute names
    std::unordered_map<PyTypeObject *, ModuleClass> classes; // with the GIL; those that live

    static constexpr int MOST_DEPTH = 4, MOST_TENSORS = 60;
};
ModuleCalls calls;

void set_vectorcall(PyObject *function, vectorcallfunc entry)
{
#if PY_VERSION_HEX >= 0x030C0000
    PyFunction_SetVectorcall((PyFunctionObject *)function, entry);
#else
    ((PyFunctionObject *)function)->vectorcall = entry;
#endif
}

const ModuleClass *class_of(PyObject *module)
{
    ModuleClass &known = calls.classes[Py_TYPE(module)];
    if (known.operation)
        return &known;
    PyObject *answer = PyObject_CallOneArg(calls.signature, (PyObject *)Py_TYPE(module));
    const char *name;
    PyObject *names;
    if (answer && PyArg_ParseTuple(answer, "sO!", &name, &PyTuple_Type, &names)) {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
            const char *text = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, i));
            known.names.push_back(text ? text : "");
        }
        known.operation = core->operation((std::string("module::") + name).c_str(), TRAIT_MODULE);
    }
    Py_XDECREF(answer);
    PyErr_Clear(); // a class whose attributes raise is not described
    return known.operation ? &known : nullptr;
}

c10::TensorImpl *impl_of(PyObject *object)
{
    return PyObject_TypeCheck(object, calls.tensor) ? *(c10::TensorImpl **)((char *)object + calls.offset) : nullptr;
}

struct Structure {
    Operation &operation;
    operand_role role;
    int tensors = 0;

    void add_leaf(const std::string &name, c10::TensorImpl *impl)
    {
        if (tensors >= ModuleCalls::MOST_TENSORS)
            return;
        uint32_t id = name.empty() ? 0 : core->text(name.data(), name.size());
        uint16_t name_id = (uint16_t)(id <= UINT16_MAX ? id : 0);
        add_tensor(operation, header_of(role, (size_t)tensors, name_id, (uint16_t)(tensors + 1)), tensor_of(impl), Look::KNOWN);
        tensors++;
    }

    // Tensors in tuples, lists and dicts, named by the way to them: `hidden_states`, `past.0.1`.
    void add(const std::string &name, PyObject *object, int depth = 0)
    {
        if (c10::TensorImpl *impl = impl_of(object)) {
            add_leaf(name, impl);
        } else if (depth < ModuleCalls::MOST_DEPTH && (PyTuple_Check(object) || PyList_Check(object))) {
            for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object) && tensors < ModuleCalls::MOST_TENSORS; i++)
                add(joined(name, std::to_string(i)), PySequence_Fast_GET_ITEM(object, i), depth + 1);
        } else if (depth < ModuleCalls::MOST_DEPTH && PyDict_Check(object)) {
            Py_ssize_t at = 0;
            PyObject *key, *value;
            while (tensors < ModuleCalls::MOST_TENSORS && PyDict_Next(object, &at, &key, &value)) {
                const char *text = PyUnicode_Check(key) ? PyUnicode_AsUTF8(key) : nullptr;
                add(joined(name, text ? text : "?"), value, depth + 1);
            }
            PyErr_Clear(); // a key that is no UTF-8
        }
    }

    static std::string joined(const std::string &name, const std::string &part)
    {
        return name.empty() ? part : name + "." + part;
    }
};

void add_given(Operation &operation, const ModuleClass &type, PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    Structure given{operation, ROLE_GIVEN};
    for (Py_ssize_t i = 1; i < count; i++)
        given.add((size_t)i <= type.names.size() ? type.names[(size_t)i - 1] : std::to_string(i - 1), args[i]);
    for (Py_ssize_t i = 0; keywords && i < PyTuple_GET_SIZE(keywords); i++) {
        const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(keywords, i));
        given.add(name ? name : "?", args[count + i]);
    }
}

// As attribute look-up finds them, without running code of the module's class.
PyObject *plain_attribute(PyObject *module, PyObject *name)
{
    PyObject *found = PyObject_GenericGetAttr(module, name);
    if (!found)
        PyErr_Clear();
    return found;
}

void add_own_parameters(Operation &operation, PyObject *module)
{
    PyObject *own = plain_attribute(module, calls.parameters);
    if (own && PyDict_Check(own)) {
        Structure parameters{operation, ROLE_PARAMETER};
        Py_ssize_t at = 0;
        PyObject *key, *value;
        while (PyDict_Next(own, &at, &key, &value)) {
            const char *name = PyUnicode_Check(key) ? PyUnicode_AsUTF8(key) : nullptr;
            c10::TensorImpl *impl = name ? impl_of(value) : nullptr;
            if (impl)
                parameters.add_leaf(name, impl);
        }
        PyErr_Clear();
    }
    Py_XDECREF(own);
}

bool is_training(PyObject *module)
{
    PyObject *found = plain_attribute(module, calls.training);
    bool training = found == Py_True;
    Py_XDECREF(found);
    return training;
}

// A model that was met while its first operation or call was described: its record follows that one's beginning, since what
// runs inside of our own Python code is not recorded. Its parameters are held weakly.
struct MetModel {
    using Weak = c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
    std::string name;
    std::vector<std::pair<std::string, Weak>> parameters;
};
std::vector<MetModel> met_models; // with the GIL

void record_model(const MetModel &model)
{
    struct operation *kind = core->operation(("model::" + model.name).c_str(), TRAIT_MODULE);
    for (size_t first = 0; kind && first < model.parameters.size(); first += ModuleCalls::MOST_TENSORS) {
        auto record = std::make_unique<Operation>();
        numscope_surroundings around = {};
        if (!begin_record(*record, kind, around))
            return;
        core->attribute_text(record->call(), words.model, 0, word(model.name.c_str()));
        Structure parameters{*record, ROLE_PARAMETER};
        for (size_t i = first; i < std::min(first + ModuleCalls::MOST_TENSORS, model.parameters.size()); i++)
            if (at::Tensor parameter(model.parameters[i].second.lock()); parameter.defined())
                parameters.add_leaf(model.parameters[i].first, parameter.unsafeGetTensorImpl());
        end_record(*record);
    }
}

void record_met_models()
{
    std::vector<MetModel> met;
    met.swap(met_models);
    for (const MetModel &model : met)
        record_model(model);
}

// nullptr: it is not recorded.
std::unique_ptr<Operation> begin_module_call(PyObject *const *args, Py_ssize_t count, PyObject *keywords)
{
    PyObject *module = args[0];
    const ModuleClass *type = class_of(module);
    if (!type)
        return nullptr;
    auto operation = std::make_unique<Operation>();
    numscope_surroundings around = {};
    if (!begin_record(*operation, type->operation, around))
        return nullptr;
    mine().meet(operation->generation);
    if (!around.outermost)
        around.outermost = module;
    around.innermost = module;
    operation->module = modules.find(around, operation->generation, mine().modules);
    record_met_models();
    const Operation *above = mine().innermost;
    operation->phase = above ? above->phase : mine().optimizing ? Phase::OPTIMIZER : Phase::FORWARD;
    add_surroundings(*operation);
    core->attribute_integer(operation->call(), words.training, 0, is_training(module));
    add_given(*operation, *type, args, count, keywords);
    add_own_parameters(*operation, module);
    core->start(operation->call());
    return operation;
}

void end_module_call(Operation &operation, PyObject *result)
{
    core->stop(operation.call(), !result);
    if (result && core->generation() == operation.generation)
        Structure{operation, ROLE_RETURNED}.add("", result);
    core->finish(operation.call());
}

PyObject *on_module_call(PyObject *function, PyObject *const *args, size_t flags, PyObject *keywords)
{
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    std::unique_ptr<Operation> operation;
    if (count > 0 && core->renew())
        operation = begin_module_call(args, count, keywords);
    PyObject *result = calls.original(function, args, flags, keywords);
    if (operation) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        end_module_call(*operation, result);
        PyErr_Restore(type, value, traceback);
    }
    return result;
}

// Where the Python object of a tensor holds the address of its TensorImpl: 0 if it holds that nowhere. `two` others agree.
size_t offset_of_impl(PyObject *tensors)
{
    size_t found = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tensors); i++) {
        PyObject *object = PyTuple_GET_ITEM(tensors, i), *number = PyObject_GetAttrString(object, "_cdata");
        void *address = number ? PyLong_AsVoidPtr(number) : nullptr;
        Py_XDECREF(number);
        PyErr_Clear();
        size_t at = sizeof(PyObject), end = (size_t)Py_TYPE(object)->tp_basicsize;
        while (address && at + sizeof(void *) <= end && *(void **)((char *)object + at) != address)
            at += sizeof(void *);
        if (!address || at + sizeof(void *) > end || (found && found != at))
            return 0;
        found = at;
    }
    return found;
}

// False: this torch's tensors or this Python's functions are made otherwise, and no calls are recorded.
bool watch_module_calls(PyObject *function, PyObject *tensors, PyObject *tensor, PyObject *signature)
{
    size_t offset = PyTuple_Check(tensors) ? offset_of_impl(tensors) : 0;
    if (!offset || !PyType_Check(tensor) || !PyFunction_Check(function) || calls.function)
        return false;
    calls.offset = offset;
    calls.parameters = PyUnicode_InternFromString("_parameters");
    calls.training = PyUnicode_InternFromString("training");
    calls.tensor = (PyTypeObject *)Py_NewRef(tensor);
    calls.signature = Py_NewRef(signature);
    calls.function = Py_NewRef(function);
    calls.original = ((PyFunctionObject *)function)->vectorcall;
    set_vectorcall(function, on_module_call);
    return true;
}

void unwatch_module_calls()
{
    if (!calls.function)
        return;
    // Somebody else's, put there since, stays, and goes on through ours: calls.original is kept.
    if (((PyFunctionObject *)calls.function)->vectorcall == on_module_call)
        set_vectorcall(calls.function, calls.original);
    calls.classes.clear();
    met_models.clear();
    Py_CLEAR(calls.function);
    Py_CLEAR(calls.signature);
    Py_CLEAR(calls.tensor);
    Py_CLEAR(calls.parameters);
    Py_CLEAR(calls.training);
}

} // namespace
} // namespace numscope
