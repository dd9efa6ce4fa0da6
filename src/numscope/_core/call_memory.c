#include "call_memory.h"

#include <pthread.h>
#include <stdlib.h>

#include "recorder.h"

/* Kept for the next operation: programs nest a few. What a deep recursion took beyond is freed as it returns. */
enum { MOST_SPARE = 32 };

struct stored_call {
    struct call call;
    struct stored_call *spare;           /* the next one that is free */
    struct stored_call *before, *behind; /* all of this thread's, free or not */
};

static FAST_THREAD_LOCAL struct {
    struct stored_call *spare, *all;
    int spares;
} memory;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void release(void *ending)
{
    (void)ending; /* the memory of this thread */
    while (memory.all) {
        struct stored_call *stored = memory.all;
        memory.all = stored->behind;
        free(stored);
    }
    memory.spare = NULL;
    memory.spares = 0;
}

static void make_key(void)
{
    pthread_key_create(&key, release);
}

static struct call *make(void)
{
    pthread_once(&once, make_key);
    struct stored_call *stored = malloc(sizeof *stored);
    if (!stored || (!memory.all && pthread_setspecific(key, &memory))) {
        free(stored);
        return NULL;
    }
    stored->before = NULL;
    stored->behind = memory.all;
    if (memory.all)
        memory.all->before = stored;
    memory.all = stored;
    return &stored->call;
}

static void discard(struct stored_call *stored)
{
    if (stored->before)
        stored->before->behind = stored->behind;
    else
        memory.all = stored->behind;
    if (stored->behind)
        stored->behind->before = stored->before;
    free(stored);
}

struct call *call_memory_take(void)
{
    struct stored_call *stored = memory.spare;
    if (__builtin_expect(!stored, 0))
        return make();
    memory.spare = stored->spare;
    memory.spares--;
    return &stored->call;
}

void call_memory_give_back(struct call *call)
{
    struct stored_call *stored = (struct stored_call *)call;
    if (__builtin_expect(memory.spares == MOST_SPARE, 0)) {
        discard(stored);
        return;
    }
    stored->spare = memory.spare;
    memory.spare = stored;
    memory.spares++;
}
