/* How many bytes an operation read and wrote: of an array of which it only took a part, or put a part into, that part; of a
 * view, none. */
#ifndef NUMSCOPE_DECODE_TRAFFIC_H
#define NUMSCOPE_DECODE_TRAFFIC_H

#include "numscope/format.h"

#include <stdbool.h>
#include <stddef.h>

/* What an operation does with the array it is given first. */
enum part { PART_ALL, PART_TAKEN, PART_PUT, PARTS };

/* What has to be known of each of a process's layouts. */
struct layout_facts {
    uint64_t data_bytes;
    uint64_t rows; /* length of the first axis */
    uint32_t item_bytes;
    uint16_t dimensions;
    uint16_t element; /* enum element */
};

struct moved_array {
    uint64_t bytes, address;
    uint8_t role, position;
};

/* Enough for nearly all: what more arrays a call has is counted whole. */
#define MOVED_ARRAYS 8

struct traffic {
    struct moved_array arrays[MOVED_ARRAYS];
    size_t count;
    bool writes;              /* it has an array to write to */
    struct layout_facts first; /* of the array given first */
    uint64_t indices;         /* how many numbers the index consists of; 0: it is something else */
    uint64_t read, written;   /* of the arrays beyond MOVED_ARRAYS */
};

void traffic_start(struct traffic *traffic);
void traffic_add_array(struct traffic *traffic, const struct operand_header *header, const struct layout_facts *layout, uint64_t address);

/* The index, when it is given as an int or as the text of a literal. */
void traffic_add_index(struct traffic *traffic, const struct operand_header *header, const uint8_t *text, size_t length);

/* Leaves the totals in `read` and `written`. */
void traffic_finish(struct traffic *traffic, enum part part);

#endif
