// The operands of a running operation: which tensors are looked at, what is known of them, how they are written.
// For recorder.cpp alone: these are its own globals, as if they stood there.
#pragma once

#include <ATen/detail/CUDAHooksInterface.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "allocations.h"
#include "collectives.h"
#include "generator_state.h"
#include "operations.h"

namespace numscope {
namespace {

// Put together in a register: field by field it would be written in bytes and read as a word, which waits for the bytes.
inline operand_header header_of(operand_role role, size_t position, uint16_t name = 0, uint16_t item = 0)
{
    static_assert(std::endian::native == std::endian::little && sizeof(operand_header) == 8);
    return std::bit_cast<operand_header>((uint64_t)role << 8 | (uint64_t)position << 16 | (uint64_t)name << 32 |
                                         (uint64_t)item << 48);
}

constexpr size_t BY_KEYWORD = POSITION_KEYWORD, MOST_POSITIONS = 250;

// False: exported to NumPy, made from somebody's memory, a mapped file, shared with another process. Others may write
// there unseen.
bool is_own_memory(const Facts &facts)
{
    return facts.storage->resizable() &&
           (!facts.on_cpu || watched_allocator.gives_back(facts.storage->data_ptr().get_deleter()));
}

// The driver's mappings of pinned memory are there, but the kernel does not read them for us (VM_PFNMAP).
bool is_pinned(const void *data) { return at::detail::getCUDAHooks().isPinnedPtr(data); }

// What the tensor holds: known from the last look if nobody has written there since. nullptr: not known.
const numscope_content *content_of(at::TensorImpl &tensor, const Facts &facts, const struct layout *layout, Look why,
                                   const Source *source, const Opaque *innermost, numscope_content &fresh)
{
    if (!facts.storage || !facts.array.address || tensor.is_conj() || tensor.is_neg())
        return nullptr;
    bool trusted = is_own_memory(facts) && writes.trusts(facts.storage) && !tensor.is_inference() && !mine().left_out;
    if (!facts.on_cpu)
        return content_elsewhere(tensor, facts, layout, why, source, mine().knowledge, mine().generation,
                                 {trusted, innermost}, fresh);
    if (source && source->content.pending) // nobody has waited for these bytes yet
        return content_brought_back(layout, *source, fresh);
    Known now;
    now.bytes = core->layout_bytes(layout);
    now.data = (const void *)(uintptr_t)facts.array.address;
    if (why == Look::UNINITIALISED && !trusted)
        return nullptr;
    if (!trusted || now.bytes < 64) {
        if (why == Look::UNINITIALISED || why == Look::ALIAS || (why == Look::KNOWN && now.bytes >= 64))
            return nullptr;
        fresh.has_statistics = false;
        core->look(layout, now.data, !is_own_memory(facts), &fresh);
        if (fresh.unreadable && is_pinned(now.data))
            core->look(layout, now.data, false, &fresh);
        return &fresh;
    }
    now.storage = facts.storage;
    now.layout = core->layout_id(layout);
    now.type = (uint32_t)c10::typeMetaToScalarType(tensor.dtype());
    now.version = version_of(tensor);
    now.writes = writes.count(facts.storage);
    now.generation = mine().generation;
    now.span = span_of(innermost);
    now.sample = sample_of((const char *)facts.storage->data_ptr().get(), facts.storage->nbytes());
    Known &known = mine().knowledge.slot(now);
    bool same = known.layout == now.layout && known.describes(now, innermost);
    now.uninitialised = why == Look::UNINITIALISED || (why == Look::OVERWRITE && same && known.uninitialised);
    if (same && !known.uninitialised && !now.uninitialised)
        return &known.content;
    now.dense = tensor.is_non_overlapping_and_dense();
    now.seed = core->layout_seed(layout);
    now.order = core->layout_order(layout);
    const Known *other = mine().knowledge.latest(now);
    bool alike = other && now.dense && other->dense && !other->uninitialised && other->describes(now, innermost);
    bool copied = source && source->storage != facts.storage && source->dtype == facts.array.dtype && source->bytes == now.bytes;
    uint64_t before = 0; // seed of a hash that is of the same bytes
    if (alike && now.order & other->order & NUMSCOPE_IN_MEMORY)
        before = other->seed;
    else if (copied && now.order & source->order & NUMSCOPE_BY_ROWS)
        before = source->seed;
    bool reseeds = before && now.seed && core->detail() == 1; // else the bytes are kept, under this layout too
    if ((why == Look::ALIAS || why == Look::KNOWN) && !reseeds && !(alike && core->detail() == 2))
        return nullptr;
    mine().knowledge.release_dead();
    if (!now.uninitialised) {
        known.content.has_statistics = false;
        if (alike || copied)
            known.content = alike ? other->content : source->content;
        if (reseeds)
            core->seed_anew(&known.content, before, now.seed);
        else
            core->look(layout, now.data, false, &known.content);
        mine().knowledge.latest(now) = &known;
    }
    known.take(now);
    return known.uninitialised ? nullptr : &known.content;
}

Opaque *opaque_around(const Operation &operation) { return operation.above ? operation.above->opaque : nullptr; }

// Memory that holds something, for the operator whose views of it are asked about: what it reads, and what operators inside
// have filled whole.
void hold_written(Operation &operation, const Facts &facts, const struct layout *layout, Look look)
{
    if (operation.detail != 2 || !facts.storage)
        return;
    if (operation.opaque == &operation.own && (look == Look::READ || look == Look::OVERWRITE))
        operation.own.hold(facts.storage);
    Opaque *opaque = opaque_around(operation);
    if (opaque && look == Look::RESULT && core->layout_bytes(layout) == facts.storage->nbytes())
        opaque->hold(facts.storage);
}

at::Tensor tensor_of(c10::TensorImpl *impl)
{
    return at::Tensor(c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>::reclaim_copy(impl));
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
    fresh.unreadable = false;
    if (operation.viewed && operation.viewed == facts.storage)
        look = Look::ALIAS;
    hold_written(operation, facts, layout, look);
    const Source *source = look == Look::RESULT && operation.source.known ? &operation.source : nullptr;
    const numscope_content *content =
        look == Look::LATER ? promise_content(operation, given, facts, layout, fresh)
        : look != Look::NO && operation.detail
            ? content_of(tensor, facts, layout, look, source, opaque_around(operation), fresh)
            : nullptr;
    if (content && operation.kind && operation.kind->copies && look == Look::READ && header.position == 1)
        operation.source.set(facts.array.dtype, facts.storage, layout, *content);
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
        return; // inside another, which has recorded it
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
    } else if (value.isString() && core->chosen_detail() != 2) { // contents are not kept, and so are those of texts
        int length = snprintf(text, sizeof text, "<str of %zu characters>", value.toStringRef().size());
        core->add_text(call, header, OPERAND_LITERAL, text, (size_t)length);
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
    } else if (operation.kind->collective && value.isList() && !value.toListRef().empty() &&
               value.toListRef()[0].isTensorList()) { // of an all_gather: a list for each tensor of this process
        for (const c10::IValue &inner : value.toListRef())
            add_value(operation, header, inner, is_dtype, look);
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

// A view inside another operation reads nothing: the operation that reads it looks at it. With values each view has its own,
// except of memory that nobody has written yet: an operator's result before it is computed. On an accelerator none reads anything:
// it may be made before another stream has written there.
const void *storage_viewed(const Operation &operation, c10::ArrayRef<const c10::IValue> inputs)
{
    if (!operation.kind->is_view || !operation.detail || inputs.empty() || !inputs[0].isTensor())
        return nullptr;
    const at::Tensor &tensor = inputs[0].toTensor();
    if (!tensor.defined() || !tensor.has_storage())
        return nullptr;
    const void *storage = tensor.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
    if (operation.detail == 2) {
        const Opaque *opaque = opaque_around(operation);
        return opaque && !opaque->compiled && !opaque->holds(storage) ? storage : nullptr;
    }
    bool nested = operation.above && operation.above->range == Range::NONE;
    return nested || !tensor.is_cpu() ? storage : nullptr;
}

// Its code begins to run.
void enter_opaque(Operation &operation)
{
    operation.own.above = operation.opaque;
    operation.own.span = ++mine().spans;
    operation.own.compiled = operation.kind->is_compiled;
    operation.opaque = &operation.own;
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
            bool mutated = collective ? kind.fills && !i : argument && argument->written && !argument->returned;
            each_tensor(inputs[i], [&](const at::Tensor &tensor, uint16_t item) {
                note_write(operation, tensor, collective);
                if (mutated && tensor.defined())
                    operation.written.push_back({tensor, header_of(ROLE_MUTATED, header.position, header.name, item)});
            });
        }
    }
    if (operation.source.known && operation.source.content.pending)
        operation.source.late = inputs.size() > 2 && inputs[2].isBool() && inputs[2].toBool();
}

// Where in the model and the training it runs.
void add_surroundings(Operation &operation)
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
}

void add_attributes(Operation &operation)
{
    add_surroundings(operation);
    if (operation.kind->overload_id)
        core->attribute_text(operation.call(), words.overload, 0, operation.kind->overload_id);
}

// A state is as good as the values drawn from it: kept where those are.
void add_generator(Operation &operation, const at::RecordFunction &fn)
{
    if (core->chosen_detail() != 2)
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

} // namespace
} // namespace numscope
