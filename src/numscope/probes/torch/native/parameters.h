// Parameters of the models that were met, held weakly: whose gradients an optimiser's step begins with.
#pragma once

#include <ATen/record_function.h>

#include <mutex>
#include <string>
#include <vector>

namespace numscope {

class Parameters {
  public:
    void add(c10::TensorImpl *tensor, const char *name)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        for (const Parameter &known : parameters_)
            if (known.tensor._unsafe_get_target() == tensor)
                return;
        c10::raw::intrusive_ptr::make_weak(tensor);
        parameters_.push_back({c10::weak_intrusive_ptr<c10::TensorImpl>::reclaim(tensor), name});
    }

    void clear()
    {
        std::lock_guard<std::mutex> guard(mutex_);
        parameters_.clear();
    }

    // each(name, gradient) of those that are alive and have a gradient.
    template <class Each> void each_gradient(Each each)
    {
        std::vector<std::pair<std::string, at::Tensor>> found;
        {
            std::lock_guard<std::mutex> guard(mutex_);
            for (size_t i = 0; i < parameters_.size();) {
                auto tensor = parameters_[i].tensor.lock();
                if (!tensor) {
                    parameters_.erase(parameters_.begin() + (ptrdiff_t)i);
                    continue;
                }
                const at::Tensor &gradient = tensor->grad();
                if (gradient.defined())
                    found.emplace_back(parameters_[i].name, gradient);
                i++;
            }
        }
        for (const auto &[name, gradient] : found)
            each(name, gradient);
    }

  private:
    struct Parameter {
        c10::weak_intrusive_ptr<c10::TensorImpl> tensor;
        std::string name;
    };
    std::mutex mutex_;
    std::vector<Parameter> parameters_;
};

} // namespace numscope
