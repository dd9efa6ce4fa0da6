/* Objects that keep their arrays in blocks, such as tables: each row of a block is the array of a column. Described without
 * Python, but for what is said of axes: that is asked once for each axis, and kept, since axes never change. */
#ifndef NUMSCOPE_BLOCKS_H
#define NUMSCOPE_BLOCKS_H

#include "checked.h"
#include "part_capture.h"

/* More columns are described by the callable, in fewer arrays. */
enum { MOST_COLUMNS = 16 };

/* From now on objects of `type`, and of types derived from it, are described by `plan`: a tuple of the attributes' names
 * (manager, axes, identity, numbers, blocks, values, places, positions, name; "": the object has no name) and of the callables
 * say(object) -> (facts, labels, whether its last axis has an array), or None: ask `otherwise`;
 * column(label, row, values) -> (facts, parts) of a block that is no array; fixed(axis) -> parts that never change;
 * otherwise(object), as in objects.h. -1 with an exception set. */
CHECKED int blocks_watch(PyTypeObject *type, PyObject *plan);

/* Whether a description in objects.h is such a plan. */
bool blocks_is_plan(PyObject *description);
/* Borrowed. */
PyObject *blocks_otherwise(PyObject *plan);

struct described_operand {
    struct call *call;
    struct operand_header header;
    unsigned place;
    PyObject *object;
    bool capture;
    /* Adds (name, value, name, value ...), numbered from `first` unless the header has a number. */
    void (*add_pairs)(struct call *call, struct operand_header header, PyObject *pairs, uint16_t first, enum part_capture capture);
};

/* Add what the object holds. False: nothing was added, ask `otherwise`; no exception is set. */
CHECKED bool blocks_add(const struct described_operand *operand, PyObject *plan);

/* Forget what was said of axes. */
void blocks_forget(void);

#endif
