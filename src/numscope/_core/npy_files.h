/* The plain-file layout: one .npy file an operand of a user-visible operation, never overwritten. */
#ifndef NUMSCOPE_NPY_FILES_H
#define NUMSCOPE_NPY_FILES_H

#include "checked.h"
#include "recorder.h"

/* NULL turns it off. 0, or -1 with an exception set. */
CHECKED int npy_files_configure(const char *directory, const char *prefix);
bool npy_files_wanted(void);

/* An input, as it is before the operation runs; what is no data is left out. */
void npy_files_input(struct call *call, PyObject *operand);

/* The result and the operand changed in place (NULL: none), after it ran. */
void npy_files_outputs(struct call *call, PyObject *result, PyObject *mutated);

uint64_t npy_files_written(void);
uint64_t npy_files_failed(void);

#endif
