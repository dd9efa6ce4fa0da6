#include "elements.h"

#include <string.h>

#include "thread_memory.h"

struct gathering {
    const struct layout *layout;
    block_visitor visit;
    void *context;
    size_t filled;
    size_t capacity; /* the largest whole number of elements in a block */
    char *block;
};

static bool flush(struct gathering *gathering)
{
    size_t size = gathering->filled;
    gathering->filled = 0;
    return !size || gathering->visit(gathering->context, gathering->block, size);
}

static bool gather_run(struct gathering *gathering, const char *data, int64_t count, int64_t stride)
{
    size_t item = gathering->layout->dtype->item_bytes;
    while (count) {
        int64_t room = (int64_t)((gathering->capacity - gathering->filled) / item);
        int64_t some = count < room ? count : room;
        char *to = gathering->block + gathering->filled;
        switch (stride == (int64_t)item ? 0 : item) {
        case 0:
            memcpy(to, data, (size_t)some * item);
            break;
        case 4:
            for (int64_t i = 0; i < some; i++)
                memcpy(to + 4 * i, data + i * stride, 4);
            break;
        case 8:
            for (int64_t i = 0; i < some; i++)
                memcpy(to + 8 * i, data + i * stride, 8);
            break;
        default:
            for (int64_t i = 0; i < some; i++)
                memcpy(to + (size_t)i * item, data + i * stride, item);
        }
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

bool elements_visit(const struct layout *layout, const char *data, block_visitor visit, void *context)
{
    if (!layout->data_bytes)
        return true;
    size_t item = layout->dtype->item_bytes;
    size_t capacity = item < BLOCK_BYTES ? BLOCK_BYTES / item * item : item;
    if (layout->c_contiguous || layout->fortran) {
        uint64_t left = layout->data_bytes;
        while (left) {
            size_t some = left < capacity ? (size_t)left : capacity;
            if (!visit(context, data, some))
                return false;
            data += some;
            left -= some;
        }
        return true;
    }
    struct thread_memory *memory = thread_memory();
    if (!memory)
        return false;
    if (item > BLOCK_BYTES) /* single elements this large (long strings, records): each is a block of its own */
        return false;
    struct gathering gathering = {layout, visit, context, 0, capacity, memory->block};
    return gather(&gathering, data, 0) && flush(&gathering);
}
