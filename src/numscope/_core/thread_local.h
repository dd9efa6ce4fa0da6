#ifndef NUMSCOPE_THREAD_LOCAL_H
#define NUMSCOPE_THREAD_LOCAL_H

/* initial-exec: one instruction instead of a call to __tls_get_addr. */
#if defined(__linux__)
#define FAST_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))
#else
#define FAST_THREAD_LOCAL __thread
#endif

#endif
