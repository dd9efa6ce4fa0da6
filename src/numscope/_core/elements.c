#include "elements.h"

#include <string.h>

#include "foreign_window.h"
#include "padding.h"
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
    const struct dtype *dtype = gathering->layout->dtype;
    size_t size = gathering->filled;
    gathering->filled = 0;
    if (dtype->used)
        padding_clear(gathering->block, gathering->block, size, dtype->used, dtype->item_bytes);
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
        /* Runs are short where heads of attention are exchanged with words: a division takes as long as copying one. */
        size_t room = gathering->capacity - gathering->filled;
        int64_t some = (size_t)count * item <= room ? count : (int64_t)(room / item);
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

/* A transposed matrix read row by row takes one element of each cache line, and where its strides are powers of two all
 * these lines share a few places of the cache: 4 cycles an element. So the next rows are read with it. */
enum { MOST_ROWS = 16 };

#define COPY_ROWS(TYPE)                                                                                               \
    for (int64_t i = 0; i < length; i++)                                                                              \
        for (int64_t row = 0; row < rows; row++)                                                                      \
            memcpy(to + (row * length + i) * (int64_t)sizeof(TYPE), data + i * stride + row * (int64_t)sizeof(TYPE),  \
                   sizeof(TYPE))

/* As many rows as the block has room for, at most MOST_ROWS; 0: less than two. */
static int64_t gather_rows(struct gathering *gathering, const char *data, int64_t rows, int64_t length, int64_t stride)
{
    int64_t item = (int64_t)gathering->layout->dtype->item_bytes;
    int64_t room = (int64_t)(gathering->capacity - gathering->filled) / (length * item);
    rows = rows < MOST_ROWS ? rows : MOST_ROWS;
    rows = rows < room ? rows : room;
    if (rows < 2)
        return 0;
    char *to = gathering->block + gathering->filled;
    if (item == 4)
        COPY_ROWS(uint32_t);
    else if (item == 8)
        COPY_ROWS(uint64_t);
    else
        COPY_ROWS(uint16_t);
    gathering->filled += (size_t)(rows * length * item);
    return rows;
}

/* Whether the rows along `axis` are neighbours in memory, and the elements of a row are not. */
static bool is_transposed(const struct gathering *gathering, int axis)
{
    const struct layout *layout = gathering->layout;
    const int64_t *strides = layout->shape_and_strides + layout->dimensions;
    int64_t item = (int64_t)layout->dtype->item_bytes;
    return axis == layout->dimensions - 2 && strides[axis] == item && strides[axis + 1] != item && !gathering->window &&
           (item == 2 || item == 4 || item == 8);
}

static bool gather_transposed(struct gathering *gathering, const char *data, int axis)
{
    const struct layout *layout = gathering->layout;
    int64_t item = (int64_t)layout->dtype->item_bytes, rows = layout->shape_and_strides[axis];
    int64_t length = layout->shape_and_strides[axis + 1], stride = layout->shape_and_strides[layout->dimensions + axis + 1];
    for (int64_t row = 0; row < rows;) {
        int64_t some = gather_rows(gathering, data + row * item, rows - row, length, stride);
        if (!some && !gather_run(gathering, data + row++ * item, length, stride))
            return false;
        row += some;
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
    if (is_transposed(gathering, axis))
        return gather_transposed(gathering, data, axis);
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

/* Contiguous elements with padding are visited in a copy without it. */
struct clearing {
    const struct dtype *dtype;
    block_visitor visit;
    void *context;
    char *block;
};

static bool visit_cleared(void *context, const char *bytes, size_t size)
{
    const struct clearing *clearing = context;
    padding_clear(clearing->block, bytes, size, clearing->dtype->used, clearing->dtype->item_bytes);
    return clearing->visit(clearing->context, clearing->block, size);
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

static bool visit_contiguous(const struct layout *layout, struct memory memory, size_t capacity, block_visitor visit,
                             void *context)
{
    if (!memory.foreign)
        return visit_in_place(memory.data, layout->data_bytes, capacity, visit, context);
    struct thread_memory *scratch = thread_memory();
    struct foreign_window window;
    return scratch && layout->dtype->item_bytes <= WINDOW_BYTES &&
           foreign_window_open(&window, layout, memory.data, scratch) &&
           visit_windows(&window, memory.data, layout->data_bytes, capacity, visit, context);
}

static bool visit_gathered(const struct layout *layout, struct memory memory, size_t capacity, block_visitor visit,
                           void *context)
{
    struct thread_memory *scratch = thread_memory();
    if (!scratch || layout->dtype->item_bytes > BLOCK_BYTES)
        return false;
    struct gathering gathering = {layout, visit, context, 0, capacity, scratch->block, NULL};
    if (!memory.foreign)
        return gather(&gathering, memory.data, 0) && flush(&gathering);
    struct foreign_window window;
    if (!foreign_window_open(&window, layout, memory.data, scratch))
        return false;
    gathering.window = &window;
    foreign_window_widen(&window, layout);
    bool done = gather(&gathering, memory.data, 0) && flush(&gathering);
    foreign_window_close(&window);
    return done;
}

/* Single elements larger than a block (long strings, records) are a block of their own, if nothing has to be copied. */
bool elements_visit(const struct layout *layout, struct memory memory, block_visitor visit, void *context)
{
    if (!layout->data_bytes)
        return true;
    size_t item = layout->dtype->item_bytes;
    size_t capacity = item < BLOCK_BYTES ? BLOCK_BYTES / item * item : item;
    if (!layout->c_contiguous && !layout->fortran)
        return visit_gathered(layout, memory, capacity, visit, context);
    if (!layout->dtype->used)
        return visit_contiguous(layout, memory, capacity, visit, context);
    struct thread_memory *scratch = thread_memory();
    if (!scratch)
        return false;
    struct clearing clearing = {layout->dtype, visit, context, scratch->block};
    return visit_contiguous(layout, memory, capacity, visit_cleared, &clearing);
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
