#include "drain.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

#include "shard.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool running, asked, ending;
static pthread_t thread;

static void *drain(void *nothing)
{
    (void)nothing;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!asked && !ending)
            pthread_cond_wait(&changed, &lock);
        if (ending)
            break;
        asked = false;
        pthread_mutex_unlock(&lock);
        /* A failure is seen by whoever appends next. */
        stream_drain(&shard.definitions);
        stream_drain(&shard.values);
        stream_drain(&shard.events);
        stream_release(&shard.values);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static bool start(void)
{
    /* Signals are the program's: none is delivered here. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    ending = false;
    int error = pthread_create(&thread, NULL, drain, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !error;
}

void drain_wake(void)
{
    if (!running)
        running = start(); /* without it the appending thread drains, when the ring is full */
    if (!running)
        return;
    pthread_mutex_lock(&lock);
    asked = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

void drain_stop(void)
{
    if (!running)
        return;
    pthread_mutex_lock(&lock);
    ending = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    running = false;
}

void drain_forget(void)
{
    static const pthread_mutex_t fresh_lock = PTHREAD_MUTEX_INITIALIZER;
    static const pthread_cond_t fresh_condition = PTHREAD_COND_INITIALIZER;
    lock = fresh_lock;
    changed = fresh_condition;
    running = asked = ending = false;
}
