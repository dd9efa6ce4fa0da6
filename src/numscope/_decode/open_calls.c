#include "open_calls.h"

#include <stdlib.h>
#include <string.h>

#include "intern.h"

static size_t home(const struct open_calls *calls, uint64_t key) { return (size_t)mix(key) & (calls->size - 1); }

static size_t next(const struct open_calls *calls, size_t place) { return (place + 1) & (calls->size - 1); }

bool open_calls_start(struct open_calls *calls)
{
    calls->size = 256;
    calls->count = 0;
    calls->table = calloc(calls->size, sizeof *calls->table);
    return calls->table != NULL;
}

void open_calls_free(struct open_calls *calls) { free(calls->table); }

void open_calls_clear(struct open_calls *calls)
{
    memset(calls->table, 0, calls->size * sizeof *calls->table);
    calls->count = 0;
}

/* The place that holds `key`, or the free one where it belongs. */
static size_t place_of(const struct open_calls *calls, uint64_t key)
{
    size_t place = home(calls, key);
    while (calls->table[place].sequence_plus_one != 0 && calls->table[place].sequence_plus_one != key) {
        place = next(calls, place);
    }
    return place;
}

static bool grow(struct open_calls *calls)
{
    struct open_calls larger = {.size = calls->size * 2, .count = calls->count};
    larger.table = calloc(larger.size, sizeof *larger.table);
    if (larger.table == NULL) {
        return false;
    }
    for (size_t i = 0; i < calls->size; i++) {
        if (calls->table[i].sequence_plus_one != 0) {
            larger.table[place_of(&larger, calls->table[i].sequence_plus_one)] = calls->table[i];
        }
    }
    free(calls->table);
    *calls = larger;
    return true;
}

bool open_calls_add(struct open_calls *calls, uint64_t parent, uint64_t ticks, uint64_t inside)
{
    size_t place = place_of(calls, parent + 1);
    if (calls->table[place].sequence_plus_one == 0) {
        if (calls->count * 2 >= calls->size) {
            if (!grow(calls)) {
                return false;
            }
            place = place_of(calls, parent + 1);
        }
        calls->table[place].sequence_plus_one = parent + 1;
        calls->table[place].inside = (struct inside){0, 0};
        calls->count++;
    }
    calls->table[place].inside.ticks += ticks;
    calls->table[place].inside.calls += inside + 1;
    return true;
}

struct inside open_calls_take(struct open_calls *calls, uint64_t sequence)
{
    size_t place = place_of(calls, sequence + 1);
    if (calls->table[place].sequence_plus_one == 0) {
        return (struct inside){0, 0};
    }
    struct inside inside = calls->table[place].inside;
    /* Close the gap by moving back whatever would no longer be found behind it (Knuth, TAOCP 6.4, algorithm R). */
    size_t gap = place;
    for (size_t at = next(calls, gap); calls->table[at].sequence_plus_one != 0; at = next(calls, at)) {
        size_t wanted = home(calls, calls->table[at].sequence_plus_one);
        size_t distance_from_home = (at - wanted) & (calls->size - 1);
        size_t distance_from_gap = (at - gap) & (calls->size - 1);
        if (distance_from_home >= distance_from_gap) {
            calls->table[gap] = calls->table[at];
            gap = at;
        }
    }
    calls->table[gap].sequence_plus_one = 0;
    calls->count--;
    return inside;
}
