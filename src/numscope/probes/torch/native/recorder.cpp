// Records every operator that torch's dispatcher runs: a global callback of at::RecordFunction, on all threads, forward and
// backward, outermost operators and those inside them. Needs one header of torch, and is built once for each version of it.
// Build it with -DNDEBUG: RecordFunction has a member more without it.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <ATen/record_function.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <exception>

#include "accelerator.h"
#include "generator_state.h"
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
struct Words {
    std::atomic<uint32_t> generation{0};
    uint32_t tensor, module, model, phase, backward, optimizer, step, forward, forward_sequence, device, version, special,
        overload, requires_grad, generator_state, generator_key, graph, function, saved;
} words;
std::mutex words_mutex;

uint32_t word(const char *text) { return core->text(text, std::strlen(text)); }

void renew_words(uint32_t generation)
{
    std::lock_guard<std::mutex> guard(words_mutex);
    words.tensor = word("torch.Tensor");
    words.module = word("module");
    words.model = word("model");
    words.phase = word("phase");
    words.backward = word("backward");
    words.optimizer = word("optimizer");
    words.step = word("step");
    words.forward = word("forward");
    words.forward_sequence = word("forward_sequence");
    words.device = word("device");
    words.version = word("version");
    words.special = word("special");
    words.overload = word("overload");
    words.requires_grad = word("requires_grad");
    words.generator_state = word("bit_generator.state");
    words.generator_key = word("bit_generator.key");
    words.graph = word("graph");
    words.function = word("function");
    words.saved = word("saved");
    words.generation.store(generation, std::memory_order_release);
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
enum class Range : uint8_t { NONE, NODE, OPTIMIZER_STEP };

struct Written {
    at::Tensor tensor; // held while the operation runs: operators that return nothing tell nothing afterwards
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

// What a thread keeps for itself: one pointer away, since a thread-local object costs a call at each touch.
struct Thread {
    Operation *innermost = nullptr;
    uint32_t generation = 0;
    int optimizing = 0;
    uint64_t torch_number = 0;
    bool arriving = false; // a copy from an accelerator that is not waited for has been asked for in what runs
    void *spare = nullptr; // memory of operations that have ended
    int spares = 0;
    Met kinds;
    Modules::Met modules[Modules::MET] = {};
    Knowledge knowledge;

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
    bool helped = false; // an operator inside may have written what it gives
    int detail = 0;      // what the policy asks of arrays: 0 none, 1 statistics and hash, 2 bytes too
    Range range = Range::NONE; // not recorded itself: what runs inside is told by it
    Phase phase = Phase::FORWARD;
    ModuleIds module;
    void *own_module = nullptr;
    uint32_t generation = 0;
    int unwinding = 0;
    const void *viewed = nullptr; // of a view inside another operation: the storage
    std::vector<Written> written;
    std::unique_ptr<CompiledGraph> graph; // that torch.compile made, while it runs
    Source source;

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

// ---- operands ----

// Put together in a register: field by field it would be written in bytes and read as a word, which waits for the bytes.
inline operand_header header_of(operand_role role, size_t position, uint16_t name = 0, uint16_t item = 0)
{
    static_assert(std::endian::native == std::endian::little && sizeof(operand_header) == 8);
    return std::bit_cast<operand_header>((uint64_t)role << 8 | (uint64_t)position << 16 | (uint64_t)name << 32 |
                                         (uint64_t)item << 48);
}

constexpr size_t BY_KEYWORD = 255, MOST_POSITIONS = 250;

// What the tensor holds: known from the last look if nobody has written there since. nullptr: nothing can be told.
const numscope_content *content_of(at::TensorImpl &tensor, const Facts &facts, const struct layout *layout, Look why,
                                   const Source *source, numscope_content &fresh)
{
    if (!facts.storage || !facts.array.address || tensor.is_conj() || tensor.is_neg())
        return nullptr;
    if (!facts.on_cpu)
        return content_elsewhere(tensor, facts, layout, why, source, mine().knowledge, mine().generation, fresh);
    if (source && source->content.pending) // nobody has waited for these bytes yet
        return content_brought_back(layout, *source, fresh);
    Known now;
    now.bytes = core->layout_bytes(layout);
    now.data = (const void *)(uintptr_t)facts.array.address;
    // Exported to NumPy or made from somebody's memory: written by whom nobody tells.
    bool trusted = facts.storage->resizable() && writes.trusts(facts.storage) && !tensor.is_inference();
    if (why == Look::UNINITIALISED && !trusted)
        return nullptr;
    if (!trusted || now.bytes < 64) {
        if (why == Look::UNINITIALISED || why == Look::ALIAS)
            return nullptr;
        fresh.has_statistics = false;
        core->look(layout, now.data, &fresh);
        return &fresh;
    }
    now.storage = facts.storage;
    now.layout = core->layout_id(layout);
    now.type = (uint32_t)c10::typeMetaToScalarType(tensor.dtype());
    now.version = version_of(tensor);
    now.writes = writes.count(facts.storage);
    now.generation = mine().generation;
    now.sample = sample_of((const char *)facts.storage->data_ptr().get(), facts.storage->nbytes());
    Known &known = mine().knowledge.slot(now);
    bool same = known.layout == now.layout && known.tells(now);
    now.uninitialised = why == Look::UNINITIALISED || (why == Look::OVERWRITE && same && known.uninitialised);
    if (same && !known.uninitialised && !now.uninitialised)
        return &known.content;
    now.dense = tensor.is_non_overlapping_and_dense();
    now.seed = core->layout_seed(layout);
    now.order = core->layout_order(layout);
    const Known *other = mine().knowledge.latest(now);
    bool alike = other && now.dense && other->dense && !other->uninitialised && other->tells(now);
    bool copied = source && source->dtype == facts.array.dtype && source->bytes == now.bytes;
    uint64_t before = 0; // seed of a hash that is of the same bytes
    if (alike && now.order & other->order & NUMSCOPE_IN_MEMORY)
        before = other->seed;
    else if (copied && now.order & source->order & NUMSCOPE_BY_ROWS)
        before = source->seed;
    bool told = before && now.seed && core->detail() == 1; // else the bytes are kept, under this layout too
    if (why == Look::ALIAS && !told)
        return nullptr;
    mine().knowledge.release_dead();
    if (!now.uninitialised) {
        known.content.has_statistics = false;
        if (alike || copied)
            known.content = alike ? other->content : source->content;
        if (told)
            core->seed_anew(&known.content, before, now.seed);
        else
            core->look(layout, now.data, &known.content);
        mine().knowledge.latest(now) = &known;
    }
    known.take(now);
    return known.uninitialised ? nullptr : &known.content;
}

void add_tensor(Operation &operation, operand_header header, const at::Tensor &given, Look look)
{
    void *call = operation.call();
    if (!given.defined()) {
        core->add_word(call, header, OPERAND_NONE, nullptr);
        return;
    }
    at::TensorImpl &tensor = *given.unsafeGetTensorImpl();
    Facts facts;
    if (!describe(tensor, facts)) {
        uint64_t type = word(facts.special ? facts.special : "torch.Tensor");
        core->add_word(call, header, OPERAND_OBJECT, &type);
        return;
    }
    const struct layout *layout = core->layout(&facts.array);
    if (!layout)
        return;
    numscope_content fresh;
    if (operation.viewed && operation.viewed == facts.storage)
        look = Look::ALIAS;
    const Source *source = look == Look::RESULT && operation.source.known ? &operation.source : nullptr;
    const numscope_content *content =
        look != Look::NO && operation.detail ? content_of(tensor, facts, layout, look, source, fresh) : nullptr;
    if (content && operation.kind && operation.kind->copies && look == Look::READ && header.position == 1)
        operation.source.set(facts.array.dtype, layout, *content);
    facts.array.type = words.tensor;
    int place = core->add_array(call, header, &facts.array, layout, content);
    if (place < 0)
        return;
    uint16_t item = (uint16_t)(place + 1);
    if (facts.special)
        core->attribute_text(call, words.special, item, word(facts.special));
    else if (!facts.on_cpu)
        core->attribute_text(call, words.device, item, word(tensor.device().str().c_str()));
    if (operation.above && operation.above->range == Range::NONE)
        return; // inside another, which has told it
    if (uint32_t version = facts.special ? 0 : version_of(tensor))
        core->attribute_integer(call, words.version, item, version);
    if (given.requires_grad())
        core->attribute_integer(call, words.requires_grad, item, 1);
}

template <class Item> size_t put_items(char *text, size_t room, const c10::IValue &value)
{
    char *at = text, *end = text + room - 8;
    *at++ = '[';
    bool first = true;
    auto items = value.to<c10::List<Item>>();
    for (size_t i = 0; i < items.size(); i++) {
        if (!first) {
            *at++ = ',';
            *at++ = ' ';
        }
        first = false;
        if (end - at < 40) {
            std::memcpy(at, "...", 3);
            at += 3;
            break;
        }
        if constexpr (std::is_same_v<Item, bool>) {
            const char *truth = items.get(i) ? "True" : "False";
            at = std::strcpy(at, truth) + std::strlen(truth);
        } else {
            at = std::to_chars(at, end, items.get(i)).ptr;
        }
    }
    *at++ = ']';
    return (size_t)(at - text);
}

void add_text(void *call, operand_header header, operand_tag tag, const std::string &text)
{
    core->add_text(call, header, tag, text.data(), text.size());
}

std::string dtype_name(int64_t type)
{
    return "torch." + std::string(c10::getDtypeNames((c10::ScalarType)type).first);
}

// Everything that is no tensor.
void add_plain(void *call, operand_header header, const c10::IValue &value, bool is_dtype)
{
    char text[512];
    if (value.isNone()) {
        core->add_word(call, header, OPERAND_NONE, nullptr);
    } else if (value.isInt() && is_dtype) {
        add_text(call, header, OPERAND_LITERAL, dtype_name(value.toInt()));
    } else if (value.isInt()) {
        int64_t number = value.toInt();
        core->add_word(call, header, OPERAND_INT, &number);
    } else if (value.isDouble()) {
        double number = value.toDouble();
        core->add_word(call, header, OPERAND_FLOAT, &number);
    } else if (value.isBool()) {
        uint64_t truth = value.toBool();
        core->add_word(call, header, OPERAND_BOOL, &truth);
    } else if (value.isString()) {
        add_text(call, header, OPERAND_STRING, value.toStringRef());
    } else if (value.isDevice()) {
        add_text(call, header, OPERAND_STRING, value.toDevice().str());
    } else if (value.isComplexDouble()) {
        c10::complex<double> number = value.toComplexDouble();
        int length = snprintf(text, sizeof text, "complex(%.17g, %.17g)", number.real(), number.imag());
        core->add_text(call, header, OPERAND_LITERAL, text, (size_t)length);
    } else if (value.isIntList()) {
        core->add_text(call, header, OPERAND_LITERAL, text, put_items<int64_t>(text, sizeof text, value));
    } else if (value.isDoubleList()) {
        core->add_text(call, header, OPERAND_LITERAL, text, put_items<double>(text, sizeof text, value));
    } else if (value.isBoolList()) {
        core->add_text(call, header, OPERAND_LITERAL, text, put_items<bool>(text, sizeof text, value));
    } else {
        std::string tag = value.tagKind();
        uint64_t type = core->text(tag.data(), tag.size());
        core->add_word(call, header, OPERAND_OBJECT, &type);
    }
}

void note_write(const Operation &operation, const at::Tensor &tensor, bool collective)
{
    if (!operation.detail)
        return; // nothing is known of any content
    const at::TensorImpl *impl = tensor.unsafeGetTensorImpl();
    if (!tensor.defined() || !impl->has_storage() || impl->is_python_dispatch())
        return;
    const void *storage = impl->unsafe_storage().unsafeGetStorageImpl();
    writes.add(storage);
    if (collective)
        writes.distrust(storage);
}

void add_value(Operation &operation, operand_header header, const c10::IValue &value, bool is_dtype, Look look)
{
    if (value.isTensor()) {
        add_tensor(operation, header, value.toTensor(), look);
    } else if (value.isList() && value.isTensorList()) {
        auto items = value.toTensorList();
        for (size_t i = 0; i < items.size() && i < UINT16_MAX; i++) {
            header.item = (uint16_t)(i + 1);
            add_tensor(operation, header, items.get(i), look);
        }
    } else if (value.isList() && value.isOptionalTensorList()) {
        auto items = value.toOptionalTensorList();
        for (size_t i = 0; i < items.size() && i < UINT16_MAX; i++) {
            header.item = (uint16_t)(i + 1);
            std::optional<at::Tensor> item = items.get(i);
            add_tensor(operation, header, item ? *item : at::Tensor(), look);
        }
    } else {
        if (header.role == ROLE_INPUT)
            header.role = ROLE_ARGUMENT;
        add_plain(operation.call(), header, value, is_dtype);
    }
}

template <class Each> void each_tensor(const c10::IValue &value, Each each)
{
    if (value.isTensor()) {
        each(value.toTensor(), 0);
    } else if (value.isTensorList()) {
        auto items = value.toTensorList();
        for (size_t i = 0; i < items.size() && i < UINT16_MAX; i++)
            each(items.get(i), (uint16_t)(i + 1));
    } else if (value.isList()) { // of lists: collectives
        auto items = value.toListRef();
        for (size_t i = 0; i < items.size(); i++)
            each_tensor(items[i], each);
    }
}

// A view inside another operation reads nothing: whoever reads it has it looked at. With values each has its own. On an
// accelerator none reads anything: it may be made before another stream has written there.
const void *storage_viewed(const Operation &operation, c10::ArrayRef<const c10::IValue> inputs)
{
    if (!operation.kind->is_view || operation.detail != 1 || inputs.empty() || !inputs[0].isTensor())
        return nullptr;
    const at::Tensor &tensor = inputs[0].toTensor();
    bool nested = operation.above && operation.above->range == Range::NONE;
    if (!tensor.defined() || !tensor.has_storage() || (!nested && tensor.is_cpu()))
        return nullptr;
    return tensor.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
}

void add_inputs(Operation &operation, const at::RecordFunction &fn)
{
    Kind &kind = *operation.kind;
    auto inputs = fn.inputs();
    operation.viewed = storage_viewed(operation, inputs);
    for (size_t i = 0; i < inputs.size(); i++) {
        const Argument *argument = kind.argument(i);
        if (argument && argument->is_usual(inputs[i]))
            continue;
        operand_header header = header_of(argument && argument->is_out ? ROLE_OUT : ROLE_INPUT,
                                          argument && argument->keyword ? BY_KEYWORD : std::min(i, MOST_POSITIONS),
                                          argument ? argument->name_id : 0);
        Look look = argument && argument->unread        ? Look::NO
                    : argument && argument->written ? Look::OVERWRITE
                                                    : Look::READ;
        add_value(operation, header, inputs[i], argument && argument->is_dtype, look);
        if ((argument && argument->written) || kind.collective) {
            bool collective = kind.collective;
            bool tell = argument && argument->written && !argument->returned && !collective;
            each_tensor(inputs[i], [&](const at::Tensor &tensor, uint16_t item) {
                note_write(operation, tensor, collective);
                if (tell && tensor.defined())
                    operation.written.push_back({tensor, header_of(ROLE_MUTATED, header.position, header.name, item)});
            });
        }
    }
    if (operation.source.known && operation.source.content.pending)
        operation.source.late = inputs.size() > 2 && inputs[2].isBool() && inputs[2].toBool();
}

void add_attributes(Operation &operation)
{
    void *call = operation.call();
    if (operation.module.model) {
        core->attribute_text(call, words.module, 0, operation.module.path);
        core->attribute_text(call, words.model, 0, operation.module.model);
    }
    if (operation.phase != Phase::FORWARD)
        core->attribute_text(call, words.phase, 0,
                             operation.phase == Phase::BACKWARD ? words.backward : words.optimizer);
    if (uint64_t step = training_step.load(std::memory_order_relaxed))
        core->attribute_integer(call, words.step, 0, (int64_t)step);
    if (operation.kind->overload_id)
        core->attribute_text(call, words.overload, 0, operation.kind->overload_id);
}

// A state is as good as the values drawn from it: kept where those are.
void add_generator(Operation &operation, const at::RecordFunction &fn)
{
    if (operation.detail != 2)
        return;
    if (at::CPUGeneratorImpl *generator = generator_of(fn.inputs()))
        add_generator_state(operation.call(), GeneratorState(*generator), words.generator_state, words.generator_key);
}

// The forward operation that made a node of the backward graph; nullptr: too long ago, or not recorded.
const Link *find_link(const at::RecordFunction &fn, uint32_t generation)
{
    if (fn.seqNr() < 0)
        return nullptr;
    const Link &link = link_of(fn.seqNr());
    bool found = link.number == (uint64_t)fn.seqNr() && link.thread == fn.forwardThreadId() &&
                 link.generation == generation;
    return found ? &link : nullptr;
}

void set_link(Operation &operation, int64_t number)
{
    if (!mine().torch_number)
        mine().torch_number = at::RecordFunction::currentThreadId();
    link_of(number) = {mine().torch_number, (uint64_t)number, core->sequence(operation.call()), operation.generation,
                       operation.module};
}

// A node stands in the module of its forward operation.
void link_to_forward(Operation &operation, const at::RecordFunction &fn)
{
    const Link *link = find_link(fn, operation.generation);
    if (!link)
        return;
    operation.module = link->module;
    core->attribute_integer(operation.call(), words.forward, 0, (int64_t)link->operation);
}

void find_surroundings(Operation &operation, const at::RecordFunction &fn, const numscope_surroundings &around)
{
    const Operation *above = operation.above;
    operation.own_module = around.innermost;
    if (above && (above->range == Range::NODE || above->own_module == around.innermost))
        operation.module = above->module;
    else
        operation.module = modules.find(around, operation.generation, mine().modules);
    operation.phase = operation.kind->is_node ? Phase::BACKWARD
                      : above                 ? above->phase
                      : mine().optimizing       ? Phase::OPTIMIZER
                                              : Phase::FORWARD;
    if (fn.seqNr() < 0)
        return;
    if (operation.kind->is_node) {
        link_to_forward(operation, fn);
        core->attribute_integer(operation.call(), words.forward_sequence, 0, fn.seqNr());
    } else {
        set_link(operation, fn.seqNr());
    }
}

// ---- callbacks ----

// A record of its own, beside those of the operators: the gradients that an optimiser's step begins with.
bool begin_step_record(Operation &operation, struct operation *kind)
{
    numscope_surroundings around = {};
    operation.detail = core->detail();
    numscope_verdict verdict = core->begin(operation.call(), kind, false, &around);
    if (verdict == NUMSCOPE_MUTED)
        core->unmute();
    return verdict == NUMSCOPE_RECORDED;
}

void end_step_record(Operation &operation)
{
    void *call = operation.call();
    core->attribute_text(call, words.phase, 0, words.optimizer);
    if (uint64_t step = training_step.load(std::memory_order_relaxed))
        core->attribute_integer(call, words.step, 0, (int64_t)step);
    core->start(call);
    core->stop(call, false);
    core->finish(call);
}

void record_gradients(const char *name)
{
    constexpr int MOST = 100; // a record has room for 250 operands and attributes
    std::string shown = std::string("optim::") + (name + std::strlen("Optimizer.step#"));
    struct operation *kind = core->operation(shown.c_str());
    if (!kind)
        return;
    std::unique_ptr<Operation> record;
    int count = 0;
    parameters.each_gradient([&](const std::string &parameter, const at::Tensor &gradient) {
        if (!record) {
            record = std::make_unique<Operation>();
            if (!begin_step_record(*record, kind)) {
                record.reset();
                return;
            }
            count = 0;
        }
        uint32_t id = core->text(parameter.data(), parameter.size());
        operand_header header = header_of(ROLE_INPUT, (size_t)count, (uint16_t)(id <= UINT16_MAX ? id : 0));
        add_tensor(*record, header, gradient, Look::READ);
        if (++count == MOST) {
            end_step_record(*record);
            record.reset();
        }
    });
    if (record)
        end_step_record(*record);
}

std::unique_ptr<at::ObserverContext> begin_range(const at::RecordFunction &fn, uint32_t generation)
{
    if (!starts_with(fn.name(), "Optimizer.step#"))
        return nullptr;
    if (words.generation.load(std::memory_order_acquire) != generation)
        renew_words(generation);
    mine().generation = generation;
    record_gradients(fn.name());
    mine().optimizing++;
    auto operation = std::make_unique<Operation>();
    operation->range = Range::OPTIMIZER_STEP;
    operation->generation = generation;
    return operation;
}

// All that the engine does for a node: its backward function, and the sums and views that fit the results to the inputs.
std::unique_ptr<at::ObserverContext> begin_node(const at::RecordFunction &fn, uint32_t generation)
{
    auto operation = std::make_unique<Operation>();
    operation->range = Range::NODE;
    operation->phase = Phase::BACKWARD;
    operation->generation = generation;
    const Link *link = find_link(fn, generation);
    operation->module = link ? link->module : ModuleIds{};
    operation->above = mine().innermost;
    mine().innermost = operation.get();
    return operation;
}

void end_range(Operation *operation)
{
    if (operation->range == Range::NODE) {
        if (mine().innermost == operation)
            mine().innermost = operation->above;
    } else if (mine().optimizing > 0 && !--mine().optimizing) {
        training_step.fetch_add(1, std::memory_order_relaxed);
        accelerators.drain(operation->generation, false);
    }
}

// Asked before the first graph that torch.compile made runs under this recording: its class is there by now.
PyObject *when_compiled = nullptr;
std::atomic<bool> compiled_met{false};

void meet_compiled()
{
    if (compiled_met.exchange(true) || !when_compiled)
        return;
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *answer = PyObject_CallNoArgs(when_compiled);
    Py_XDECREF(answer);
    PyErr_Clear(); // a torch in which it stands elsewhere: regions have no operands there
    PyErr_Restore(type, value, traceback);
    PyGILState_Release(state);
}

std::unique_ptr<at::ObserverContext> on_start(const at::RecordFunction &fn)
{
    uint32_t generation = core->generation();
    if (!generation)
        return nullptr;
    if (fn.scope() == at::RecordScope::USER_SCOPE)
        return begin_range(fn, generation);
    Thread &thread = mine();
    Kind *kind = kinds.find(fn, thread.kinds);
    thread.kinds.fetch_slot();
    if (thread.generation != generation) {
        thread.generation = generation;
        thread.innermost = nullptr;
    }
    if (kind->passed_over)
        return kind->is_evaluation ? begin_node(fn, generation) : nullptr;
    if (kind->is_graph && thread.innermost && thread.innermost->range == Range::NONE && thread.innermost->kind->is_region) {
        if (fn.seqNr() >= 0)
            set_link(*thread.innermost, fn.seqNr());
        return nullptr;
    }
    if (kind->is_region)
        meet_compiled();
    if (words.generation.load(std::memory_order_acquire) != generation)
        renew_words(generation);
    if (kind->generation.load(std::memory_order_acquire) != generation)
        kinds.renew(*kind, generation);
    auto operation = std::make_unique<Operation>();
    numscope_surroundings around = {};
    operation->nested = !fn.isAsync();
    numscope_verdict verdict = core->begin(operation->call(), kind->operation, operation->nested, &around);
    if (verdict == NUMSCOPE_PASS)
        return nullptr;
    operation->muted = verdict == NUMSCOPE_MUTED;
    if (operation->muted)
        return operation;
    operation->kind = kind;
    operation->detail = core->detail();
    operation->generation = generation;
    operation->above = thread.innermost;
    if (operation->above && !kind->is_view && !kind->empty)
        operation->above->helped = true;
    if (!kind->gives)
        operation->unwinding = std::uncaught_exceptions();
    add_inputs(*operation, fn);
    find_surroundings(*operation, fn, around);
    add_attributes(*operation);
    if (kind->draws)
        add_generator(*operation, fn);
    if (operation->nested)
        thread.innermost = operation.get();
    core->start(operation->call());
    return operation;
}

void add_results(Operation &operation, const at::RecordFunction &fn)
{
    Look look = operation.kind->collective ? Look::NO : operation.kind->empty ? Look::UNINITIALISED : Look::RESULT;
    if (__builtin_expect(mine().arriving, 0))
        look = Look::NO;
    if (__builtin_expect(mine().arriving || operation.source.late, 0))
        mine().arriving = operation.above;
    for (Written &written : operation.written) {
        note_write(operation, written.tensor, false);
        add_tensor(operation, written.header, written.tensor, look);
    }
    const auto &outputs = fn.outputs();
    for (size_t i = 0; i < outputs.size(); i++) {
        // Zeros that were made inside, and written over since: gradients of embedding, max_pool2d, nll_loss.
        if (operation.kind->own_kernel && operation.helped)
            each_tensor(outputs[i],
                        [&](const at::Tensor &tensor, uint16_t) { note_write(operation, tensor, false); });
        add_value(operation, header_of(ROLE_OUTPUT, std::min(i, MOST_POSITIONS)), outputs[i], false, look);
    }
}

void on_end(const at::RecordFunction &fn, at::ObserverContext *context)
{
    auto *operation = static_cast<Operation *>(context);
    if (!operation)
        return;
    if (operation->range != Range::NONE) {
        end_range(operation);
        return;
    }
    if (operation->muted) {
        core->unmute();
        return;
    }
    mine().kinds.fetch_kind();
    // What gives a result has given one, unless it raised. Asking the C++ runtime is two calls through two tables.
    bool raised = fn.outputs().empty() && std::uncaught_exceptions() > operation->unwinding;
    core->stop(operation->call(), raised);
    if (operation->nested && mine().innermost == operation)
        mine().innermost = operation->above;
    if (core->generation() == operation->generation)
        add_results(*operation, fn);
    core->finish(operation->call());
}

// ---- self-test ----

struct Seen {
    std::string name;
    size_t inputs = 0;
    std::vector<int64_t> shape;
    size_t outputs = 0;
};
thread_local Seen *testing = nullptr;
Seen seen;

std::unique_ptr<at::ObserverContext> on_test_start(const at::RecordFunction &fn)
{
    if (testing && !std::strcmp(fn.name(), "aten::add") && testing->name.empty()) {
        testing->name = fn.name();
        testing->inputs = fn.inputs().size();
        if (testing->inputs && fn.inputs()[0].isTensor())
            testing->shape = fn.inputs()[0].toTensor().sizes().vec();
    }
    return nullptr;
}

void on_test_end(const at::RecordFunction &fn, at::ObserverContext *)
{
    if (testing && !std::strcmp(fn.name(), "aten::add"))
        testing->outputs = fn.outputs().size();
}

at::CallbackHandle test_handle = 0;

PyObject *begin_test(PyObject *, PyObject *)
{
    seen = {};
    testing = &seen;
    test_handle = at::addGlobalCallback(at::RecordFunctionCallback(on_test_start, on_test_end)
                                            .needsInputs(true)
                                            .needsOutputs(true)
                                            .scopes({at::RecordScope::FUNCTION}));
    Py_RETURN_NONE;
}

PyObject *end_test(PyObject *, PyObject *)
{
    at::removeCallback(test_handle);
    testing = nullptr;
    PyObject *shape = PyTuple_New((Py_ssize_t)seen.shape.size());
    for (size_t i = 0; shape && i < seen.shape.size(); i++)
        PyTuple_SET_ITEM(shape, (Py_ssize_t)i, PyLong_FromLongLong(seen.shape[i]));
    return shape ? Py_BuildValue("snNn", seen.name.c_str(), (Py_ssize_t)seen.inputs, shape, (Py_ssize_t)seen.outputs)
                 : nullptr;
}

// ---- Python ----

PyObject *start(PyObject *, PyObject *arguments)
{
    PyObject *capsule, *describe, *code, *compiled;
    if (!PyArg_ParseTuple(arguments, "OOOO", &capsule, &describe, &code, &compiled))
        return nullptr;
    if (handle) {
        PyErr_SetString(PyExc_RuntimeError, "the callback is registered already");
        return nullptr;
    }
    auto *writer = (const numscope_writer *)PyCapsule_GetPointer(capsule, NUMSCOPE_WRITER_CAPSULE);
    if (!writer)
        return nullptr;
    if (writer->version != NUMSCOPE_WRITER_VERSION)
        return PyErr_Format(PyExc_RuntimeError, "built for version %d of the core's writer, which is now at %d",
                            NUMSCOPE_WRITER_VERSION, (int)writer->version);
    if (!core) {
        core = writer;
        links = (Link *)calloc(LINKS, sizeof *links);
        if (!links)
            return PyErr_NoMemory();
        learn_dtypes();
    }
    Py_INCREF(code);
    core->watch_frames(code);
    core->join();
    modules.start(describe == Py_None ? nullptr : describe);
    Py_INCREF(compiled);
    Py_XSETREF(when_compiled, compiled);
    compiled_met = false;
    training_step = 0;
    handle = at::addGlobalCallback(at::RecordFunctionCallback(on_start, on_end)
                                       .needsInputs(true)
                                       .needsOutputs(true)
                                       .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                                at::RecordScope::TORCHSCRIPT_FUNCTION, at::RecordScope::USER_SCOPE}));
    Py_RETURN_NONE;
}

PyObject *stop(PyObject *, PyObject *)
{
    if (handle) {
        at::removeCallback(handle);
        handle = 0;
        Py_BEGIN_ALLOW_THREADS
        accelerators.drain(core->generation(), true);
        Py_END_ALLOW_THREADS
    }
    mine().knowledge.forget();
    parameters.clear();
    modules.start(nullptr);
    Py_CLEAR(when_compiled);
    Py_RETURN_NONE;
}

// (address of the TensorImpl, name) of each parameter, which the caller holds meanwhile.
PyObject *add_parameters(PyObject *, PyObject *list)
{
    Py_ssize_t count = PyList_Check(list) ? PyList_GET_SIZE(list) : 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        unsigned long long address;
        const char *name;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, i), "Ks", &address, &name))
            return nullptr;
        parameters.add((c10::TensorImpl *)(uintptr_t)address, name);
    }
    Py_RETURN_NONE;
}

// ---- compiled graphs, told by Python: tensors as a list of addresses of TensorImpl, 0 where there is no tensor ----

// The operation that runs the graph; nullptr: it is not recorded.
Operation *operation_of_graph(bool backward)
{
    Operation *operation = mine().innermost;
    uint32_t generation = core ? core->generation() : 0;
    bool fits = operation && generation && operation->generation == generation && operation->range == Range::NONE &&
                (backward ? operation->kind->is_node : operation->kind->is_region);
    return fits ? operation : nullptr;
}

template <class Each> bool each_address(PyObject *list, Each each)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        auto *impl = (c10::TensorImpl *)PyLong_AsVoidPtr(PyList_GET_ITEM(list, i));
        if (impl)
            each(impl, std::min((size_t)i, MOST_POSITIONS));
        else if (PyErr_Occurred())
            return false;
    }
    return true;
}

at::Tensor tensor_of(c10::TensorImpl *impl)
{
    return at::Tensor(c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>::reclaim_copy(impl));
}

bool add_to_graph(Operation &operation, PyObject *list, operand_role role)
{
    return each_address(list, [&](c10::TensorImpl *impl, size_t position) {
        add_tensor(operation, header_of(role, position), tensor_of(impl), role == ROLE_INPUT ? Look::READ : Look::RESULT);
    });
}

PyObject *graph_begins(PyObject *, PyObject *arguments)
{
    PyObject *list;
    const char *graph, *function;
    if (!PyArg_ParseTuple(arguments, "O!ss", &PyList_Type, &list, &graph, &function))
        return nullptr;
    Operation *operation = operation_of_graph(false);
    if (!operation)
        Py_RETURN_NONE;
    core->attribute_text(operation->call(), words.graph, 0, word(graph));
    if (*function)
        core->attribute_text(operation->call(), words.function, 0, word(function));
    auto running = std::make_unique<CompiledGraph>();
    bool good = each_address(list, [&](c10::TensorImpl *impl, size_t position) {
        running->inputs.push_back({GraphInput::Weak(tensor_of(impl).getIntrusivePtr()), position, version_of(*impl)});
    });
    if (!good || !add_to_graph(*operation, list, ROLE_INPUT))
        return nullptr;
    operation->graph = std::move(running);
    Py_RETURN_NONE;
}

const void *storage_of(const c10::TensorImpl &impl)
{
    return impl.has_storage() ? impl.unsafe_storage().unsafeGetStorageImpl() : (const void *)&impl;
}

// Inputs that it keeps for its backward pass are not what it made.
PyObject *graph_saves(PyObject *, PyObject *list)
{
    Operation *operation = operation_of_graph(false);
    if (!operation || !operation->graph || !PyList_Check(list))
        Py_RETURN_NONE;
    CompiledGraph &graph = *operation->graph;
    bool good = each_address(list, [&](c10::TensorImpl *impl, size_t) {
        auto same = [&](const GraphInput &input) {
            auto given = input.tensor.lock();
            return given.defined() && storage_of(*given) == storage_of(*impl);
        };
        if (std::none_of(graph.inputs.begin(), graph.inputs.end(), same))
            graph.saved.push_back(tensor_of(impl));
    });
    return good ? Py_NewRef(Py_None) : nullptr;
}

PyObject *graph_ends(PyObject *, PyObject *list)
{
    Operation *operation = operation_of_graph(false);
    if (!operation || !operation->graph || !PyList_Check(list))
        Py_RETURN_NONE;
    std::unique_ptr<CompiledGraph> graph = std::move(operation->graph);
    if (!add_to_graph(*operation, list, ROLE_OUTPUT))
        return nullptr;
    uint16_t name = (uint16_t)(words.saved <= UINT16_MAX ? words.saved : 0), item = 0;
    for (const at::Tensor &tensor : graph->saved)
        add_tensor(*operation, header_of(ROLE_OUTPUT, BY_KEYWORD, name, ++item), tensor, Look::RESULT);
    for (const GraphInput &input : graph->inputs) {
        at::Tensor tensor(input.tensor.lock());
        if (!tensor.defined() || version_of(*tensor.unsafeGetTensorImpl()) == input.version)
            continue;
        note_write(*operation, tensor, false);
        add_tensor(*operation, header_of(ROLE_MUTATED, input.position), tensor, Look::RESULT);
    }
    Py_RETURN_NONE;
}

PyObject *backward_graph(PyObject *list, operand_role role)
{
    Operation *operation = operation_of_graph(true);
    return operation && PyList_Check(list) && !add_to_graph(*operation, list, role) ? nullptr : Py_NewRef(Py_None);
}

PyObject *backward_graph_begins(PyObject *, PyObject *list) { return backward_graph(list, ROLE_INPUT); }
PyObject *backward_graph_ends(PyObject *, PyObject *list) { return backward_graph(list, ROLE_OUTPUT); }

PyObject *forget_modules(PyObject *, PyObject *)
{
    modules.forget();
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"start", start, METH_VARARGS, "Record what torch runs: the core's writer, describe(outermost, innermost), code, compiled()."},
    {"begin_test", begin_test, METH_NOARGS, "Watch this thread for one addition."},
    {"end_test", end_test, METH_NOARGS, "What was seen: name, number of inputs, shape of the first, number of outputs."},
    {"stop", stop, METH_NOARGS, "Take the callback away."},
    {"add_parameters", add_parameters, METH_O, "Parameters whose gradients an optimiser's step begins with."},
    {"graph_begins", graph_begins, METH_VARARGS, "A compiled graph runs: its inputs, its name, the function's."},
    {"graph_saves", graph_saves, METH_O, "What it keeps for its backward pass."},
    {"graph_ends", graph_ends, METH_O, "What came out of it."},
    {"backward_graph_begins", backward_graph_begins, METH_O, "The backward pass of one runs: its inputs."},
    {"backward_graph_ends", backward_graph_ends, METH_O, "What came out of that."},
    {"forget_modules", forget_modules, METH_NOARGS, "A module that was described has died."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_numscope_torch", nullptr, -1, functions, nullptr, nullptr, nullptr,
                          nullptr};

} // namespace
} // namespace numscope

PyMODINIT_FUNC PyInit__numscope_torch() { return PyModule_Create(&numscope::definition); }
