// How little a recorder of operators can cost: what torch itself does for any callback that wants inputs and results, and
// that with the barest facts copied into memory, which is never read again. Nothing here becomes a trace.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <ATen/record_function.h>

#include <cstring>
#include <ctime>
#include <vector>

namespace {

at::CallbackHandle handle = 0;

struct Memory {
    std::vector<char> bytes = std::vector<char>((1 << 20) + (1 << 16));
    size_t used = 0;

    template <class Fact> void put(Fact fact)
    {
        std::memcpy(&bytes[used], &fact, sizeof fact);
        used += sizeof fact;
    }
};

Memory &memory()
{
    thread_local Memory mine;
    if (mine.used > 1 << 20)
        mine.used = 0;
    return mine;
}

void put_clock(Memory &memory)
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    memory.put(now);
}

// Shape, element type, storage, version: no strides, no names, no layout that is told once.
void put_tensor(Memory &memory, const at::Tensor &tensor)
{
    at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
    if (!tensor.defined() || !impl->has_storage() || impl->sizes().size() > 16)
        return;
    memory.put((const void *)impl->unsafe_storage().unsafeGetStorageImpl());
    memory.put(impl->is_inference() ? 0 : impl->version_counter().current_version());
    memory.put(c10::typeMetaToScalarType(impl->dtype()));
    for (int64_t size : impl->sizes())
        memory.put(size);
}

void put_value(Memory &memory, const c10::IValue &value)
{
    if (value.isTensor()) {
        put_tensor(memory, value.toTensor());
    } else if (value.isTensorList()) {
        auto tensors = value.toTensorList();
        for (size_t i = 0; i < tensors.size() && i < 64; i++)
            put_tensor(memory, tensors.get(i));
    } else if (value.isInt()) {
        memory.put(value.toInt());
    } else if (value.isDouble()) {
        memory.put(value.toDouble());
    }
}

std::unique_ptr<at::ObserverContext> nothing_before(const at::RecordFunction &) { return nullptr; }
void nothing_after(const at::RecordFunction &, at::ObserverContext *) {}

std::unique_ptr<at::ObserverContext> facts_before(const at::RecordFunction &call)
{
    Memory &mine = memory();
    mine.put(call.name());
    mine.put(call.seqNr());
    for (const c10::IValue &value : call.inputs())
        put_value(mine, value);
    put_clock(mine);
    return nullptr;
}

void facts_after(const at::RecordFunction &call, at::ObserverContext *)
{
    Memory &mine = memory();
    put_clock(mine);
    for (const c10::IValue &value : call.outputs())
        put_value(mine, value);
}

PyObject *start(PyObject *, PyObject *facts)
{
    bool wanted = PyObject_IsTrue(facts) == 1;
    auto callback = at::RecordFunctionCallback(wanted ? facts_before : nothing_before, wanted ? facts_after : nothing_after);
    handle = at::addGlobalCallback(callback.needsInputs(true).needsOutputs(true).scopes(
        {at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION, at::RecordScope::USER_SCOPE}));
    Py_RETURN_NONE;
}

PyObject *stop(PyObject *, PyObject *)
{
    at::removeCallback(handle);
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"start", start, METH_O, "Register a callback; true: it copies facts."},
    {"stop", stop, METH_NOARGS, "Take it away."},
    {nullptr, nullptr, 0, nullptr},
};
PyModuleDef definition = {PyModuleDef_HEAD_INIT, "torch_floor", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_torch_floor() { return PyModule_Create(&definition); }
