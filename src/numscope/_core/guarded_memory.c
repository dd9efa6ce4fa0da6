#include "guarded_memory.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t guard_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

void *guarded_map(size_t size)
{
    char *start = mmap(NULL, guard_bytes() + size, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    if (mprotect(start + guard_bytes(), size, PROT_READ | PROT_WRITE)) {
        int error = errno;
        munmap(start, guard_bytes() + size);
        errno = error;
        return NULL;
    }
    return start + guard_bytes();
}

void guarded_unmap(void *memory, size_t size)
{
    munmap((char *)memory - guard_bytes(), guard_bytes() + size);
}
