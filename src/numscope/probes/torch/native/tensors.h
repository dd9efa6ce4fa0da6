// Tensors as the core wants them: raw facts, and what is known of their content without looking again.
#pragma once

#include <ATen/record_function.h>

#include <atomic>
#include <cstring>
#include <memory>

#include "kinds.h"
#include "spans.h"

namespace numscope {

// enum number_kind of statistics.h
enum Number { NONE, BOOL, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, HALF, FLOAT, DOUBLE, LONG_DOUBLE,
              COMPLEX_FLOAT, COMPLEX_DOUBLE, COMPLEX_LONG_DOUBLE, TIME, BFLOAT16 };

constexpr int MOST_TYPES = 64;
inline struct dtype *dtypes[MOST_TYPES];
inline int64_t item_bytes[MOST_TYPES];

// With the GIL.
inline void learn_dtypes()
{
    static const struct {
        c10::ScalarType type;
        const char *text;
        char kind;
        Number number;
    } known[] = {
        {c10::ScalarType::Bool, "'|b1'", 'b', BOOL},
        {c10::ScalarType::Byte, "'|u1'", 'u', UINT8},
        {c10::ScalarType::Char, "'|i1'", 'i', INT8},
        {c10::ScalarType::Short, "'<i2'", 'i', INT16},
        {c10::ScalarType::Int, "'<i4'", 'i', INT32},
        {c10::ScalarType::Long, "'<i8'", 'i', INT64},
        {c10::ScalarType::UInt16, "'<u2'", 'u', UINT16},
        {c10::ScalarType::UInt32, "'<u4'", 'u', UINT32},
        {c10::ScalarType::UInt64, "'<u8'", 'u', UINT64},
        {c10::ScalarType::Half, "'<f2'", 'f', HALF},
        {c10::ScalarType::Float, "'<f4'", 'f', FLOAT},
        {c10::ScalarType::Double, "'<f8'", 'f', DOUBLE},
        {c10::ScalarType::ComplexFloat, "'<c8'", 'c', COMPLEX_FLOAT},
        {c10::ScalarType::ComplexDouble, "'<c16'", 'c', COMPLEX_DOUBLE},
        {c10::ScalarType::BFloat16, "'bfloat16'", 'f', BFLOAT16},
        {c10::ScalarType::ComplexHalf, "'complex32'", 'c', NONE},
        {c10::ScalarType::QInt8, "'qint8'", 'i', INT8},
        {c10::ScalarType::QUInt8, "'quint8'", 'u', UINT8},
        {c10::ScalarType::QInt32, "'qint32'", 'i', INT32},
        {c10::ScalarType::Float8_e5m2, "'float8_e5m2'", 'f', NONE},
        {c10::ScalarType::Float8_e4m3fn, "'float8_e4m3fn'", 'f', NONE},
        {c10::ScalarType::Float8_e5m2fnuz, "'float8_e5m2fnuz'", 'f', NONE},
        {c10::ScalarType::Float8_e4m3fnuz, "'float8_e4m3fnuz'", 'f', NONE},
    };
    for (const auto &one : known) {
        item_bytes[(int)one.type] = (int64_t)c10::elementSize(one.type);
        dtypes[(int)one.type] = core->dtype(one.text, (uint32_t)item_bytes[(int)one.type], one.kind, one.number);
    }
}

// Writes into a storage that _version does not show (`.data`, fused optimisers, BatchNorm's statistics), counted by what the
// schemas declare. Storages that share a number are looked at once more than they need be.
class Writes {
  public:
    uint64_t count(const void *storage) const
    {
        return anywhere_.load(std::memory_order_relaxed) << 32 | counts_[slot(storage)].load(std::memory_order_relaxed);
    }
    void add(const void *storage) { counts_[slot(storage)].fetch_add(1, std::memory_order_relaxed); }
    // Something ran of which nobody has said what it writes.
    void add_anywhere() { anywhere_.fetch_add(1, std::memory_order_relaxed); }
    // Never again sure what it holds: a collective writes into it when it likes.
    void distrust(const void *storage) { doubted_[slot(storage)].store(true, std::memory_order_relaxed); }
    bool trusts(const void *storage) const { return !doubted_[slot(storage)].load(std::memory_order_relaxed); }

  private:
    static constexpr size_t SLOTS = 1 << 16;
    static size_t slot(const void *storage) { return ((uintptr_t)storage >> 4) * 0x9e3779b97f4a7c15ull >> 48; }
    std::atomic<uint64_t> anywhere_{0};
    std::atomic<uint32_t> counts_[SLOTS];
    std::atomic<bool> doubted_[SLOTS];
};

inline Writes writes;

// What a tensor's bytes were when they were looked at last. The storage is held weakly: its memory is freed as ever, but its
// address, of which 993 of 1,000 are used again, stays its own.
struct Known {
    c10::StorageImpl *storage = nullptr;
    const void *data = nullptr;
    uint64_t bytes = 0, sample = 0, seed = 0, writes = 0, span = 0;
    uint32_t layout = 0, type = 0, version = 0, generation = 0;
    int order = 0; // enum numscope_order
    bool dense = false;         // each byte between the first and the last element is of an element
    bool uninitialised = false; // memory as it was found: nothing is recorded of it
    numscope_content content{};

    // Whether it describes all the bytes there now, in whatever order of elements.
    bool describes(const Known &now, const Opaque *innermost) const
    {
        return storage == now.storage && data == now.data && bytes == now.bytes && version == now.version &&
               writes == now.writes && generation == now.generation && sample == now.sample && type == now.type &&
               is_present(innermost, span);
    }

    // The fields of `now` but its storage, which `hold` takes.
    void take(const Known &now)
    {
        hold(now.storage);
        data = now.data;
        bytes = now.bytes;
        sample = now.sample;
        seed = now.seed;
        order = now.order;
        layout = now.layout;
        type = now.type;
        version = now.version;
        writes = now.writes;
        span = now.span;
        generation = now.generation;
        dense = now.dense;
        uninitialised = now.uninitialised;
    }

    void hold(c10::StorageImpl *other)
    {
        if (other == storage)
            return;
        if (other)
            c10::raw::intrusive_ptr::make_weak(other);
        if (storage)
            c10::raw::weak_intrusive_ptr::decref(storage);
        storage = other;
    }
};

// What `copy_` copies: its result holds the same.
struct Source {
    bool known = false;
    bool late = false; // nobody waits for the copy
    const struct dtype *dtype;
    const void *storage; // to compare only: it may be the result's, and overlap it
    uint64_t bytes, seed;
    int order;
    numscope_content content;

    void set(const struct dtype *of, const void *owner, const struct layout *layout, const numscope_content &found)
    {
        known = true;
        dtype = of;
        storage = owner;
        bytes = core->layout_bytes(layout);
        seed = core->layout_seed(layout);
        order = core->layout_order(layout);
        content = found;
    }
};

class Knowledge {
  public:
    // A training step of BERT's kind describes 2,000 tensors and their views, of which 500 live on into the next one.
    static constexpr size_t BITS = 12, WAYS = 4, SLOTS = 1 << BITS;

    // Of these bytes laid out so; else one that nobody needs any more, if there is one.
    Known &slot(const Known &now)
    {
        if (!known_) {
            known_ = std::make_unique<Known[]>(SLOTS);
            latest_ = std::make_unique<Known *[]>(SLOTS);
        }
        Known *set = &known_[number(mixed(now) ^ now.layout * 0x9e3779b97f4a7c15ull) / WAYS * WAYS], *dead = nullptr;
        for (Known *way = set; way < set + WAYS; way++) {
            if (way->storage == now.storage && way->data == now.data && way->bytes == now.bytes && way->layout == now.layout)
                return *way;
            if (is_dead(*way))
                dead = way;
        }
        return dead ? *dead : set[next_way_++ % WAYS];
    }

    // The slot in which these bytes were described last, laid out in whatever way; after `slot`.
    Known *&latest(const Known &now) { return latest_[number(mixed(now))]; }

    // What is held of storages that have died lies between the program's large blocks, where it keeps malloc from joining
    // them: 6,000 page faults a step of a transformer. A few slots a time.
    void release_dead()
    {
        for (int i = 0; known_ && i < 4; i++) {
            Known &known = known_[next_++ % SLOTS];
            if (is_dead(known))
                known.hold(nullptr);
        }
    }

    void forget()
    {
        for (size_t i = 0; known_ && i < SLOTS; i++)
            known_[i].hold(nullptr);
        known_.reset();
        latest_.reset();
    }

    ~Knowledge() { forget(); }

  private:
    std::unique_ptr<Known[]> known_;
    std::unique_ptr<Known *[]> latest_;
    size_t next_ = 0, next_way_ = 0;

    static bool is_dead(const Known &known)
    {
        return !known.storage || !c10::raw::intrusive_ptr::use_count(known.storage);
    }
    static size_t number(uint64_t mixed) { return mixed >> (64 - BITS); }
    static uint64_t mixed(const Known &now)
    {
        return ((uintptr_t)now.storage ^ (uintptr_t)now.data << 7 ^ now.bytes << 20) * 0x9e3779b97f4a7c15ull;
    }
};

// A few words of a larger tensor: writes that nobody reports (ctypes, NumPy) seldom miss all of them.
inline uint64_t sample_of(const char *data, size_t bytes)
{
    if (bytes < 64)
        return 0;
    uint64_t first, middle, last;
    std::memcpy(&first, data, 8);
    std::memcpy(&middle, data + bytes / 16 * 8, 8);
    std::memcpy(&last, data + bytes - 8, 8);
    return (first * 31 + middle) * 31 + last;
}

// Why a tensor is described, which says how far what is known of its content serves.
enum class Look : uint8_t {
    NO,            // not to be looked at
    READ,          // the operation reads it
    OVERWRITE,     // it writes it, and may not read what was there
    RESULT,        // it has made it
    UNINITIALISED, // it has made it, and written nothing there
    KNOWN,         // what is known of it, and a few bytes: no other is looked at
    ALIAS,         // it makes a view of it inside another operation: recorded if known, never looked at
    LATER,         // it is a result of a collective, which is there when that is done
};

struct Facts {
    numscope_array array;
    int64_t strides[64];           // where the tensor has none of its own
    c10::StorageImpl *storage;     // nullptr: no bytes of its own that could be looked at
    const char *special;           // why it is not plain; nullptr: it is
    bool on_cpu;
};

inline const char *special_kind(at::TensorImpl &tensor)
{
    static const c10::DispatchKeySet subclass({c10::DispatchKey::Python});
    static const c10::DispatchKeySet functorch(
        {c10::DispatchKey::FuncTorchBatched, c10::DispatchKey::FuncTorchGradWrapper});
    static const c10::DispatchKeySet any({c10::DispatchKey::Python, c10::DispatchKey::FuncTorchBatched,
                                          c10::DispatchKey::FuncTorchGradWrapper, c10::DispatchKey::Functionalize});
    c10::DispatchKeySet keys = tensor.key_set();
    if (keys.has_any(any)) {
        if (keys.has_any(subclass))
            return "subclass";
        return keys.has_any(functorch) ? "functorch wrapper" : "functional wrapper";
    }
    if (tensor.is_nested())
        return "nested";
    if (tensor.layout() == c10::Layout::Sparse)
        return "sparse";
    if (tensor.layout() != c10::Layout::Strided)
        return "sparse compressed";
    if (!tensor.has_storage())
        return "opaque";
    return nullptr;
}

// Nothing but elements in a storage: what nearly all are, as one look at the dispatch keys shows.
inline bool is_plain(const at::TensorImpl &tensor)
{
    using c10::DispatchKey;
    constexpr c10::DispatchKeySet special =
        c10::DispatchKeySet({DispatchKey::Python, DispatchKey::FuncTorchBatched, DispatchKey::FuncTorchGradWrapper,
                             DispatchKey::Functionalize, DispatchKey::NestedTensor}) |
        c10::sparse_ks | c10::sparse_csr_ks | c10::mkldnn_ks;
    return !tensor.key_set().has_any(special) && tensor.unsafe_storage().unsafeGetStorageImpl();
}

// False: element type and shape can't be known without running code of others.
inline bool describe(at::TensorImpl &tensor, Facts &facts)
{
    facts.special = is_plain(tensor) ? nullptr : special_kind(tensor);
    if (tensor.has_symbolic_sizes_strides())
        return false;
    bool strange = facts.special && (tensor.is_nested() || tensor.is_python_dispatch());
    int type = (int)c10::typeMetaToScalarType(tensor.dtype());
    if (strange || type < 0 || type >= MOST_TYPES || !dtypes[type])
        return false;
    c10::IntArrayRef sizes = tensor.sizes();
    if (sizes.size() > 64)
        return false;
    facts.array.dtype = dtypes[type];
    facts.array.shape = sizes.data();
    facts.array.dimensions = (int)sizes.size();
    facts.array.type = 0;
    facts.array.address = 0;
    facts.array.owner = 0;
    facts.storage = nullptr;
    facts.on_cpu = false;
    if (facts.special) {
        int64_t stride = 1;
        for (size_t i = sizes.size(); i-- > 0; stride *= sizes[i] > 1 ? sizes[i] : 1)
            facts.strides[i] = stride;
        facts.array.strides = facts.strides;
        return true;
    }
    facts.array.strides = tensor.strides().data();
    c10::StorageImpl *storage = tensor.unsafe_storage().unsafeGetStorageImpl();
    const char *data = (const char *)storage->data_ptr().get();
    facts.array.owner = (uint64_t)(uintptr_t)storage;
    if (data)
        data += tensor.storage_offset() * item_bytes[type];
    facts.array.address = (uint64_t)(uintptr_t)data;
    facts.on_cpu = tensor.device_type() == c10::DeviceType::CPU;
    facts.storage = storage;
    return true;
}

inline uint32_t version_of(at::TensorImpl &tensor)
{
    return tensor.is_inference() ? 0 : tensor.version_counter().current_version();
}

} // namespace numscope
