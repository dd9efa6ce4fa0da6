/* An append-only file and a memory-mapped ring of its newest bytes: see format.h. The GIL orders those who append; one
 * thread of the recorder moves full stretches to the file, so that the program does not wait for the page cache. */
#ifndef NUMSCOPE_STREAM_H
#define NUMSCOPE_STREAM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "format.h"

struct stream {
    int file;
    struct tail_header *tail; /* NULL: closed */
    uint64_t mask;            /* capacity of the ring - 1 */
    char *ring;               /* mapped twice in a row: a stretch that wraps around is contiguous in memory */
    uint64_t length;          /* as in the header, which readers see */
    uint64_t limit;           /* length at which there is no room without looking at `written` again */
    uint64_t wake;            /* length at which the draining thread has something worth writing */
    char *tail_path;
    pthread_mutex_t draining;
    uint64_t released, leaving; /* of the draining thread: up to where the page cache was told to let go, and to write */
};

/* Create NAME+suffix and NAME.tail in `directory`. Returns 0, or an errno value with nothing left open. */
int stream_open(struct stream *stream, const char *directory, const char *name, const char *suffix, size_t capacity);

/* Write everything to the file, remove the tail and close. */
void stream_close(struct stream *stream);

/* Let go of the files without writing: what a forked child does with its parent's streams. */
void stream_abandon(struct stream *stream);

/* Move what is in the ring to the file. Any thread. False: it could not be; stop_reason is set and the ring keeps it. */
bool stream_drain(struct stream *stream);

/* Let what was written a while ago leave the page cache. The draining thread only. */
void stream_release(struct stream *stream);

/* Append bytes that may be larger than the ring, which is drained first. */
bool stream_append_large(struct stream *stream, const void *bytes, size_t size);

/* Make room when `limit` is reached: for stream_reserve. */
bool stream_make_room(struct stream *stream, size_t size);

/* Have the lines of the ring fetched into which the next `size` bytes are going to be written: another processor read them
 * when they were drained. Any thread; a stream that is closed meanwhile costs a wasted fetch. */
static inline void stream_fetch(const struct stream *stream, size_t size)
{
    const char *next = stream->ring + (__atomic_load_n(&stream->length, __ATOMIC_RELAXED) & stream->mask);
    for (size_t at = 0; at < size; at += 64)
        __builtin_prefetch(next + at, 1);
}

/* Tell the draining thread that there is something to do: for stream_commit. */
void stream_wake_drain(struct stream *stream);

/* Room for `size` bytes (at most the capacity), to be filled and then committed; NULL when writing has stopped. */
static inline void *stream_reserve(struct stream *stream, size_t size)
{
    if (__builtin_expect(stream->length + size > stream->limit, 0) && !stream_make_room(stream, size))
        return NULL;
    return stream->ring + (stream->length & (stream->tail->capacity - 1));
}

static inline void stream_commit(struct stream *stream, size_t size)
{
    stream->length += size;
    __atomic_store_n(&stream->tail->length, stream->length, __ATOMIC_RELEASE);
    if (__builtin_expect(stream->length >= stream->wake, 0))
        stream_wake_drain(stream);
}

#endif
