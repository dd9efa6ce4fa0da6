/* A file of the recorder's that stays open while the program runs. Where nothing else is said: for jobs of the file thread,
 * which has a descriptor table of its own (file_thread.h). */
#ifndef NUMSCOPE_KEPT_FILE_H
#define NUMSCOPE_KEPT_FILE_H

#include "checked.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct kept_file {
    char *path; /* NULL: not open */
    int descriptor;
    uint64_t table; /* of file_thread_table() */
    dev_t device;
    ino_t number;
};

/* Create the file. 0, or an errno value with nothing left behind. */
CHECKED int kept_file_create(struct kept_file *file, const char *path);

/* The file's descriptor; -1 with errno set where the file is not there any more. The thread ends before a fork, and its table
 * with it: then the file is opened anew, if it is still the same file. */
CHECKED int kept_file_descriptor(struct kept_file *file);

void kept_file_close(struct kept_file *file);

/* In a child after fork: forget the parent's file. On any thread. */
void kept_file_abandon(struct kept_file *file);

/* Open a file for a moment, with a number out of the way of 0, 1 and 2, whose owners write without asking. As open(2). */
CHECKED int open_apart(const char *path, int flags);

/* Write all of the bytes to a descriptor. 0, or an errno value. */
CHECKED int write_whole(int descriptor, const char *bytes, size_t size);

#endif
