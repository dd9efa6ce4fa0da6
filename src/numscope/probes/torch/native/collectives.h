// What is known of a collective of torch.distributed beside its operands: its group, its number there, how it reduces; and
// that it has completed, which is when its results are there. For recorder.cpp alone.
#pragma once

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/Types.hpp>
#include <torch/csrc/distributed/c10d/Work.hpp>

#include <string>
#include <unordered_map>

#include "operations.h"

namespace numscope {
namespace {

// A result that is looked at when the work is done: its content was recorded as a number.
struct Awaited {
    at::Tensor tensor; // the work holds it too
    uint64_t number;
};

struct Completion {
    std::string group;
    int group_size = 0, group_rank = 0;
    const char *reduction = nullptr;
    uint64_t number = 0;     // of the collective in its group; 0: it is not counted
    uint64_t launched = 0;   // number of the operation
    uint32_t generation = 0;
    bool may_wait = false;   // its results lie on the CPU, and its work says when they are there
    std::vector<Awaited> results;
};

// The object behind a value of a class that torch registers; nullptr: it is of another one.
template <class Held> c10::intrusive_ptr<Held> held_by(const c10::IValue &value, const char *type)
{
    if (!value.isObject())
        return {};
    auto object = value.toObject();
    std::string name = object->name();
    size_t length = std::strlen(type);
    if (name.size() < length || name.compare(name.size() - length, length, type) || object->slots().empty() ||
        !object->getSlot(0).isCapsule())
        return {};
    return c10::static_intrusive_pointer_cast<Held>(object->getSlot(0).toCapsule());
}

// How many collectives each group has begun in this process. Ranks of a group begin the same ones in the same order.
class CollectiveNumbers {
  public:
    uint64_t next(const std::string &group)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        return ++numbers_[group];
    }

    void clear()
    {
        std::lock_guard<std::mutex> guard(mutex_);
        numbers_.clear();
    }

    void before_fork() { mutex_.lock(); }
    void after_fork() { mutex_.unlock(); }

  private:
    std::mutex mutex_;
    std::unordered_map<std::string, uint64_t> numbers_;
};
CollectiveNumbers collective_numbers;

inline const char *reduction_name(c10d::ReduceOp::RedOpType kind)
{
    static const char *names[] = {"sum", "avg", "product", "min", "max", "band", "bor", "bxor", "premul_sum"};
    return (size_t)kind < std::size(names) ? names[(size_t)kind] : "unused";
}

// Only one of the two processes of a message may know of it: they are not counted.
inline bool is_message(const Kind &kind)
{
    return kind.name == "c10d::send" || starts_with(kind.name.c_str(), "c10d::recv");
}

void add_group(Operation &operation, const c10d::ProcessGroup &group)
{
    Completion &completion = *operation.completion;
    try {
        completion.group = group.getGroupName();
    } catch (const std::exception &) { // it has been given none
        return;
    }
    if (!is_message(*operation.kind))
        completion.number = collective_numbers.next(completion.group);
    completion.group_size = group.getSize();
    completion.group_rank = group.getRank();
}

void add_group_attributes(void *call, const Completion &completion)
{
    if (completion.reduction)
        core->attribute_text(call, word("reduction"), 0, word(completion.reduction));
    if (!completion.group_size)
        return;
    core->attribute_text(call, word("group"), 0, core->text(completion.group.data(), completion.group.size()));
    core->attribute_integer(call, word("group_size"), 0, completion.group_size);
    core->attribute_integer(call, word("group_rank"), 0, completion.group_rank);
    if (completion.number)
        core->attribute_integer(call, word("collective"), 0, (int64_t)completion.number);
}

void add_collective(Operation &operation, const at::RecordFunction &fn)
{
    operation.completion = std::make_shared<Completion>();
    operation.completion->generation = operation.generation;
    operation.completion->launched = core->sequence(operation.call());
    for (const c10::IValue &input : fn.inputs()) {
        if (auto group = held_by<c10d::ProcessGroup>(input, "c10d.ProcessGroup"))
            add_group(operation, *group);
        else if (auto reduction = held_by<c10d::ReduceOp>(input, "c10d.ReduceOp"))
            operation.completion->reduction = reduction_name(reduction->op_);
    }
    add_group_attributes(operation.call(), *operation.completion);
}

// Asked when it has been launched; nullptr: it does not say when it is done.
c10::intrusive_ptr<c10::ivalue::Future> future_of(const at::RecordFunction &fn)
{
    for (const c10::IValue &output : fn.outputs())
        if (auto work = held_by<c10d::Work>(output, "c10d.Work")) {
            try {
                return work->getFuture();
            } catch (const std::exception &) { // messages, and other backends
                return {};
            }
        }
    return {};
}

// The content of a result, known later. nullptr: it will not be.
const numscope_content *promise_content(Operation &operation, const at::Tensor &tensor, const Facts &facts,
                                        const struct layout *layout, numscope_content &content)
{
    Completion *completion = operation.completion.get();
    if (!completion || !completion->may_wait || !facts.on_cpu || !facts.storage || !facts.array.address ||
        !operation.detail || !core->layout_seed(layout))
        return nullptr;
    uint64_t number = accelerators.next_number();
    completion->results.push_back({tensor, number});
    content = {};
    content.pending = true;
    content.kept = operation.detail == 2 && core->keeps(layout);
    content.hash_low = number;
    return &content;
}

void settle_results(Completion &completion)
{
    for (const Awaited &awaited : completion.results) {
        Facts facts;
        if (!describe(*awaited.tensor.unsafeGetTensorImpl(), facts))
            continue;
        const struct layout *layout = core->layout(&facts.array);
        if (!layout)
            continue;
        numscope_content content = {};
        core->look(layout, (const void *)(uintptr_t)facts.array.address, false, &content);
        core->settle(completion.generation, awaited.number, &content);
    }
    completion.results.clear();
}

// A record of its own: the operation that launched it has long been written, so that it is there if this never comes.
void record_completion(const Completion &completion, bool failed)
{
    struct operation *kind = core->operation("c10d::completed", TRAIT_FRAME);
    if (!kind)
        return;
    auto operation = std::make_unique<Operation>();
    numscope_surroundings around = {};
    if (!begin_record(*operation, kind, around))
        return;
    void *call = operation->call();
    core->attribute_text(call, word("group"), 0, core->text(completion.group.data(), completion.group.size()));
    core->attribute_integer(call, word("collective"), 0, (int64_t)completion.number);
    core->attribute_integer(call, word("launched"), 0, (int64_t)completion.launched);
    end_record(*operation, failed);
}

// Runs on the thread that completes the work, before anybody who waits for it goes on.
void complete(Completion &completion, bool failed)
{
    uint32_t generation = core->generation();
    if (!generation || generation != completion.generation)
        return;
    mine().meet(generation);
    meet_words(generation);
    if (!failed)
        settle_results(completion);
    record_completion(completion, failed);
}

void await_completion(const std::shared_ptr<Completion> &completion, c10::ivalue::Future &future)
{
    try {
        future.addCallback([completion](c10::ivalue::Future &done) { complete(*completion, done.hasError()); });
    } catch (const std::exception &) { // its results stay unknown
    }
}

} // namespace
} // namespace numscope
