// What torch's allocator for the CPU gives and takes back: each block with its address and bytes, exactly when that happens. An
// allocator around torch's own is asked in its place; the memory, its contents and its address are torch's as ever.
// For recorder.cpp alone: these are its own globals, as if they stood there.
#pragma once

#include <c10/core/CPUAllocator.h>
#include <sched.h>

#include <charconv>

#include "operations.h"

namespace numscope {
namespace {

// Blocks given and taken back that no operation has written down yet. What finds no room is lost, and counted.
class Blocks {
  public:
    struct Event {
        uintptr_t address;
        size_t bytes;
        bool freed;
    };
    static constexpr size_t ROOM = 1 << 14;

    bool empty() const { return count_.load(std::memory_order_relaxed) == 0; }

    void add(Event event)
    {
        lock();
        size_t count = count_.load(std::memory_order_relaxed);
        if (count < ROOM) {
            events_[(first_ + count) % ROOM] = event;
            count_.store(count + 1, std::memory_order_relaxed);
        } else {
            lost_++;
        }
        unlock();
    }

    // Take the oldest ones; the number of lost ones with them.
    size_t take(Event *into, size_t most, size_t &lost)
    {
        lock();
        size_t count = count_.load(std::memory_order_relaxed), taken = std::min(count, most);
        for (size_t i = 0; i < taken; i++)
            into[i] = events_[(first_ + i) % ROOM];
        first_ = (first_ + taken) % ROOM;
        count_.store(count - taken, std::memory_order_relaxed);
        lost = lost_;
        lost_ = 0;
        unlock();
        return taken;
    }

    // Of a process that has just begun, or a recording.
    void forget()
    {
        busy_.clear();
        first_ = lost_ = 0;
        count_ = 0;
    }

  private:
    std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
    std::atomic<size_t> count_{0};
    size_t first_ = 0, lost_ = 0;
    Event events_[ROOM];

    // Held for a few instructions: a mutex would cost more, and a child of fork could find it taken for good.
    void lock()
    {
        while (busy_.test_and_set(std::memory_order_acquire))
            sched_yield();
    }
    void unlock() { busy_.clear(std::memory_order_release); }
};

Blocks blocks;

class WatchedAllocator final : public c10::Allocator {
  public:
    c10::DataPtr allocate(size_t bytes) override
    {
        c10::DataPtr data = torchs_->allocate(bytes);
        void *address = data.get();
        if (watching_.load(std::memory_order_relaxed) && address && data.compare_exchange_deleter(freed_, &give_back))
            blocks.add({(uintptr_t)address, bytes, false});
        return data;
    }
    c10::DeleterFnPtr raw_deleter() const override { return &give_back; }
    void copy_data(void *to, const void *from, std::size_t bytes) const override { torchs_->copy_data(to, from, bytes); }
    bool is_simple_data_ptr(const c10::DataPtr &data) const override { return torchs_->is_simple_data_ptr(data); }

    // An allocator that a program set with a higher priority stays in place, and its blocks are not watched.
    void start()
    {
        c10::Allocator *now = c10::GetAllocator(c10::DeviceType::CPU);
        if (now != this) {
            if (!now->raw_deleter())
                return; // blocks of this one need more than their address to be given back
            torchs_ = now;
            freed_ = now->raw_deleter();
            c10::SetAllocator(c10::DeviceType::CPU, this);
        }
        blocks.forget();
        watching_ = true;
    }

    // Tensors that live on know it, and it gives their memory back.
    void stop()
    {
        watching_ = false;
        if (torchs_ && c10::GetAllocator(c10::DeviceType::CPU) == this)
            c10::SetAllocator(c10::DeviceType::CPU, torchs_);
    }

    // Whether memory that is given back so came from torch's own allocator, watched or not.
    bool gives_back(c10::DeleterFnPtr deleter) const
    {
        static const c10::DeleterFnPtr unwatched = c10::GetDefaultCPUAllocator()->raw_deleter();
        return !unwatched || deleter == unwatched || deleter == &give_back || deleter == freed_;
    }

  private:
    static inline c10::Allocator *torchs_ = nullptr;
    static inline c10::DeleterFnPtr freed_ = nullptr;
    static inline std::atomic<bool> watching_{false};

    static void give_back(void *address)
    {
        if (watching_.load(std::memory_order_relaxed))
            blocks.add({(uintptr_t)address, 0, true});
        freed_(address);
    }
};

WatchedAllocator watched_allocator; // tensors point to it as long as they live

char *put_hexadecimal(char *at, uint64_t number) { return std::to_chars(at, at + 16, number, 16).ptr; }

// What happened since the last operation began, in one operand: `+ADDRESS:BYTES` of a block that was given, `-ADDRESS` of one
// that was taken back, `?COUNT` of what was lost before, all in hexadecimal.
void add_blocks(void *call)
{
    constexpr size_t MOST = 40;
    Blocks::Event events[MOST];
    char text[MOST * 35 + 20], *at = text;
    size_t lost, count = blocks.take(events, MOST, lost);
    if (lost) {
        *at++ = '?';
        at = put_hexadecimal(at, lost);
    }
    for (size_t i = 0; i < count; i++) {
        *at++ = events[i].freed ? '-' : '+';
        at = put_hexadecimal(at, events[i].address);
        if (events[i].freed)
            continue;
        *at++ = ':';
        at = put_hexadecimal(at, events[i].bytes);
    }
    if (at != text)
        core->add_text(call, operand_header{.role = ROLE_MEMORY}, OPERAND_LITERAL, text, (size_t)(at - text));
}

} // namespace
} // namespace numscope
