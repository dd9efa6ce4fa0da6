/* Contents of which many words are zero, or equal to the one before, are stored without these: see value_record. */
#ifndef NUMSCOPE_ELISION_H
#define NUMSCOPE_ELISION_H

#include "elements.h"

struct elision {
    uint8_t word; /* bytes; 0: the content is stored as it is */
    bool repeats; /* words equal to the one before are left out, not those that are zero */
};

/* The one that leaves out most, judged by a sample; none of contiguous elements in foreign memory. `zeros`: how many elements are said to be zero. */
struct elision elision_choose(const struct layout *layout, struct memory memory, uint64_t zeros);

/* Words on their way to the pack. */
struct eliding {
    struct elision elision;
    uint64_t words, kept; /* met so far, and not left out */
    uint64_t last;        /* the word before the next one */
    uint64_t *bitmap;     /* of room for all words, zeros before the first */
};

/* Write the words of `bytes` that are to be kept to `room`, which takes `size` bytes and ROOM_BEHIND more, and return their
 * bytes. All blocks but the last are of a multiple of 64 words. */
enum { ROOM_BEHIND = 64 };
size_t elide(struct eliding *eliding, const char *bytes, size_t size, char *room);

#endif
