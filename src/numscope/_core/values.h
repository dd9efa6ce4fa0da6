/* The content of arrays: one pass for statistics and hash, and the pack of kept bytes. */
#ifndef NUMSCOPE_VALUES_H
#define NUMSCOPE_VALUES_H

#include "content_hash.h"
#include "elements.h"

enum value_detail { VALUES_NONE = 0, VALUES_STATISTICS = 1, VALUES_FULL = 2 };

struct captured {
    bool hashed, has_statistics, kept;
    bool pending; /* of native recorders only: see writer.h */
    bool unreadable; /* the elements lie where they can't be read, wholly or in part */
    struct hash128 hash;
    struct statistics statistics;
};

/* Look at the array whose elements lie in `memory`. Nothing is captured of a layout without content. */
void value_capture(const struct layout *layout, struct memory memory, enum value_detail detail, struct captured *captured);

/* The same of what was hardly met before: neither looked up nor remembered, but for the bytes kept. Statistics that `captured`
 * has already, of the same elements in another order, stay. */
void value_capture_fresh(const struct layout *layout, struct memory memory, enum value_detail detail, struct captured *captured);

/* Whether contiguous content that fits the cache still has a hash: cheaper than capturing it again. */
bool value_is_still(const struct layout *layout, struct memory memory, const struct hash128 *hash);

/* Whether the budgets let its bytes be kept. */
bool value_fits(const struct layout *layout);

/* Whether no more larger values are kept, in this step or in the whole run. */
bool value_budget_is_spent(void);

/* Whether an array should be looked at once more of which an operation touches a part, such as `a[i]`: of a large one the
 * first eight times and then ever more seldom, or a loop over its elements would take a pass over it an element. */
bool value_wanted_again(const char *data, uint64_t bytes);

#endif
