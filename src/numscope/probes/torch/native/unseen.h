// Torch's own operations, used in the middle of an operation of the program: not seen by the recorder, by autograd, autocast,
// functorch or a mode.
#pragma once

#include <ATen/record_function.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <algorithm>

namespace numscope {

// Nothing but kernels of the backends.
struct Unseen {
    at::DisableRecordFunctionGuard not_recorded;
    c10::impl::ForceDispatchKeyGuard not_watched{
        c10::DispatchKeySet(c10::DispatchKey::BackendSelect),
        c10::DispatchKeySet(c10::DispatchKeySet::RAW,
                            ~c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, c10::DispatchKey::Python).raw_repr())};
};

// Memory of `owner` under another type and shape, as a tensor that knows of nothing else. `start`: in bytes.
inline at::Tensor view_of(const c10::Storage &owner, c10::DispatchKeySet keys, c10::ScalarType type, c10::IntArrayRef sizes,
                          c10::IntArrayRef strides, int64_t start)
{
    auto made = c10::make_intrusive<c10::TensorImpl>(c10::Storage(owner), keys, c10::scalarTypeToTypeMeta(type));
    made->set_storage_offset(start / (int64_t)c10::elementSize(type));
    made->set_sizes_and_strides(sizes, strides);
    return at::Tensor(std::move(made));
}

inline at::Tensor view_of(const at::Tensor &owner, c10::ScalarType type, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                          int64_t start)
{
    return view_of(owner.storage(), owner.key_set(), type, sizes, strides, start);
}

using Lengths = c10::SmallVector<int64_t, 5>;

inline Lengths strides_by_rows(c10::IntArrayRef shape)
{
    Lengths strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * std::max<int64_t>(shape[i], 1);
    return strides;
}

} // namespace numscope
