#include "elements.h"

#include <string.h>

#include "foreign_window.h"
#include "thread_memory.h"

struct gathering {
    const struct layout *layout;
    block_visitor visit;
    void *context;
    size_t filled;
    size_t capacity; /* the largest whole number of elements in a block */
    char *block;
    struct foreign_window *window; /* NULL: the elements are read where they lie */
};

static bool flush(struct gathering *gathering)
{
    size_t size = gathering->filled;
    gathering->filled = 0;
    return !size || gathering->visit(gathering->context, gathering->block, size);
}

static void copy_elements(char *to, const char *data, int64_t count, int64_t stride, size_t item)
{
    switch (stride == (int64_t)item ? 0 : item) {
    case 0:
        memcpy(to, data, (size_t)count * item);
        break;
    case 4:
        for (int64_t i = 0; i < count; i++)
            memcpy(to + 4 * i, data + i * stride, 4);
        break;
    case 8:
        for (int64_t i = 0; i < count; i++)
            memcpy(to + 8 * i, data + i * stride, 8);
        break;
    default:
        for (int64_t i = 0; i < count; i++)
            memcpy(to + (size_t)i * item, data + i * stride, item);
    }
}

static bool copy_foreign(struct foreign_window *window, char *to, const char *data, int64_t count, int64_t stride)
{
    while (count) {
        const char *there;
        int64_t some = foreign_window_reach(window, data, count, stride, &there);
        if (!some)
            return false;
        copy_elements(to, there, some, stride, window->item);
        to += (size_t)some * window->item;
        data += some * stride;
        count -= some;
    }
    return true;
}

static bool gather_run(struct gathering *gathering, const char *data, int64_t count, int64_t stride)
{
    size_t item = gathering->layout->dtype->item_bytes;
    while (count) {
        int64_t room = (int64_t)((gathering->capacity - gathering->filled) / item);
        int64_t some = count < room ? count : room;
        char *to = gathering->block + gathering->filled;
        if (!gathering->window)
            copy_elements(to, data, some, stride, item);
        else if (!copy_foreign(gathering->window, to, data, some, stride))
            return false;
        gathering->filled += (size_t)some * item;
        data += some * stride;
        count -= some;
        if (gathering->filled == gathering->capacity && !flush(gathering))
            return false;
    }
    return true;
}

static bool gather(struct gathering *gathering, const char *data, int axis)
{
    const struct layout *layout = gathering->layout;
    int64_t length = layout->shape_and_strides[axis];
    int64_t stride = layout->shape_and_strides[layout->dimensions + axis];
    if (axis == layout->dimensions - 1)
        return gather_run(gathering, data, length, stride);
    for (int64_t i = 0; i < length; i++)
        if (!gather(gathering, data + i * stride, axis + 1))
            return false;
    return true;
}

static bool visit_in_place(const char *data, uint64_t size, size_t capacity, block_visitor visit, void *context)
{
    while (size) {
        size_t some = size < capacity ? (size_t)size : capacity;
        if (!visit(context, data, some))
            return false;
        data += some;
        size -= some;
    }
    return true;
}

/* Contiguous elements: a window at a time. */
static bool visit_windows(struct foreign_window *window, const char *data, uint64_t left, size_t capacity,
                          block_visitor visit, void *context)
{
    size_t most = WINDOW_BYTES / capacity * capacity;
    while (left) {
        size_t some = left < most ? (size_t)left : most;
        if (!foreign_window_fill(window, data, some) || !visit_in_place(window->bytes, some, capacity, visit, context))
            return false;
        data += some;
        left -= some;
    }
    return true;
}

bool elements_visit(const struct layout *layout, struct memory memory, block_visitor visit, void *context)
{
    if (!layout->data_bytes)
        return true;
    size_t item = layout->dtype->item_bytes;
    size_t capacity = item < BLOCK_BYTES ? BLOCK_BYTES / item * item : item;
    bool contiguous = layout->c_contiguous || layout->fortran;
    if (contiguous && !memory.foreign)
        return visit_in_place(memory.data, layout->data_bytes, capacity, visit, context);
    struct thread_memory *scratch = thread_memory();
    if (!scratch)
        return false;
    if (item > (contiguous ? WINDOW_BYTES : BLOCK_BYTES)) /* single elements this large (long strings, records): each is a block of its own */
        return false;
    struct foreign_window window;
    if (memory.foreign && !foreign_window_open(&window, layout, memory.data, scratch))
        return false;
    if (contiguous)
        return visit_windows(&window, memory.data, layout->data_bytes, capacity, visit, context);
    struct gathering gathering = {layout, visit, context, 0, capacity, scratch->block, NULL};
    if (!memory.foreign)
        return gather(&gathering, memory.data, 0) && flush(&gathering);
    gathering.window = &window;
    foreign_window_widen(&window, layout);
    bool done = gather(&gathering, memory.data, 0) && flush(&gathering);
    foreign_window_close(&window);
    return done;
}

static bool go_on(void *nothing, const char *bytes, size_t size)
{
    (void)nothing, (void)bytes, (void)size;
    return true;
}

bool elements_can_be_read(const struct layout *layout, struct memory memory)
{
    return !memory.foreign || (layout->content && elements_visit(layout, memory, go_on, NULL));
}
