/* Dtypes: what their bytes mean and how NumPy writes them down. */
#ifndef NUMSCOPE_DTYPES_H
#define NUMSCOPE_DTYPES_H

#include <stdbool.h>

#include "checked.h"
#include "numpy_api.h"
#include "statistics.h"

struct dtype {
    uint32_t id; /* in the shard `generation` */
    uint32_t generation;
    uint32_t item_bytes;
    uint8_t number; /* enum number_kind */
    char kind;      /* NumPy's kind character */
    bool has_objects; /* its bytes mean nothing outside the process */
    bool swapped;     /* not in native byte order */
    char *text;       /* as in the .npy header: a quoted string, or a list of fields */
    uint8_t *used;    /* which bytes of an element belong to values, as padding_of says it; NULL: all */
};

/* Learn the builtin dtypes. -1 with an exception set. */
CHECKED int dtypes_prepare(void);

/* The description of `descr`, which stays valid for good; NULL without an exception if there can't be one.
 * A dtype not met before makes NumPy run Python code: call it with recording suspended. */
struct dtype *dtype_of(PyArray_Descr *descr);

/* The same for a dtype that has been met, NULL for others: runs no Python code. */
struct dtype *dtype_if_known(PyArray_Descr *descr);

/* NumPy's own singletons, by type number: nearly every array has one of these. */
struct builtin_dtype {
    PyArray_Descr *descr;
    struct dtype *dtype;
};
extern struct builtin_dtype builtin_dtypes[NPY_NTYPES_ABI_COMPATIBLE];

static inline struct dtype *dtype_if_builtin(PyArray_Descr *descr)
{
    unsigned number = (unsigned)descr->type_num;
    return number < NPY_NTYPES_ABI_COMPATIBLE && builtin_dtypes[number].descr == descr ? builtin_dtypes[number].dtype
                                                                                        : NULL;
}

/* A dtype of another library, described by whoever knows it; `number` is an enum number_kind. NULL without memory. */
struct dtype *dtype_described(const char *text, uint32_t item_bytes, char kind, int number);

/* The dtype's id in this shard, 0 if it can't be written. */
uint32_t dtype_id(struct dtype *dtype);

#endif
