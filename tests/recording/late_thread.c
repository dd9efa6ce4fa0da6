/* Preloaded into a recorded program: after each unlock of a mutex, threads other than the program's own sleep, so that the
 * program does all it can between any two steps of the recorder's file thread. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int (*unlock)(pthread_mutex_t *);
static useconds_t pause_us;

__attribute__((constructor)) static void begin(void)
{
    const char *given = getenv("LATE_THREAD_US");
    unlock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_unlock");
    pause_us = given ? (useconds_t)atoi(given) : 0;
}

static bool is_of_core(const void *address)
{
    Dl_info found;
    return dladdr(address, &found) && found.dli_fname && strstr(found.dli_fname, "/_core.");
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int error = unlock ? unlock(mutex) : 0;
    if (pause_us && syscall(SYS_gettid) != getpid() && is_of_core(__builtin_return_address(0)))
        usleep(pause_us);
    return error;
}
