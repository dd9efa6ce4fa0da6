#include "fatal_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { FATAL = sizeof fatal / sizeof *fatal };

/* Only for numbers in `fatal`. */
static int place_of(int number)
{
    int place = 0;
    while (fatal[place] != number)
        place++;
    return place;
}

static struct sigaction before[FATAL], last[FATAL];
static bool armed, held;
static FAST_THREAD_LOCAL struct call *running;
/* A prange worker dies in a thread that called nothing: then it is the call begun last. */
static struct call *volatile newest;

void fatal_signals_enter(struct call *call)
{
    call->begun_size = (size_t)(call->at - call->begin);
    call->begun_inputs = call->inputs;
    call->begun_operation = call->operation->id;
    call->outer = running;
    running = call;
    newest = call;
}

void fatal_signals_leave(struct call *call)
{
    struct call **link = &running; /* greenlets may end an outer call before an inner one */
    while (*link && *link != call)
        link = &(*link)->outer;
    if (*link)
        *link = call->outer;
    newest = running;
}

static struct {
    char *path;
    int descriptor;
} words;

/* Other threads still run, and open and close files: in a table of its own this thread can't be given one of theirs. Without
 * one, a number that the program uses by now stays the program's. */
static void open_words(void)
{
    if (!words.path)
        return;
#if defined(__linux__)
    bool apart = !unshare(CLONE_FILES);
#else
    bool apart = false;
#endif
    if (!apart && fcntl(words.descriptor, F_GETFD) >= 0)
        return;
    int file = open(words.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0 || file == words.descriptor)
        return;
    dup2(file, words.descriptor);
    close(file);
}

/* Workers of one loop die together: the second would end the process, or empty the file, while the first still writes. */
static bool dying;
static FAST_THREAD_LOCAL bool dies_first;
enum { LONGEST_WAIT = 200 }; /* hundredths of a second: the program's own handler may keep the first thread alive */

static void wait_for_the_first(void)
{
    dies_first |= !__atomic_exchange_n(&dying, true, __ATOMIC_ACQ_REL);
    for (int waited = 0; !dies_first && waited < LONGEST_WAIT; waited++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

/* What stood there before takes over when the signal comes again: it is blocked until the handler that calls this returns. */
static void hand_on(int number, const struct sigaction *actions)
{
    sigaction(number, &actions[place_of(number)], NULL);
    raise(number);
}

static void on_fatal(int number)
{
    int error = errno;
    wait_for_the_first();
    open_words();
    struct call *call = running ? running : newest;
    if (call && armed) {
        armed = false;
        call_write_unfinished(call);
    }
    errno = error;
    const struct sigaction *next = &before[place_of(number)];
    bool is_handler = !(next->sa_flags & SA_SIGINFO) && next->sa_handler != SIG_DFL && next->sa_handler != SIG_IGN;
    if (held && is_handler)
        next->sa_handler(number); /* called from here: until it has written, other threads still come to us or to `on_last` */
    else
        hand_on(number, before);
}

/* Where Python's fault handler leads: it puts this back before it writes. */
static void on_last(int number)
{
    wait_for_the_first();
    hand_on(number, last);
}

static void install(void (*handler)(int), struct sigaction *replaced)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    for (int i = 0; i < FATAL; i++)
        sigaction(fatal[i], &action, &replaced[i]);
}

void fatal_signals_hold(void)
{
    if (!held)
        install(on_last, last);
    held = true;
}

int fatal_signals_arm(const char *path, int descriptor)
{
    if (path) {
        free(words.path);
        words.path = strdup(path);
        words.descriptor = descriptor;
        if (!words.path)
            return -1;
    }
    if (armed)
        return 0;
    armed = true;
    install(on_fatal, before);
    return 0;
}
