#include "content_hash.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>

/* XXH128_hash_t is a struct of two uint64_t, low first, returned in registers: xxhash.h promises a stable ABI since 0.8. */
static uint64_t (*hash64)(const void *, size_t);
static struct hash128 (*hash128)(const void *, size_t);
static void *(*create_state)(void);
static int (*reset)(void *);
static int (*update)(void *, const void *, size_t);
static struct hash128 (*digest)(const void *);
static int (*free_state)(void *);
static bool bound;

const char *content_hash_bind(const char *path)
{
    if (bound)
        return NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return dlerror();
    static const struct {
        const char *name;
        void **function;
    } wanted[] = {
        {"XXH3_64bits", (void **)&hash64},
        {"XXH3_128bits", (void **)&hash128},
        {"XXH3_createState", (void **)&create_state},
        {"XXH3_128bits_reset", (void **)&reset},
        {"XXH3_128bits_update", (void **)&update},
        {"XXH3_128bits_digest", (void **)&digest},
        {"XXH3_freeState", (void **)&free_state},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        /* The package exports variants that choose AVX2 or AVX-512 at run time: prefer them. */
        char variant[64];
        snprintf(variant, sizeof variant, "%s_dispatch", wanted[i].name);
        *wanted[i].function = dlsym(library, variant);
        if (!*wanted[i].function)
            *wanted[i].function = dlsym(library, wanted[i].name);
        if (!*wanted[i].function)
            return wanted[i].name;
    }
    bound = true;
    return NULL;
}

uint64_t content_hash_seed(const void *bytes, size_t size)
{
    return hash64(bytes, size);
}

struct hash128 content_hash(const void *bytes, size_t size)
{
    return hash128(bytes, size);
}

struct hash128 content_hash_seeded(struct hash128 hash, uint64_t seed)
{
    return (struct hash128){hash.low ^ seed, hash.high ^ (seed << 32 | seed >> 32)};
}

void *content_hash_state(void)
{
    return create_state();
}

void content_hash_free(void *state)
{
    free_state(state);
}

void content_hash_begin(void *state)
{
    reset(state);
}

void content_hash_add(void *state, const void *bytes, size_t size)
{
    update(state, bytes, size);
}

struct hash128 content_hash_end(const void *state)
{
    return digest(state);
}
