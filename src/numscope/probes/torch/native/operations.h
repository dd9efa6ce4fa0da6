// An operator, node or graph while it runs, and what a thread and the process keep for all of them.
// For recorder.cpp alone: these are its own globals, as if they stood there.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <ATen/record_function.h>

#include "accelerator.h"
#include "kinds.h"
#include "modules.h"
#include "parameters.h"
#include "tensors.h"

namespace numscope {
namespace {

Kinds kinds;
Modules modules;
Parameters parameters;
std::atomic<uint64_t> training_step{0};
at::CallbackHandle handle = 0;

// Ids of the texts that every operation needs, in the shard `generation`.
struct WordIds {
    uint32_t tensor, module, model, phase, backward, optimizer, step, forward, forward_sequence, device, version, special,
        overload, requires_grad, generator_state, generator_key, graph, function, saved, training;
};
struct Words : WordIds {
    std::atomic<uint32_t> generation{0};
} words;
std::mutex words_mutex; // held for a few instructions, see Kinds

uint32_t word(const char *text) { return core->text(text, std::strlen(text)); }

void renew_words(uint32_t generation)
{
    WordIds found;
    found.tensor = word("torch.Tensor");
    found.module = word("module");
    found.model = word("model");
    found.phase = word("phase");
    found.backward = word("backward");
    found.optimizer = word("optimizer");
    found.step = word("step");
    found.forward = word("forward");
    found.forward_sequence = word("forward_sequence");
    found.device = word("device");
    found.version = word("version");
    found.special = word("special");
    found.overload = word("overload");
    found.requires_grad = word("requires_grad");
    found.generator_state = word("bit_generator.state");
    found.generator_key = word("bit_generator.key");
    found.graph = word("graph");
    found.function = word("function");
    found.saved = word("saved");
    found.training = word("training");
    std::lock_guard<std::mutex> guard(words_mutex);
    static_cast<WordIds &>(words) = found;
    words.generation.store(generation, std::memory_order_release);
}

// An older generation than that of the shard finds newer ids: its call is cut off, and they are not written.
inline void meet_words(uint32_t generation)
{
    if (__builtin_expect(words.generation.load(std::memory_order_acquire) != generation, 0))
        renew_words(generation);
}

// ---- forward operations by autograd's sequence number, for the backward nodes that belong to them ----

struct Link {
    uint64_t thread, number, operation;
    uint32_t generation;
    ModuleIds module;
};
constexpr size_t LINKS = 1 << 18;
Link *links; // pages are touched as they are used

Link &link_of(int64_t number) { return links[(uint64_t)number & (LINKS - 1)]; }

// ---- an operation ----

enum class Phase : uint8_t { FORWARD, BACKWARD, OPTIMIZER };
enum class Range : uint8_t { NONE, NODE, OPTIMIZER_STEP, LEFT_OUT, UNSEEN_STEP };

struct Written {
    at::Tensor tensor; // held while the operation runs: operators that return nothing give no tensor afterwards
    operand_header header;
};

// A tensor that went into a compiled graph, and the version that the graph found. The graph may give it up.
struct GraphInput {
    using Weak = c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
    Weak tensor;
    size_t position;
    uint32_t version;
};
struct CompiledGraph {
    std::vector<GraphInput> inputs;
    std::vector<at::Tensor> saved; // what it made for its backward pass
};

struct Operation;
struct Completion; // of collectives.h

// What a thread keeps for itself: one pointer away, since a thread-local object costs a call at each touch.
struct Thread {
    Operation *innermost = nullptr;
    uint32_t generation = 0;
    int optimizing = 0;
    int left_out = 0;   // operators that run and are not recorded, others inside them maybe
    uint64_t spans = 0; // the last number of one
    uint64_t torch_number = 0;
    bool arriving = false; // a copy from an accelerator that is not waited for has been asked for in what runs
    void *spare = nullptr; // memory of operations that have ended
    int spares = 0;
    Met kinds;
    Modules::Met modules[Modules::MET] = {};
    Knowledge knowledge;

    void meet(uint32_t now)
    {
        if (generation == now)
            return;
        generation = now;
        innermost = nullptr;
    }

    ~Thread();
};

thread_local Thread *my_thread __attribute__((tls_model("initial-exec"))) = nullptr;

struct ThreadEnd {
    bool alive = true;
    ~ThreadEnd()
    {
        delete my_thread;
        my_thread = nullptr;
    }
};

Thread &make_thread()
{
    static thread_local ThreadEnd end;
    end.alive = true;
    my_thread = new Thread;
    return *my_thread;
}

inline Thread &mine() { return __builtin_expect(my_thread != nullptr, 1) ? *my_thread : make_thread(); }

struct Operation : at::ObserverContext {
    Kind *kind = nullptr;
    Operation *above = nullptr;
    bool muted = false, nested = true;
    int detail = 0;      // what the policy asks of arrays: 0 none, 1 statistics and hash, 2 bytes too
    Range range = Range::NONE; // not recorded itself: it marks what runs inside
    Phase phase = Phase::FORWARD;
    ModuleIds module;
    void *own_module = nullptr;
    uint32_t generation = 0;
    int unwinding = 0;
    const void *viewed = nullptr; // of a view inside another operation: the storage
    Opaque own;                   // if it writes memory itself
    Opaque *opaque = nullptr;     // the innermost that does: it or one around it
    std::vector<Written> written;
    std::unique_ptr<CompiledGraph> graph; // that torch.compile made, while it runs
    Source source;
    std::shared_ptr<Completion> completion; // of a collective: its results come later

    Operation() {} // leaves what is not known yet as it is

    void *call() { return (char *)this + OFFSET; }

    // Torch makes and destroys one an operator: the memory goes round.
    static void *operator new(size_t)
    {
        Thread &thread = mine();
        if (void *memory = thread.spare) {
            thread.spare = *(void **)memory;
            thread.spares--;
            return memory;
        }
        return ::operator new(OFFSET + core->call_bytes);
    }

    static void operator delete(void *memory)
    {
        Thread *thread = my_thread;
        if (!thread || thread->spares >= 64) {
            ::operator delete(memory);
            return;
        }
        *(void **)memory = thread->spare;
        thread->spare = memory;
        thread->spares++;
    }

    static const size_t OFFSET;
};
const size_t Operation::OFFSET = (sizeof(Operation) + 15) & ~(size_t)15;

Thread::~Thread()
{
    while (void *memory = spare) {
        spare = *(void **)memory;
        ::operator delete(memory);
    }
}

// A record of its own, beside those of the operators.
bool begin_record(Operation &operation, struct operation *kind, numscope_surroundings &around)
{
    operation.detail = core->detail();
    numscope_verdict verdict = core->begin(operation.call(), kind, false, &around);
    if (verdict == NUMSCOPE_MUTED)
        core->unmute(); // what runs inside is recorded all the same
    if (verdict != NUMSCOPE_RECORDED)
        return false;
    operation.generation = core->generation_of(operation.call());
    meet_words(operation.generation);
    return true;
}

void end_record(Operation &operation, bool failed = false)
{
    core->start(operation.call());
    core->stop(operation.call(), failed);
    core->finish(operation.call());
}

} // namespace
} // namespace numscope
