#include "sharing.h"

#include <sched.h>
#include <time.h>

bool sharing;
int sharing_taken;
FAST_THREAD_LOCAL unsigned sharing_held;

void sharing_begin(void)
{
    sharing = true;
}

/* Whoever has it lets go within microseconds, unless the ring is full or the scheduler took the processor away. */
void sharing_wait(void)
{
    enum { SPINS = 200, YIELDS = 200 };
    for (unsigned tries = 0;; tries++) {
        if (!__atomic_load_n(&sharing_taken, __ATOMIC_RELAXED) &&
            !__atomic_exchange_n(&sharing_taken, 1, __ATOMIC_ACQUIRE))
            return;
        if (tries < SPINS)
            continue;
        if (tries < SPINS + YIELDS)
            sched_yield();
        else
            nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    }
}

void sharing_before_fork(void)
{
    if (__atomic_exchange_n(&sharing_taken, 1, __ATOMIC_ACQUIRE))
        sharing_wait();
}

void sharing_after_fork(bool in_child)
{
    (void)in_child; /* only the thread that forked is in the child, and it has the lock */
    __atomic_store_n(&sharing_taken, 0, __ATOMIC_RELEASE);
}
