#include "kept_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_thread.h"

/* In a table of our own: behind the standard streams, where a library's last message goes. In the program's: high, so that the
 * first file that the program opens has the number that it would have had. */
static int lowest_number(void)
{
    enum { BEHIND_STREAMS = 3, HIGH = 512 };
    if (file_thread_table())
        return BEHIND_STREAMS;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur > 2 * HIGH)
        return HIGH;
    return (int)(limit.rlim_cur / 2);
}

int open_apart(const char *path, int flags)
{
    int low = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (low < 0 || low >= lowest_number())
        return low;
    int high = fcntl(low, F_DUPFD_CLOEXEC, lowest_number());
    int error = errno;
    close(low);
    errno = error;
    return high;
}

int write_whole(int descriptor, const char *bytes, size_t size)
{
    while (size) {
        ssize_t done = write(descriptor, bytes, size);
        if (done < 0 && errno != EINTR)
            return errno;
        if (done > 0) {
            bytes += done;
            size -= (size_t)done;
        }
    }
    return 0;
}

static bool is_ours(const struct kept_file *file, int descriptor)
{
    struct stat facts;
    return !fstat(descriptor, &facts) && facts.st_dev == file->device && facts.st_ino == file->number;
}

static int remember(struct kept_file *file, const char *path)
{
    struct stat facts;
    if (fstat(file->descriptor, &facts))
        return errno;
    file->device = facts.st_dev;
    file->number = facts.st_ino;
    file->table = file_thread_table();
    file->path = strdup(path);
    return file->path ? 0 : ENOMEM;
}

int kept_file_create(struct kept_file *file, const char *path)
{
    memset(file, 0, sizeof *file);
    file->descriptor = open_apart(path, O_RDWR | O_CREAT | O_EXCL);
    if (file->descriptor < 0)
        return errno;
    int error = remember(file, path);
    if (error) {
        close(file->descriptor);
        unlink(path);
    }
    return error;
}

/* In the program's table the number may have become another file's. Between this look and the write another thread can still
 * replace it: where there is no table of our own that gap can't be closed, and `numscope doctor` says so. */
static bool is_open(const struct kept_file *file)
{
    return file->table == file_thread_table() && (file->table || is_ours(file, file->descriptor));
}

int kept_file_descriptor(struct kept_file *file)
{
    if (is_open(file))
        return file->descriptor;
    int anew = open_apart(file->path, O_RDWR);
    if (anew >= 0 && !is_ours(file, anew)) {
        close(anew);
        errno = ESTALE;
        anew = -1;
    }
    file->descriptor = anew;
    file->table = file_thread_table();
    return anew;
}

void kept_file_close(struct kept_file *file)
{
    if (file->path && file->descriptor >= 0 && is_open(file))
        close(file->descriptor);
    free(file->path);
    memset(file, 0, sizeof *file);
}

void kept_file_abandon(struct kept_file *file)
{
    /* A table of the thread's own stayed with the parent. */
    if (file->path && !file->table && is_ours(file, file->descriptor))
        close(file->descriptor);
    free(file->path);
    memset(file, 0, sizeof *file);
}
