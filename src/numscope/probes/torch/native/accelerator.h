// Contents of tensors on an accelerator: each is recorded as a number, which is settled when its stream is waited for
// anyway (batch.h). Whether a tensor must be looked at is decided as for the CPU's tensors, except that no byte is sampled.
#pragma once

#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <thread>

#include "lines.h"

namespace numscope {

class Accelerators {
  public:
    // Give the content that the tensor has at this place in its stream a number, settled later; false: there is none.
    // `same_bytes`: the content of the same bytes in another order of elements; `only_shared`: give none without it.
    bool promise(at::TensorImpl &tensor, const Facts &facts, const struct layout *layout, uint32_t generation,
                 const numscope_content *same_bytes, bool only_shared, numscope_content &content)
    {
        if (!core->layout_seed(layout) || !c10::impl::hasDeviceGuardImpl(tensor.device_type()))
            return false;
        bool same = same_bytes && same_bytes->pending;
        if (only_shared && !same)
            return false;
        try {
            return gather(tensor, facts, layout, generation, same ? same_bytes->hash_low : 0, only_shared, content);
        } catch (const std::exception &) { // no memory there: the program goes on without
            my_line().give_back(nullptr);
            return false;
        }
    }

    // Wait for what has gathered, of all threads, and settle it. `end`: also for threads that are at it this moment.
    void drain(uint32_t generation, bool end)
    {
        take_and_settle(generation, end);
        if (!end)
            return;
        Line::ended = generation;
        take_and_settle(generation, end);
        for (int i = 0; i < LONGEST_WAIT && settling_; i++) // what others have taken before
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        multipliers.forget(generation);
    }

    // A number for a content that is settled later.
    uint64_t next_number() { return last_number_.fetch_add(1, std::memory_order_relaxed) + 1; }

  private:
    static constexpr int MOST_REFUSALS = 3, LONGEST_WAIT = 2000; // milliseconds
    std::mutex mutex_;
    std::vector<std::shared_ptr<Line>> lines_;
    std::atomic<uint64_t> last_number_{0};
    std::atomic<int> refused_[MOST_TYPES] = {};
    std::atomic<int> settling_{0}; // threads that have taken batches

    struct Settling {
        std::atomic<int> &threads;
        explicit Settling(std::atomic<int> &threads) : threads(threads) { threads++; }
        ~Settling() { threads--; }
    };

    void take_and_settle(uint32_t generation, bool end)
    {
        Settling settling(settling_);
        std::vector<std::shared_ptr<Line>> lines;
        {
            std::lock_guard<std::mutex> guard(mutex_);
            lines = lines_;
        }
        std::vector<std::unique_ptr<Batch>> sent, open;
        for (auto &line : lines) {
            for (int i = 0; end && i < LONGEST_WAIT && line->is_busy(); i++)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            line->take_all(sent, open);
        }
        for (auto &batch : open)
            if (batch = alive(std::move(batch)); batch && send(*batch))
                sent.push_back(std::move(batch));
        for (auto &batch : sent)
            settle(std::move(batch), generation);
        forget_ended();
    }

    Line &my_line()
    {
        static thread_local std::shared_ptr<Line> mine;
        if (!mine) {
            mine = std::make_shared<Line>();
            std::lock_guard<std::mutex> guard(mutex_);
            lines_.push_back(mine);
        }
        return *mine;
    }

    // Of threads that have ended.
    void forget_ended()
    {
        std::lock_guard<std::mutex> guard(mutex_);
        lines_.erase(std::remove_if(lines_.begin(), lines_.end(), [](auto &line) { return line.use_count() == 1; }),
                     lines_.end());
    }

    // Kernels launched while a graph is captured would run again with it.
    template <class Guard> static bool is_capturing(const Guard &guard, c10::Stream stream)
    {
        if constexpr (requires { guard.isStreamCapturing(stream); })
            return guard.isStreamCapturing(stream);
        return false;
    }

    bool gather(at::TensorImpl &tensor, const Facts &facts, const struct layout *layout, uint32_t generation,
                uint64_t same_bytes, bool only_shared, numscope_content &content)
    {
        constexpr uint64_t MOST_GATHERED = 256 << 20; // a copy of what does not lie together
        c10::ScalarType type = c10::typeMetaToScalarType(tensor.dtype());
        if (refused_[(int)type].load(std::memory_order_relaxed) >= MOST_REFUSALS)
            return false;
        c10::impl::VirtualGuardImpl guard(tensor.device_type());
        c10::Stream stream = guard.getStream(tensor.device());
        if (is_capturing(guard, stream))
            return false;
        uint64_t size = core->layout_bytes(layout);
        bool together = core->layout_order(layout) & NUMSCOPE_IN_MEMORY;
        bool keep = core->chosen_detail() == 2 && core->keeps(layout), carried = keep || size <= Batch::MOST_CARRIED;
        if (!same_bytes && ((!carried && !is_reducible(type)) || (!together && size > MOST_GATHERED)))
            return false;
        Unseen unseen;
        std::unique_ptr<Batch> batch = my_line().take(stream, generation);
        if (!batch && !only_shared)
            batch = std::make_unique<Batch>(stream, generation);
        if (!batch) {
            my_line().give_back(nullptr);
            return false;
        }
        Pending pending;
        pending.number = next_number();
        pending.keep = keep;
        pending.type = type;
        pending.shape.assign(facts.array.shape, facts.array.shape + facts.array.dimensions);
        pending.strides.assign(facts.array.strides, facts.array.strides + facts.array.dimensions);
        pending.elements = (int64_t)(size / tensor.itemsize());
        content = {};
        content.pending = true;
        content.kept = keep;
        content.hash_low = pending.number;
        bool done = (same_bytes && batch->share(pending, same_bytes)) ||
                    (!only_shared && add(*batch, std::move(pending), tensor, size, carried, together));
        if (batch->is_full())
            send_on(std::move(batch), generation);
        else
            my_line().give_back(std::move(batch));
        return done;
    }

    bool add(Batch &batch, Pending pending, at::TensorImpl &tensor, uint64_t size, bool carried, bool together)
    {
        c10::ScalarType type = pending.type;
        try {
            if (carried)
                batch.carry(std::move(pending), tensor, size, together);
            else
                batch.reduce(std::move(pending), tensor, together);
        } catch (const std::exception &) { // no memory there, or no such kernel
            refused_[(int)type].fetch_add(1, std::memory_order_relaxed);
            return false;
        }
        return true;
    }

    void send_on(std::unique_ptr<Batch> batch, uint32_t generation)
    {
        Settling settling(settling_);
        batch->send();
        my_line().give_back_sent(std::move(batch));
        while (std::unique_ptr<Batch> oldest = my_line().take_sent())
            settle(std::move(oldest), generation);
    }

    static std::unique_ptr<Batch> alive(std::unique_ptr<Batch> batch)
    {
        if (batch->is_foreign())
            (void)batch.release();
        return batch;
    }

    static bool send(Batch &batch)
    {
        Unseen unseen;
        try {
            batch.send();
        } catch (const std::exception &) { // the device has failed: what it held is not known
            return false;
        }
        return true;
    }

    static void settle(std::unique_ptr<Batch> batch, uint32_t generation)
    {
        batch = alive(std::move(batch));
        if (!batch)
            return;
        Unseen unseen;
        try {
            batch->settle(generation);
        } catch (const std::exception &) {
        }
    }
};

inline Accelerators &accelerators = *new Accelerators; // threads may end after everything else

// As `content_of` of the recorder. nullptr: the content will not be known.
inline const numscope_content *content_elsewhere(at::TensorImpl &tensor, const Facts &facts, const struct layout *layout,
                                                 Look why, const Source *source, Knowledge &knowledge,
                                                 uint32_t generation, Trust trust, numscope_content &fresh)
{
    if (!trust.any) {
        if (why == Look::UNINITIALISED || why == Look::ALIAS || why == Look::KNOWN)
            return nullptr;
        return accelerators.promise(tensor, facts, layout, generation, nullptr, false, fresh) ? &fresh : nullptr;
    }
    Known now;
    now.bytes = core->layout_bytes(layout);
    now.data = (const void *)(uintptr_t)facts.array.address;
    now.storage = facts.storage;
    now.layout = core->layout_id(layout);
    now.type = (uint32_t)c10::typeMetaToScalarType(tensor.dtype());
    now.version = version_of(tensor);
    now.writes = writes.count(facts.storage);
    now.generation = generation;
    now.span = span_of(trust.innermost);
    now.seed = core->layout_seed(layout);
    now.order = core->layout_order(layout);
    now.dense = tensor.is_non_overlapping_and_dense();
    Known &known = knowledge.slot(now);
    bool same = known.layout == now.layout && known.describes(now, trust.innermost);
    now.uninitialised = why == Look::UNINITIALISED || (why == Look::OVERWRITE && same && known.uninitialised);
    if (same && !known.uninitialised && !now.uninitialised)
        return &known.content;
    const Known *other = knowledge.latest(now);
    bool alike = other && now.dense && other->dense && !other->uninitialised && other->describes(now, trust.innermost) &&
                 now.order & other->order & NUMSCOPE_IN_MEMORY;
    bool copied = source && source->dtype == facts.array.dtype && source->bytes == now.bytes && now.seed == source->seed;
    numscope_content content = {};
    bool found = now.uninitialised;
    if (!found && copied) {
        content = source->content;
        found = true;
    }
    if (!found && alike && other->seed == now.seed) {
        content = other->content;
        found = true;
    }
    if (!found)
        found = accelerators.promise(tensor, facts, layout, generation, alike ? &other->content : nullptr,
                                     why == Look::ALIAS || why == Look::KNOWN, content);
    if (!found)
        return nullptr;
    knowledge.release_dead();
    if (!now.uninitialised)
        knowledge.latest(now) = &known;
    known.content = content;
    known.take(now);
    return known.uninitialised ? nullptr : &known.content;
}

// Of the result of a copy to the CPU, whose bytes may be on their way.
inline const numscope_content *content_brought_back(const struct layout *layout, const Source &source,
                                                    numscope_content &fresh)
{
    if (core->layout_seed(layout) != source.seed || core->layout_bytes(layout) != source.bytes)
        return nullptr;
    fresh = source.content;
    return &fresh;
}

} // namespace numscope
