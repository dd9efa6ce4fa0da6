#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "drain.h"

static int reserve_blocks(int file, off_t size)
{
    /* Without blocks behind it, a full disk shows as SIGBUS at the first store into the mapping. */
#if defined(__APPLE__)
    fstore_t store = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, size, 0};
    if (fcntl(file, F_PREALLOCATE, &store) == -1)
        return errno;
    return ftruncate(file, size) == 0 ? 0 : errno;
#else
    return posix_fallocate(file, 0, size);
#endif
}

static int open_exclusively(const char *directory, const char *name, const char *suffix, char **path)
{
    if (asprintf(path, "%s/%s%s", directory, name, suffix) < 0) {
        *path = NULL;
        errno = ENOMEM;
        return -1;
    }
    return open(*path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static void read_clocks(uint64_t *ticks, uint64_t *ns)
{
    *ticks = clock_ticks();
    *ns = clock_ns(CLOCK_REALTIME);
}

static size_t mapped_bytes(size_t capacity)
{
    return TAIL_HEADER_BYTES + 2 * capacity;
}

/* The header and the ring, and the ring once more behind itself. */
static int map_tail(struct stream *stream, int tail_file, size_t capacity)
{
    char *start = mmap(NULL, mapped_bytes(capacity), PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (start == MAP_FAILED)
        return errno;
    int protection = PROT_READ | PROT_WRITE, flags = MAP_SHARED | MAP_FIXED;
    char *again = start + TAIL_HEADER_BYTES + capacity;
    if (mmap(start, TAIL_HEADER_BYTES + capacity, protection, flags, tail_file, 0) == MAP_FAILED ||
        mmap(again, capacity, protection, flags, tail_file, TAIL_HEADER_BYTES) == MAP_FAILED) {
        int error = errno;
        munmap(start, mapped_bytes(capacity));
        return error;
    }
    stream->tail = (struct tail_header *)start;
    stream->ring = start + TAIL_HEADER_BYTES;
    return 0;
}

static int open_tail(struct stream *stream, const char *directory, const char *name, size_t capacity)
{
    int tail_file = open_exclusively(directory, name, ".tail", &stream->tail_path);
    if (tail_file < 0)
        return errno;
    int error = reserve_blocks(tail_file, (off_t)(TAIL_HEADER_BYTES + capacity));
    if (!error)
        error = map_tail(stream, tail_file, capacity);
    close(tail_file);
    return error;
}

int stream_open(struct stream *stream, const char *directory, const char *name, const char *suffix, size_t capacity)
{
    memset(stream, 0, sizeof *stream);
    char *path;
    stream->file = open_exclusively(directory, name, suffix, &path);
    int error = stream->file < 0 ? errno : 0;
    free(path);
    if (error)
        return error;
    error = open_tail(stream, directory, name, capacity);
    if (error) {
        close(stream->file);
        free(stream->tail_path);
        memset(stream, 0, sizeof *stream);
        return error;
    }
    pthread_mutex_init(&stream->draining, NULL);
    stream->mask = capacity - 1;
    stream->limit = capacity;
    stream->wake = capacity / 4;
    stream->tail->version = FORMAT_VERSION;
    stream->tail->capacity = (uint32_t)capacity;
    read_clocks(&stream->tail->first_ticks, &stream->tail->first_ns);
    stream->tail->last_ticks = stream->tail->first_ticks;
    stream->tail->last_ns = stream->tail->first_ns;
    __atomic_store_n(&stream->tail->magic, TAIL_MAGIC, __ATOMIC_RELEASE);
    return 0;
}

static bool write_all(struct stream *stream, const char *bytes, size_t size)
{
    struct tail_header *tail = stream->tail;
    while (size) {
        /* At the offset where it belongs: what a failed write left behind is written over. */
        ssize_t done = pwrite(stream->file, bytes, size, (off_t)tail->written);
        if (done < 0) {
            if (errno == EINTR)
                continue;
            tail->stop_reason = errno == ENOSPC || errno == EDQUOT ? STOP_DISK_FULL : STOP_WRITE_ERROR;
            return false;
        }
        bytes += done;
        size -= (size_t)done;
        __atomic_store_n(&tail->written, tail->written + (uint64_t)done, __ATOMIC_RELEASE);
    }
    return true;
}

static bool drain_locked(struct stream *stream)
{
    struct tail_header *tail = stream->tail;
    uint64_t length = __atomic_load_n(&tail->length, __ATOMIC_ACQUIRE);
    read_clocks(&tail->last_ticks, &tail->last_ns);
    return !tail->stop_reason &&
           write_all(stream, stream->ring + (tail->written & (tail->capacity - 1)), length - tail->written);
}

bool stream_drain(struct stream *stream)
{
    pthread_mutex_lock(&stream->draining);
    bool done = drain_locked(stream);
    pthread_mutex_unlock(&stream->draining);
    return done;
}

/* The page cache is the program's, and a trace would fill it. And memory that is used again is cheaper than fresh memory: in a
 * virtual machine whose host gives it piece by piece, appending ran at 2.8 GB/s in place of 0.4. What is written last stays:
 * short traces are in the cache as a whole when they are asked. */
void stream_release(struct stream *stream)
{
#ifdef SYNC_FILE_RANGE_WRITE
    enum { STAYS = 32 << 20, STRETCH = 8 << 20 };
    uint64_t written = __atomic_load_n(&stream->tail->written, __ATOMIC_ACQUIRE);
    if (written < stream->leaving + STAYS + STRETCH)
        return;
    uint64_t end = (written - STAYS) / STRETCH * STRETCH;
    sync_file_range(stream->file, (off_t)stream->leaving, (off_t)(end - stream->leaving), SYNC_FILE_RANGE_WRITE);
    /* Only what is on the disk can leave: what was begun the last time. */
    posix_fadvise(stream->file, (off_t)stream->released, (off_t)(stream->leaving - stream->released), POSIX_FADV_DONTNEED);
    stream->released = stream->leaving;
    stream->leaving = end;
#else
    (void)stream;
#endif
}

bool stream_make_room(struct stream *stream, size_t size)
{
    struct tail_header *tail = stream->tail;
    if (!tail || size > tail->capacity) /* closed: another library's thread was about to write */
        return false;
    uint64_t written = __atomic_load_n(&tail->written, __ATOMIC_ACQUIRE);
    if (stream->length + size > written + tail->capacity) {
        /* The thread is behind: wait for it and do the rest here. Memory stays bounded and nothing is lost. */
        if (!stream_drain(stream))
            return false;
        written = tail->written;
    }
    stream->limit = written + tail->capacity;
    return !tail->stop_reason;
}

void stream_wake_drain(struct stream *stream)
{
    stream->wake = stream->length + stream->tail->capacity / 4;
    drain_wake();
}

bool stream_append_large(struct stream *stream, const void *bytes, size_t size)
{
    if (!stream->tail)
        return false;
    pthread_mutex_lock(&stream->draining);
    bool done = drain_locked(stream);
    /* `length` must not run ahead of what a reader can find: file first, then both counters. */
    uint64_t before = stream->length;
    done = done && write_all(stream, bytes, size);
    if (done) {
        stream->length = before + size;
        __atomic_store_n(&stream->tail->length, stream->length, __ATOMIC_RELEASE);
        stream->limit = stream->length + stream->tail->capacity;
        stream_wake_drain(stream);
    } else {
        stream->tail->written = before < stream->tail->written ? before : stream->tail->written;
    }
    pthread_mutex_unlock(&stream->draining);
    return done;
}

static void unmap(struct stream *stream)
{
    munmap(stream->tail, mapped_bytes(stream->tail->capacity));
    close(stream->file);
    free(stream->tail_path);
    memset(stream, 0, sizeof *stream);
}

void stream_close(struct stream *stream)
{
    if (!stream->tail)
        return;
    if (stream_drain(stream)) { /* after a failed write the tail keeps what the file could not take */
        int ignored = ftruncate(stream->file, (off_t)stream->tail->written);
        (void)ignored;
        unlink(stream->tail_path);
    }
    pthread_mutex_destroy(&stream->draining);
    unmap(stream);
}

void stream_abandon(struct stream *stream)
{
    if (stream->tail)
        unmap(stream);
}
