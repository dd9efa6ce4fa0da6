#include "elision.h"

#include <string.h>

#include "definitions.h"

/* Stretches from all over a content: 2 KB give the shares of words to a few hundredths. Below SMALLEST bytes, sampling
 * would cost noticeable time. */
enum { STRETCHES = 16, STRETCH_BYTES = 128, SMALLEST = 16 << 10 };

struct counts {
    uint32_t words, there, changed; /* not zero; other than the one before */
};

#define COUNT(type)                                              \
    static void count_##type(struct counts *counts, const char *stretch) \
    {                                                            \
        type words[STRETCH_BYTES / sizeof(type)];                \
        memcpy(words, stretch, sizeof words);                    \
        uint32_t there = words[0] != 0, changed = 0;             \
        for (size_t i = 1; i < STRETCH_BYTES / sizeof(type); i++) { \
            there += words[i] != 0;                              \
            changed += words[i] != words[i - 1];                 \
        }                                                        \
        counts->words += STRETCH_BYTES / sizeof(type);           \
        counts->there += there;                                  \
        counts->changed += changed;                              \
    }

COUNT(uint8_t)
COUNT(uint16_t)
COUNT(uint32_t)
COUNT(uint64_t)

static void count(struct counts *counts, const char *stretch, uint8_t word)
{
    switch (word) {
    case 1: count_uint8_t(counts, stretch); break;
    case 2: count_uint16_t(counts, stretch); break;
    case 4: count_uint32_t(counts, stretch); break;
    default: count_uint64_t(counts, stretch);
    }
}

/* Bytes that are stored of 1024, the bitmap included. */
static uint32_t cost(uint32_t kept, uint32_t words, uint8_t word)
{
    return (uint32_t)(1024ull * kept / words) + 128 / word;
}

struct choice {
    struct elision elision;
    uint32_t cost;
};

/* An eighth less is worth a reader's trouble. */
enum { WORTH = 896 };

static void consider(struct choice *choice, uint32_t kept, uint32_t words, struct elision elision)
{
    uint32_t its = cost(kept, words, elision.word);
    if (its < choice->cost && its <= WORTH)
        *choice = (struct choice){elision, its};
}

static void consider_words(struct choice *choice, const char *data, uint64_t bytes, uint8_t word)
{
    struct counts counts = {0};
    uint64_t step = (bytes - STRETCH_BYTES) / STRETCHES;
    for (uint64_t i = 0; i < STRETCHES; i++) {
        /* Not at even distances: images and matrices repeat themselves at such. */
        uint64_t at = i * step + mix(i, bytes) % step;
        count(&counts, data + at / 16 * 16, word);
    }
    consider(choice, counts.changed, counts.words, (struct elision){word, true});
    consider(choice, counts.there, counts.words, (struct elision){word, false});
}

static bool repeats_elements(const struct layout *layout)
{
    int last = layout->dimensions - 1;
    return layout->shape_and_strides[last] > 1 && !layout->shape_and_strides[layout->dimensions + last];
}

struct elision elision_choose(const struct layout *layout, struct memory memory, uint64_t zeros)
{
    struct choice choice = {{0, false}, UINT32_MAX};
    uint32_t item = layout->dtype->item_bytes;
    if (item > 16 || item & (item - 1) || layout->data_bytes < SMALLEST)
        return choice.elision;
    uint32_t number = layout->dtype->kind == 'c' ? item / 2 : item;
    uint8_t word = number < 8 ? (uint8_t)number : 8;
    if (!layout->c_contiguous && !layout->fortran) {
        if (repeats_elements(layout))
            return (struct elision){word, true};
        consider(&choice, (uint32_t)(1024 - 1024 * zeros / layout->count), 1024, (struct elision){word, false});
        return choice.elision;
    }
    if (memory.foreign)
        return choice.elision;
    consider_words(&choice, memory.data, layout->data_bytes, word);
    /* Of small integers, and of floats that are such, the other halves are zero. */
    if (word > 2)
        consider_words(&choice, memory.data, layout->data_bytes, 2);
    return choice.elision;
}
