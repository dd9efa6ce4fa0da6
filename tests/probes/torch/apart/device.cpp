// A device for torch whose memory the host can't look at, as an accelerator's: pages without permission, opened for the time
// of a kernel. Kernels are the CPU's. A copy to the host that need not be waited for is there when its stream has been waited
// for, not before. It counts how often that was, and what ran.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <ATen/EmptyTensor.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <ATen/native/CPUFallback.h>
#include <ATen/ops/_copy_from_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/set_native.h>
#include <ATen/ops/view_native.h>
#include <ATen/record_function.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>

#include <sys/mman.h>

#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <string>

namespace {

constexpr c10::DeviceType TYPE = c10::DeviceType::PrivateUse1;

struct Counts {
    std::mutex mutex;
    std::map<std::string, int64_t> kernels;
    int64_t waits = 0, live_bytes = 0, allocations = 0;
} counts;

std::atomic<bool> capturing{false}, without_memory{false};
thread_local int inside_kernel = 0;

// ---- memory ----

struct Block {
    size_t bytes;
    int opened;
};
std::mutex memory_mutex;
std::map<char *, Block> &blocks = *new std::map<char *, Block>; // for good, as all here: tensors may die last

struct Opened {
    char *start = nullptr;

    explicit Opened(const void *address)
    {
        std::lock_guard<std::mutex> guard(memory_mutex);
        auto found = blocks.upper_bound((char *)address);
        if (found == blocks.begin())
            return;
        --found;
        if ((char *)address >= found->first + found->second.bytes)
            return;
        start = found->first;
        if (!found->second.opened++)
            mprotect(start, found->second.bytes, PROT_READ | PROT_WRITE);
    }

    ~Opened()
    {
        if (!start)
            return;
        std::lock_guard<std::mutex> guard(memory_mutex);
        Block &block = blocks.at(start);
        if (!--block.opened)
            mprotect(start, block.bytes, PROT_NONE);
    }
};

void release(void *start)
{
    std::lock_guard<std::mutex> guard(memory_mutex);
    auto found = blocks.find((char *)start);
    if (found == blocks.end())
        return;
    munmap(start, found->second.bytes);
    counts.live_bytes -= (int64_t)found->second.bytes;
    blocks.erase(found);
}

struct Memory final : c10::Allocator {
    c10::DataPtr allocate(size_t bytes) override
    {
        c10::Device device(TYPE, 0);
        if (!bytes)
            return {nullptr, nullptr, &release, device};
        TORCH_CHECK(!without_memory, "out of memory");
        size_t whole = (bytes + 4095) & ~(size_t)4095;
        void *start = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        TORCH_CHECK(start != MAP_FAILED, "out of memory");
        std::lock_guard<std::mutex> guard(memory_mutex);
        blocks[(char *)start] = {whole, 0};
        counts.live_bytes += (int64_t)whole;
        counts.allocations++;
        return {start, start, &release, device};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void *, const void *, std::size_t) const override { TORCH_CHECK(false, "not by the host"); }
} memory;

// ---- streams ----

struct Late {
    at::Tensor from, to;
};

struct Queue {
    std::deque<Late> copies;
    int64_t queued = 0, done = 0;
};
std::mutex streams_mutex;
std::map<c10::StreamId, Queue> &queues = *new std::map<c10::StreamId, Queue>;
std::atomic<c10::StreamId> last_stream{0};
thread_local c10::StreamId current_stream = 0;

void finish(c10::StreamId stream)
{
    std::lock_guard<std::mutex> guard(streams_mutex); // whoever else waits has to wait for these copies
    Queue &queue = queues[stream];
    for (Late &copy : queue.copies)
        if (copy.to.nbytes())
            std::memcpy(copy.to.mutable_data_ptr(), copy.from.const_data_ptr(), copy.to.nbytes());
    queue.copies.clear();
    queue.done = queue.queued;
}

void wait_for(c10::StreamId stream)
{
    {
        std::lock_guard<std::mutex> guard(counts.mutex);
        counts.waits++;
    }
    finish(stream);
}

struct Event {
    c10::StreamId stream;
    int64_t position;
};

struct Guard final : c10::impl::DeviceGuardImplInterface {
    c10::DeviceType type() const override { return TYPE; }
    c10::Device exchangeDevice(c10::Device) const override { return c10::Device(TYPE, 0); }
    c10::Device getDevice() const override { return c10::Device(TYPE, 0); }
    void setDevice(c10::Device) const override {}
    void uncheckedSetDevice(c10::Device) const noexcept override {}
    c10::Stream getStream(c10::Device device) const override { return stream_of(current_stream); }
    c10::Stream getDefaultStream(c10::Device) const override { return stream_of(0); }
    c10::Stream getNewStream(c10::Device, int) const override { return stream_of(++last_stream); }
    c10::Stream getStreamFromGlobalPool(c10::Device, bool) const override { return stream_of(++last_stream); }
    c10::Stream exchangeStream(c10::Stream stream) const override
    {
        c10::StreamId before = current_stream;
        current_stream = stream.id();
        return stream_of(before);
    }
    c10::DeviceIndex deviceCount() const noexcept override { return 1; }
    void record(void **event, const c10::Stream &stream, const c10::DeviceIndex, const c10::EventFlag) const override
    {
        if (!*event)
            *event = new Event;
        std::lock_guard<std::mutex> guard(streams_mutex);
        *(Event *)*event = {stream.id(), queues[stream.id()].queued};
    }
    void block(void *, const c10::Stream &) const override {}
    bool queryEvent(void *event) const override
    {
        std::lock_guard<std::mutex> guard(streams_mutex);
        return !event || queues[((Event *)event)->stream].done >= ((Event *)event)->position;
    }
    void synchronizeEvent(void *event) const override { wait_for(((Event *)event)->stream); }
    void destroyEvent(void *event, const c10::DeviceIndex) const noexcept override { delete (Event *)event; }
    void synchronizeStream(const c10::Stream &stream) const override { wait_for(stream.id()); }
    bool isStreamCapturing(const c10::Stream &) const override { return capturing; }
    bool queryStream(const c10::Stream &stream) const override
    {
        std::lock_guard<std::mutex> guard(streams_mutex);
        return queues[stream.id()].copies.empty();
    }

  private:
    static c10::Stream stream_of(c10::StreamId id) { return c10::Stream(c10::Stream::UNSAFE, c10::Device(TYPE, 0), id); }
};
C10_REGISTER_GUARD_IMPL(PrivateUse1, Guard)

// ---- memory of the host that copies need not be waited for ----

std::mutex pinned_mutex;
std::map<char *, size_t> &pinned = *new std::map<char *, size_t>;

void release_pinned(void *start)
{
    {
        std::lock_guard<std::mutex> guard(pinned_mutex);
        pinned.erase((char *)start);
    }
    std::free(start);
}

struct Pinned final : c10::Allocator {
    c10::DataPtr allocate(size_t bytes) override
    {
        void *start = bytes ? std::aligned_alloc(64, (bytes + 63) & ~(size_t)63) : nullptr;
        if (start) {
            std::lock_guard<std::mutex> guard(pinned_mutex);
            pinned[(char *)start] = bytes;
        }
        return {start, start, &release_pinned, c10::Device(c10::DeviceType::CPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release_pinned; }
    void copy_data(void *to, const void *from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }
} pinned_memory;

struct Hooks final : at::PrivateUse1HooksInterface {
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
    c10::Allocator *getPinnedMemoryAllocator() const override { return &pinned_memory; }
    bool isPinnedPtr(const void *data) const override
    {
        std::lock_guard<std::mutex> guard(pinned_mutex);
        auto found = pinned.upper_bound((char *)data);
        return found != pinned.begin() && (char *)data < (--found)->first + found->second;
    }
    c10::DeviceIndex deviceCount() const override { return 1; }
    c10::DeviceIndex getCurrentDevice() const override { return 0; }
} hooks;

// ---- kernels ----

const c10::DispatchKeySet keys(c10::DispatchKey::PrivateUse1);

at::Tensor empty(c10::IntArrayRef size, std::optional<c10::ScalarType> type, std::optional<c10::Layout>,
                 std::optional<c10::Device>, std::optional<bool>, std::optional<c10::MemoryFormat> format)
{
    return at::detail::empty_generic(size, &memory, keys, c10::dtype_or_default(type), format);
}

at::Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, std::optional<c10::ScalarType> type,
                         std::optional<c10::Layout>, std::optional<c10::Device>, std::optional<bool>)
{
    return at::detail::empty_strided_generic(size, stride, &memory, keys, c10::dtype_or_default(type));
}

// The same bytes as a tensor of the CPU: to be used while they are opened.
at::Tensor as_host(const at::Tensor &tensor)
{
    if (!tensor.is_privateuseone())
        return tensor;
    at::Tensor alias = at::from_blob(const_cast<void *>(tensor.const_data_ptr()), tensor.sizes(), tensor.strides(),
                                     at::TensorOptions().dtype(tensor.dtype()).device(c10::DeviceType::CPU));
    alias._set_conj(tensor.is_conj());
    alias._set_neg(tensor.is_neg());
    return alias;
}

at::Tensor copy_from(const at::Tensor &from, const at::Tensor &to, bool late)
{
    if (!to.numel())
        return to;
    at::AutoDispatchBelowAutograd guard;
    at::DisableRecordFunctionGuard as_one_kernel;
    bool to_host = !to.is_privateuseone();
    Opened opened_from(from.const_data_ptr()), opened_to(to.const_data_ptr());
    if (to_host && late && !inside_kernel && to.is_contiguous()) {
        at::Tensor snapshot = at::empty(to.sizes(), to.options().pinned_memory(false));
        snapshot.copy_(as_host(from));
        std::lock_guard<std::mutex> streams(streams_mutex);
        queues[current_stream].copies.push_back({snapshot, to});
        queues[current_stream].queued++;
        return to;
    }
    if (to_host && !inside_kernel)
        wait_for(current_stream);
    as_host(to).copy_(as_host(from));
    return to;
}

const at::Tensor &resize(const at::Tensor &self, c10::IntArrayRef size, std::optional<c10::MemoryFormat>)
{
    int64_t elements = c10::multiply_integers(size);
    size_t wanted = (size_t)(elements + self.storage_offset()) * self.itemsize();
    c10::StorageImpl *storage = self.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
    if (storage->nbytes() < wanted) {
        c10::DataPtr fresh = memory.allocate(wanted);
        if (storage->nbytes()) {
            Opened from(storage->data()), to(fresh.get());
            std::memcpy(fresh.get(), storage->data(), storage->nbytes());
        }
        storage->set_data_ptr_noswap(std::move(fresh));
        storage->set_nbytes(wanted);
    }
    self.unsafeGetTensorImpl()->set_sizes_contiguous(size);
    return self;
}

at::Tensor copy_from_and_resize(const at::Tensor &from, const at::Tensor &to)
{
    if (to.sizes() != from.sizes())
        resize(to, from.sizes(), std::nullopt);
    return copy_from(from, to, false);
}

at::Scalar local_scalar(const at::Tensor &self)
{
    at::Tensor host = at::empty({}, at::TensorOptions().dtype(self.dtype()));
    copy_from(self, host, false);
    return host.item();
}

at::Tensor &set_to(at::Tensor &self, c10::Storage source, int64_t offset, c10::IntArrayRef size, c10::IntArrayRef stride)
{
    self.unsafeGetTensorImpl()->set_storage_keep_dtype(std::move(source));
    self.unsafeGetTensorImpl()->set_storage_offset(offset);
    self.unsafeGetTensorImpl()->set_sizes_and_strides(size, stride);
    return self;
}

at::Tensor reshape_alias(const at::Tensor &self, c10::IntArrayRef size, c10::IntArrayRef stride)
{
    return at::native::as_strided_tensorimpl(self, size, stride, self.storage_offset());
}

void run_on_host(const c10::OperatorHandle &kernel, torch::jit::Stack *stack)
{
    {
        std::lock_guard<std::mutex> guard(counts.mutex);
        counts.kernels[kernel.schema().name()]++;
    }
    at::DisableRecordFunctionGuard as_one_kernel;
    inside_kernel++;
    try {
        at::native::cpu_fallback(kernel, stack);
    } catch (...) {
        inside_kernel--;
        throw;
    }
    inside_kernel--;
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library)
{
    library.impl("empty.memory_format", empty);
    library.impl("empty_strided", empty_strided);
    library.impl("_copy_from", copy_from);
    library.impl("_copy_from_and_resize", copy_from_and_resize);
    library.impl("_local_scalar_dense", local_scalar);
    library.impl("resize_", resize);
    library.impl("set_.source_Storage_storage_offset", set_to);
    library.impl("as_strided", at::native::as_strided_tensorimpl);
    library.impl("view", at::native::view);
    library.impl("_reshape_alias", reshape_alias);
}

TORCH_LIBRARY_IMPL(_, PrivateUse1, library)
{
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&run_on_host>());
}

// A copy resolves them itself; to do so before, as others have it done, takes a copy.
TORCH_LIBRARY_IMPL(aten, Conjugate, library) { library.impl("_copy_from", torch::CppFunction::makeFallthrough()); }
TORCH_LIBRARY_IMPL(aten, Negative, library) { library.impl("_copy_from", torch::CppFunction::makeFallthrough()); }

// ---- Python ----

PyObject *kernels(PyObject *, PyObject *)
{
    PyObject *found = PyDict_New();
    std::lock_guard<std::mutex> guard(counts.mutex);
    for (const auto &[name, times] : counts.kernels) {
        PyObject *count = PyLong_FromLongLong(times);
        PyDict_SetItemString(found, name.c_str(), count);
        Py_DECREF(count);
    }
    return found;
}

PyObject *waits(PyObject *, PyObject *) { return PyLong_FromLongLong(counts.waits); }
PyObject *live_bytes(PyObject *, PyObject *) { return PyLong_FromLongLong(counts.live_bytes); }
PyObject *synchronize(PyObject *, PyObject *)
{
    wait_for(current_stream);
    Py_RETURN_NONE;
}

PyObject *use_stream(PyObject *, PyObject *number)
{
    c10::StreamId before = current_stream;
    current_stream = PyLong_AsLongLong(number);
    return PyLong_FromLongLong(before);
}

PyObject *set_capturing(PyObject *, PyObject *truth)
{
    capturing = PyObject_IsTrue(truth);
    Py_RETURN_NONE;
}

PyObject *set_without_memory(PyObject *, PyObject *truth)
{
    without_memory = PyObject_IsTrue(truth);
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"kernels", kernels, METH_NOARGS, "How often each kernel ran."},
    {"waits", waits, METH_NOARGS, "How often the host waited for a stream."},
    {"live_bytes", live_bytes, METH_NOARGS, "Bytes of the device that are in use."},
    {"synchronize", synchronize, METH_NOARGS, "Wait for this thread's stream."},
    {"use_stream", use_stream, METH_O, "Make it this thread's; which it was before."},
    {"set_capturing", set_capturing, METH_O, "Whether streams say that a graph is being captured."},
    {"set_without_memory", set_without_memory, METH_O, "Whether the device has no memory left."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_apart", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit__apart()
{
    c10::SetAllocator(TYPE, &memory);
    at::RegisterPrivateUse1HooksInterface(&hooks);
    c10::register_privateuse1_backend("apart");
    return PyModule_Create(&definition);
}
