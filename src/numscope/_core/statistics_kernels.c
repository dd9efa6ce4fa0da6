/* The kernels of one vector width: built once a width (see meson.build) under the name MOMENTS_ADD, chosen in
 * statistics.c. GCC's vector types are as wide as the machine's registers: wider ones it takes apart element by element. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "statistics.h"

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

void MOMENTS_ADD(struct moments *moments, enum number_kind kind, const void *elements, size_t count);

/* At most CHUNK elements are summed before a merge: few enough for L1 and for the rounding of the sums, enough for the
 * merge not to count. Chunks are whole STEPs; what is left over is added element by element. */
enum { CHUNK = 2048, STEP = 32 };

/* Everything is summed in doubles, float32 data too: sums of its squares in float32 would be off by 1e-8. */
typedef double lanes __attribute__((vector_size(VECTOR_BYTES)));
typedef float float_lanes __attribute__((vector_size(VECTOR_BYTES)));
typedef int64_t masks __attribute__((vector_size(VECTOR_BYTES)));
enum { LANES = VECTOR_BYTES / sizeof(double) };

static inline lanes choose(masks where, lanes yes, lanes no)
{
    return (lanes)((where & (masks)yes) | (~where & (masks)no));
}

/* GCC makes a compare and a blend of what is one instruction. */
#if defined(__AVX512F__)
#define LOWER_FLOATS(a, b) ((float_lanes)_mm512_min_ps((__m512)(a), (__m512)(b)))
#define HIGHER_FLOATS(a, b) ((float_lanes)_mm512_max_ps((__m512)(a), (__m512)(b)))
#elif defined(__AVX2__)
#define LOWER_FLOATS(a, b) ((float_lanes)_mm256_min_ps((__m256)(a), (__m256)(b)))
#define HIGHER_FLOATS(a, b) ((float_lanes)_mm256_max_ps((__m256)(a), (__m256)(b)))
#else
#define LOWER_FLOATS(a, b) ((float_lanes)choose((masks)((a) < (b)), (lanes)(a), (lanes)(b)))
#define HIGHER_FLOATS(a, b) ((float_lanes)choose((masks)((a) > (b)), (lanes)(a), (lanes)(b)))
#endif

static inline void merge(struct moments *moments, double count, double mean, double m2)
{
    double total = moments->count + count;
    double delta = mean - moments->mean;
    moments->mean += delta * (count / total);
    moments->m2 += m2 + delta * delta * (moments->count * count / total);
    moments->count = total;
}

/* Any values, one after the other: what the vector kernels leave over, and chunks that hold NaN or Inf. Passes over values
 * that are in L1: no division an element, and none is copied (8 KiB of doubles may be all that is left of a stack). */
#define DEFINE_PLAIN_KERNEL(NAME, TYPE)                                                                               \
    static inline double NAME##_value(const TYPE *x)                                                                  \
    {                                                                                                                 \
        TYPE value;                                                                                                   \
        memcpy(&value, x, sizeof value);                                                                              \
        return (double)value;                                                                                         \
    }                                                                                                                 \
                                                                                                                      \
    static void NAME(struct moments *moments, const TYPE *x, size_t count)                                            \
    {                                                                                                                 \
        double n = 0, sum = 0, m2 = 0;                                                                                \
        for (size_t i = 0; i < count; i++) {                                                                          \
            double value = NAME##_value(x + i);                                                                       \
            if (value - value != 0) { /* NaN or Inf */                                                                \
                moments->nans += value != value;                                                                      \
                moments->positive_infinities += value == INFINITY;                                                    \
                moments->negative_infinities += value == -INFINITY;                                                   \
                continue;                                                                                             \
            }                                                                                                         \
            moments->zeros += value == 0;                                                                             \
            moments->minimum = value < moments->minimum ? value : moments->minimum;                                   \
            moments->maximum = value > moments->maximum ? value : moments->maximum;                                   \
            sum += value;                                                                                             \
            n += 1;                                                                                                   \
        }                                                                                                             \
        if (!n)                                                                                                       \
            return;                                                                                                   \
        double mean = sum / n;                                                                                        \
        if (mean - mean != 0) { /* the sum overflows, the mean does not */                                            \
            mean = 0;                                                                                                 \
            for (size_t i = 0; i < count; i++) {                                                                      \
                double value = NAME##_value(x + i);                                                                   \
                mean += value - value == 0 ? value / n : 0;                                                           \
            }                                                                                                         \
        }                                                                                                             \
        for (size_t i = 0; i < count; i++) {                                                                          \
            double value = NAME##_value(x + i), delta = value - mean;                                                 \
            m2 += value - value == 0 ? delta * delta : 0;                                                             \
        }                                                                                                             \
        if (moments->count) {                                                                                         \
            merge(moments, n, mean, m2);                                                                              \
        } else {                                                                                                      \
            moments->count = n;                                                                                       \
            moments->mean = mean;                                                                                     \
            moments->m2 = m2;                                                                                         \
        }                                                                                                             \
    }

/* What comes 8 KiB later is asked for while these are worked on: one pass at memory speed, the content hash of the same block
 * included (without it the pass takes 1.8 times a bare read, with it 1.3). */
enum { AHEAD = 8192 };

/* Zeros can only be where the chunk's range has them, and are then counted in a second pass over L1. */
#define COUNT_ZEROS(TYPE, SAME_WIDTH_INT, chunk, length, count)                                                       \
    do {                                                                                                              \
        enum { BYTES = VECTOR_BYTES < STEP * sizeof(TYPE) ? VECTOR_BYTES : STEP * sizeof(TYPE),                       \
               PER_VECTOR = BYTES / sizeof(TYPE) };                                                                   \
        typedef TYPE vector __attribute__((vector_size(BYTES)));                                                      \
        typedef SAME_WIDTH_INT truths __attribute__((vector_size(BYTES)));                                            \
        truths found = {0}; /* -1 a zero; of single bytes at most CHUNK / 16 = 128 steps: no overflow */              \
        for (size_t i = 0; i < (length); i += PER_VECTOR) {                                                           \
            vector some;                                                                                              \
            memcpy(&some, (chunk) + i, sizeof some);                                                                  \
            found += (truths)(some == 0);                                                                             \
        }                                                                                                             \
        for (size_t lane = 0; lane < PER_VECTOR; lane++)                                                              \
            (count) += (uint64_t)-found[lane];                                                                        \
    } while (0)

/* Sums are taken of the difference to the mean so far: no cancellation when it is far from zero. Two accumulators of
 * everything: a compare and a blend take four cycles, which one chain would wait for. */
#define DEFINE_VECTOR_KERNEL(NAME, TYPE, SAME_WIDTH_INT, LOAD)                                                        \
    DEFINE_PLAIN_KERNEL(NAME##_plainly, TYPE)                                                                         \
                                                                                                                      \
    static size_t NAME(struct moments *moments, const TYPE *x, size_t count)                                          \
    {                                                                                                                 \
        size_t done = 0, length;                                                                                      \
        for (; count - done >= STEP; done += length) {                                                                \
            length = count - done < CHUNK ? (count - done) / STEP * STEP : CHUNK;                                     \
            const TYPE *chunk = x + done;                                                                             \
            TYPE first;                                                                                               \
            memcpy(&first, chunk, sizeof first);                                                                      \
            double start = (double)first, shift = moments->count > 0 ? moments->mean : start;                         \
            lanes shifts = shift - (lanes){0}, starts = start - (lanes){0};                                           \
            lanes low0 = starts, low1 = starts, high0 = starts, high1 = starts;                                       \
            lanes sum0 = {0}, sum1 = {0}, square0 = {0}, square1 = {0};                                               \
            for (size_t i = 0; i < length; i += 2 * LANES) {                                                          \
                __builtin_prefetch((const char *)(chunk + i) + AHEAD);                                                \
                if (2 * LANES * sizeof(TYPE) > 64)                                                                    \
                    __builtin_prefetch((const char *)(chunk + i) + AHEAD + 64);                                       \
                lanes a, b;                                                                                           \
                LOAD(a, TYPE, chunk + i);                                                                             \
                LOAD(b, TYPE, chunk + i + LANES);                                                                     \
                low0 = choose(a < low0, a, low0);                                                                     \
                low1 = choose(b < low1, b, low1);                                                                     \
                high0 = choose(a > high0, a, high0);                                                                  \
                high1 = choose(b > high1, b, high1);                                                                  \
                lanes da = a - shifts, db = b - shifts;                                                               \
                sum0 += da;                                                                                           \
                sum1 += db;                                                                                           \
                square0 += da * da;                                                                                   \
                square1 += db * db;                                                                                   \
            }                                                                                                         \
            lanes low = choose(low0 < low1, low0, low1), high = choose(high0 > high1, high0, high1);                  \
            double sum = 0, square = 0, minimum = low[0], maximum = high[0];                                          \
            for (int lane = 0; lane < LANES; lane++) {                                                                \
                sum += sum0[lane] + sum1[lane];                                                                       \
                square += square0[lane] + square1[lane];                                                              \
                minimum = low[lane] < minimum ? low[lane] : minimum;                                                  \
                maximum = high[lane] > maximum ? high[lane] : maximum;                                                \
            }                                                                                                         \
            if (!(square < INFINITY)) { /* NaN, Inf, or squares that overflow */                                      \
                NAME##_plainly(moments, chunk, length);                                                               \
                continue;                                                                                             \
            }                                                                                                         \
            double difference = sum / (double)length, m2 = square - sum * difference;                                 \
            merge(moments, (double)length, shift + difference, m2 > 0 ? m2 : 0);                                      \
            moments->minimum = minimum < moments->minimum ? minimum : moments->minimum;                               \
            moments->maximum = maximum > moments->maximum ? maximum : moments->maximum;                               \
            if (minimum <= 0 && maximum >= 0)                                                                         \
                COUNT_ZEROS(TYPE, SAME_WIDTH_INT, chunk, length, moments->zeros);                                     \
        }                                                                                                             \
        return done;                                                                                                  \
    }

#define LOAD_AS_IS(into, TYPE, from) memcpy(&(into), (from), sizeof(into))
#define LOAD_CONVERTED(into, TYPE, from)                                                                              \
    do {                                                                                                              \
        typedef TYPE narrow_lanes __attribute__((vector_size(LANES * sizeof(TYPE))));                                 \
        narrow_lanes narrow;                                                                                          \
        memcpy(&narrow, (from), sizeof narrow);                                                                       \
        (into) = __builtin_convertvector(narrow, lanes);                                                              \
    } while (0)

/* GCC widens the halves of a register one by one and puts them together again: four instructions for one. */
static inline lanes widened_floats(const float *from)
{
#if defined(__AVX512F__)
    return (lanes)_mm512_cvtps_pd(_mm256_loadu_ps(from));
#elif defined(__AVX2__)
    return (lanes)_mm256_cvtps_pd(_mm_loadu_ps(from));
#else
    lanes into;
    LOAD_CONVERTED(into, float, from);
    return into;
#endif
}

DEFINE_VECTOR_KERNEL(add_double_chunks, double, int64_t, LOAD_AS_IS)
#define LOAD_WIDENED(into, TYPE, from) (into) = widened_floats(from)
DEFINE_VECTOR_KERNEL(add_float_chunks_far_from_zero, float, int32_t, LOAD_WIDENED)
DEFINE_VECTOR_KERNEL(add_int8_chunks, int8_t, int8_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_int16_chunks, int16_t, int16_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_int32_chunks, int32_t, int32_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_int64_chunks, int64_t, int64_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_uint8_chunks, uint8_t, int8_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_uint16_chunks, uint16_t, int16_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_uint32_chunks, uint32_t, int32_t, LOAD_CONVERTED)
DEFINE_VECTOR_KERNEL(add_uint64_chunks, uint64_t, int64_t, LOAD_CONVERTED)

#define add_float_chunks_plainly add_float_chunks_far_from_zero_plainly

/* What most tensors hold: its squares fit doubles without a shift as long as the mean is not far from zero, and its range is
 * found in as many lanes as there are floats. 1.6 times the rate of the kernel with a shift. */
static size_t add_float_chunks(struct moments *moments, const float *x, size_t count)
{
    enum { FAR = 1024 }; /* mean of the squares to variance: three digits of sixteen are lost */
    size_t done = 0, length;
    for (; count - done >= STEP; done += length) {
        length = count - done < CHUNK ? (count - done) / STEP * STEP : CHUNK;
        const float *chunk = x + done;
        float_lanes low = chunk[0] - (float_lanes){0}, high = low;
        lanes sum0 = {0}, sum1 = {0}, square0 = {0}, square1 = {0};
        for (size_t i = 0; i < length; i += 2 * LANES) {
            __builtin_prefetch((const char *)(chunk + i) + AHEAD);
            float_lanes both;
            lanes a, b;
            memcpy(&both, chunk + i, sizeof both);
            a = widened_floats(chunk + i);
            b = widened_floats(chunk + i + LANES);
            low = LOWER_FLOATS(both, low);
            high = HIGHER_FLOATS(both, high);
            sum0 += a;
            sum1 += b;
            square0 += a * a;
            square1 += b * b;
        }
        double sum = 0, square = 0, minimum = (double)low[0], maximum = (double)high[0];
        for (int lane = 0; lane < LANES; lane++) {
            sum += sum0[lane] + sum1[lane];
            square += square0[lane] + square1[lane];
        }
        for (int lane = 0; lane < 2 * LANES; lane++) {
            minimum = (double)low[lane] < minimum ? (double)low[lane] : minimum;
            maximum = (double)high[lane] > maximum ? (double)high[lane] : maximum;
        }
        double mean = sum / (double)length, m2 = square - sum * mean;
        if (!(m2 * FAR > square) && square != 0) { /* or NaN, or Inf */
            add_float_chunks_far_from_zero(moments, chunk, length);
            continue;
        }
        merge(moments, (double)length, mean, m2 > 0 ? m2 : 0);
        moments->minimum = minimum < moments->minimum ? minimum : moments->minimum;
        moments->maximum = maximum > moments->maximum ? maximum : moments->maximum;
        if (minimum <= 0 && maximum >= 0)
            COUNT_ZEROS(float, int32_t, chunk, length, moments->zeros);
    }
    return done;
}

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
        case NUMBER_BFLOAT16: {
            uint16_t upper;
            memcpy(&upper, elements + 2 * i, 2);
            uint32_t bits = (uint32_t)upper << 16;
            float value;
            memcpy(&value, &bits, sizeof value);
            wide[i] = (double)value;
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
    case NUMBER_HALF:
    case NUMBER_BFLOAT16: return 2;
    case NUMBER_LONG_DOUBLE: return sizeof(long double);
    case NUMBER_COMPLEX_LONG_DOUBLE: return 2 * sizeof(long double);
    case NUMBER_COMPLEX_DOUBLE: return 16;
    default: return 8;
    }
}

static void add_widened(struct moments *moments, enum number_kind kind, const char *elements, size_t count)
{
    /* Without memory in smaller pieces: the same but for the rounding. */
    double few[STEP], *many = count > STEP ? malloc((count < CHUNK ? count : CHUNK) * sizeof(double)) : NULL;
    double *wide = many ? many : few;
    size_t size = element_bytes(kind), room = many ? CHUNK : STEP;
    while (count) {
        size_t some = count < room ? count : room;
        widen(kind, elements, some, wide);
        size_t done = add_double_chunks(moments, wide, some);
        add_double_chunks_plainly(moments, wide + done, some - done);
        elements += some * size;
        count -= some;
    }
    free(many);
}

#define ADD(TYPE, KERNEL)                                                                                             \
    do {                                                                                                              \
        const TYPE *x = elements;                                                                                     \
        size_t done = KERNEL(moments, x, count);                                                                      \
        KERNEL##_plainly(moments, x + done, count - done);                                                             \
    } while (0)

void MOMENTS_ADD(struct moments *moments, enum number_kind kind, const void *elements, size_t count)
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
