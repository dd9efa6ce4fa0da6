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

int stream_open(struct stream *stream, const char *directory, const char *name, const char *suffix, size_t capacity)
{
    memset(stream, 0, sizeof *stream);
    char *path;
    stream->file = open_exclusively(directory, name, suffix, &path);
    int error = stream->file < 0 ? errno : 0;
    free(path);
    if (error)
        return error;
    int tail_file = open_exclusively(directory, name, ".tail", &stream->tail_path);
    if (tail_file < 0) {
        error = errno;
    } else {
        size_t size = TAIL_HEADER_BYTES + capacity;
        error = reserve_blocks(tail_file, (off_t)size);
        if (!error) {
            void *mapping = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, tail_file, 0);
            if (mapping == MAP_FAILED)
                error = errno;
            else
                stream->tail = mapping;
        }
        close(tail_file);
    }
    if (error) {
        close(stream->file);
        free(stream->tail_path);
        return error;
    }
    stream->data = (char *)stream->tail + TAIL_HEADER_BYTES;
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
    while (size) {
        ssize_t written = write(stream->file, bytes, size);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            stream->tail->stop_reason =
                errno == ENOSPC || errno == EDQUOT ? STOP_DISK_FULL : STOP_WRITE_ERROR;
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static bool append(struct stream *stream, const char *bytes, size_t size)
{
    if (stream->tail->stop_reason)
        return false;
    if (!write_all(stream, bytes, size)) {
        /* Cut a half-written block off. Where even that fails the reader does it: it trusts `base`. */
        int ignored = ftruncate(stream->file, (off_t)stream->tail->base);
        (void)ignored;
        return false;
    }
    return true;
}

bool stream_flush(struct stream *stream)
{
    struct tail_header *tail = stream->tail;
    read_clocks(&tail->last_ticks, &tail->last_ns);
    if (!tail->committed)
        return !tail->stop_reason;
    uint64_t size = tail->committed;
    if (!append(stream, stream->data, size))
        return false;
    /* In this order a kill between the two stores leaves committed == 0, for which readers take the whole file. */
    __atomic_store_n(&tail->committed, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&tail->base, tail->base + size, __ATOMIC_RELEASE);
    return true;
}

bool stream_append_large(struct stream *stream, const void *bytes, size_t size)
{
    if (!stream_flush(stream) || !append(stream, bytes, size))
        return false;
    stream->tail->base += size;
    return true;
}

static void unmap(struct stream *stream)
{
    munmap(stream->tail, TAIL_HEADER_BYTES + (size_t)stream->tail->capacity);
    close(stream->file);
    free(stream->tail_path);
    memset(stream, 0, sizeof *stream);
}

void stream_close(struct stream *stream)
{
    if (!stream->tail)
        return;
    if (stream_flush(stream)) /* after a failed write the tail keeps what the file could not take */
        unlink(stream->tail_path);
    unmap(stream);
}

void stream_abandon(struct stream *stream)
{
    if (stream->tail)
        unmap(stream);
}
