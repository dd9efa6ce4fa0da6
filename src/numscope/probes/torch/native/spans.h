// For how long what was seen inside an operator holds. An operator with a kernel of its own writes into memory between and
// after the operators that it calls, and nobody sees it: `mm` has its result resolved before it computes it, `cat` has it
// narrowed, a gradient of `embedding` begins as zeros. So what was looked at inside it, on behalf of its own code, is not known
// any more as soon as that code goes on. What was looked at before it began stays known: what it writes of that its schema says.
#pragma once

#include <c10/util/SmallVector.h>

#include <algorithm>
#include <cstdint>

namespace numscope {

// One operator that writes memory itself, while it runs.
struct Opaque {
    Opaque *above = nullptr; // the next such around it, on this thread
    uint64_t span = 0;       // number of the present stretch in which its own code does not run
    bool compiled = false;   // writes into what was there before it, too
    c10::SmallVector<const void *, 8> written; // storages that hold something: its inputs', those that operators inside gave

    bool holds(const void *storage) const { return std::find(written.begin(), written.end(), storage) != written.end(); }

    void hold(const void *storage)
    {
        if (storage && !holds(storage))
            written.push_back(storage);
    }
};

// The span in which something is looked at now; 0: in no such operator.
inline uint64_t span_of(const Opaque *innermost) { return innermost ? innermost->span : 0; }

// How far what is known serves.
struct Trust {
    bool any;                // else everything is looked at each time
    const Opaque *innermost; // around what is looked at
};

// Whether what was looked at in `span` still holds: no code has run since then that writes unseen.
inline bool is_present(const Opaque *innermost, uint64_t span)
{
    for (const Opaque *opaque = innermost; opaque; opaque = opaque->above) {
        if (opaque->span == span)
            return true;
        if (opaque->compiled)
            return false;
    }
    return span == 0;
}

} // namespace numscope
