/* Who may write into the shard. Where only holders of the GIL record, the GIL orders them. Another library's native
 * recorder (writer.h) works without it: from the moment it registers, a lock orders all. Nothing inside one of these
 * sections runs Python code or waits for the GIL; they may nest. */
#ifndef NUMSCOPE_SHARING_H
#define NUMSCOPE_SHARING_H

#include <stdbool.h>

#include "thread_local.h"

extern bool sharing; /* set once a process, under the GIL */

/* Sections are tens of nanoseconds long and there are several an operation: a pthread_mutex, which is called twice and keeps
 * an owner, was a third of what recording an operator of torch cost. */
extern int sharing_taken;
extern FAST_THREAD_LOCAL unsigned sharing_held; /* by this thread, how many times */

void sharing_begin(void); /* from now on there are others */
void sharing_wait(void);  /* until it is this thread's */

static inline void writing_begin(void)
{
    if (__builtin_expect(!sharing, 1) || sharing_held++)
        return;
    if (__builtin_expect(__atomic_exchange_n(&sharing_taken, 1, __ATOMIC_ACQUIRE), 0))
        sharing_wait();
}

static inline void writing_end(void)
{
    if (__builtin_expect(!sharing, 1) || --sharing_held)
        return;
    __atomic_store_n(&sharing_taken, 0, __ATOMIC_RELEASE);
}

/* Around fork(): the child begins with a lock that nobody holds. */
void sharing_before_fork(void);
void sharing_after_fork(bool in_child);

#endif
