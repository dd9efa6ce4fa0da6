// Statistics of numbers that lie on an accelerator, by kernels of torch on the same stream: the host reads the figures later.
#pragma once

#include <ATen/ops/abs.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/amin.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/var.h>
#include <ATen/ops/var_mean.h>
#include <ATen/ops/where.h>

#include <cmath>
#include <limits>

#include "tensors.h"

namespace numscope {

// A row of figures that kernels write. FINITE, MEAN and the rest are over the finite elements; integers have no FINITE.
enum Figure { ZEROS, POSITIVE_INFINITIES, NEGATIVE_INFINITIES, FINITE, MINIMUM, MAXIMUM, MEAN, VARIANCE, FIGURES };

// Larger tensors have a row for each so many elements: temporaries in double precision stay small, counts exact in single.
constexpr int64_t ROW_ELEMENTS = 1 << 22;

inline bool is_reducible(c10::ScalarType type)
{
    switch (type) {
    case c10::ScalarType::Bool:
    case c10::ScalarType::Byte:
    case c10::ScalarType::Char:
    case c10::ScalarType::Short:
    case c10::ScalarType::Int:
    case c10::ScalarType::Long:
    case c10::ScalarType::UInt16:
    case c10::ScalarType::UInt32:
    case c10::ScalarType::UInt64:
    case c10::ScalarType::Half:
    case c10::ScalarType::BFloat16:
    case c10::ScalarType::Float:
    case c10::ScalarType::Double:
    case c10::ScalarType::ComplexFloat:
    case c10::ScalarType::ComplexDouble: return true;
    default: return false;
    }
}

// Writes the figures of `elements` (one dimension) into `row`, in the widest type that the device has. `specials`: 0, inf, -inf
// in that type. Fifteen kernels, of complex numbers sixteen, of integers five.
inline void reduce(const at::Tensor &elements, const at::Tensor &row, const at::Tensor &specials)
{
    c10::ScalarType wide = row.scalar_type();
    at::Tensor numbers = elements.is_complex() ? elements.to(c10::toComplexType(wide)).abs() : elements.to(wide);
    at::Tensor counts = row.narrow(0, ZEROS, 3), finite = row.select(0, FINITE), minimum = row.select(0, MINIMUM),
               maximum = row.select(0, MAXIMUM), mean = row.select(0, MEAN), variance = row.select(0, VARIANCE),
               zero = specials.select(0, 0), highest = specials.select(0, 1), lowest = specials.select(0, 2);
    at::sum_out(counts, numbers.unsqueeze(0).eq(specials.unsqueeze(1)), 1, false, wide);
    if (c10::isIntegralType(elements.scalar_type(), true)) {
        at::aminmax_out(minimum, maximum, numbers, 0);
        at::var_mean_out(variance, mean, numbers, at::OptionalIntArrayRef(0), at::Scalar(0), false);
        return;
    }
    at::Tensor is_finite = numbers.abs().lt(std::numeric_limits<double>::infinity());
    at::sum_out(finite, is_finite, wide);
    at::amin_out(minimum, at::where(is_finite, numbers, highest), 0);
    at::amax_out(maximum, at::where(is_finite, numbers, lowest), 0);
    at::sum_out(mean, at::where(is_finite, numbers, zero));
    mean.div_(finite);
    // What is not finite stands at the mean, where it adds nothing to the squares.
    at::var_out(variance, at::where(is_finite, numbers, mean), at::OptionalIntArrayRef(0), at::Scalar(0), false);
}

// Rows put together by the pairwise update of Chan, Golub and LeVeque, as the core's own kernels do.
class Reduced {
  public:
    void add(const double *row, int64_t elements, bool integers)
    {
        double finite = integers ? (double)elements : row[FINITE];
        zeros_ += row[ZEROS];
        positive_ += row[POSITIVE_INFINITIES];
        negative_ += row[NEGATIVE_INFINITIES];
        if (!integers)
            nans_ += (double)elements - finite - row[POSITIVE_INFINITIES] - row[NEGATIVE_INFINITIES];
        if (!(finite > 0))
            return;
        minimum_ = std::min(minimum_, row[MINIMUM]);
        maximum_ = std::max(maximum_, row[MAXIMUM]);
        double all = count_ + finite, apart = row[MEAN] - mean_;
        mean_ += apart * (finite / all);
        m2_ += row[VARIANCE] * (double)elements + apart * apart * (count_ * (finite / all));
        count_ = all;
    }

    struct statistics statistics() const
    {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        struct statistics found;
        found.minimum = count_ ? minimum_ : nan;
        found.maximum = count_ ? maximum_ : nan;
        found.mean = count_ ? mean_ : nan;
        found.deviation = count_ ? std::sqrt(m2_ / count_) : nan;
        found.zeros = (uint64_t)zeros_;
        found.nans = (uint64_t)nans_;
        found.positive_infinities = (uint64_t)positive_;
        found.negative_infinities = (uint64_t)negative_;
        return found;
    }

  private:
    double count_ = 0, mean_ = 0, m2_ = 0;
    double minimum_ = std::numeric_limits<double>::infinity(), maximum_ = -std::numeric_limits<double>::infinity();
    double zeros_ = 0, positive_ = 0, negative_ = 0, nans_ = 0;
};

} // namespace numscope
