/* An append-only file with a memory-mapped tail: see format.h. Not thread-safe; the GIL orders its users. */
#ifndef NUMSCOPE_STREAM_H
#define NUMSCOPE_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "format.h"

struct stream {
    int file;
    struct tail_header *tail; /* NULL: closed */
    char *data;
    char *tail_path;
};

/* Create NAME+suffix and NAME.tail in `directory`. Returns 0, or an errno value with nothing left open. */
int stream_open(struct stream *stream, const char *directory, const char *name, const char *suffix, size_t capacity);

/* Write the tail out, remove it and close. */
void stream_close(struct stream *stream);

/* Let go of the files without writing: what a forked child does with its parent's streams. */
void stream_abandon(struct stream *stream);

/* Write the tail to the file. False: it could not be; stop_reason is set and the data stays in the tail. */
bool stream_flush(struct stream *stream);

/* Append bytes that may be larger than the tail, which is flushed first. */
bool stream_append_large(struct stream *stream, const void *bytes, size_t size);

/* Room for `size` bytes (at most the capacity), to be filled and then committed; NULL when writing has stopped. */
static inline void *stream_reserve(struct stream *stream, size_t size)
{
    if (__builtin_expect(stream->tail->committed + size > stream->tail->capacity, 0)) {
        if (size > stream->tail->capacity || !stream_flush(stream))
            return NULL;
    }
    return stream->data + stream->tail->committed;
}

static inline void stream_commit(struct stream *stream, size_t size)
{
    __atomic_store_n(&stream->tail->committed, stream->tail->committed + size, __ATOMIC_RELEASE);
}

/* Offset in the stream of the next byte. */
static inline uint64_t stream_offset(const struct stream *stream)
{
    return stream->tail->base + stream->tail->committed;
}

#endif
