#include "shard.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "file_thread.h"

struct shard shard;

/* What the file thread and the program hand each other, each pointer under the lock. A segment in `leaving` is the file
 * thread's alone. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct segment *running, *ready, *leaving;

/* The file thread's. */
static char *folder;
static uint32_t oldest, first_open; /* segments: that is kept, that is not closed */
static bool refused; /* the next segment could not be opened: the disk is full */
static bool pinned;
static shard_asked asked;

/* ns between two looks of an otherwise idle thread at what is asked. */
enum { LOOK_EVERY = 100000000 };
static uint64_t next_look; /* when a segment may have become old, in ns since the Unix epoch */

static bool has_work; /* for the file thread, besides looking what is asked; atomic */

/* ---- in the background ---- */

static struct segment *look(struct segment *const *place)
{
    pthread_mutex_lock(&lock);
    struct segment *segment = *place;
    pthread_mutex_unlock(&lock);
    return segment;
}

static struct segment *take(struct segment **place)
{
    pthread_mutex_lock(&lock);
    struct segment *segment = *place;
    *place = NULL;
    pthread_mutex_unlock(&lock);
    return segment;
}

static void put(struct segment **place, struct segment *segment)
{
    pthread_mutex_lock(&lock);
    *place = segment;
    pthread_mutex_unlock(&lock);
}

static void close_leaving(void)
{
    pthread_mutex_lock(&lock);
    struct segment *segment = leaving, *next;
    uint32_t number = running ? running->number : 0;
    leaving = NULL;
    pthread_mutex_unlock(&lock);
    for (; segment; segment = next) {
        next = segment->next;
        segment_close(segment);
    }
    first_open = number;
}

/* The disk is smaller than the bound: one segment fewer is kept. */
static bool make_room(void)
{
    if (oldest >= first_open)
        return false;
    segment_remove(folder, oldest++);
    return true;
}

static void drop_old(uint32_t newest)
{
    for (; shard.rotation.keep && oldest + shard.rotation.keep <= newest; oldest++)
        segment_remove(folder, oldest);
}

static void wake(void)
{
    __atomic_store_n(&has_work, true, __ATOMIC_RELEASE);
    file_thread_wake();
}

void shard_set_due(enum due what)
{
    __atomic_or_fetch(&shard.due, (unsigned)what, __ATOMIC_RELAXED);
}

void shard_clear_due(enum due what)
{
    __atomic_and_fetch(&shard.due, ~(unsigned)what, __ATOMIC_RELAXED);
}

static void grown(void)
{
    if (shard.rotation.bytes && shard_bytes() >= rotation_soft_bytes(&shard.rotation))
        shard_set_due(DUE_SEGMENT);
    wake();
}

static const struct stream_owner owner = {grown, make_room};

static uint64_t age_of(const struct segment *segment)
{
    uint64_t now = clock_ns(CLOCK_REALTIME), began = segment->streams.events.file->tail->first_ns;
    return now > began ? now - began : 0;
}

/* Long before it is needed: files take longer than the program should wait. */
static void open_next(const struct segment *segment)
{
    int error;
    struct segment *next = segment_open(folder, segment->number + 1, &owner, &error);
    while (!next && error == ENOSPC && make_room())
        next = segment_open(folder, segment->number + 1, &owner, &error);
    refused = !next;
    put(&ready, next);
}

static void settle(const struct segment *segment)
{
    drop_old(segment->number);
    close_leaving();
}

/* The segment that is written if there is none yet to follow it: then the program can't rotate until there is. */
static const struct segment *without_next(void)
{
    pthread_mutex_lock(&lock);
    const struct segment *segment = ready ? NULL : running;
    pthread_mutex_unlock(&lock);
    return segment;
}

static void rotate_in_time(void)
{
    settle(look(&running));
    const struct segment *last = without_next();
    if (last)
        open_next(last);
    if (shard.rotation.period && age_of(look(&running)) >= shard.rotation.period)
        shard_set_due(DUE_SEGMENT);
}

/* A failure sets stop_reason, which the next append checks. */
static void drain_all(void)
{
    if (shard.rotation.keep)
        rotate_in_time();
    /* Segments are closed on this thread only, and above: it stays open, even if the program rotates now. */
    const struct segment *segment = look(&running);
    stream_drain(segment->streams.definitions.file);
    stream_drain(segment->streams.values.file);
    stream_drain(segment->streams.events.file);
    stream_release(segment->streams.values.file);
}

/* At most a quarter of a period late, and at least every five seconds. */
static uint64_t look_every(const struct rotation *rotation)
{
    const uint64_t most = 5000000000;
    return rotation->period / 4 < most ? rotation->period / 4 + 1 : most;
}

static bool is_time(const struct rotation *rotation)
{
    uint64_t now = rotation->period ? clock_ns(CLOCK_REALTIME) : 0;
    if (!rotation->period || now < next_look)
        return false;
    next_look = now + look_every(rotation);
    return true;
}

static void in_background(void)
{
    if (shard.state != SHARD_OPEN || !look(&running))
        return;
    asked(look(&running)->streams.events.file->tail);
    if (__atomic_exchange_n(&has_work, false, __ATOMIC_ACQ_REL) || is_time(&shard.rotation))
        drain_all();
}

/* ---- opening ---- */

struct opening {
    const char *directory;
    int error;
};

static bool open_job(void *context)
{
    struct opening *opening = context;
    free(folder);
    folder = strdup(opening->directory);
    struct segment *segment = folder ? segment_open(folder, 0, &owner, &opening->error) : NULL;
    put(&running, segment);
    oldest = first_open = 0;
    refused = pinned = false;
    shard.state = segment ? SHARD_OPEN : SHARD_CLOSED;
    return segment != NULL;
}

static void begin_segment(void)
{
    shard.streams = running->streams;
    shard.generation++;
    shard.steps = 0;
    shard_clear_due(DUE_SEGMENT);
}

int shard_open(const char *directory, struct rotation rotation, shard_asked when_asked)
{
    struct opening opening = {directory, EAGAIN}; /* no thread can be started */
    shard.rotation = rotation;
    next_look = 0;
    asked = when_asked;
    file_thread_set_background(in_background, LOOK_EVERY);
    if (!file_thread_run(open_job, &opening)) {
        file_thread_stop();
        return opening.error;
    }
    begin_segment();
    shard.first_generation = shard.generation;
    shard.stopped = false;
    shard.operations = shard.value_count = shard.value_bytes = shard.over_budget = 0;
    shard.budget = (struct value_budget){0};
    shard.before = (struct rotated){.began_ns = shard.events.tail->first_ns};
    shard_clear_due(DUE_MARK);
    if (rotation.keep)
        wake(); /* it opens the next segment */
    return 0;
}

/* ---- rotating ---- */

static void write_segment_record(void)
{
    struct segment_record *record = stream_reserve(&shard.events, sizeof *record);
    if (!record)
        return;
    *record = (struct segment_record){
        .header = {sizeof *record, RECORD_SEGMENT, 0},
        .begun = shard.before.begun,
        .began_ns = shard.before.began_ns,
        .number = running->number,
    };
    stream_commit(&shard.events, sizeof *record);
}

void shard_step(void)
{
    shard.steps++;
    shard.budget.in_step = 0;
    shard.budget.stepped = true;
    if (shard.rotation.steps && shard.steps >= shard.rotation.steps)
        shard_set_due(DUE_SEGMENT);
}

static bool open_next_job(void *nothing)
{
    (void)nothing;
    const struct segment *segment = look(&running);
    settle(segment);
    if (!look(&ready))
        open_next(segment);
    return !refused;
}

/* The program never waits for the disk here unless segments follow each other faster than the file thread opens them. */
bool shard_rotate(void)
{
    shard_clear_due(DUE_SEGMENT); /* where there can't be a next one, it is tried again when more has been written */
    if (!look(&ready) && !file_thread_run(open_next_job, NULL))
        return false;
    struct tail_header *tail = shard.events.tail;
    shard.before.begun += tail->next_sequence;
    shard.before.bytes += shard_bytes();
    tail->in_flight_depth = 0; /* what runs in other threads will be counted */
    struct tail_header *next = ready->streams.events.tail; /* opened a while ago */
    next->first_ticks = next->last_ticks = clock_ticks();
    next->first_ns = next->last_ns = clock_ns(CLOCK_REALTIME);
    next->held = tail->held;
    struct segment *old = running;
    shard.rotating = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    old->streams = shard.streams;
    pthread_mutex_lock(&lock);
    running = ready;
    ready = NULL;
    old->next = leaving;
    leaving = old;
    pthread_mutex_unlock(&lock);
    begin_segment();
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    shard.rotating = false;
    write_segment_record();
    wake();
    return true;
}

void shard_go_on(void)
{
    if (shard.events.tail)
        wake();
}

static bool settle_job(void *nothing)
{
    (void)nothing;
    settle(look(&running));
    return true;
}

void shard_settle(void)
{
    if (look(&leaving) && !file_thread_run(settle_job, NULL))
        return; /* no thread can be started: then nothing is written either */
}

void shard_pin_here(void)
{
    if (!pinned)
        oldest = look(&running)->number + 1;
    pinned = true;
}

static bool pin_job(void *nothing)
{
    (void)nothing;
    shard_pin_here();
    return true;
}

void shard_pin(void)
{
    if (shard.state == SHARD_OPEN && !file_thread_run(pin_job, NULL))
        return;
}

/* ---- closing ---- */

static bool close_job(void *nothing)
{
    (void)nothing;
    shard.state = SHARD_CLOSING;
    settle(look(&running));
    struct segment *segment = take(&running), *unused = take(&ready);
    segment_close(segment);
    if (unused) {
        uint32_t number = unused->number;
        segment_close(unused);
        segment_remove(folder, number);
    }
    shard.state = SHARD_CLOSED;
    return true;
}

static void leave_files(void)
{
    segment_abandon(take(&running));
    segment_abandon(take(&ready));
    for (struct segment *segment = take(&leaving), *next; segment; segment = next) {
        next = segment->next;
        segment_abandon(segment);
    }
    shard.state = SHARD_CLOSED;
}

static void forget_streams(void)
{
    shard.streams = (struct streams){0};
}

void shard_close(void)
{
    running->streams = shard.streams;
    forget_streams();
    if (!file_thread_run(close_job, NULL))
        leave_files(); /* no thread can be started: readers find in the tails what the files have not */
    file_thread_stop();
}

void shard_abandon(void)
{
    forget_streams();
    leave_files();
}

double shard_ns_per_tick(void)
{
    const struct tail_header *tail = shard.events.tail;
    uint64_t ticks = clock_ticks() - tail->first_ticks, ns = clock_ns(CLOCK_REALTIME) - tail->first_ns;
    return ticks && ns ? (double)ns / (double)ticks : 1;
}
