/* An append-only file and a memory-mapped ring of its newest bytes: see format.h. The GIL orders those who append; the file
 * thread moves full stretches to the file, so that the program does not wait for the page cache. The ring is a mapping, which
 * survives whatever the program does to its descriptors; the file is open on the file thread only. */
#ifndef NUMSCOPE_STREAM_H
#define NUMSCOPE_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "checked.h"
#include "kept_file.h"
#include "numscope/format.h"

/* What a stream asks of whoever owns it. */
struct stream_owner {
    void (*grown)(void);     /* called by who appends, whenever there is something worth writing */
    bool (*make_room)(void); /* on the file thread: the disk is full; whether something was removed */
};

/* The file thread's side. */
struct stream_file {
    struct kept_file file;
    struct tail_header *tail;
    char *ring;
    char *tail_path;
    uint64_t released, leaving; /* up to where the page cache was asked to drop pages, and to write them */
    const struct stream_owner *owner;
};

/* The side of those who append. */
struct stream {
    struct tail_header *tail; /* NULL: closed */
    uint64_t mask;            /* capacity of the ring - 1 */
    char *ring;               /* mapped twice in a row: a stretch that wraps around is contiguous in memory */
    uint64_t length;          /* as in the header, which readers see */
    uint64_t limit;           /* length at which there is no room without looking at `written` again */
    uint64_t wake;            /* length at which the file thread has something worth writing */
    struct stream_file *file;
};

/* ---- for jobs of the file thread ---- */

struct stream_names {
    const char *name, *suffix;
};

/* Create NAME+suffix and NAME.tail in `directory`. Returns 0, or an errno value with nothing left open. */
CHECKED int stream_open(struct stream *stream, const char *directory, struct stream_names names, size_t capacity,
                        const struct stream_owner *owner);

/* Move what is in the ring to the file. False: it could not be; stop_reason is set and the ring keeps it. */
bool stream_drain(struct stream_file *file);

/* Let what was written a while ago leave the page cache. */
void stream_release(struct stream_file *file);

/* From now on what is appended wakes nobody: the stream is about to be closed. */
void stream_quieten(struct stream *stream);

/* Write everything to the file, remove the tail and close. */
void stream_close(struct stream *stream);

/* ---- for those who append ---- */

/* Let go of the files without writing: what a forked child does with its parent's streams. */
void stream_abandon(struct stream *stream);

/* Append bytes that may be larger than the ring, which is drained first. */
CHECKED bool stream_append_large(struct stream *stream, const void *bytes, size_t size);

/* Make room when `limit` is reached: for stream_reserve. */
CHECKED bool stream_make_room(struct stream *stream, size_t size);

/* Have the lines of the ring fetched into which the next `size` bytes are going to be written: another processor read them
 * when they were drained. Any thread; a stream that is closed meanwhile costs a wasted fetch. */
static inline void stream_fetch(const struct stream *stream, size_t size)
{
    const char *next = stream->ring + (__atomic_load_n(&stream->length, __ATOMIC_RELAXED) & stream->mask);
    for (size_t at = 0; at < size; at += 64)
        __builtin_prefetch(next + at, 1);
}

/* Tell the file thread that there is something to do: for stream_commit. */
void stream_wake(struct stream *stream);

/* Room for `size` bytes (at most the capacity), to be filled and then committed; NULL when writing has stopped. */
CHECKED static inline void *stream_reserve(struct stream *stream, size_t size)
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
        stream_wake(stream);
}

#endif
