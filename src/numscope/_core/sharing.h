/* Who may write into the shard. Where only holders of the GIL record, the GIL orders them. Another library's native
 * recorder (writer.h) works without it: from the moment it registers, a mutex orders all. Nothing inside one of these
 * sections runs Python code or waits for the GIL; they may nest. */
#ifndef NUMSCOPE_SHARING_H
#define NUMSCOPE_SHARING_H

#include <stdbool.h>

extern bool sharing; /* set once a process, under the GIL */

void sharing_begin(void); /* from now on there are others */
void sharing_lock(void);
void sharing_unlock(void);

static inline void writing_begin(void)
{
    if (__builtin_expect(sharing, 0))
        sharing_lock();
}

static inline void writing_end(void)
{
    if (__builtin_expect(sharing, 0))
        sharing_unlock();
}

/* Around fork(): the child begins with a mutex that nobody holds. */
void sharing_before_fork(void);
void sharing_after_fork(bool in_child);

#endif
