#include "contents.h"

#include <stdlib.h>

#include "intern.h"

bool contents_start(struct contents *contents)
{
    contents->count = 0;
    contents->recent = calloc(RECENT_CONTENTS, sizeof *contents->recent);
    return contents->recent != NULL;
}

void contents_free(struct contents *contents) { free(contents->recent); }

static struct recent_content *place_of(const struct contents *contents, uint64_t low, uint64_t high)
{
    return &contents->recent[mix(low ^ high) & (RECENT_CONTENTS - 1)];
}

/* Words and not an array of two: copied as one, they wait for their own store, which was a quarter of decoding. */
static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

void contents_expect(const struct contents *contents, const uint8_t *hash)
{
    __builtin_prefetch(place_of(contents, word_at(hash), word_at(hash + 8)), 1);
}

/* The row with this hash if one was made lately, else a new one's id. `*made` tells which. */
static uint64_t find(struct contents *contents, const uint8_t *hash, uint8_t flags, bool *made)
{
    *made = true;
    if (hash == NULL) {
        return contents->count++;
    }
    uint64_t low = word_at(hash), high = word_at(hash + 8);
    uint64_t kind = flags & (OPERAND_HAS_STATISTICS | OPERAND_HAS_INLINE);
    struct recent_content *entry = place_of(contents, low, high);
    if (entry->hash_low == low && entry->hash_high == high && entry->id_plus_one_and_flags != 0 &&
        (entry->id_plus_one_and_flags & 0xff) == kind) {
        *made = false;
        return (entry->id_plus_one_and_flags >> 8) - 1;
    }
    uint64_t id = contents->count++;
    *entry = (struct recent_content){low, high, (id + 1) << 8 | kind};
    return id;
}

static bool put_value(struct batch *batch, size_t row, const struct blocks *blocks)
{
    struct bytes *text = &batch->inline_text;
    if (blocks->value != NULL) {
        if (!bytes_grow(text, blocks->length)) {
            return false;
        }
        memcpy(text->data + text->size, blocks->value, blocks->length);
        text->size += blocks->length;
        set_bit(batch->inline_valid.data, row);
    }
    put32(&batch->inline_offsets, row + 1, (uint32_t)text->size);
    return true;
}

uint64_t contents_add(struct contents *contents, struct batch *batch, const struct blocks *blocks, uint8_t flags,
                      enum element element)
{
    bool made;
    uint64_t id = find(contents, blocks->hash, flags, &made);
    if (!made) {
        return id;
    }
    size_t row = batch->contents++;
    put64(&batch->content_id, row, id);
    if (blocks->hash != NULL) {
        put64(&batch->hash_low, row, word_at(blocks->hash));
        put64(&batch->hash_high, row, word_at(blocks->hash + 8));
        set_bit(batch->hash_valid.data, row);
    }
    struct statistics statistics;
    bool known = blocks->statistics != NULL;
    if (known) {
        memcpy(&statistics, blocks->statistics, sizeof statistics);
    } else if (blocks->value != NULL) {
        known = small_statistics(element, blocks->value, blocks->length, &statistics);
    }
    if (known) {
#define X(name, width) memcpy(batch->name.data + row * (width), &statistics.name, width);
        STATISTICS_COLUMNS(X)
#undef X
        set_bit(batch->statistics_valid.data, row);
    }
    return put_value(batch, row, blocks) ? id : NO_CONTENT;
}
