/* Records as they stand behind one another in a log. */
#ifndef NUMSCOPE_DECODE_RECORDS_H
#define NUMSCOPE_DECODE_RECORDS_H

#include "numscope/format.h"

#include <stddef.h>
#include <string.h>

/* A larger size field is damage: one record holds at most 510 operands and their small values. */
#define MAX_RECORD_BYTES (1u << 28)

/* Why decoding stopped; STOP_FULL: what is decoded has to be taken first; STOP_NOT: it goes on. */
enum stop { STOP_AT_END, STOP_INCOMPLETE, STOP_UNREADABLE, STOP_FULL, STOP_NO_MEMORY, STOP_NOT };

/* The header of the record at `data`, all of which lies within the `left` bytes there are, or why there is none. */
static inline enum stop next_record(const uint8_t *data, size_t left, struct record_header *header)
{
    if (left == 0) {
        return STOP_AT_END;
    }
    if (left < sizeof *header) {
        return STOP_INCOMPLETE;
    }
    memcpy(header, data, sizeof *header);
    if (header->size < sizeof *header || header->size % 8 != 0 || header->size > MAX_RECORD_BYTES) {
        return STOP_UNREADABLE;
    }
    return header->size > left ? STOP_INCOMPLETE : STOP_NOT;
}

#endif
