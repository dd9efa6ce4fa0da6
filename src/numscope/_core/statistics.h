/* Statistics of one contiguous run of native-order elements, to be merged run by run in one pass over memory. */
#ifndef NUMSCOPE_STATISTICS_H
#define NUMSCOPE_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include "numscope/format.h"

/* How the bytes of an element are to be read. */
enum number_kind {
    NUMBER_NONE, /* no statistics: strings, records, objects */
    NUMBER_BOOL, NUMBER_INT8, NUMBER_INT16, NUMBER_INT32, NUMBER_INT64,
    NUMBER_UINT8, NUMBER_UINT16, NUMBER_UINT32, NUMBER_UINT64,
    NUMBER_HALF, NUMBER_FLOAT, NUMBER_DOUBLE, NUMBER_LONG_DOUBLE,
    NUMBER_COMPLEX_FLOAT, NUMBER_COMPLEX_DOUBLE, NUMBER_COMPLEX_LONG_DOUBLE,
    NUMBER_TIME, /* datetime64, timedelta64: int64 with NaT */
    NUMBER_BFLOAT16, /* the upper half of a float */
};

/* Running state. Mean and M2 (sum of squared deviations) are merged by Chan, Golub and LeVeque's pairwise update:
 * "Algorithms for computing the sample variance", The American Statistician 37 (1983). */
struct moments {
    double count, mean, m2, minimum, maximum;
    uint64_t zeros, nans, positive_infinities, negative_infinities;
};

void moments_begin(struct moments *moments);
void moments_add(struct moments *moments, enum number_kind kind, const void *elements, size_t count);
void moments_end(const struct moments *moments, struct statistics *statistics);

#endif
