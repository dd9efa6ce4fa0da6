#include "marks.h"

#include <pthread.h>
#include <string.h>

#include "clock.h"
#include "definitions.h"
#include "sharing.h"

struct noted {
    uint64_t ticks;
    char text[ASKED_TEXT];
};

enum { MOST_NOTED = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct noted waiting[MOST_NOTED];
static size_t waiting_count;
static uint64_t steps, asked, named;

void marks_reset(void)
{
    pthread_mutex_lock(&lock);
    waiting_count = 0;
    pthread_mutex_unlock(&lock);
    steps = asked = named = 0;
}

/* Within a section. */
static void write_mark(enum mark_kind kind, uint64_t number, const struct noted *noted, uint64_t sequence)
{
    size_t length = strnlen(noted->text, ASKED_TEXT), size = sizeof(struct mark_record) + length;
    if (!shard.events.tail || shard.stopped)
        return;
    struct mark_record *record = definition_reserve(size, RECORD_MARK, 0);
    if (!record)
        return;
    record->kind = kind;
    record->length = (uint32_t)length;
    record->number = number;
    record->ticks = noted->ticks;
    record->sequence = sequence;
    memcpy(record + 1, noted->text, length);
    definition_commit(size);
}

void mark_step(uint64_t sequence)
{
    struct noted now = {.ticks = clock_ticks()};
    writing_begin();
    write_mark(MARK_STEP, ++steps, &now, sequence);
    writing_end();
}

/* How many bytes of a text fit, whole characters only. */
static size_t fitting(const char *text)
{
    size_t length = strnlen(text, ASKED_TEXT + 1);
    if (length <= ASKED_TEXT)
        return length;
    length = ASKED_TEXT;
    while (length && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    return length;
}

void mark_named(const char *text, uint64_t sequence)
{
    struct noted now = {.ticks = clock_ticks()};
    memcpy(now.text, text, fitting(text));
    writing_begin();
    write_mark(MARK_NAMED, ++named, &now, sequence);
    writing_end();
}

uint64_t marked_steps(void)
{
    return steps;
}

bool mark_note(const char *text)
{
    pthread_mutex_lock(&lock);
    bool room = waiting_count < MOST_NOTED;
    if (room) {
        struct noted *noted = &waiting[waiting_count++];
        noted->ticks = clock_ticks();
        memcpy(noted->text, text, ASKED_TEXT);
    }
    pthread_mutex_unlock(&lock);
    if (room)
        shard_set_due(DUE_MARK);
    return room;
}

void marks_write_noted(uint64_t sequence)
{
    if (!(shard.due & DUE_MARK))
        return;
    struct noted taken[MOST_NOTED];
    pthread_mutex_lock(&lock);
    size_t count = waiting_count;
    memcpy(taken, waiting, count * sizeof *taken);
    waiting_count = 0;
    shard_clear_due(DUE_MARK);
    pthread_mutex_unlock(&lock);
    writing_begin();
    for (size_t i = 0; i < count; i++)
        write_mark(MARK_ASKED, ++asked, &taken[i], sequence);
    writing_end();
}
