#include "segment.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A quarter of a ring is moved at a time, while the program fills the next. */
enum { DEFINITIONS_CAPACITY = 256 << 10, EVENTS_CAPACITY = 1 << 20, VALUES_CAPACITY = 4 << 20 };
_Static_assert(SEGMENT_RINGS == DEFINITIONS_CAPACITY + EVENTS_CAPACITY + VALUES_CAPACITY + 3 * TAIL_HEADER_BYTES,
               "what rotation takes off its bound");

static const struct stream_names EVENTS = {"events-0", ".log"}, DEFINITIONS = {"definitions", ".log"},
                                 VALUES = {"values", ".pack"};

static char *folder_of(const char *home, uint32_t number)
{
    char *path;
    int length = number ? asprintf(&path, "%s.%u", home, number) : asprintf(&path, "%s", home);
    return length < 0 ? NULL : path;
}

/* ---- opening ---- */

static int open_streams(struct streams *streams, const char *folder, const struct stream_owner *owner)
{
    int error = stream_open(&streams->definitions, folder, DEFINITIONS, DEFINITIONS_CAPACITY, owner);
    if (!error)
        error = stream_open(&streams->events, folder, EVENTS, EVENTS_CAPACITY, owner);
    if (!error)
        error = stream_open(&streams->values, folder, VALUES, VALUES_CAPACITY, owner);
    return error;
}

struct segment *segment_open(const char *home, uint32_t number, const struct stream_owner *owner, int *error)
{
    struct segment *segment = calloc(1, sizeof *segment);
    char *folder = folder_of(home, number);
    *error = segment && folder ? 0 : ENOMEM;
    if (!*error && number && mkdir(folder, 0700))
        *error = errno;
    if (!*error && (*error = open_streams(&segment->streams, folder, owner))) {
        stream_close(&segment->streams.definitions);
        stream_close(&segment->streams.events);
        segment_remove(home, number);
    }
    free(folder);
    if (*error) {
        free(segment);
        return NULL;
    }
    segment->number = number;
    return segment;
}

/* ---- closing ---- */

static void write_stopped_record(struct stream *events)
{
    const struct tail_header *tail = events->tail;
    struct stopped_record *record = stream_reserve(events, sizeof *record);
    if (!record)
        return;
    *record = (struct stopped_record){
        .header = {sizeof *record, RECORD_STOPPED, 0},
        .missing = tail->missing,
        .stopped_ns = tail->stopped_ns,
        .stopped = tail->stopped,
    };
    stream_commit(events, sizeof *record);
}

static void write_close_record(struct stream *events)
{
    stream_drain(events->file); /* reads the clocks */
    const struct tail_header *tail = events->tail;
    struct close_record *record = stream_reserve(events, sizeof *record);
    if (!record)
        return;
    *record = (struct close_record){
        .header = {sizeof *record, RECORD_CLOSE, 0},
        .first_ticks = tail->first_ticks,
        .first_ns = tail->first_ns,
        .last_ticks = tail->last_ticks,
        .last_ns = tail->last_ns,
        .next_sequence = tail->next_sequence,
        .left_out = tail->left_out,
        .stop_reason = tail->stopped ? tail->stopped : tail->stop_reason,
    };
    stream_commit(events, sizeof *record);
}

void segment_close(struct segment *segment)
{
    struct streams *streams = &segment->streams;
    stream_quieten(&streams->events);
    /* Values first: an event must never name bytes that are not there. */
    stream_close(&streams->values);
    stream_close(&streams->definitions);
    if (streams->events.tail->stopped)
        write_stopped_record(&streams->events);
    write_close_record(&streams->events);
    stream_close(&streams->events);
    free(segment);
}

void segment_abandon(struct segment *segment)
{
    if (!segment)
        return;
    stream_abandon(&segment->streams.values);
    stream_abandon(&segment->streams.definitions);
    stream_abandon(&segment->streams.events);
    free(segment);
}

/* ---- removing ---- */

static void remove_file(const char *folder, const char *name, const char *suffix)
{
    char *path;
    if (asprintf(&path, "%s/%s%s", folder, name, suffix) < 0)
        return;
    unlink(path);
    free(path);
}

void segment_remove(const char *home, uint32_t number)
{
    const struct stream_names names[] = {EVENTS, VALUES, DEFINITIONS};
    char *folder = folder_of(home, number);
    if (!folder)
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        remove_file(folder, names[i].name, names[i].suffix);
        remove_file(folder, names[i].name, ".tail");
    }
    if (number)
        rmdir(folder);
    free(folder);
}
