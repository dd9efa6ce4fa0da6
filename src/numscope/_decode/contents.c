#include "contents.h"

#include <stdlib.h>
#include <string.h>

#include "intern.h"

bool contents_start(struct contents *contents)
{
    *contents = (struct contents){.recent = calloc(RECENT_PLACES * RECENT_A_PLACE, sizeof *contents->recent)};
    return contents->recent != NULL;
}

void contents_free(struct contents *contents)
{
    free(contents->recent);
    free(contents->pending);
}

/* The contents that fall to the same place, the latest first. */
static struct recent_content *place_of(const struct contents *contents, uint64_t low, uint64_t high)
{
    return &contents->recent[(mix(low ^ high) & (RECENT_PLACES - 1)) * RECENT_A_PLACE];
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
    const struct recent_content *place = place_of(contents, word_at(hash), word_at(hash + 8));
    __builtin_prefetch(place, 1);
    __builtin_prefetch(place + RECENT_A_PLACE - 1, 1); /* 96 bytes: two cache lines */
}

static bool is_content(const struct recent_content *entry, uint64_t low, uint64_t high, uint64_t kind)
{
    return entry->hash_low == low && entry->hash_high == high && entry->id_plus_one_and_flags != 0 &&
           (entry->id_plus_one_and_flags & 0xff) == kind;
}

/* The row with this hash if one was made lately, else a new one's id. `*made` says which. */
static uint64_t find(struct contents *contents, const uint8_t *hash, uint8_t flags, bool *made)
{
    *made = true;
    if (hash == NULL) {
        return contents->count++;
    }
    uint64_t low = word_at(hash), high = word_at(hash + 8);
    uint64_t kind = flags & (OPERAND_HAS_STATISTICS | OPERAND_HAS_INLINE);
    struct recent_content *place = place_of(contents, low, high), entry;
    int at = 0;
    while (at < RECENT_A_PLACE && !is_content(&place[at], low, high, kind)) {
        at++;
    }
    *made = at == RECENT_A_PLACE;
    if (*made) {
        entry = (struct recent_content){low, high, (contents->count++ + 1) << 8 | kind};
        at--;
    } else {
        entry = place[at];
    }
    memmove(place + 1, place, (size_t)at * sizeof *place);
    place[0] = entry;
    return (entry.id_plus_one_and_flags >> 8) - 1;
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

static void put_hash(struct batch *batch, size_t row, uint64_t low, uint64_t high)
{
    put64(&batch->hash_low, row, low);
    put64(&batch->hash_high, row, high);
    set_bit(batch->hash_valid.data, row);
}

static void put_statistics(struct batch *batch, size_t row, const struct statistics *statistics)
{
#define X(name, width) memcpy(batch->name.data + row * (width), &statistics->name, width);
    STATISTICS_COLUMNS(X)
#undef X
    set_bit(batch->statistics_valid.data, row);
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
        put_hash(batch, row, word_at(blocks->hash), word_at(blocks->hash + 8));
    }
    struct statistics statistics;
    bool known = blocks->statistics != NULL;
    if (known) {
        memcpy(&statistics, blocks->statistics, sizeof statistics);
    } else if (blocks->value != NULL) {
        known = small_statistics(element, blocks->value, blocks->length, &statistics);
    }
    if (known) {
        put_statistics(batch, row, &statistics);
    }
    return put_value(batch, row, blocks) ? id : NO_CONTENT;
}

static struct pending_content *pending_place(const struct contents *contents, uint64_t number)
{
    size_t place = mix(number) & (contents->pending_places - 1);
    while (contents->pending[place].number_plus_one != 0 && contents->pending[place].number_plus_one != number + 1) {
        place = (place + 1) & (contents->pending_places - 1);
    }
    return &contents->pending[place];
}

static bool grow_pending(struct contents *contents)
{
    struct contents grown = *contents;
    grown.pending_places = contents->pending_places ? 2 * contents->pending_places : 1024;
    grown.pending = calloc(grown.pending_places, sizeof *grown.pending);
    if (grown.pending == NULL) {
        return false;
    }
    for (size_t i = 0; i < contents->pending_places; i++) {
        if (contents->pending[i].number_plus_one != 0) {
            *pending_place(&grown, contents->pending[i].number_plus_one - 1) = contents->pending[i];
        }
    }
    free(contents->pending);
    *contents = grown;
    return true;
}

static struct pending_content *find_pending(struct contents *contents, uint64_t number)
{
    if (2 * contents->pending_count >= contents->pending_places && !grow_pending(contents)) {
        return NULL;
    }
    struct pending_content *pending = pending_place(contents, number);
    if (pending->number_plus_one == 0) {
        *pending = (struct pending_content){number + 1, contents->count++, false};
        contents->pending_count++;
    }
    return pending;
}

uint64_t contents_pending(struct contents *contents, uint64_t number)
{
    const struct pending_content *pending = find_pending(contents, number);
    return pending == NULL ? NO_CONTENT : pending->id;
}

bool contents_settle(struct contents *contents, struct batch *batch, const struct settled_record *settled)
{
    struct pending_content *pending = find_pending(contents, settled->number);
    if (pending == NULL || pending->settled) {
        return pending != NULL;
    }
    pending->settled = true;
    size_t row = batch->contents++;
    put64(&batch->content_id, row, pending->id);
    if (settled->header.flags & OPERAND_HAS_HASH) {
        put_hash(batch, row, settled->hash_low, settled->hash_high);
    }
    if (settled->header.flags & OPERAND_HAS_STATISTICS) {
        put_statistics(batch, row, &settled->statistics);
    }
    return put_value(batch, row, &(struct blocks){0});
}

void contents_next_process(struct contents *contents)
{
    free(contents->pending);
    contents->pending = NULL;
    contents->pending_places = contents->pending_count = 0;
}
