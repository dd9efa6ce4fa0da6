#include "small_values.h"

#include <math.h>
#include <string.h>

static const size_t element_bytes[ELEMENTS] = {0, 2, 4, 8, 8, 16, 1, 2, 4, 8, 1, 2, 4, 8, 1};

/* IEEE 754 binary16: 1 sign bit, 5 exponent bits, 10 fraction bits. */
static double from_half(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double value;
    if (exponent == 31) {
        value = fraction == 0 ? INFINITY : NAN;
    } else if (exponent == 0) {
        value = ldexp(fraction, -24);
    } else {
        value = ldexp(1024 + fraction, exponent - 25);
    }
    return bits >> 15 ? -value : value;
}

#define READ(type) (memcpy(&(type##_value), at, sizeof type##_value), (double)type##_value)

/* The element as a double; of a complex number, its absolute value. */
static double read_element(enum element element, const uint8_t *at)
{
    float float_value, floats[2];
    double double_value, doubles[2];
    int8_t int8_t_value;
    int16_t int16_t_value;
    int32_t int32_t_value;
    int64_t int64_t_value;
    uint8_t uint8_t_value;
    uint16_t uint16_t_value;
    uint32_t uint32_t_value;
    uint64_t uint64_t_value;
    switch (element) {
    case ELEMENT_F2:
        memcpy(&uint16_t_value, at, sizeof uint16_t_value);
        return from_half(uint16_t_value);
    case ELEMENT_F4: return READ(float);
    case ELEMENT_F8: return READ(double);
    case ELEMENT_C8:
        memcpy(floats, at, sizeof floats);
        return isnan(floats[0]) || isnan(floats[1]) ? NAN : hypot(floats[0], floats[1]);
    case ELEMENT_C16:
        memcpy(doubles, at, sizeof doubles);
        return isnan(doubles[0]) || isnan(doubles[1]) ? NAN : hypot(doubles[0], doubles[1]);
    case ELEMENT_I1: return READ(int8_t);
    case ELEMENT_I2: return READ(int16_t);
    case ELEMENT_I4: return READ(int32_t);
    case ELEMENT_I8: return READ(int64_t);
    case ELEMENT_U1: case ELEMENT_BOOL: return READ(uint8_t);
    case ELEMENT_U2: return READ(uint16_t);
    case ELEMENT_U4: return READ(uint32_t);
    case ELEMENT_U8: return READ(uint64_t);
    default: return NAN;
    }
}

/* `element` is a constant wherever this is expanded for one that is common: no choice is made for each number then. */
static inline __attribute__((always_inline)) void summarise(enum element element, const uint8_t *bytes, size_t size,
                                                            struct statistics *statistics)
{
    double minimum = INFINITY, maximum = -INFINITY, sum = 0, squares = 0;
    size_t finite = 0;
    for (size_t at = 0; at < size; at += element_bytes[element]) {
        double value = read_element(element, bytes + at);
        if (isnan(value)) {
            statistics->nans++;
        } else if (isinf(value)) {
            *(value > 0 ? &statistics->positive_infinities : &statistics->negative_infinities) += 1;
        } else {
            finite++;
            sum += value;
            statistics->zeros += value == 0;
            minimum = value < minimum ? value : minimum;
            maximum = value > maximum ? value : maximum;
        }
    }
    if (finite == 0) {
        return;
    }
    double count = (double)finite, mean = sum / count;
    if (isinf(mean)) { /* the sum is too large for a double, the mean is not */
        mean = 0;
        for (size_t at = 0; at < size; at += element_bytes[element]) {
            double value = read_element(element, bytes + at);
            mean += isfinite(value) ? value / count : 0;
        }
    }
    for (size_t at = 0; at < size; at += element_bytes[element]) {
        double value = read_element(element, bytes + at);
        squares += isfinite(value) ? (value - mean) * (value - mean) : 0;
    }
    statistics->minimum = minimum;
    statistics->maximum = maximum;
    statistics->mean = mean;
    statistics->deviation = sqrt(squares / count);
}

bool small_statistics(enum element element, const uint8_t *bytes, size_t size, struct statistics *statistics)
{
    if (element <= ELEMENT_OTHER || element >= ELEMENTS || size == 0 || size % element_bytes[element] != 0) {
        return false;
    }
    *statistics = (struct statistics){.minimum = NAN, .maximum = NAN, .mean = NAN, .deviation = NAN};
    switch (element) {
    case ELEMENT_F4: summarise(ELEMENT_F4, bytes, size, statistics); break;
    case ELEMENT_F8: summarise(ELEMENT_F8, bytes, size, statistics); break;
    case ELEMENT_I8: summarise(ELEMENT_I8, bytes, size, statistics); break;
    case ELEMENT_BOOL: summarise(ELEMENT_BOOL, bytes, size, statistics); break;
    default: summarise(element, bytes, size, statistics); break;
    }
    return true;
}
