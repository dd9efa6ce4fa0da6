#include "statistics.h"

#include <math.h>
#include <string.h>

/* One build of the kernels a vector width, chosen when the library is loaded. */
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#define FOR_EVERY_VECTOR_WIDTH __attribute__((target_clones("avx512f", "avx2,fma", "default")))
#else
#define FOR_EVERY_VECTOR_WIDTH
#endif

/* Elements summed before a merge: 256 doubles stay in L1 and keep the squares' rounding small. */
enum { CHUNK = 256, LANES = 8 };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t masks __attribute__((vector_size(LANES * sizeof(int64_t))));

static inline lanes choose(masks where, lanes yes, lanes no)
{
    return (lanes)((where & (masks)yes) | (~where & (masks)no));
}

void moments_begin(struct moments *moments)
{
    memset(moments, 0, sizeof *moments);
    moments->minimum = INFINITY;
    moments->maximum = -INFINITY;
}

static inline void merge(struct moments *moments, double count, double mean, double m2)
{
    double total = moments->count + count;
    double delta = mean - moments->mean;
    moments->mean += delta * (count / total);
    moments->m2 += m2 + delta * delta * (moments->count * count / total);
    moments->count = total;
}

/* Any values, one after the other: what the vector kernels leave over, and chunks that hold NaN or Inf. Two passes over
 * values that are in L1: no division an element. */
static void add_doubles_plainly(struct moments *moments, const double *x, size_t count)
{
    double n = 0, sum = 0, m2 = 0;
    for (size_t i = 0; i < count; i++) {
        double value = x[i];
        if (value - value != 0) { /* NaN or Inf */
            moments->nans += value != value;
            moments->positive_infinities += value == INFINITY;
            moments->negative_infinities += value == -INFINITY;
            continue;
        }
        moments->zeros += value == 0;
        moments->minimum = value < moments->minimum ? value : moments->minimum;
        moments->maximum = value > moments->maximum ? value : moments->maximum;
        sum += value;
        n += 1;
    }
    if (!n)
        return;
    double mean = sum / n;
    if (mean - mean != 0) { /* the sum overflows, the mean does not */
        mean = 0;
        for (size_t i = 0; i < count; i++)
            mean += x[i] - x[i] == 0 ? x[i] / n : 0;
    }
    for (size_t i = 0; i < count; i++) {
        double delta = x[i] - mean;
        m2 += x[i] - x[i] == 0 ? delta * delta : 0;
    }
    if (moments->count) {
        merge(moments, n, mean, m2);
    } else {
        moments->count = n;
        moments->mean = mean;
        moments->m2 = m2;
    }
}

/* Sums are taken of the difference to the chunk's first element: no cancellation when the mean is far from zero. */
#define DEFINE_VECTOR_KERNEL(NAME, TYPE, LOAD)                                                                        \
    FOR_EVERY_VECTOR_WIDTH                                                                                            \
    static size_t NAME(struct moments *moments, const TYPE *x, size_t count)                                          \
    {                                                                                                                 \
        size_t done = 0;                                                                                              \
        while (count - done >= CHUNK) {                                                                               \
            const TYPE *chunk = x + done;                                                                             \
            double shift = (double)chunk[0];                                                                          \
            lanes shifts = shift - (lanes){0};                                                                        \
            lanes low = shifts, high = shifts, sum0 = {0}, sum1 = {0}, square0 = {0}, square1 = {0};                  \
            masks zeros = {0};                                                                                        \
            for (size_t i = 0; i < CHUNK; i += 2 * LANES) {                                                           \
                lanes a, b;                                                                                           \
                LOAD(a, TYPE, chunk + i);                                                                             \
                LOAD(b, TYPE, chunk + i + LANES);                                                                     \
                low = choose(a < low, a, low);                                                                        \
                high = choose(a > high, a, high);                                                                     \
                low = choose(b < low, b, low);                                                                        \
                high = choose(b > high, b, high);                                                                     \
                zeros += (a == 0) + (b == 0);                                                                         \
                lanes da = a - shifts, db = b - shifts;                                                               \
                sum0 += da;                                                                                           \
                sum1 += db;                                                                                           \
                square0 += da * da;                                                                                   \
                square1 += db * db;                                                                                   \
            }                                                                                                         \
            lanes sums = sum0 + sum1, squares = square0 + square1;                                                    \
            double sum = 0, square = 0, minimum = low[0], maximum = high[0];                                          \
            int64_t zero_count = 0;                                                                                   \
            for (int lane = 0; lane < LANES; lane++) {                                                                \
                sum += sums[lane];                                                                                    \
                square += squares[lane];                                                                              \
                zero_count -= zeros[lane];                                                                            \
                minimum = low[lane] < minimum ? low[lane] : minimum;                                                  \
                maximum = high[lane] > maximum ? high[lane] : maximum;                                                \
            }                                                                                                         \
            if (!(square < INFINITY)) { /* NaN, Inf, or squares that overflow */                                      \
                double widened[CHUNK];                                                                                \
                for (size_t i = 0; i < CHUNK; i++)                                                                    \
                    widened[i] = (double)chunk[i];                                                                    \
                add_doubles_plainly(moments, widened, CHUNK);                                                         \
            } else {                                                                                                  \
                double difference = sum / CHUNK;                                                                      \
                double m2 = square - sum * difference;                                                                \
                merge(moments, CHUNK, shift + difference, m2 > 0 ? m2 : 0);                                           \
                moments->zeros += (uint64_t)zero_count;                                                               \
                if (minimum < moments->minimum)                                                                       \
                    moments->minimum = minimum;                                                                       \
                if (maximum > moments->maximum)                                                                       \
                    moments->maximum = maximum;                                                                       \
            }                                                                                                         \
            done += CHUNK;                                                                                            \
        }                                                                                                             \
        return done;                                                                                                  \
    }

#define LOAD_DOUBLES(into, type, from) memcpy(&(into), (from), sizeof(lanes))
#define LOAD_CONVERTED(into, type, from)                                                                              \
    do {                                                                                                              \
        typedef type narrow_lanes __attribute__((vector_size(LANES * sizeof(type))));            \
        narrow_lanes narrow;                                                                                          \
        memcpy(&narrow, (from), sizeof narrow);                                                                       \
        (into) = __builtin_convertvector(narrow, lanes);                                                              \
    } while (0)

DEFINE_VECTOR_KERNEL(add_double_chunks, double, LOAD_DOUBLES)
DEFINE_VECTOR_KERNEL(add_float_chunks, float, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_int8_chunks, int8_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_int16_chunks, int16_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_int32_chunks, int32_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_int64_chunks, int64_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_uint8_chunks, uint8_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_uint16_chunks, uint16_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_uint32_chunks, uint32_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_uint64_chunks, uint64_t, LOAD_CONVERTED)

static double half_to_double(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double magnitude = exponent == 31 ? (fraction ? (double)NAN : INFINITY)
                       : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                      : ldexp(fraction, -24);
    return bits & 0x8000 ? -magnitude : magnitude;
}

/* Widen up to CHUNK elements of a kind that has no vector kernel. */
static void widen(enum number_kind kind, const char *elements, size_t count, double *wide)
{
    for (size_t i = 0; i < count; i++) {
        switch (kind) {
        case NUMBER_HALF: {
            uint16_t bits;
            memcpy(&bits, elements + 2 * i, 2);
            wide[i] = half_to_double(bits);
            break;
        }
        case NUMBER_LONG_DOUBLE: {
            long double value;
            memcpy(&value, elements + sizeof value * i, sizeof value);
            wide[i] = (double)value;
            break;
        }
        case NUMBER_COMPLEX_FLOAT: {
            float value[2];
            memcpy(value, elements + sizeof value * i, sizeof value);
            wide[i] = hypot(value[0], value[1]);
            break;
        }
        case NUMBER_COMPLEX_DOUBLE: {
            double value[2];
            memcpy(value, elements + sizeof value * i, sizeof value);
            wide[i] = hypot(value[0], value[1]);
            break;
        }
        case NUMBER_COMPLEX_LONG_DOUBLE: {
            long double value[2];
            memcpy(value, elements + sizeof value * i, sizeof value);
            wide[i] = (double)hypotl(value[0], value[1]);
            break;
        }
        case NUMBER_TIME: {
            int64_t value;
            memcpy(&value, elements + 8 * i, 8);
            wide[i] = value == INT64_MIN ? (double)NAN : (double)value;
            break;
        }
        default:
            wide[i] = 0;
        }
    }
}

static size_t element_bytes(enum number_kind kind)
{
    switch (kind) {
    case NUMBER_HALF: return 2;
    case NUMBER_LONG_DOUBLE: return sizeof(long double);
    case NUMBER_COMPLEX_LONG_DOUBLE: return 2 * sizeof(long double);
    case NUMBER_COMPLEX_DOUBLE: return 16;
    default: return 8;
    }
}

static void add_widened(struct moments *moments, enum number_kind kind, const char *elements, size_t count)
{
    double wide[CHUNK];
    size_t size = element_bytes(kind);
    while (count) {
        size_t some = count < CHUNK ? count : CHUNK;
        widen(kind, elements, some, wide);
        if (some < CHUNK || !add_double_chunks(moments, wide, some))
            add_doubles_plainly(moments, wide, some);
        elements += some * size;
        count -= some;
    }
}

#define ADD(TYPE, KERNEL)                                                                                             \
    do {                                                                                                              \
        const TYPE *x = elements;                                                                                     \
        size_t done = KERNEL(moments, x, count);                                                                      \
        if (done < count) {                                                                                           \
            double rest[CHUNK];                                                                                       \
            for (size_t i = done; i < count; i++) {                                                                   \
                TYPE value;                                                                                           \
                memcpy(&value, x + i, sizeof value);                                                                  \
                rest[i - done] = (double)value;                                                                       \
            }                                                                                                         \
            add_doubles_plainly(moments, rest, count - done);                                                         \
        }                                                                                                             \
    } while (0)

void moments_add(struct moments *moments, enum number_kind kind, const void *elements, size_t count)
{
    switch (kind) {
    case NUMBER_NONE: break;
    case NUMBER_BOOL:
    case NUMBER_UINT8: ADD(uint8_t, add_uint8_chunks); break;
    case NUMBER_INT8: ADD(int8_t, add_int8_chunks); break;
    case NUMBER_INT16: ADD(int16_t, add_int16_chunks); break;
    case NUMBER_INT32: ADD(int32_t, add_int32_chunks); break;
    case NUMBER_INT64: ADD(int64_t, add_int64_chunks); break;
    case NUMBER_UINT16: ADD(uint16_t, add_uint16_chunks); break;
    case NUMBER_UINT32: ADD(uint32_t, add_uint32_chunks); break;
    case NUMBER_UINT64: ADD(uint64_t, add_uint64_chunks); break;
    case NUMBER_FLOAT: ADD(float, add_float_chunks); break;
    case NUMBER_DOUBLE: ADD(double, add_double_chunks); break;
    default: add_widened(moments, kind, elements, count);
    }
}

void moments_end(const struct moments *moments, struct statistics *statistics)
{
    int any = moments->count > 0;
    statistics->minimum = any ? moments->minimum : (double)NAN;
    statistics->maximum = any ? moments->maximum : (double)NAN;
    statistics->mean = any ? moments->mean : (double)NAN;
    statistics->deviation = any ? sqrt(moments->m2 / moments->count) : (double)NAN;
    statistics->zeros = moments->zeros;
    statistics->nans = moments->nans;
    statistics->positive_infinities = moments->positive_infinities;
    statistics->negative_infinities = moments->negative_infinities;
}
