#include "sharing.h"

#include <pthread.h>

bool sharing;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __thread unsigned held;

void sharing_begin(void)
{
    sharing = true;
}

void sharing_lock(void)
{
    if (!held++)
        pthread_mutex_lock(&mutex);
}

void sharing_unlock(void)
{
    if (!--held)
        pthread_mutex_unlock(&mutex);
}

void sharing_before_fork(void)
{
    pthread_mutex_lock(&mutex);
}

void sharing_after_fork(bool in_child)
{
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    if (in_child)
        mutex = fresh;
    else
        pthread_mutex_unlock(&mutex);
}
