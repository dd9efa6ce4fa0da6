/* The recorder's own thread, and on it the recorder's descriptors.
 *
 * A program may close or replace any descriptor: daemons close them all. The number of a descriptor that the recorder keeps in
 * the program's table is then the number of a file of the program's, and no check before a write closes the gap between the
 * two. So this thread leaves the program's descriptor table for one of its own (close_range(2) with CLOSE_RANGE_UNSHARE, or
 * unshare(2)): what it opens there nobody else can close, replace, inherit or see. Everything that needs a descriptor is a job
 * for this thread. Memory is shared as between all threads. */
#ifndef NUMSCOPE_FILE_THREAD_H
#define NUMSCOPE_FILE_THREAD_H

#include "checked.h"
#include <stdbool.h>
#include <stdint.h>

typedef bool (*file_job)(void *context);

/* Run a job on the thread, wait for it and return what it returned; starts the thread if it does not run. From the thread
 * itself: call it. False also where no thread can be started. A job must not wait for the GIL or for the lock of sharing.h:
 * who waits for the job may hold them. */
CHECKED bool file_thread_run(file_job job, void *context);

/* What the thread does whenever it is woken, and after each `every` nanoseconds (0: only then). */
void file_thread_set_background(void (*background)(void), uint64_t every);

/* Have the background work done soon, without waiting; starts the thread if it does not run. */
void file_thread_wake(void);

/* Finish the jobs, end the thread and wait for it: when recording ends, and before a fork, so that the program has the threads
 * it would have had (CPython 3.12 warns of a fork with more than one). Its descriptors end with it. */
void file_thread_stop(void);

/* In a child after fork the thread does not exist. */
void file_thread_forget(void);

/* On the thread: the number of the descriptor table, counted from 1; descriptors of another table are gone. 0: the table is
 * the program's, because the system gives no other. */
uint64_t file_thread_table(void);

/* Whether this system gives a thread a table of its own. Starts the thread if it does not run. */
bool file_thread_is_apart(void);

#endif
