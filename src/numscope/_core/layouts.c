#include "layouts.h"

#include <stdlib.h>
#include <string.h>

#include "content_hash.h"
#include "decimal.h"
#include "definitions.h"
#include "sharing.h"

/* A program with an array of every length would fill memory: a full table is emptied, and ids go on counting. */
enum { SLOTS = 1 << 15, MOST = SLOTS / 2 };

static struct layout *table[SLOTS];
static uint32_t used, last_id, last_generation;
const struct layout *recent_layouts[RECENT_LAYOUTS];

static void forget(void)
{
    for (size_t i = 0; i < SLOTS; i++) {
        free(table[i]);
        table[i] = NULL;
    }
    memset(recent_layouts, 0, sizeof recent_layouts);
    used = 0;
}

void layouts_reset(void)
{
    forget();
    last_id = 0;
}

void layouts_rotate(void)
{
    memset(recent_layouts, 0, sizeof recent_layouts);
}

static bool is_contiguous(const struct layout *layout, bool fortran)
{
    const int64_t *shape = layout->shape_and_strides, *strides = shape + layout->dimensions;
    int64_t expected = layout->dtype->item_bytes;
    for (int i = 0; i < layout->dimensions; i++) {
        int axis = fortran ? i : layout->dimensions - 1 - i;
        if (shape[axis] != 1 && strides[axis] != expected)
            return false;
        expected *= shape[axis];
    }
    return true;
}

/* A broadcast array may have 2^40 elements over one double: no pass over those. */
static bool is_repeated_too_often(const struct layout *layout)
{
    const int64_t *shape = layout->shape_and_strides, *strides = shape + layout->dimensions;
    uint64_t extent = layout->dtype->item_bytes;
    for (int i = 0; i < layout->dimensions; i++)
        extent += (uint64_t)(shape[i] > 0 ? shape[i] - 1 : 0) * (uint64_t)(strides[i] < 0 ? -strides[i] : strides[i]);
    return layout->data_bytes > (64 << 20) && layout->data_bytes / 4 > extent;
}

char *layout_npy_header(const struct layout *layout)
{
    size_t capacity = strlen(layout->dtype->text) + 80 + 22 * (size_t)layout->dimensions;
    char *text = malloc(capacity);
    if (!text)
        return NULL;
    char *at = stpcpy(stpcpy(text, "{'descr': "), layout->dtype->text);
    at = stpcpy(at, layout->fortran ? ", 'fortran_order': True, 'shape': (" : ", 'fortran_order': False, 'shape': (");
    for (int i = 0; i < layout->dimensions; i++)
        at = decimal_put(i ? stpcpy(at, ", ") : at, layout->shape_and_strides[i]);
    stpcpy(at, layout->dimensions == 1 ? ",), }" : "), }");
    return text;
}

static bool write_record(struct layout *layout)
{
    size_t numbers = 2 * (size_t)layout->dimensions * sizeof(int64_t);
    size_t size = sizeof(struct layout_record) + numbers;
    uint32_t dtype = dtype_id(layout->dtype);
    struct layout_record *record = definition_reserve(
        size, RECORD_LAYOUT, (uint16_t)((layout->c_contiguous ? LAYOUT_C_CONTIGUOUS : 0) |
                                      (is_contiguous(layout, true) ? LAYOUT_F_CONTIGUOUS : 0)));
    if (!record)
        return false;
    if (last_generation != shard.generation) {
        last_generation = shard.generation;
        last_id = 0;
    }
    record->id = layout->id = ++last_id;
    layout->generation = shard.generation;
    record->dtype = dtype;
    record->data_bytes = layout->data_bytes;
    record->dimensions = layout->dimensions;
    memcpy(record + 1, layout->shape_and_strides, numbers);
    definition_commit(size);
    return true;
}

static struct layout *make(uint64_t key, struct dtype *dtype, int dimensions, const npy_intp *shape,
                           const npy_intp *strides)
{
    size_t half = (size_t)dimensions * sizeof(int64_t);
    struct layout *layout = calloc(1, sizeof *layout + 2 * half);
    if (!layout)
        return NULL;
    layout->key = key;
    layout->dtype = dtype;
    layout->dimensions = (uint8_t)dimensions;
    if (dimensions) {
        memcpy(layout->shape_and_strides, shape, half);
        memcpy(layout->shape_and_strides + dimensions, strides, half);
    }
    layout->count = 1;
    for (int i = 0; i < dimensions; i++)
        layout->count *= (uint64_t)shape[i];
    layout->data_bytes = layout->count * dtype->item_bytes;
    layout->c_contiguous = !layout->data_bytes || is_contiguous(layout, false);
    layout->fortran = !layout->c_contiguous && is_contiguous(layout, true);
    layout->content = !dtype->has_objects && !is_repeated_too_often(layout);
    char *header = layout_npy_header(layout);
    if (!header || !write_record(layout)) {
        free(header);
        free(layout);
        return NULL;
    }
    layout->hash_seed = content_hash_seed(header, strlen(header));
    free(header);
    return layout;
}

static uint64_t key_of(const struct dtype *dtype, int dimensions, const npy_intp *shape, const npy_intp *strides)
{
    uint64_t key = (uintptr_t)dtype ^ (uint64_t)dimensions;
    for (int i = 0; i < dimensions; i++)
        key = mix(key + (uint64_t)strides[i], (uint64_t)shape[i]);
    return mix(key, 1);
}

/* Where it is, or the free slot where it belongs. */
static size_t slot_of(uint64_t key, const struct dtype *dtype, int dimensions, const npy_intp *shape,
                      const npy_intp *strides)
{
    size_t half = (size_t)dimensions * sizeof(int64_t);
    size_t slot = key & (SLOTS - 1);
    for (const struct layout *layout; (layout = table[slot]); slot = (slot + 1) & (SLOTS - 1))
        if (layout->key == key && layout->dtype == dtype && layout->dimensions == dimensions &&
            (!dimensions || (!memcmp(layout->shape_and_strides, shape, half) &&
                             !memcmp(layout->shape_and_strides + dimensions, strides, half))))
            break;
    return slot;
}

static struct layout *in_this_segment(struct layout *layout)
{
    return !layout || layout->generation == shard.generation || write_record(layout) ? layout : NULL;
}

const struct layout *layout_of(struct dtype *dtype, int dimensions, const npy_intp *shape, const npy_intp *strides)
{
    uint64_t key = key_of(dtype, dimensions, shape, strides);
    writing_begin();
    size_t slot = slot_of(key, dtype, dimensions, shape, strides);
    if (!table[slot]) {
        if (used >= MOST) {
            forget();
            slot = key & (SLOTS - 1);
        }
        table[slot] = make(key, dtype, dimensions, shape, strides);
        used += table[slot] != NULL;
    }
    const struct layout *layout = in_this_segment(table[slot]);
    writing_end();
    return layout;
}

/* Only holders of the GIL forget: they use layouts of the table outside of sections. */
struct layout *layout_copy_of(struct dtype *dtype, int dimensions, const npy_intp *shape, const npy_intp *strides)
{
    uint64_t key = key_of(dtype, dimensions, shape, strides);
    size_t size = sizeof(struct layout) + 2 * (size_t)dimensions * sizeof(int64_t);
    struct layout *copy = NULL;
    writing_begin();
    size_t slot = slot_of(key, dtype, dimensions, shape, strides);
    if (!table[slot] && used < MOST) {
        table[slot] = make(key, dtype, dimensions, shape, strides);
        used += table[slot] != NULL;
    } else if (!table[slot]) {
        copy = make(key, dtype, dimensions, shape, strides);
    }
    if (in_this_segment(table[slot]) && (copy = malloc(size)))
        memcpy(copy, table[slot], size);
    writing_end();
    return copy;
}
