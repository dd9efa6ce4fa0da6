#include "shard.h"

#include "drain.h"

/* A quarter of a ring is moved at a time, while the program fills the next. */
enum { DEFINITIONS_CAPACITY = 256 << 10, EVENTS_CAPACITY = 1 << 20, VALUES_CAPACITY = 4 << 20 };

struct shard shard;

int shard_open(const char *directory)
{
    int error = stream_open(&shard.definitions, directory, "definitions", ".log", DEFINITIONS_CAPACITY);
    if (!error)
        error = stream_open(&shard.events, directory, "events-0", ".log", EVENTS_CAPACITY);
    if (!error)
        error = stream_open(&shard.values, directory, "values", ".pack", VALUES_CAPACITY);
    if (error) {
        shard_close();
        return error;
    }
    shard.generation++;
    shard.operations = shard.value_count = shard.value_bytes = shard.over_budget = 0;
    return 0;
}

static void write_close_record(void)
{
    stream_drain(&shard.events); /* reads the clocks */
    const struct tail_header *tail = shard.events.tail;
    struct close_record *record = stream_reserve(&shard.events, sizeof *record);
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
        .stop_reason = tail->stop_reason,
    };
    stream_commit(&shard.events, sizeof *record);
}

void shard_close(void)
{
    drain_stop();
    /* Values first: an event must never name bytes that are not there. */
    stream_close(&shard.values);
    stream_close(&shard.definitions);
    if (shard.events.tail)
        write_close_record();
    stream_close(&shard.events);
}

void shard_abandon(void)
{
    drain_forget();
    stream_abandon(&shard.values);
    stream_abandon(&shard.definitions);
    stream_abandon(&shard.events);
}
