// Parameters of the models that were met, held weakly: whose gradients an optimiser's step begins with.
#pragma once

#include <ATen/record_function.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <thread>
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
        parameters_.push_back(
            {c10::weak_intrusive_ptr<c10::TensorImpl>::reclaim(tensor), name, model, std::this_thread::get_id()});
    }

    void clear()
    {
        std::lock_guard<std::mutex> guard(mutex_);
        parameters_.clear();
    }

    // Name and gradient of those that are alive and have a gradient, and of those that should have one: others of the same
    // model do. The gradient that is missing is not defined.
    //
    // With the GIL, and of models that this thread has called only, if there are any: a thread that trains a model of its own
    // frees gradients meanwhile, its backward pass without the GIL, and a reference of ours comes too late then
    // (AddressSanitizer: three threads that train, in one run of two).
    std::vector<std::pair<std::string, at::Tensor>> gradients()
    {
        std::vector<std::pair<std::string, at::Tensor>> found;
        std::lock_guard<std::mutex> guard(mutex_);
        bool own_only = std::any_of(parameters_.begin(), parameters_.end(), is_own);
        std::unordered_set<unsigned> learning = learning_models(own_only);
        for (size_t i = 0; i < parameters_.size();) {
            auto tensor = parameters_[i].tensor.lock();
            if (!tensor) {
                parameters_.erase(parameters_.begin() + (ptrdiff_t)i);
                continue;
            }
            if (own_only && !is_own(parameters_[i])) {
                i++;
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
    struct Parameter {
        c10::weak_intrusive_ptr<c10::TensorImpl> tensor;
        std::string name;
        unsigned model;
        std::thread::id caller; // the thread that called the model first
    };

    static bool is_own(const Parameter &parameter) { return parameter.caller == std::this_thread::get_id(); }

    std::unordered_set<unsigned> learning_models(bool own_only) const
    {
        std::unordered_set<unsigned> learning;
        for (const Parameter &parameter : parameters_)
            if (own_only && !is_own(parameter))
                continue;
            else if (auto tensor = parameter.tensor.lock(); tensor && tensor->grad().defined())
                learning.insert(parameter.model);
        return learning;
    }

    std::mutex mutex_;
    std::vector<Parameter> parameters_;
};

} // namespace numscope
