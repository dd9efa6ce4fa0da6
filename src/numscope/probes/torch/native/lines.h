// Each thread's batches, which another thread may take away between two of its operations.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "batch.h"

namespace numscope {

// The batches of one thread. Whoever ends a step takes all threads' batches; no torch operation runs with the lock held.
class Line {
  public:
    // This thread's batch for the stream if there is one, until it is given back.
    std::unique_ptr<Batch> take(c10::Stream stream, uint32_t generation)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        busy_ = true;
        for (size_t i = 0; i < open_.size(); i++) {
            if (!open_[i]->serves(stream, generation))
                continue;
            std::unique_ptr<Batch> found = std::move(open_[i]);
            open_.erase(open_.begin() + (ptrdiff_t)i);
            return found;
        }
        return nullptr;
    }

    void give_back(std::unique_ptr<Batch> batch) { put(std::move(batch), open_); }
    void give_back_sent(std::unique_ptr<Batch> batch) { put(std::move(batch), sent_); }

    // The oldest of those sent, if it is there or there are too many.
    std::unique_ptr<Batch> take_sent()
    {
        constexpr size_t MOST_SENT = 2;
        std::lock_guard<std::mutex> guard(mutex_);
        if (sent_.empty() || (sent_.size() <= MOST_SENT && !sent_.front()->has_arrived()))
            return nullptr;
        std::unique_ptr<Batch> oldest = std::move(sent_.front());
        sent_.erase(sent_.begin());
        return oldest;
    }

    void take_all(std::vector<std::unique_ptr<Batch>> &sent, std::vector<std::unique_ptr<Batch>> &open)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        for (auto &batch : sent_)
            sent.push_back(std::move(batch));
        for (auto &batch : open_)
            open.push_back(std::move(batch));
        sent_.clear();
        open_.clear();
    }

    bool is_busy()
    {
        std::lock_guard<std::mutex> guard(mutex_);
        return busy_;
    }

    // The recording whose batches are taken for the last time: what comes back later is let go.
    static inline std::atomic<uint32_t> ended{0};

  private:
    std::mutex mutex_;
    bool busy_ = false; // its thread has one in hand
    std::vector<std::unique_ptr<Batch>> open_, sent_;

    void put(std::unique_ptr<Batch> batch, std::vector<std::unique_ptr<Batch>> &there)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        busy_ = false;
        if (batch && !batch->is_of(ended))
            there.push_back(std::move(batch));
    }
};

} // namespace numscope
