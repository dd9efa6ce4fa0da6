// A look at every tensor that torch's operators are given and give, at the moment they begin and end, which remembers nothing:
// what a trace says of the same operators is compared with it. Before each operator, memory of the size of the results that it
// gave the last time is filled with noise whose ends are those results' ends, and freed, so that memory nobody has written to
// yet holds neither zeros nor anything that a sample of three words tells from the result.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <ATen/core/function_schema.h>
#include <ATen/record_function.h>

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

uint64_t hash_of(const char *bytes, size_t size)
{
    uint64_t hash = mix(size, 0);
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        std::memcpy(&word, bytes + at, std::min<size_t>(8, size - at));
        hash = mix(hash, word);
    }
    return hash;
}

// What is remembered of memory, to make noise of it.
struct Ends {
    size_t bytes;
    uint64_t first, middle, last;
};

struct Found {
    bool after; // the operator, not before
    uint64_t address, hash;
    int64_t elements;
    bool measured;
    double minimum, maximum;
    int64_t nans;
};

struct Event {
    std::string name;
    long thread;
    std::vector<Found> found;
};

std::mutex mutex;
std::vector<Event> events;
bool noisy = false;
at::CallbackHandle handle = 0;

struct Thread {
    uint64_t random = 88172645463325252ull, ordinal = 0, repetition = 0;
    std::unordered_map<uint64_t, std::vector<Ends>> ends; // by the operator's place in a repetition

    uint64_t next()
    {
        random ^= random << 13;
        random ^= random >> 7;
        return random ^= random << 17;
    }
};
std::atomic<uint64_t> repetition{0};

Thread &mine()
{
    thread_local Thread thread;
    if (thread.repetition != repetition.load()) {
        thread.repetition = repetition.load();
        thread.ordinal = 0;
    }
    return thread;
}

// ---- elements ----

bool is_visible(const at::Tensor &tensor)
{
    if (!tensor.defined())
        return false;
    const at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
    c10::DispatchKeySet hidden({c10::DispatchKey::Python, c10::DispatchKey::FuncTorchBatched,
                                c10::DispatchKey::FuncTorchGradWrapper, c10::DispatchKey::Functionalize});
    return !impl->key_set().has_any(hidden) && !impl->is_nested() && impl->layout() == c10::Layout::Strided &&
           impl->has_storage() && impl->device_type() == c10::DeviceType::CPU && !impl->is_conj() && !impl->is_neg() &&
           !impl->has_symbolic_sizes_strides() && impl->unsafe_storage().unsafeGetStorageImpl();
}

void gather(const char *data, const at::TensorImpl &impl, size_t axis, std::string &to)
{
    size_t item = impl.itemsize();
    if (axis == impl.sizes().size()) {
        to.append(data, item);
        return;
    }
    int64_t stride = impl.strides()[axis] * (int64_t)item;
    if (axis + 1 == impl.sizes().size() && stride == (int64_t)item) {
        to.append(data, (size_t)impl.sizes()[axis] * item);
        return;
    }
    for (int64_t i = 0; i < impl.sizes()[axis]; i++)
        gather(data + i * stride, impl, axis + 1, to);
}

template <class Number> void measure(Found &found, const std::string &bytes)
{
    found.measured = true;
    found.minimum = found.maximum = NAN;
    for (size_t i = 0; i < bytes.size() / sizeof(Number); i++) {
        Number number;
        std::memcpy(&number, &bytes[i * sizeof number], sizeof number);
        if (std::isnan((double)number))
            found.nans++;
        else if (std::isfinite((double)number)) {
            found.minimum = std::fmin(found.minimum, (double)number);
            found.maximum = std::fmax(found.maximum, (double)number);
        }
    }
}

// The elements, the last dimension the fastest; of bfloat16 as float32.
std::string elements_of(const at::TensorImpl &impl)
{
    std::string bytes;
    const char *data = (const char *)impl.unsafe_storage().data();
    if (data && impl.numel())
        gather(data + impl.storage_offset() * (int64_t)impl.itemsize(), impl, 0, bytes);
    if (impl.dtype() != caffe2::TypeMeta::Make<c10::BFloat16>())
        return bytes;
    std::string wide;
    for (size_t i = 0; i < bytes.size(); i += 2)
        wide.append(2, '\0').append(bytes, i, 2);
    return wide;
}

void look(std::vector<Found> &to, const at::Tensor &tensor, bool after)
{
    if (!is_visible(tensor))
        return;
    const at::TensorImpl &impl = *tensor.unsafeGetTensorImpl();
    Found found = {};
    found.after = after;
    const char *data = (const char *)impl.unsafe_storage().data();
    found.address = data ? (uint64_t)(uintptr_t)(data + impl.storage_offset() * (int64_t)impl.itemsize()) : 0;
    found.elements = impl.numel();
    std::string bytes = elements_of(impl);
    found.hash = hash_of(bytes.data(), bytes.size());
    c10::ScalarType type = c10::typeMetaToScalarType(impl.dtype());
    if (type == c10::ScalarType::Float || type == c10::ScalarType::BFloat16)
        measure<float>(found, bytes);
    else if (type == c10::ScalarType::Double)
        measure<double>(found, bytes);
    else if (type == c10::ScalarType::Long)
        measure<int64_t>(found, bytes);
    to.push_back(found);
}

template <class Each> void each_tensor(const c10::IValue &value, Each each)
{
    if (value.isTensor()) {
        each(value.toTensor());
    } else if (value.isTensorList()) {
        for (const at::Tensor &tensor : value.toTensorVector())
            each(tensor);
    } else if (value.isOptionalTensorList()) {
        for (const std::optional<at::Tensor> &tensor : value.toOptionalTensorVector())
            each(tensor ? *tensor : at::Tensor());
    }
}

// ---- noise ----

void fill(char *memory, const Ends &ends, Thread &thread)
{
    for (size_t at = 0; at + 4 <= ends.bytes; at += 4) {
        float number = (float)(int64_t)thread.next() * 1e16f;
        std::memcpy(memory + at, &number, 4);
    }
    if (ends.bytes < 64)
        return;
    std::memcpy(memory, &ends.first, 8);
    std::memcpy(memory + ends.bytes / 16 * 8, &ends.middle, 8);
    std::memcpy(memory + ends.bytes - 8, &ends.last, 8);
}

// Two blocks of each size, allocated as torch allocates.
void make_noise(const std::vector<Ends> &ends, Thread &thread)
{
    std::vector<void *> blocks;
    for (const Ends &one : ends)
        for (int i = 0; i < 2; i++)
            if (void *memory; one.bytes && !posix_memalign(&memory, 64, one.bytes)) {
                fill((char *)memory, one, thread);
                blocks.push_back(memory);
            }
    for (void *block : blocks)
        free(block);
}

void remember(std::vector<Ends> &to, const at::Tensor &tensor)
{
    constexpr size_t MOST = 4 << 20;
    if (!is_visible(tensor))
        return;
    const c10::Storage &storage = tensor.unsafeGetTensorImpl()->unsafe_storage();
    const char *data = (const char *)storage.data();
    Ends ends = {storage.nbytes(), 0, 0, 0};
    if (!data || ends.bytes > MOST)
        return;
    if (ends.bytes >= 64) {
        std::memcpy(&ends.first, data, 8);
        std::memcpy(&ends.middle, data + ends.bytes / 16 * 8, 8);
        std::memcpy(&ends.last, data + ends.bytes - 8, 8);
    }
    to.push_back(ends);
}

// ---- callbacks ----

struct Context : at::ObserverContext {
    size_t event;
    uint64_t ordinal;
    std::vector<at::Tensor> written; // that do not come back as results
};

void hold_written(Context &context, const at::RecordFunction &call)
{
    auto schema = call.operator_schema();
    if (!schema)
        return;
    for (size_t i = 0; i < schema->arguments().size() && i < call.inputs().size(); i++) {
        const c10::AliasInfo *alias = schema->arguments()[i].alias_info();
        bool returned = false;
        for (const c10::Argument &result : schema->returns())
            returned |= alias && result.alias_info() && result.alias_info()->beforeSets() == alias->beforeSets();
        if (alias && alias->isWrite() && !returned)
            each_tensor(call.inputs()[i], [&](const at::Tensor &tensor) { context.written.push_back(tensor); });
    }
}

std::unique_ptr<at::ObserverContext> before(const at::RecordFunction &call)
{
    auto context = std::make_unique<Context>();
    Thread &thread = mine();
    context->ordinal = thread.ordinal++;
    Event event{call.name(), (long)gettid(), {}};
    for (const c10::IValue &value : call.inputs())
        each_tensor(value, [&](const at::Tensor &tensor) { look(event.found, tensor, false); });
    hold_written(*context, call);
    if (noisy)
        make_noise(thread.ends[context->ordinal], thread);
    std::lock_guard<std::mutex> guard(mutex);
    context->event = events.size();
    events.push_back(std::move(event));
    return context;
}

void after(const at::RecordFunction &call, at::ObserverContext *given)
{
    auto *context = static_cast<Context *>(given);
    std::vector<Found> found;
    std::vector<Ends> ends;
    auto each = [&](const at::Tensor &tensor) {
        look(found, tensor, true);
        remember(ends, tensor);
    };
    for (const at::Tensor &tensor : context->written)
        each(tensor);
    for (const c10::IValue &value : call.outputs())
        each_tensor(value, each);
    mine().ends[context->ordinal] = std::move(ends);
    std::lock_guard<std::mutex> guard(mutex);
    if (context->event >= events.size())
        return; // begun before they were taken
    auto &all = events[context->event].found;
    all.insert(all.end(), found.begin(), found.end());
}

// ---- Python ----

PyObject *start(PyObject *, PyObject *noise)
{
    noisy = PyObject_IsTrue(noise) == 1;
    handle = at::addGlobalCallback(at::RecordFunctionCallback(before, after)
                                       .needsInputs(true)
                                       .needsOutputs(true)
                                       .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                                at::RecordScope::TORCHSCRIPT_FUNCTION}));
    Py_RETURN_NONE;
}

PyObject *repeat(PyObject *, PyObject *)
{
    repetition++;
    Py_RETURN_NONE;
}

PyObject *stop(PyObject *, PyObject *)
{
    at::removeCallback(handle);
    std::vector<Event> taken;
    {
        std::lock_guard<std::mutex> guard(mutex);
        taken.swap(events);
    }
    PyObject *list = PyList_New(0);
    for (const Event &event : taken) {
        PyObject *all = PyList_New(0);
        for (const Found &found : event.found) {
            PyObject *one = Py_BuildValue("OKKLOddL", found.after ? Py_True : Py_False, (unsigned long long)found.address,
                                          (unsigned long long)found.hash, (long long)found.elements,
                                          found.measured ? Py_True : Py_False, found.minimum, found.maximum,
                                          (long long)found.nans);
            PyList_Append(all, one);
            Py_XDECREF(one);
        }
        PyObject *one = Py_BuildValue("slN", event.name.c_str(), event.thread, all);
        PyList_Append(list, one);
        Py_XDECREF(one);
    }
    return list;
}

PyObject *hash(PyObject *, PyObject *bytes)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0)
        return nullptr;
    return PyLong_FromUnsignedLongLong(hash_of(data, (size_t)size));
}

PyMethodDef functions[] = {
    {"start", start, METH_O, "Look at every operator from now on; true: with noise in the memory that they get."},
    {"repeat", repeat, METH_NOARGS, "The work begins once more: places of operators are counted anew."},
    {"stop", stop, METH_NOARGS, "Look no more. Returns (name, thread, [(after, address, hash, elements, measured, minimum, "
                                "maximum, NaN), ...]) of each."},
    {"hash", hash, METH_O, "The hash of these bytes."},
    {nullptr, nullptr, 0, nullptr},
};
PyModuleDef definition = {PyModuleDef_HEAD_INIT, "torch_oracle", nullptr, -1, functions, nullptr, nullptr, nullptr,
                          nullptr};

} // namespace

PyMODINIT_FUNC PyInit_torch_oracle() { return PyModule_Create(&definition); }
