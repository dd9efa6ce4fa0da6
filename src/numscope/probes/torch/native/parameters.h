// Parameters of the models that were met, held weakly: whose gradients an optimiser's step begins with.
#pragma once

#include <ATen/record_function.h>

#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

namespace numscope {

class Parameters {
  public:
    // model: a number that all parameters of one model have.
    void add(c10::TensorImpl *tensor, const char *name, unsigned model)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        for (const Parameter &known : parameters_)
            if (known.tensor._unsafe_get_target() == tensor)
                return;
        c10::raw::intrusive_ptr::make_weak(tensor);
        parameters_.push_back({c10::weak_intrusive_ptr<c10::TensorImpl>::reclaim(tensor), name, model});
    }

    void clear()
    {
        std::lock_guard<std::mutex> guard(mutex_);
        parameters_.clear();
    }

    // Name and gradient of those that are alive and have a gradient, and of those that should have one: others of the same
    // model do. The gradient that is missing is not defined. With the GIL: another thread's zero_grad() frees gradients.
    std::vector<std::pair<std::string, at::Tensor>> gradients()
    {
        std::vector<std::pair<std::string, at::Tensor>> found;
        std::unordered_set<unsigned> learning = learning_models();
        std::lock_guard<std::mutex> guard(mutex_);
        for (size_t i = 0; i < parameters_.size();) {
            auto tensor = parameters_[i].tensor.lock();
            if (!tensor) {
                parameters_.erase(parameters_.begin() + (ptrdiff_t)i);
                continue;
            }
            const at::Tensor &gradient = tensor->grad();
            if (gradient.defined() || (tensor->requires_grad() && learning.count(parameters_[i].model)))
                found.emplace_back(parameters_[i].name, gradient);
            i++;
        }
        return found;
    }

  private:
    std::unordered_set<unsigned> learning_models()
    {
        std::unordered_set<unsigned> learning;
        std::lock_guard<std::mutex> guard(mutex_);
        for (const Parameter &parameter : parameters_)
            if (auto tensor = parameter.tensor.lock(); tensor && tensor->grad().defined())
                learning.insert(parameter.model);
        return learning;
    }

    struct Parameter {
        c10::weak_intrusive_ptr<c10::TensorImpl> tensor;
        std::string name;
        unsigned model;
    };
    std::mutex mutex_;
    std::vector<Parameter> parameters_;
};

} // namespace numscope
