#include "foreign_window.h"

#include <stdlib.h>

#include "careful_copy.h"

/* False: beyond the address space. */
static bool find_bounds(struct foreign_window *window, const struct layout *layout, const char *data)
{
    const int64_t *shape = layout->shape_and_strides, *strides = shape + layout->dimensions;
    intptr_t low = (intptr_t)data, high;
    if (__builtin_add_overflow(low, (intptr_t)window->item, &high))
        return false;
    for (int i = 0; i < layout->dimensions; i++) {
        intptr_t reach, *end = strides[i] < 0 ? &low : &high;
        if (__builtin_mul_overflow((intptr_t)(shape[i] - 1), (intptr_t)strides[i], &reach) ||
            __builtin_add_overflow(*end, reach, end))
            return false;
    }
    window->low = (const char *)low;
    window->high = (const char *)high;
    return low > 0;
}

bool foreign_window_open(struct foreign_window *window, const struct layout *layout, const char *data,
                         struct thread_memory *scratch)
{
    if (!scratch->window && !(scratch->window = malloc(WINDOW_BYTES)))
        return false;
    *window = (struct foreign_window){
        .bytes = scratch->window, .item = layout->dtype->item_bytes, .wanted = WINDOW_BYTES, .from = data};
    return find_bounds(window, layout, data);
}

void foreign_window_widen(struct foreign_window *window, const struct layout *layout)
{
    enum { MOST = 32 << 20, TIMES = 16 };
    size_t size = (size_t)(window->high - window->low);
    if (size > MOST || size / TIMES > layout->data_bytes || !(window->whole = malloc(size)))
        return;
    if (careful_copy(window->whole, window->low, size) == size) {
        window->bytes = window->whole;
        window->from = window->low;
        window->size = size;
    }
}

void foreign_window_close(struct foreign_window *window)
{
    free(window->whole);
}

bool foreign_window_fill(struct foreign_window *window, const char *data, size_t size)
{
    window->from = data;
    window->size = careful_copy(window->bytes, data, size);
    return window->size == size;
}

/* Elements far apart get small windows: the next one holds a few times what was taken from this one. */
static size_t next_size(const struct foreign_window *window)
{
    enum { TIMES = 16, LEAST = 512 };
    size_t size = window->used ? window->used * TIMES : window->wanted;
    size = size < LEAST ? LEAST : size > WINDOW_BYTES ? WINDOW_BYTES : size;
    return size < window->item ? window->item : size;
}

static bool move_to(struct foreign_window *window, const char *data, bool backwards)
{
    size_t size = window->wanted = next_size(window);
    window->used = 0;
    if (backwards) {
        const char *end = data + window->item;
        size_t below = (size_t)(end - window->low);
        size = below < size ? below : size;
        if (foreign_window_fill(window, end - size, size))
            return true;
        size = window->item;
    }
    size_t above = (size_t)(window->high - data);
    size = above < size ? above : size;
    return foreign_window_fill(window, data, size) || window->size >= window->item;
}

static bool holds(const struct foreign_window *window, const char *data)
{
    return data >= window->from && data + window->item <= window->from + window->size;
}

int64_t foreign_window_reach(struct foreign_window *window, const char *data, int64_t count, int64_t stride,
                             const char **there)
{
    if (!holds(window, data) && !move_to(window, data, stride < 0))
        return 0;
    size_t before = (size_t)(data - window->from), behind = window->size - before - window->item;
    *there = window->bytes + before;
    if (stride) {
        int64_t some = 1 + (int64_t)(stride < 0 ? before / (size_t)-stride : behind / (size_t)stride);
        count = count < some ? count : some;
    }
    window->used += (size_t)count * window->item;
    return count;
}
