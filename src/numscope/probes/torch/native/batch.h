// Contents on their way from an accelerator: gathered there by copies and kernels on the stream of the operation, fetched
// together, looked at and settled when the host has reason to wait for that stream.
#pragma once

#include <ATen/ops/empty.h>
#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "fingerprint.h"
#include "reduction.h"
#include "unseen.h"

namespace numscope {

struct Pending {
    enum How : uint8_t { CARRIED, ALONE, REDUCED, SHARED };
    uint64_t number = 0;
    How how = CARRIED;
    bool keep = false; // its operands say that its bytes are kept
    c10::ScalarType type{};
    Lengths shape, strides; // as its bytes lie in `place`
    int64_t elements = 0;
    size_t place = 0;  // in the room; SHARED: which one has its bytes
    size_t sums = 0;   // REDUCED: in the room
    int64_t pieces = 0;
    at::Tensor bytes;  // ALONE: on the host
};

// What has gathered on one stream.
class Batch {
  public:
    static constexpr size_t ROOM = 8 << 20, MOST_CARRIED = 1 << 20, MOST_ALONE = 256 << 20, MOST_PENDING = 4096;

    Batch(c10::Stream stream, uint32_t generation)
        : stream_(stream), generation_(generation), process_(getpid()),
          room_(at::empty({(int64_t)ROOM}, at::TensorOptions().dtype(c10::kByte).device(stream.device())))
    {
    }

    bool serves(c10::Stream stream, uint32_t generation) const
    {
        return stream == stream_ && generation == generation_ && process_ == getpid();
    }
    bool is_of(uint32_t generation) const { return generation == generation_; }
    // A forked child has no use for its parent's device, not even to free memory there.
    bool is_foreign() const { return process_ != getpid(); }
    bool is_full() const
    {
        return used_ + MOST_CARRIED > ROOM || alone_ >= MOST_ALONE || pending_.size() >= MOST_PENDING;
    }

    // The bytes of a tensor, `as_they_lie`: one after another in memory, whatever the order of its elements.
    void carry(Pending pending, at::TensorImpl &tensor, size_t size, bool as_they_lie)
    {
        bool alone = size > MOST_CARRIED;
        auto unit = as_they_lie ? c10::kByte : unit_of(tensor.itemsize());
        Lengths sizes(tensor.sizes()), strides(tensor.strides());
        if (as_they_lie) {
            sizes = {(int64_t)size};
            strides = {1};
        } else {
            pending.strides = strides_by_rows(sizes);
        }
        int64_t start = tensor.storage_offset() * (int64_t)tensor.itemsize();
        at::Tensor from = view_of(tensor.unsafe_storage(), room_.key_set(), unit, sizes, strides, start), to;
        Lengths dense = strides_by_rows(sizes);
        if (alone) {
            pending.how = Pending::ALONE;
            pending.bytes = on_host(size);
            to = view_of(pending.bytes, unit, sizes, dense, 0);
            alone_ += size;
        } else {
            pending.how = Pending::CARRIED;
            pending.place = take(size);
            to = view_of(room_, unit, sizes, dense, (int64_t)pending.place);
        }
        to.copy_(from, true);
        pending_.push_back(std::move(pending));
    }

    void reduce(Pending pending, at::TensorImpl &tensor, bool as_they_lie)
    {
        int64_t start = tensor.storage_offset() * (int64_t)tensor.itemsize(), count = pending.elements;
        auto view = [&](c10::IntArrayRef sizes, c10::IntArrayRef strides) {
            return view_of(tensor.unsafe_storage(), room_.key_set(), pending.type, sizes, strides, start);
        };
        int64_t step = 1;
        at::Tensor flat = as_they_lie ? view(count, step)
                                      : view(tensor.sizes(), tensor.strides()).reshape(count).contiguous();
        if (!specials_.defined())
            make_specials();
        size_t rows = (size_t)((count + ROW_ELEMENTS - 1) / ROW_ELEMENTS), item = specials_.itemsize();
        pending.how = Pending::REDUCED;
        pending.place = take(rows * FIGURES * item);
        for (size_t i = 0; i < rows; i++) {
            int64_t first = (int64_t)i * ROW_ELEMENTS, figures = FIGURES;
            at::Tensor row = view_of(room_, specials_.scalar_type(), figures, step,
                                     (int64_t)(pending.place + i * FIGURES * item));
            numscope::reduce(flat.narrow(0, first, std::min(ROW_ELEMENTS, count - first)), row, specials_);
        }
        fingerprint(pending, flat);
        pending_.push_back(std::move(pending));
    }

    // False: the bytes of that number are not here any more.
    bool share(Pending pending, uint64_t number)
    {
        for (size_t i = pending_.size(); i-- > 0;) {
            if (pending_[i].number != number)
                continue;
            pending.how = Pending::SHARED;
            pending.place = pending_[i].how == Pending::SHARED ? pending_[i].place : i;
            pending_.push_back(std::move(pending));
            return true;
        }
        return false;
    }

    // Start the way to the host.
    void send()
    {
        c10::StreamGuard guard(stream_);
        arrived_ = on_host(used_);
        if (used_)
            arrived_.copy_(room_.narrow(0, 0, (int64_t)used_), true);
        event_.emplace(stream_.device_type());
        event_->record(stream_);
    }

    bool has_arrived() const { return event_->query(); }

    // Wait, and settle all.
    void settle(uint32_t generation)
    {
        event_->synchronize();
        if (generation != generation_)
            return;
        std::vector<numscope_content> contents(pending_.size());
        for (size_t i = 0; i < pending_.size(); i++) {
            const Pending &pending = pending_[i];
            contents[i] = look_at(pending, contents);
            if (pending.keep && !contents[i].kept)
                contents[i].hashed = false; // the budget was spent meanwhile
            core->settle(generation_, pending.number, &contents[i]);
        }
    }

  private:
    c10::Stream stream_;
    uint32_t generation_;
    pid_t process_;
    at::Tensor room_, specials_, arrived_;
    size_t used_ = 0, alone_ = 0;
    std::vector<Pending> pending_;
    std::optional<c10::Event> event_;

    void fingerprint(Pending &pending, const at::Tensor &flat)
    {
        at::Tensor numbers = multipliers.of(stream_, generation_);
        int64_t size = (int64_t)flat.nbytes(), start = flat.storage_offset() * (int64_t)flat.itemsize(), step = 1, two = 2;
        c10::ScalarType unit = (size | start) % 4 == 0 ? c10::kInt : (size | start) % 2 == 0 ? c10::kShort : c10::kByte;
        int64_t characters = size / (int64_t)c10::elementSize(unit);
        at::Tensor all = view_of(flat, unit, characters, step, start);
        pending.pieces = pieces_of(characters);
        pending.sums = take((size_t)pending.pieces * 2 * sizeof(int64_t));
        for (int64_t i = 0; i < pending.pieces; i++) {
            int64_t first = i * MOST_CHARACTERS;
            add_up(all.narrow(0, first, std::min(MOST_CHARACTERS, characters - first)), numbers,
                   view_of(room_, c10::kLong, two, step, (int64_t)pending.sums + i * 2 * (int64_t)sizeof(int64_t)));
        }
    }

    size_t take(size_t size)
    {
        size_t place = used_;
        used_ += (size + 15) & ~(size_t)15;
        return place;
    }

    // 0, inf, -inf in the widest type that the device has.
    void make_specials()
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        at::Tensor made;
        try {
            made = at::empty({3}, room_.options().dtype(c10::kDouble));
        } catch (const c10::Error &) {
            made = at::empty({3}, room_.options().dtype(c10::kFloat));
        }
        made.select(0, 0).fill_(0.0);
        made.select(0, 1).fill_(infinity);
        made.select(0, 2).fill_(-infinity);
        specials_ = made;
    }

    static at::Tensor on_host(size_t size)
    {
        auto options = at::TensorOptions().dtype(c10::kByte);
        try {
            return at::empty({(int64_t)size}, options.pinned_memory(true));
        } catch (const c10::Error &) { // a device without such memory
            return at::empty({(int64_t)size}, options);
        }
    }

    static c10::ScalarType unit_of(size_t item)
    {
        return item == 1 ? c10::kByte : item == 2 ? c10::kShort : item == 4 ? c10::kInt : item == 8 ? c10::kLong
                                                                                       : c10::kComplexDouble;
    }

    const char *bytes_of(const Pending &pending) const
    {
        return pending.how == Pending::ALONE ? (const char *)pending.bytes.const_data_ptr()
                                             : (const char *)arrived_.const_data_ptr() + pending.place;
    }

    numscope_content look_at(const Pending &pending, const std::vector<numscope_content> &contents) const
    {
        numscope_content content = {};
        const Pending &source = pending.how == Pending::SHARED ? pending_[pending.place] : pending;
        numscope_array array = {};
        array.dtype = dtypes[(int)pending.type];
        array.shape = pending.shape.data();
        array.strides = pending.strides.data();
        array.dimensions = (int)pending.shape.size();
        // Not the thread's own: an operation may be about to use that.
        std::unique_ptr<struct layout, decltype(&free)> layout(core->own_layout(&array), &free);
        if (layout && source.how != Pending::REDUCED) {
            core->look(layout.get(), bytes_of(source), false, &content);
        } else if (layout) {
            content.has_statistics = true;
            content.statistics = &source == &pending ? figures_of(source) : contents[pending.place].statistics;
            finish_fingerprint((const char *)arrived_.const_data_ptr() + source.sums, source.pieces,
                               core->layout_seed(layout.get()), content);
        }
        return content;
    }

    struct statistics figures_of(const Pending &pending) const
    {
        Reduced reduced;
        bool integers = c10::isIntegralType(pending.type, true), doubles = specials_.scalar_type() == c10::kDouble;
        const char *at = bytes_of(pending);
        for (int64_t first = 0; first < pending.elements; first += ROW_ELEMENTS) {
            double row[FIGURES];
            for (double &figure : row) {
                float narrow = 0;
                std::memcpy(doubles ? (void *)&figure : (void *)&narrow, at, specials_.itemsize());
                figure = doubles ? figure : (double)narrow;
                at += specials_.itemsize();
            }
            reduced.add(row, std::min(ROW_ELEMENTS, pending.elements - first), integers);
        }
        return reduced.statistics();
    }
};

} // namespace numscope
