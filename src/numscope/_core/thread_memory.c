#include "thread_memory.h"

#include <pthread.h>
#include <stdlib.h>

#include "content_hash.h"
#include "recorder.h"

FAST_THREAD_LOCAL struct thread_memory *thread_memory_here;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void release(void *pointer)
{
    struct thread_memory *memory = pointer;
    content_hash_free(memory->hash_state);
    for (int i = 0; i < THREAD_LAYOUTS; i++)
        free(memory->layouts[i]);
    free(memory->window);
    free(memory);
    thread_memory_here = NULL;
}

static void make_key(void)
{
    pthread_key_create(&key, release);
}

struct thread_memory *thread_memory_make(void)
{
    pthread_once(&once, make_key);
    struct thread_memory *memory = calloc(1, sizeof *memory);
    if (memory && !(memory->hash_state = content_hash_state())) {
        free(memory);
        memory = NULL;
    }
    if (memory && pthread_setspecific(key, memory)) {
        content_hash_free(memory->hash_state);
        free(memory);
        memory = NULL;
    }
    return thread_memory_here = memory;
}
