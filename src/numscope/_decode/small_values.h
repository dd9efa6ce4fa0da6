/* Statistics of small values that the recorder kept without: so that every number in a trace has them. */
#ifndef NUMSCOPE_DECODE_SMALL_VALUES_H
#define NUMSCOPE_DECODE_SMALL_VALUES_H

#include "numscope/format.h"

#include <stdbool.h>
#include <stddef.h>

/* What an element is; native byte order. The reader gives one such byte for each layout. */
enum element {
    ELEMENT_OTHER, ELEMENT_F2, ELEMENT_F4, ELEMENT_F8, ELEMENT_C8, ELEMENT_C16, ELEMENT_I1, ELEMENT_I2, ELEMENT_I4,
    ELEMENT_I8, ELEMENT_U1, ELEMENT_U2, ELEMENT_U4, ELEMENT_U8, ELEMENT_BOOL, ELEMENTS
};

/* False when the bytes are not whole elements of a kind that has statistics. */
bool small_statistics(enum element element, const uint8_t *bytes, size_t size, struct statistics *statistics);

#endif
