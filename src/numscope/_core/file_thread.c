#include "file_thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "clock.h"
#include "thread_local.h"

#if defined(__linux__)
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#endif

enum state { ABSENT, RUNNING, ENDING };

struct job {
    file_job run;
    void *context;
    struct job *next;
    bool finished, result;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, changed = PTHREAD_COND_INITIALIZER;
static enum state state;
static struct job *first, **last = &first;
static bool woken;
static void (*in_background)(void);
static uint64_t background_every; /* ns; 0: only when woken */
static pthread_t thread;
static uint64_t tables; /* made so far */
static FAST_THREAD_LOCAL bool is_here;
static FAST_THREAD_LOCAL uint64_t table;

/* ---- a table of its own ---- */

#if defined(__linux__)

#ifndef SYS_close_range
#define SYS_close_range 436
#endif
enum { UNSHARE_TABLE = 1u << 1 }; /* CLOSE_RANGE_UNSHARE, Linux 5.9 */

/* Kernels before 5.9: the copy of the table holds the program's files, whose ends of pipes must not stay open here. */
static void close_copies(void)
{
    DIR *folder = opendir("/proc/thread-self/fd");
    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *end;
        long number = strtol(entry->d_name, &end, 10);
        if (!*end && number != dirfd(folder))
            close((int)number);
    }
    closedir(folder);
}

static bool leave_table(void)
{
    if (!syscall(SYS_close_range, 0u, ~0u, UNSHARE_TABLE))
        return true;
    if (unshare(CLONE_FILES))
        return false;
    close_copies();
    return true;
}

#else

static bool leave_table(void)
{
    return false;
}

#endif

/* ---- the thread ---- */

static struct job *take_job(void)
{
    struct job *job = first;
    if (job && !(first = job->next))
        last = &first;
    return job;
}

static void do_job(struct job *job)
{
    pthread_mutex_unlock(&lock);
    bool result = job->run(job->context);
    pthread_mutex_lock(&lock);
    job->result = result;
    job->finished = true;
    pthread_cond_broadcast(&changed);
}

static void do_background(void)
{
    woken = false;
    pthread_mutex_unlock(&lock);
    in_background();
    pthread_mutex_lock(&lock);
}

static void wait_for_work(void)
{
    if (!background_every) {
        pthread_cond_wait(&asked, &lock);
        return;
    }
    uint64_t until = clock_ns(CLOCK_REALTIME) + background_every;
    struct timespec time = {.tv_sec = (time_t)(until / 1000000000), .tv_nsec = (long)(until % 1000000000)};
    woken |= pthread_cond_timedwait(&asked, &lock, &time) == ETIMEDOUT;
}

static void *work(void *nothing)
{
    (void)nothing;
    is_here = true;
    bool apart = leave_table();
    pthread_mutex_lock(&lock);
    table = apart ? ++tables : 0;
    for (;;) {
        struct job *job = take_job();
        if (job)
            do_job(job);
        else if (state == ENDING)
            break;
        else if (woken && in_background)
            do_background();
        else
            wait_for_work();
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* With the lock. */
static bool ensure_running(void)
{
    while (state == ENDING)
        pthread_cond_wait(&changed, &lock);
    if (state == RUNNING)
        return true;
    /* Signals are the program's: none is delivered here. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = !pthread_create(&thread, NULL, work, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started)
        state = RUNNING;
    return started;
}

/* ---- what others ask ---- */

bool file_thread_run(file_job run, void *context)
{
    if (is_here)
        return run(context);
    struct job job = {.run = run, .context = context};
    pthread_mutex_lock(&lock);
    if (ensure_running()) {
        *last = &job;
        last = &job.next;
        pthread_cond_signal(&asked);
        while (!job.finished)
            pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    return job.result;
}

void file_thread_set_background(void (*background)(void), uint64_t every)
{
    pthread_mutex_lock(&lock);
    in_background = background;
    background_every = every;
    pthread_mutex_unlock(&lock);
}

void file_thread_wake(void)
{
    pthread_mutex_lock(&lock);
    if (is_here || ensure_running()) { /* a job that fills a ring: it would wait for its own end */
        woken = true;
        pthread_cond_signal(&asked);
    }
    pthread_mutex_unlock(&lock);
}

void file_thread_stop(void)
{
    pthread_mutex_lock(&lock);
    bool runs = state == RUNNING;
    if (runs) {
        state = ENDING;
        pthread_cond_signal(&asked);
    }
    pthread_mutex_unlock(&lock);
    if (!runs)
        return;
    pthread_join(thread, NULL);
    pthread_mutex_lock(&lock);
    state = ABSENT;
    woken = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

void file_thread_forget(void)
{
    static const pthread_mutex_t fresh_lock = PTHREAD_MUTEX_INITIALIZER;
    static const pthread_cond_t fresh_condition = PTHREAD_COND_INITIALIZER;
    lock = fresh_lock;
    asked = changed = fresh_condition;
    state = ABSENT;
    first = NULL;
    last = &first;
    woken = false;
}

uint64_t file_thread_table(void)
{
    return table;
}

static bool is_apart(void *nothing)
{
    (void)nothing;
    return table != 0;
}

bool file_thread_is_apart(void)
{
    return file_thread_run(is_apart, NULL);
}
