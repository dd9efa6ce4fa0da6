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
#include "file_thread.h"
#include "guarded_memory.h"

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

static char *path_in(const char *directory, const char *name, const char *suffix)
{
    char *path;
    return asprintf(&path, "%s/%s%s", directory, name, suffix) < 0 ? NULL : path;
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
static int map_tail(struct stream_file *file, int tail_file, size_t capacity)
{
    char *start = guarded_map(mapped_bytes(capacity));
    if (!start)
        return errno;
    int protection = PROT_READ | PROT_WRITE, flags = MAP_SHARED | MAP_FIXED;
    char *again = start + TAIL_HEADER_BYTES + capacity;
    if (mmap(start, TAIL_HEADER_BYTES + capacity, protection, flags, tail_file, 0) == MAP_FAILED ||
        mmap(again, capacity, protection, flags, tail_file, TAIL_HEADER_BYTES) == MAP_FAILED) {
        int error = errno;
        guarded_unmap(start, mapped_bytes(capacity));
        return error;
    }
    file->tail = (struct tail_header *)start;
    file->ring = start + TAIL_HEADER_BYTES;
    return 0;
}

static int open_tail(struct stream_file *file, size_t capacity)
{
    int tail_file = open_apart(file->tail_path, O_RDWR | O_CREAT | O_EXCL);
    if (tail_file < 0)
        return errno;
    int error = reserve_blocks(tail_file, (off_t)(TAIL_HEADER_BYTES + capacity));
    if (!error)
        error = map_tail(file, tail_file, capacity);
    close(tail_file);
    if (error)
        unlink(file->tail_path);
    return error;
}

static int open_files(struct stream_file *file, const char *path, size_t capacity)
{
    int error = path && file->tail_path ? kept_file_create(&file->file, path) : ENOMEM;
    if (!error) {
        error = open_tail(file, capacity);
        if (error) {
            kept_file_close(&file->file);
            unlink(path);
        }
    }
    return error;
}

static void begin_tail(struct tail_header *tail, size_t capacity)
{
    tail->version = FORMAT_VERSION;
    tail->capacity = (uint32_t)capacity;
    read_clocks(&tail->first_ticks, &tail->first_ns);
    tail->last_ticks = tail->first_ticks;
    tail->last_ns = tail->first_ns;
    __atomic_store_n(&tail->magic, TAIL_MAGIC, __ATOMIC_RELEASE);
}

static void forget(struct stream_file *file)
{
    free(file->tail_path);
    free(file);
}

int stream_open(struct stream *stream, const char *directory, struct stream_names names, size_t capacity,
                const struct stream_owner *owner)
{
    memset(stream, 0, sizeof *stream);
    struct stream_file *file = calloc(1, sizeof *file);
    if (!file)
        return ENOMEM;
    char *path = path_in(directory, names.name, names.suffix);
    file->tail_path = path_in(directory, names.name, ".tail");
    file->owner = owner;
    int error = open_files(file, path, capacity);
    free(path);
    if (error) {
        forget(file);
        return error;
    }
    begin_tail(file->tail, capacity);
    *stream = (struct stream){file->tail, capacity - 1, file->ring, 0, capacity, capacity / 4, file};
    return 0;
}

static void stop_writing(struct tail_header *tail, int error)
{
    tail->stop_reason = error == ENOSPC || error == EDQUOT ? STOP_DISK_FULL : STOP_WRITE_ERROR;
}

static bool write_all(struct stream_file *stream, const char *bytes, size_t size)
{
    struct tail_header *tail = stream->tail;
    int file = size ? kept_file_descriptor(&stream->file) : 0;
    while (size) {
        /* At the offset where it belongs: what a failed write left behind is written over. */
        ssize_t done = file < 0 ? -1 : pwrite(file, bytes, size, (off_t)tail->written);
        if (done < 0) {
            if (errno == EINTR || (errno == ENOSPC && stream->owner->make_room()))
                continue;
            stop_writing(tail, errno);
            return false;
        }
        bytes += done;
        size -= (size_t)done;
        __atomic_store_n(&tail->written, tail->written + (uint64_t)done, __ATOMIC_RELEASE);
    }
    return true;
}

bool stream_drain(struct stream_file *stream)
{
    struct tail_header *tail = stream->tail;
    uint64_t length = __atomic_load_n(&tail->length, __ATOMIC_ACQUIRE);
    read_clocks(&tail->last_ticks, &tail->last_ns);
    return !tail->stop_reason &&
           write_all(stream, stream->ring + (tail->written & (tail->capacity - 1)), length - tail->written);
}

static bool drain_job(void *stream)
{
    return stream_drain(stream);
}

/* The page cache is the program's, and a trace would fill it. And memory that is used again is cheaper than fresh memory: in a
 * virtual machine whose host gives it piece by piece, appending ran at 2.8 GB/s in place of 0.4. What is written last stays:
 * short traces are in the cache as a whole when they are asked. */
void stream_release(struct stream_file *stream)
{
#ifdef SYNC_FILE_RANGE_WRITE
    enum { STAYS = 32 << 20, STRETCH = 8 << 20 };
    uint64_t written = __atomic_load_n(&stream->tail->written, __ATOMIC_ACQUIRE);
    if (written < stream->leaving + STAYS + STRETCH)
        return;
    int file = kept_file_descriptor(&stream->file);
    if (file < 0)
        return;
    uint64_t end = (written - STAYS) / STRETCH * STRETCH;
    sync_file_range(file, (off_t)stream->leaving, (off_t)(end - stream->leaving), SYNC_FILE_RANGE_WRITE);
    /* Only what is on the disk can leave: what was begun the last time. */
    posix_fadvise(file, (off_t)stream->released, (off_t)(stream->leaving - stream->released), POSIX_FADV_DONTNEED);
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
        /* The thread is behind: wait for it. Memory stays bounded and nothing is lost. */
        if (!file_thread_run(drain_job, stream->file)) {
            if (!tail->stop_reason) /* no thread can be started */
                stop_writing(tail, EAGAIN);
            return false;
        }
        written = tail->written;
    }
    stream->limit = written + tail->capacity;
    return !tail->stop_reason;
}

void stream_wake(struct stream *stream)
{
    stream->wake = stream->length + stream->tail->capacity / 4;
    stream->file->owner->grown();
}

void stream_quieten(struct stream *stream)
{
    stream->wake = UINT64_MAX;
}

struct appending {
    struct stream *stream;
    const void *bytes;
    size_t size;
};

/* Who appends waits meanwhile, so `length` is this job's: the file first, then both counters, since `length` must not run
 * ahead of what a reader can find. */
static bool append_job(void *context)
{
    struct appending *appending = context;
    struct stream *stream = appending->stream;
    struct tail_header *tail = stream->tail;
    uint64_t before = stream->length;
    if (!stream_drain(stream->file) || !write_all(stream->file, appending->bytes, appending->size)) {
        tail->written = before < tail->written ? before : tail->written;
        return false;
    }
    stream->length = before + appending->size;
    __atomic_store_n(&tail->length, stream->length, __ATOMIC_RELEASE);
    stream->limit = stream->length + tail->capacity;
    stream_wake(stream); /* the page cache has something to let go */
    return true;
}

bool stream_append_large(struct stream *stream, const void *bytes, size_t size)
{
    struct appending appending = {stream, bytes, size};
    return stream->tail && file_thread_run(append_job, &appending);
}

static void unmap(struct stream *stream)
{
    guarded_unmap(stream->tail, mapped_bytes(stream->tail->capacity));
    forget(stream->file);
    memset(stream, 0, sizeof *stream);
}

void stream_close(struct stream *stream)
{
    if (!stream->tail)
        return;
    struct stream_file *file = stream->file;
    if (stream_drain(file)) { /* after a failed write the tail keeps what the file could not take */
        int descriptor = kept_file_descriptor(&file->file);
        int ignored = descriptor < 0 ? -1 : ftruncate(descriptor, (off_t)file->tail->written);
        (void)ignored;
        unlink(file->tail_path);
    }
    kept_file_close(&file->file);
    unmap(stream);
}

void stream_abandon(struct stream *stream)
{
    if (!stream->tail)
        return;
    kept_file_abandon(&stream->file->file);
    unmap(stream);
}
