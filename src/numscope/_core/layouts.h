/* Layouts: dtype, shape and strides, interned. */
#ifndef NUMSCOPE_LAYOUTS_H
#define NUMSCOPE_LAYOUTS_H

#include "dtypes.h"

struct layout {
    uint64_t key;
    uint32_t id;
    uint8_t dimensions;
    bool c_contiguous, fortran; /* fortran: in Fortran order and not in C order */
    struct dtype *dtype;
    uint64_t count, data_bytes;
    uint64_t hash_seed;
    int64_t shape_and_strides[]; /* 2 * dimensions numbers */
};

/* Valid until layouts_reset or the next call. NULL: it could not be described. */
const struct layout *layout_of(struct dtype *dtype, int dimensions, const npy_intp *shape, const npy_intp *strides);

/* The .npy header dictionary text of a layout, see the end of format.h: to be freed; NULL without memory. */
char *layout_npy_header(const struct layout *layout);

void layouts_reset(void);

#endif
