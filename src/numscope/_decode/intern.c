#include "intern.h"

#include <stdlib.h>

bool intern_start(struct intern *intern)
{
    intern->count = 0;
    intern->capacity = 512;
    intern->table_size = 1024;
    intern->keys = malloc(intern->capacity * sizeof *intern->keys);
    intern->table = calloc(intern->table_size, sizeof *intern->table);
    return intern->keys != NULL && intern->table != NULL;
}

void intern_free(struct intern *intern)
{
    free(intern->keys);
    free(intern->table);
}

static size_t first_place(const struct intern *intern, uint64_t first, uint64_t second, uint64_t third)
{
    /* One odd multiplier a word, from the digits of pi; the top bits of the sum depend on all of them. */
    uint64_t hash = first * 0x243F6A8885A308D3ull ^ second * 0x13198A2E03707345ull ^ third * 0xA4093822299F31D1ull;
    return (size_t)mix(hash) & (intern->table_size - 1);
}

static bool grow(struct intern *intern)
{
    size_t capacity = intern->capacity * 2;
    struct key *keys = realloc(intern->keys, capacity * sizeof *keys);
    if (keys == NULL) {
        return false;
    }
    intern->keys = keys;
    uint32_t *table = calloc(capacity * 2, sizeof *table);
    if (table == NULL) {
        return false;
    }
    free(intern->table);
    intern->table = table;
    intern->table_size = capacity * 2;
    intern->capacity = capacity;
    for (size_t id = 0; id < intern->count; id++) {
        const uint64_t *words = intern->keys[id].words;
        size_t place = first_place(intern, words[0], words[1], words[2]);
        while (table[place] != 0) {
            place = (place + 1) & (intern->table_size - 1);
        }
        table[place] = (uint32_t)id + 1;
    }
    return true;
}

uint32_t intern_find(struct intern *intern, uint64_t first, uint64_t second, uint64_t third)
{
    size_t place = first_place(intern, first, second, third);
    for (; intern->table[place] != 0; place = (place + 1) & (intern->table_size - 1)) {
        uint32_t id = intern->table[place] - 1;
        const uint64_t *words = intern->keys[id].words;
        if (words[0] == first && words[1] == second && words[2] == third) {
            return id;
        }
    }
    if (intern->count >= NO_ID - 1) {
        return NO_ID;
    }
    uint32_t id = (uint32_t)intern->count++;
    intern->keys[id] = (struct key){{first, second, third}};
    intern->table[place] = id + 1;
    if (intern->count == intern->capacity && !grow(intern)) {
        return NO_ID;
    }
    return id;
}
