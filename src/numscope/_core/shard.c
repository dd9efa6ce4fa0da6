#include "shard.h"

#include <errno.h>

#include "clock.h"
#include "file_thread.h"

/* A quarter of a ring is moved at a time, while the program fills the next. */
enum { DEFINITIONS_CAPACITY = 256 << 10, EVENTS_CAPACITY = 1 << 20, VALUES_CAPACITY = 4 << 20 };

struct shard shard;

/* A failure sets stop_reason, which the next append checks. */
static void drain_all(void)
{
    if (shard.state != SHARD_OPEN)
        return;
    stream_drain(&shard.definitions);
    stream_drain(&shard.values);
    stream_drain(&shard.events);
    stream_release(&shard.values);
}

/* ---- opening ---- */

struct opening {
    const char *directory;
    int error;
};

static bool close_job(void *nothing);

static bool open_job(void *context)
{
    struct opening *opening = context;
    int error = stream_open(&shard.definitions, opening->directory, "definitions", ".log", DEFINITIONS_CAPACITY);
    if (!error)
        error = stream_open(&shard.events, opening->directory, "events-0", ".log", EVENTS_CAPACITY);
    if (!error)
        error = stream_open(&shard.values, opening->directory, "values", ".pack", VALUES_CAPACITY);
    opening->error = error;
    shard.state = SHARD_OPEN;
    return !error || (close_job(NULL), false);
}

int shard_open(const char *directory)
{
    struct opening opening = {directory, EAGAIN}; /* no thread can be started */
    file_thread_set_background(drain_all);
    if (!file_thread_run(open_job, &opening)) {
        file_thread_stop();
        return opening.error;
    }
    shard.generation++;
    shard.stopped = false;
    shard.operations = shard.value_count = shard.value_bytes = shard.over_budget = 0;
    return 0;
}

/* ---- closing ---- */

static void write_stopped_record(void)
{
    const struct tail_header *tail = shard.events.tail;
    struct stopped_record *record = stream_reserve(&shard.events, sizeof *record);
    if (!record)
        return;
    *record = (struct stopped_record){
        .header = {sizeof *record, RECORD_STOPPED, 0},
        .missing = tail->missing,
        .stopped_ns = tail->stopped_ns,
        .stopped = tail->stopped,
    };
    stream_commit(&shard.events, sizeof *record);
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
        .stop_reason = tail->stopped ? tail->stopped : tail->stop_reason,
    };
    stream_commit(&shard.events, sizeof *record);
}

static bool close_job(void *nothing)
{
    (void)nothing;
    shard.state = SHARD_CLOSING;
    stream_quieten(&shard.events);
    /* Values first: an event must never name bytes that are not there. */
    stream_close(&shard.values);
    stream_close(&shard.definitions);
    if (shard.events.tail && shard.events.tail->stopped)
        write_stopped_record();
    if (shard.events.tail)
        write_close_record();
    stream_close(&shard.events);
    shard.state = SHARD_CLOSED;
    return true;
}

static void leave_files(void)
{
    stream_abandon(&shard.values);
    stream_abandon(&shard.definitions);
    stream_abandon(&shard.events);
    shard.state = SHARD_CLOSED;
}

void shard_close(void)
{
    if (!file_thread_run(close_job, NULL))
        leave_files(); /* no thread can be started: readers find in the tails what the files have not */
    file_thread_stop();
}

void shard_abandon(void)
{
    leave_files();
}

double shard_ns_per_tick(void)
{
    const struct tail_header *tail = shard.events.tail;
    uint64_t ticks = clock_ticks() - tail->first_ticks, ns = clock_ns(CLOCK_REALTIME) - tail->first_ns;
    return ticks && ns ? (double)ns / (double)ticks : 1;
}
