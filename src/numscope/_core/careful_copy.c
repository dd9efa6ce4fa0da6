#include "careful_copy.h"

#include <string.h>

#if defined(__linux__)

#include <sys/uio.h>
#include <unistd.h>

/* The kernel reads for us, and reports what is not there as EFAULT. A process may always read itself: neither Yama nor
 * CAP_SYS_PTRACE is asked (ptrace_may_access() in the kernel). Only a seccomp filter can forbid it, and then nothing is read. */
size_t careful_copy(char *to, const char *from, size_t size)
{
    size_t done = 0;
    pid_t self = getpid();
    while (done < size) {
        struct iovec here = {to + done, size - done}, there = {(void *)(from + done), size - done};
        ssize_t some = process_vm_readv(self, &here, 1, &there, 1, 0);
        if (some <= 0)
            break;
        done += (size_t)some;
    }
    return done;
}

#else

size_t careful_copy(char *to, const char *from, size_t size)
{
    memcpy(to, from, size);
    return size;
}

#endif
