/* Leaving words out. */
#include <string.h>

#include "elision.h"

/* Copy the words that are kept, of at most 64; the bits of `*mask` say which. Returns how many are kept. */
#define SOME_WORDS(type)                                                                                             \
    static inline size_t some_##type(const char *bytes, size_t words, bool repeats, type *last, char *room, uint64_t *mask) \
    {                                                                                                                \
        size_t kept = 0;                                                                                             \
        *mask = 0;                                                                                                   \
        for (size_t i = 0; i < words; i++) {                                                                         \
            type word;                                                                                               \
            memcpy(&word, bytes + i * sizeof word, sizeof word);                                                     \
            uint64_t there = word != (repeats ? *last : 0);                                                          \
            memcpy(room + kept * sizeof word, &word, sizeof word);                                                   \
            kept += there;                                                                                           \
            *mask |= there << i;                                                                                     \
            *last = word;                                                                                            \
        }                                                                                                            \
        return kept;                                                                                                 \
    }

SOME_WORDS(uint8_t)
SOME_WORDS(uint16_t)
SOME_WORDS(uint32_t)
SOME_WORDS(uint64_t)

/* All words of a block, 64 of them at a time by `SOME`. */
#define BLOCK(name, type, attributes, SOME)                                                                          \
    attributes static void block_##name(struct eliding *eliding, const char *bytes, size_t words, char *room)        \
    {                                                                                                                \
        type last = (type)eliding->last;                                                                             \
        uint64_t *bitmap = eliding->bitmap + eliding->words / 64;                                                    \
        size_t kept = 0, begin = 0;                                                                                  \
        for (; begin + 64 <= words; begin += 64, bitmap++)                                                           \
            kept += SOME(bytes + begin * sizeof(type), 64, eliding->elision.repeats, &last,                          \
                         room + kept * sizeof(type), bitmap);                                                        \
        if (begin < words)                                                                                           \
            kept += some_##type(bytes + begin * sizeof(type), words - begin, eliding->elision.repeats, &last,        \
                                room + kept * sizeof(type), bitmap);                                                 \
        eliding->last = last;                                                                                        \
        eliding->words += words;                                                                                     \
        eliding->kept += kept;                                                                                       \
    }

BLOCK(8, uint8_t, , some_uint8_t)
BLOCK(16, uint16_t, , some_uint16_t)
BLOCK(32, uint32_t, , some_uint32_t)
BLOCK(64, uint64_t, , some_uint64_t)

#ifdef NUMSCOPE_X86_KERNELS
#include <immintrin.h>

/* A vector at a time: five times as fast. SHIFTED: the words before those of `v`, of which `previous` has the first. */
#define WIDE_WORDS(type, bits, features, SHIFTED)                                                                    \
    __attribute__((target(features))) static inline size_t wide_##type(const char *bytes, size_t words, bool repeats, \
                                                                       type *last, char *room, uint64_t *mask)       \
    {                                                                                                                \
        enum { LANES = 64 / sizeof(type) };                                                                          \
        size_t kept = 0;                                                                                             \
        __m512i previous = _mm512_set1_epi##bits((int##bits##_t)*last);                                              \
        *mask = 0;                                                                                                   \
        for (size_t i = 0; i < words; i += LANES) {                                                                  \
            __m512i v = _mm512_loadu_si512(bytes + i * sizeof(type));                                                \
            __m512i other = repeats ? SHIFTED : _mm512_setzero_si512();                                              \
            uint64_t there = _mm512_cmpneq_epi##bits##_mask(v, other);                                               \
            _mm512_storeu_si512(room + kept * sizeof(type), _mm512_maskz_compress_epi##bits(there, v));              \
            kept += (size_t)__builtin_popcountll(there);                                                             \
            *mask |= there << i;                                                                                     \
            previous = v;                                                                                            \
        }                                                                                                            \
        memcpy(last, bytes + (words - 1) * sizeof(type), sizeof(type));                                              \
        return kept;                                                                                                 \
    }

/* Vectors of small words are pressed together by processors from Ice Lake and Zen 4 on, of large ones by all with AVX-512. */
#define FOR_SMALL "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt"
#define FOR_LARGE "avx512f,popcnt"

static const uint8_t before_8[64] = {
    63,  64,  65,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,  76,  77,  78,  79,  80,  81,  82,  83,  84,
    85,  86,  87,  88,  89,  90,  91,  92,  93,  94,  95,  96,  97,  98,  99,  100, 101, 102, 103, 104, 105, 106,
    107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126};
static const uint16_t before_16[32] = {31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46,
                                       47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62};

WIDE_WORDS(uint8_t, 8, FOR_SMALL, _mm512_permutex2var_epi8(previous, _mm512_loadu_si512(before_8), v))
WIDE_WORDS(uint16_t, 16, FOR_SMALL, _mm512_permutex2var_epi16(previous, _mm512_loadu_si512(before_16), v))
WIDE_WORDS(uint32_t, 32, FOR_LARGE, _mm512_alignr_epi32(v, previous, 15))
WIDE_WORDS(uint64_t, 64, FOR_LARGE, _mm512_alignr_epi64(v, previous, 7))

BLOCK(wide_8, uint8_t, __attribute__((target(FOR_SMALL))), wide_uint8_t)
BLOCK(wide_16, uint16_t, __attribute__((target(FOR_SMALL))), wide_uint16_t)
BLOCK(wide_32, uint32_t, __attribute__((target(FOR_LARGE))), wide_uint32_t)
BLOCK(wide_64, uint64_t, __attribute__((target(FOR_LARGE))), wide_uint64_t)
#endif

typedef void (*block)(struct eliding *, const char *, size_t, char *);

/* For words of 1, 2, 4 and 8 bytes. */
static const block *fastest(void)
{
    static const block plain[] = {block_8, block_16, block_32, block_64};
#ifdef NUMSCOPE_X86_KERNELS
    static const block large[] = {block_8, block_16, block_wide_32, block_wide_64};
    static const block wide[] = {block_wide_8, block_wide_16, block_wide_32, block_wide_64};
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("popcnt"))
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi") &&
                       __builtin_cpu_supports("avx512vbmi2")
                   ? wide
                   : large;
#endif
    return plain;
}

size_t elide(struct eliding *eliding, const char *bytes, size_t size, char *room)
{
    static const block *blocks;
    if (!blocks)
        blocks = fastest();
    uint64_t before = eliding->kept;
    unsigned word = eliding->elision.word;
    blocks[__builtin_ctz(word)](eliding, bytes, size / word, room);
    return (eliding->kept - before) * word;
}
