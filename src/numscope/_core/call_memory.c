#include "call_memory.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "guarded_memory.h"
#include "recorder.h"

/* Kept for the next operation: programs nest a few. What a deep recursion takes beyond comes from the heap, and is freed as it
 * returns. */
enum { KEPT = 32 };

struct stored_call {
    struct call call;
    struct stored_call *spare;           /* the next one that is free */
    struct stored_call *before, *behind; /* all of this thread's from the heap, free or not */
};

static FAST_THREAD_LOCAL struct {
    struct stored_call *spare, *heap;
    struct stored_call *kept; /* KEPT of them, guarded; NULL: none yet */
    int used;                 /* of `kept`, so far */
} memory;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void release(void *ending)
{
    (void)ending; /* the memory of this thread */
    while (memory.heap) {
        struct stored_call *stored = memory.heap;
        memory.heap = stored->behind;
        free(stored);
    }
    guarded_unmap(memory.kept, KEPT * sizeof *memory.kept);
    memory.kept = NULL;
    memory.spare = NULL;
}

static void make_key(void)
{
    pthread_key_create(&key, release);
}

static bool begin_thread(void)
{
    pthread_once(&once, make_key);
    memory.kept = guarded_map(KEPT * sizeof *memory.kept);
    memory.used = 0;
    if (!memory.kept)
        return false;
    if (!pthread_setspecific(key, &memory))
        return true;
    guarded_unmap(memory.kept, KEPT * sizeof *memory.kept);
    memory.kept = NULL;
    return false;
}

static struct call *make(void)
{
    if (!memory.kept && !begin_thread())
        return NULL;
    if (memory.used < KEPT)
        return &memory.kept[memory.used++].call;
    struct stored_call *stored = malloc(sizeof *stored);
    if (!stored)
        return NULL;
    stored->before = NULL;
    stored->behind = memory.heap;
    if (memory.heap)
        memory.heap->before = stored;
    memory.heap = stored;
    return &stored->call;
}

static bool is_kept(const struct stored_call *stored)
{
    return (uintptr_t)stored - (uintptr_t)memory.kept < KEPT * sizeof *stored;
}

static void discard(struct stored_call *stored)
{
    if (stored->before)
        stored->before->behind = stored->behind;
    else
        memory.heap = stored->behind;
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
    return &stored->call;
}

void call_memory_give_back(struct call *call)
{
    struct stored_call *stored = (struct stored_call *)call;
    if (__builtin_expect(!is_kept(stored), 0)) {
        discard(stored);
        return;
    }
    stored->spare = memory.spare;
    memory.spare = stored;
}
