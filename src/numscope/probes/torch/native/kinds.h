// What is known of an operator: its name, its arguments by name, which of them it writes. Learnt once from its schema.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/function_schema.h>
#include <ATen/record_function.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "numscope/writer.h"

namespace numscope {

inline const numscope_writer *core = nullptr;

// What is asked of an argument at every call: four in a cache line.
struct Argument {
    enum Usual : uint8_t { UNKNOWN, NO_VALUE, AN_INT, A_BOOL, A_DOUBLE };

    uint16_t name_id = 0;      // text id of the name in the kind's generation; 0: it has none that fits
    Usual usual = UNKNOWN;     // its default, with which it is left out
    bool written : 1 = false;  // the schema says so
    bool returned : 1 = false; // and it comes back as a result
    bool keyword : 1 = false;
    bool is_dtype : 1 = false;
    bool is_out : 1 = false;
    bool unread : 1 = false;   // written, and nothing of it read before
    union {
        int64_t usual_int;
        double usual_double;
    };

    Argument() : usual_int(0) {}

    void learn_usual(const c10::IValue &value)
    {
        if (value.isNone()) {
            usual = NO_VALUE;
        } else if (value.isInt()) {
            usual = AN_INT;
            usual_int = value.toInt();
        } else if (value.isBool()) {
            usual = A_BOOL;
            usual_int = value.toBool();
        } else if (value.isDouble()) {
            usual = A_DOUBLE;
            usual_double = value.toDouble();
        }
    }

    bool is_usual(const c10::IValue &value) const
    {
        switch (usual) {
        case NO_VALUE:
            return value.isNone();
        case AN_INT:
            return value.isInt() && value.toInt() == usual_int;
        case A_BOOL:
            return value.isBool() && value.toBool() == (usual_int != 0);
        case A_DOUBLE:
            return value.isDouble() && value.toDouble() == usual_double;
        default:
            return false;
        }
    }
};
static_assert(sizeof(Argument) == 16);

// What every operator needs of it stands in three cache lines, the names behind: in a training step each is met with cold
// caches, and fetched ahead of its turn.
struct alignas(64) Kind {
    struct operation *operation = nullptr;
    uint32_t known_arguments = 0; // by the schema
    bool passed_over = false;    // not recorded at all
    bool collective = false;     // ends before its results are there
    bool fills = false;          // a collective that returns no tensors: its first argument is what it writes
    bool empty = false;          // its results are memory as it was found
    bool is_view = false;        // its results may be its first tensor's memory, of which it reads and writes nothing
    bool copies = false;         // its result holds what its second argument holds
    bool draws = false;          // random numbers
    bool gives = false;          // its schema has results
    bool opaque = false;         // writes into memory itself, also between the operators that it calls
    bool is_node = false;        // of the backward graph, not an operator
    bool is_region = false;      // a graph that torch.compile made, run
    bool is_graph = false;       // the autograd function around it, which adds nothing
    bool is_evaluation = false;  // the engine's work on a node, around the node itself
    bool is_compiled = false;    // code that torch.compile made: writes into its inputs too, and its schema does not say so
    std::atomic<uint32_t> generation{0};
    uint32_t overload_id = 0; // text id in that generation

    static constexpr size_t FIRST = 8;
    alignas(64) Argument first[FIRST];
    std::vector<Argument> more;
    std::vector<std::string> argument_names;
    std::string name, overload;

    // nullptr: the schema knows of none.
    Argument *argument(size_t i)
    {
        return i >= known_arguments ? nullptr : i < FIRST ? &first[i] : &more[i - FIRST];
    }

    void add(const Argument &argument)
    {
        if (known_arguments < FIRST)
            first[known_arguments] = argument;
        else
            more.push_back(argument);
        known_arguments++;
    }

    // The lines that the next call of it reads.
    void fetch() const
    {
        __builtin_prefetch(this);
        __builtin_prefetch(first);
        __builtin_prefetch(first + FIRST / 2);
    }
};

inline bool starts_with(const char *text, const char *prefix)
{
    return !std::strncmp(text, prefix, std::strlen(prefix));
}

// Of an operator that writes although its schema does not say so (trait WRITES; found by comparing bytes around 34,872
// calls), the arguments that it writes. A trait can't say which these are; torch calls them alike in all such operators.
inline bool is_written_undeclared(uint32_t traits, const std::string &argument)
{
    return traits & TRAIT_WRITES && (argument == "running_mean" || argument == "running_var" || argument == "dst");
}

// Of a collective, whose schema does not say so either: what it gives its results.
inline bool is_only_filled(const Kind &kind, const std::string &argument)
{
    return starts_with(argument.c_str(), "output") || starts_with(kind.name.c_str(), "c10d::recv");
}

// Made for all devices of other operators, and still written in terms of memory: found by `python -m
// benchmarks.torch_oracle`. This is no trait: it says nothing of what the operators mean, only how torch has made them.
inline bool is_composite_with_kernel(const std::string &operation)
{
    static const char *table[] = {"aten::_sobol_engine_draw", "aten::_sobol_engine_ff_", "aten::_sobol_engine_scramble_",
                                  "aten::_sobol_engine_initialize_state_", "aten::_pack_padded_sequence"};
    for (const char *name : table)
        if (operation == name)
            return true;
    return false;
}

// What torch's dispatcher knows of an operator beside its schema.
inline std::optional<c10::OperatorHandle> handle_of(const std::string &name, const std::string &overload)
{
    return c10::Dispatcher::singleton().findSchema({name, overload});
}

// Torch marks every operator that draws random numbers, those that only call others that do (dropout, lstm) too.
inline bool draws_numbers(const std::optional<c10::OperatorHandle> &handle)
{
    return handle && handle->hasTag(at::Tag::nondeterministic_seeded);
}

// Whether it may write into memory itself, and need not call an operator for it. What torch has made for all devices only
// calls others.
inline bool has_own_kernel(const std::string &name, const std::optional<c10::OperatorHandle> &handle)
{
    using c10::DispatchKey;
    auto has = [&](DispatchKey key) { return handle->hasKernelForDispatchKey(key); };
    if (!starts_with(name.c_str(), "aten::") || !handle || is_composite_with_kernel(name))
        return true;
    for (DispatchKey device : {DispatchKey::CPU, DispatchKey::CUDA, DispatchKey::XPU, DispatchKey::MPS, DispatchKey::HPU,
                               DispatchKey::MTIA, DispatchKey::PrivateUse1})
        if (has(device))
            return true;
    return !has(DispatchKey::CompositeImplicitAutograd) && !has(DispatchKey::CompositeExplicitAutograd) &&
           !has(DispatchKey::CompositeExplicitAutogradNonFunctional);
}

// Operators that a thread has met lately.
struct Met {
    struct alignas(64) Slot {
        const char *name = nullptr, *overload = nullptr;
        Kind *kind = nullptr;
        Slot *next = nullptr; // which was asked for after it last time
        char text[32] = {};   // the name's beginning: an address may be used again for another
    } slots[1024], *last = &slots[0];
    Kind *by_text[1024] = {}; // by the hash of the name

    // Training steps are alike: what comes next is fetched while an operator runs, in two steps, since the second line's
    // address stands in the first.
    void fetch_slot() const { __builtin_prefetch(last->next); }
    void fetch_kind() const
    {
        if (last->next && last->next->kind)
            last->next->kind->fetch();
    }
};

class Kinds {
  public:
    // By the addresses of the two names, which torch keeps with an operator; nodes of the backward graph make theirs
    // anew each time.
    Kind *find(const at::RecordFunction &fn, Met &met)
    {
        const char *name = fn.name(), *overload = fn.overload_name();
        Met::Slot &slot = met.slots[((uintptr_t)name ^ (uintptr_t)overload << 7) * 0x9e3779b97f4a7c15ull >> 54];
        met.last->next = &slot;
        met.last = &slot;
        if (slot.name == name && slot.overload == overload && !std::strncmp(name, slot.text, sizeof slot.text))
            return slot.kind;
        slot.name = name;
        slot.overload = overload;
        slot.kind = find_by_text(fn, met);
        std::strncpy(slot.text, name, sizeof slot.text);
        return slot.kind;
    }

    // So that a child of fork does not wait for a thread that it does not have.
    void before_fork() { mutex_.lock(); }
    void after_fork() { mutex_.unlock(); }

    void meet(Kind &kind, uint32_t generation)
    {
        if (__builtin_expect(kind.generation.load(std::memory_order_acquire) != generation, 0))
            renew(kind, generation);
    }

  private:
    void renew(Kind &kind, uint32_t generation)
    {
        uint32_t overload_id = kind.overload.empty() ? 0 : core->text(kind.overload.data(), kind.overload.size());
        std::vector<uint16_t> name_ids;
        for (const std::string &name : kind.argument_names) {
            uint32_t id = core->text(name.data(), name.size());
            name_ids.push_back((uint16_t)(id <= UINT16_MAX ? id : 0));
        }
        std::lock_guard<std::mutex> guard(mutex_);
        kind.overload_id = overload_id;
        for (size_t i = 0; i < name_ids.size(); i++)
            kind.argument(i)->name_id = name_ids[i];
        kind.generation.store(generation, std::memory_order_release);
    }

    // Held for a few instructions, and never where the core is asked: it can wait for the GIL, and the thread that has it can fork.
    std::mutex mutex_;
    std::unordered_map<std::string, std::unique_ptr<Kind>> kinds_;

    Kind *find_by_text(const at::RecordFunction &fn, Met &met)
    {
        std::string_view name = fn.name(), overload = fn.overload_name() ? fn.overload_name() : "";
        Kind *&known = met.by_text[std::hash<std::string_view>()(name) & 1023];
        bool node = fn.scope() == at::RecordScope::BACKWARD_FUNCTION;
        if (!known || known->name != name || known->overload != overload || known->is_node != node)
            known = learn(fn);
        return known;
    }

    Kind *learn(const at::RecordFunction &fn)
    {
        std::string name = fn.name(), overload = fn.overload_name() ? fn.overload_name() : "";
        bool node = fn.scope() == at::RecordScope::BACKWARD_FUNCTION;
        std::string key = name + '\n' + overload + (node ? "\nnode" : "");
        {
            std::lock_guard<std::mutex> guard(mutex_);
            if (auto known = kinds_.find(key); known != kinds_.end())
                return known->second.get();
        }
        std::unique_ptr<Kind> made = make(fn, name, overload, node);
        std::lock_guard<std::mutex> guard(mutex_);
        return kinds_.try_emplace(key, std::move(made)).first->second.get(); // the first of two threads that meet it at once
    }

    static std::unique_ptr<Kind> make(const at::RecordFunction &fn, const std::string &name, const std::string &overload, bool node)
    {
        auto kind = std::make_unique<Kind>();
        kind->name = name;
        kind->overload = overload;
        kind->is_node = node;
        kind->collective = starts_with(fn.name(), "c10d::") || starts_with(fn.name(), "_c10d_functional::");
        kind->fills = kind->collective && (name == "c10d::reduce_" || name == "c10d::gather_" ||
                                           starts_with(fn.name(), "c10d::recv"));
        kind->is_region = starts_with(fn.name(), "Torch-Compiled Region");
        kind->is_graph = !node && name == "CompiledFunction";
        kind->copies = name == "aten::copy_";
        kind->is_evaluation = starts_with(fn.name(), "autograd::engine::evaluate_function");
        kind->is_compiled = kind->is_region || (node && name == "CompiledFunctionBackward");
        kind->opaque = kind->is_compiled;
        /* "detach" without a namespace is what the operator of that name says of itself once more. */
        kind->passed_over = kind->is_evaluation || starts_with(fn.name(), "profiler::") || name == "detach" ||
                            name == "detach_" || name == "TorchDynamo Cache Lookup";
        uint32_t known = core->traits(name.c_str());
        uint32_t traits = learn_arguments(*kind, fn, known);
        /* What is resized holds something still. */
        kind->empty = known & TRAIT_UNINITIALISED && !(traits & TRAIT_WRITES);
        std::string bare = starts_with(fn.name(), "torch::autograd::") ? name.substr(std::strlen("torch::autograd::")) : name;
        std::string shown = node ? "autograd::" + bare : name;
        kind->operation = core->operation(shown.c_str(), node ? 0 : traits);
        kind->passed_over |= !kind->operation;
        return kind;
    }

    static bool is_aliased(const c10::Argument &argument)
    {
        return argument.alias_info() && !argument.alias_info()->isWrite();
    }

    // Returns the traits that the schema declares; `known`: those that the table has.
    static uint32_t learn_arguments(Kind &kind, const at::RecordFunction &fn, uint32_t known)
    {
        std::optional<c10::FunctionSchema> schema = fn.operator_schema();
        if (!schema)
            return 0;
        std::optional<c10::OperatorHandle> handle = handle_of(kind.name, kind.overload);
        kind.draws = draws_numbers(handle);
        kind.gives = !schema->returns().empty();
        kind.is_view = !schema->returns().empty() && !schema->arguments().empty() && is_aliased(schema->arguments()[0]);
        for (const c10::Argument &result : schema->returns())
            kind.is_view &= is_aliased(result);
        kind.opaque = !kind.is_view && has_own_kernel(kind.name, handle);
        bool in_place = false;
        for (const c10::Argument &given : schema->arguments()) {
            Argument argument;
            argument.keyword = given.kwarg_only();
            argument.is_dtype = given.real_type()->kind() == c10::TypeKind::ScalarTypeType ||
                                (given.real_type()->kind() == c10::TypeKind::OptionalType &&
                                 given.real_type()->str().find("ScalarType") != std::string::npos);
            const c10::AliasInfo *alias = given.alias_info();
            argument.written = alias && alias->isWrite();
            if (argument.written)
                for (const c10::Argument &result : schema->returns())
                    if (result.alias_info() && result.alias_info()->beforeSets() == alias->beforeSets())
                        argument.returned = true;
            argument.is_out = argument.written && argument.keyword;
            argument.unread = argument.is_out || (!kind.known_arguments && known & TRAIT_OVERWRITES);
            argument.unread |= kind.collective && is_only_filled(kind, given.name());
            argument.written |= is_written_undeclared(known, given.name());
            in_place |= argument.written && !argument.is_out;
            if (given.default_value())
                argument.learn_usual(*given.default_value());
            kind.add(argument);
            kind.argument_names.push_back(given.name());
        }
        return (kind.is_view ? TRAIT_VIEW : 0) | (kind.draws ? TRAIT_DRAWS : 0) | (in_place ? TRAIT_WRITES : 0);
    }
};

} // namespace numscope
