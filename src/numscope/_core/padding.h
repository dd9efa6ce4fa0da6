/* Bytes of an element that belong to none of its values: the 6 behind an 80-bit long double, the gaps of an aligned record.
 * Nothing sets them, so they differ from run to run; they are hashed and kept as zeros. */
#ifndef NUMSCOPE_PADDING_H
#define NUMSCOPE_PADDING_H

#include <stddef.h>
#include <stdint.h>

#include "checked.h"
#include "numpy_api.h"

/* A byte for each of an element of `descr`: 255 where it belongs to a value, 0 where it is padding; the caller's to free. NULL
 * where all belong, or without memory. Runs no Python code. */
CHECKED uint8_t *padding_of(PyArray_Descr *descr);

/* Copy whole elements, with zeros for padding; `to` may be `from`. */
void padding_clear(char *to, const char *from, size_t size, const uint8_t *used, size_t item_bytes);

#endif
