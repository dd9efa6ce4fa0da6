// A fingerprint of bytes that stay on an accelerator, where the core's hash of them can't be had: the same for the same bytes,
// element type and shape, on whatever device. Multilinear hashing of 32-bit characters modulo 2^64 (Carter and Wegman,
// "Universal classes of hash functions", 1979), twice with other multipliers.
#pragma once

#include <ATen/ops/arange.h>
#include <ATen/ops/sum.h>
#include <c10/core/Stream.h>

#include <unistd.h>

#include <mutex>
#include <vector>

#include "tensors.h"

namespace numscope {

constexpr int64_t MOST_CHARACTERS = 1 << 21; // of one piece, which has two sums
constexpr int64_t NEXT_MULTIPLIERS = 64;     // the second sum's begin so much later

// Numbers as good as random, the same everywhere: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014), the shifts
// arithmetic ones.
inline at::Tensor make_multipliers(c10::Device device)
{
    at::Tensor numbers = at::arange(1, MOST_CHARACTERS + NEXT_MULTIPLIERS + 1, at::TensorOptions().dtype(c10::kLong).device(device));
    numbers.mul_((int64_t)0x9e3779b97f4a7c15);
    numbers.bitwise_xor_(numbers.bitwise_right_shift(30)).mul_((int64_t)0xbf58476d1ce4e5b9);
    numbers.bitwise_xor_(numbers.bitwise_right_shift(27)).mul_((int64_t)0x94d049bb133111eb);
    return numbers.bitwise_xor_(numbers.bitwise_right_shift(31));
}

// Each stream's: to use another's it would have to wait for it.
class Multipliers {
  public:
    at::Tensor of(c10::Stream stream, uint32_t generation)
    {
        {
            std::lock_guard<std::mutex> guard(mutex_);
            for (const auto &[known, numbers] : made_)
                if (known == stream)
                    return numbers;
        }
        at::Tensor numbers = make_multipliers(stream.device());
        std::lock_guard<std::mutex> guard(mutex_);
        if (generation != ended_)
            made_.emplace_back(stream, numbers);
        maker_ = getpid();
        return numbers;
    }

    // The recording has ended: who is at it still has made them for itself.
    void forget(uint32_t generation)
    {
        std::vector<std::pair<c10::Stream, at::Tensor>> made;
        std::lock_guard<std::mutex> guard(mutex_);
        made.swap(made_);
        ended_ = generation;
        if (maker_ != getpid()) // a forked child leaves its parent's device alone
            (void)new auto(std::move(made));
    }

  private:
    std::mutex mutex_;
    std::vector<std::pair<c10::Stream, at::Tensor>> made_;
    pid_t maker_ = 0;
    uint32_t ended_ = 0;
};

inline Multipliers &multipliers = *new Multipliers;

inline int64_t pieces_of(int64_t characters) { return (characters + MOST_CHARACTERS - 1) / MOST_CHARACTERS; }

// Integers of at most 32 bits that make up the bytes. Five kernels; `sums`: two int64.
inline void add_up(const at::Tensor &characters, const at::Tensor &numbers, const at::Tensor &sums)
{
    at::Tensor wide = characters.to(c10::kLong), first = sums.select(0, 0), second = sums.select(0, 1);
    int64_t count = wide.numel();
    at::sum_out(first, wide.mul(numbers.narrow(0, 0, count)));
    at::sum_out(second, wide.mul_(numbers.narrow(0, NEXT_MULTIPLIERS, count)));
}

inline uint64_t scatter(uint64_t word)
{
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

// `seed`: of the layout.
inline void finish_fingerprint(const char *sums, int64_t pieces, uint64_t seed, numscope_content &content)
{
    content.hash_low = scatter(seed);
    content.hash_high = scatter(seed + 1);
    for (int64_t i = 0; i < pieces; i++) {
        uint64_t pair[2];
        std::memcpy(pair, sums + i * (int64_t)sizeof pair, sizeof pair);
        content.hash_low = scatter(content.hash_low ^ pair[0]) + pair[1];
        content.hash_high = scatter(content.hash_high ^ pair[1]) + pair[0];
    }
    content.hashed = true;
}

} // namespace numscope
