/* Layouts: dtype, shape and strides, interned. */
#ifndef NUMSCOPE_LAYOUTS_H
#define NUMSCOPE_LAYOUTS_H

#include "dtypes.h"

struct layout {
    uint64_t key;
    uint32_t id, generation; /* id in the segment `generation` */
    uint8_t dimensions;
    bool c_contiguous, fortran; /* fortran: in Fortran order and not in C order */
    struct dtype *dtype;
    uint64_t count, data_bytes;
    uint64_t hash_seed;
    bool content; /* has content that can be looked at: not objects, and not one element repeated a billion times */
    int64_t shape_and_strides[]; /* 2 * dimensions numbers */
};

/* Valid until layouts_reset or the next call. NULL: it could not be described. */
const struct layout *layout_of(struct dtype *dtype, int dimensions, const npy_intp *shape, const npy_intp *strides);

/* A copy that the caller frees. Any thread. */
struct layout *layout_copy_of(struct dtype *dtype, int dimensions, const npy_intp *shape, const npy_intp *strides);

/* The layouts met last: programs use few at a time, and comparing is cheaper than hashing. */
enum { RECENT_LAYOUTS = 64 };
extern const struct layout *recent_layouts[RECENT_LAYOUTS];

static inline const struct layout *layout_find(struct dtype *dtype, int dimensions, const npy_intp *shape,
                                               const npy_intp *strides)
{
    size_t slot = ((uintptr_t)dtype >> 5) + (size_t)dimensions * 7;
    if (dimensions)
        slot += (size_t)shape[0] + (size_t)shape[dimensions - 1] * 3 + (size_t)strides[dimensions - 1];
    const struct layout **recent = &recent_layouts[slot % RECENT_LAYOUTS];
    const struct layout *layout = *recent;
    if (layout && layout->dtype == dtype && layout->dimensions == dimensions) {
        const int64_t *known = layout->shape_and_strides;
        int same = 1;
        for (int i = 0; i < dimensions; i++)
            same &= known[i] == shape[i] && known[dimensions + i] == strides[i];
        if (same)
            return layout;
    }
    return *recent = layout_of(dtype, dimensions, shape, strides);
}

/* The .npy header dictionary text of a layout, see the end of format.h: to be freed; NULL without memory. */
char *layout_npy_header(const struct layout *layout);

/* Forget all: a new recording has begun. */
void layouts_reset(void);
/* Forget the ids: a new segment has begun. */
void layouts_rotate(void);

#endif
