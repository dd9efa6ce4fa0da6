#include "own_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_thread.h"
#include "kept_file.h"
#include "shard.h"

/* Run a job that sets `*error`; the thread stays only while there is a recording. With an exception set: false. */
static bool do_now(file_job job, void *context, const int *error, PyObject *path)
{
    bool done = file_thread_run(job, context);
    if (shard.state == SHARD_CLOSED)
        file_thread_stop();
    if (done)
        return true;
    errno = *error;
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, PyBytes_AS_STRING(path));
    return false;
}

/* ---- write ---- */

struct writing {
    const char *path, *data;
    size_t size;
    int flags, error;
};

static bool write_job(void *context)
{
    struct writing *writing = context;
    int file = open_apart(writing->path, writing->flags);
    writing->error = file < 0 ? errno : write_whole(file, writing->data, writing->size);
    if (file >= 0 && close(file) && !writing->error)
        writing->error = errno;
    return !writing->error;
}

PyObject *own_file_write(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *path;
    Py_buffer data;
    int append = 0;
    if (!PyArg_ParseTuple(arguments, "O&y*|p", PyUnicode_FSConverter, &path, &data, &append))
        return NULL;
    struct writing writing = {PyBytes_AS_STRING(path), data.buf, (size_t)data.len,
                              O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC), EAGAIN};
    PyObject *result = do_now(write_job, &writing, &writing.error, path) ? Py_NewRef(Py_None) : NULL;
    PyBuffer_Release(&data);
    Py_DECREF(path);
    return result;
}

/* ---- read ---- */

struct reading {
    const char *path;
    char *to;
    off_t offset;
    size_t size, done;
    int error;
};

static bool read_job(void *context)
{
    struct reading *reading = context;
    int file = open_apart(reading->path, O_RDONLY);
    ssize_t some = file < 0 ? -1 : 1;
    while (some > 0 && reading->done < reading->size) {
        some = pread(file, reading->to + reading->done, reading->size - reading->done,
                     reading->offset + (off_t)reading->done);
        reading->done += some > 0 ? (size_t)some : 0;
        if (some < 0 && errno == EINTR)
            some = 1;
    }
    reading->error = errno;
    if (file >= 0)
        close(file);
    return some >= 0;
}

PyObject *own_file_read(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *path;
    long long offset;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "O&Ln", PyUnicode_FSConverter, &path, &offset, &size))
        return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, size);
    if (bytes) {
        struct reading reading = {PyBytes_AS_STRING(path), PyBytes_AS_STRING(bytes), (off_t)offset, (size_t)size, 0, EAGAIN};
        if (!do_now(read_job, &reading, &reading.error, path))
            Py_CLEAR(bytes);
        else if (reading.done < reading.size)
            _PyBytes_Resize(&bytes, (Py_ssize_t)reading.done);
    }
    Py_DECREF(path);
    return bytes;
}

/* ---- claim ---- */

struct claiming {
    const char *parent, *suffix;
    char name[64];
    int error;
};

/* The highest number that a name begins with, plus 1. */
static long next_number(DIR *folder)
{
    long next = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *end;
        long number = strtol(entry->d_name, &end, 10);
        if (end != entry->d_name && *end == '-' && number >= next)
            next = number + 1;
    }
    return next;
}

static int make_next(struct claiming *claiming)
{
    DIR *folder = opendir(claiming->parent);
    if (!folder)
        return errno;
    snprintf(claiming->name, sizeof claiming->name, "%ld-%s", next_number(folder), claiming->suffix);
    int error = mkdirat(dirfd(folder), claiming->name, 0700) ? errno : 0;
    closedir(folder);
    return error;
}

/* The lock is the open file's: it ends with the process, however that ends. Of a file, not of the folder: NFS asks for one that
 * is open for writing. */
static bool claim_job(void *context)
{
    struct claiming *claiming = context;
    char *path;
    if (asprintf(&path, "%s/.lock", claiming->parent) < 0)
        return false;
    int lock = open_apart(path, O_RDWR | O_CREAT);
    free(path);
    claiming->error = lock < 0 || flock(lock, LOCK_EX) ? errno : make_next(claiming);
    if (lock >= 0)
        close(lock);
    return !claiming->error;
}

PyObject *own_folder_claim(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *parent;
    const char *suffix;
    if (!PyArg_ParseTuple(arguments, "O&s", PyUnicode_FSConverter, &parent, &suffix))
        return NULL;
    struct claiming claiming = {.parent = PyBytes_AS_STRING(parent), .suffix = suffix, .error = EAGAIN};
    bool done = do_now(claim_job, &claiming, &claiming.error, parent);
    Py_DECREF(parent);
    return done ? PyUnicode_FromString(claiming.name) : NULL;
}

PyObject *own_files_apart(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    bool apart = file_thread_is_apart();
    if (shard.state == SHARD_CLOSED)
        file_thread_stop();
    return PyBool_FromLong(apart);
}
