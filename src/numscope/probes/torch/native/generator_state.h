// The state in which an operator finds torch's generator of random numbers: torch's own way to read it makes a tensor,
// and may only be used outside a callback; this copies the words.
#pragma once

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/record_function.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>

#include "tensors.h"

namespace numscope {

// The generator that an operator with these inputs draws from; nullptr: not one of the CPU's, or of a kind of its own.
inline at::CPUGeneratorImpl *generator_of(c10::ArrayRef<const c10::IValue> inputs)
{
    c10::GeneratorImpl *given = nullptr;
    for (const c10::IValue &input : inputs) {
        if (input.isGenerator()) {
            given = input.toGenerator().unsafeGetGeneratorImpl();
        } else if (input.isDevice() && !input.toDevice().is_cpu()) {
            return nullptr;
        } else if (input.isTensor() && input.toTensor().defined()) {
            at::TensorImpl &tensor = *input.toTensor().unsafeGetTensorImpl();
            if (special_kind(tensor) || tensor.device_type() != c10::DeviceType::CPU)
                return nullptr;
        }
    }
    if (!given)
        given = at::detail::getDefaultCPUGenerator().unsafeGetGeneratorImpl();
    return dynamic_cast<at::CPUGeneratorImpl *>(given);
}

struct GeneratorState {
    at::mt19937_data_pod engine;
    // The second of each two normal numbers is kept for the next call.
    std::optional<float> next_float;
    std::optional<double> next_double;

    // No operator may hold the mutex while it calls another that draws: that one would wait for ever as well.
    explicit GeneratorState(at::CPUGeneratorImpl &generator)
    {
        std::lock_guard<std::mutex> guard(generator.mutex_);
        engine = generator.engine().data();
        next_float = generator.next_float_normal_sample();
        next_double = generator.next_double_normal_sample();
    }

    // Seed, left, next, and of the two numbers kept back: whether there is one, its bits.
    size_t put_words(char *text, size_t room) const
    {
        uint32_t float_bits = 0;
        uint64_t double_bits = 0;
        if (next_float)
            std::memcpy(&float_bits, &*next_float, sizeof float_bits);
        if (next_double)
            std::memcpy(&double_bits, &*next_double, sizeof double_bits);
        return (size_t)snprintf(text, room, "torch.MT19937 %" PRIu64 " %d %" PRIu32 " %d %" PRIu32 " %d %" PRIu64,
                                engine.seed_, engine.left_, engine.next_, next_float.has_value(), float_bits,
                                next_double.has_value(), double_bits);
    }
};

// As of NumPy's generators: a few words as one attribute, the 624, which stay the same for as many draws, as an array.
inline void add_generator_state(void *call, const GeneratorState &state, uint32_t state_name, uint32_t key_name)
{
    operand_header header = {};
    header.role = ROLE_ATTRIBUTE;
    header.position = POSITION_KEYWORD;
    header.name = (uint16_t)(state_name <= UINT16_MAX ? state_name : 0);
    char text[160];
    core->add_text(call, header, OPERAND_STRING, text, state.put_words(text, sizeof text));
    static const int64_t words = at::MERSENNE_STATE_N, stride = 1;
    numscope_array array = {};
    array.dtype = dtypes[(int)c10::ScalarType::UInt32];
    array.shape = &words;
    array.strides = &stride;
    array.dimensions = 1;
    const struct layout *layout = core->layout(&array);
    if (!layout)
        return;
    numscope_content content{};
    content.has_statistics = false;
    core->look(layout, state.engine.state_.data(), false, &content);
    header.name = (uint16_t)(key_name <= UINT16_MAX ? key_name : 0);
    core->add_array(call, header, &array, layout, &content);
}

} // namespace numscope
