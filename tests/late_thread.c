/* Preloaded into a recorded program: after each unlock of a mutex by the module whose path has LATE_THREAD_IN in it, threads
 * other than the main one sleep, for up to 7/4 of LATE_THREAD_US in turn. The program does all it can between any two steps of theirs. */
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
static const char *module;
static unsigned pauses;

__attribute__((constructor)) static void begin(void)
{
    const char *given = getenv("LATE_THREAD_US");
    module = getenv("LATE_THREAD_IN");
    unlock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_unlock");
    pause_us = given && module ? (useconds_t)atoi(given) : 0;
}

static bool is_of_module(const void *address)
{
    Dl_info found;
    return dladdr(address, &found) && found.dli_fname && strstr(found.dli_fname, module);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int error = unlock ? unlock(mutex) : 0;
    if (pause_us && syscall(SYS_gettid) != getpid() && is_of_module(__builtin_return_address(0)))
        usleep(pause_us / 4 * (useconds_t)(__atomic_fetch_add(&pauses, 1, __ATOMIC_RELAXED) % 8));
    return error;
}
