// Locks around fork: another thread may hold one at that moment, which a child would wait for without end.
// For recorder.cpp alone: these are its own globals, as if they stood there.
#pragma once

#include <pthread.h>

#include "allocations.h"
#include "collectives.h"
#include "kinds.h"
#include "operations.h"

namespace numscope {
namespace {

void before_fork()
{
    words_mutex.lock();
    kinds.before_fork();
    collective_numbers.before_fork();
}

void after_fork_in_parent()
{
    collective_numbers.after_fork();
    kinds.after_fork();
    words_mutex.unlock();
}

void after_fork_in_child()
{
    after_fork_in_parent();
    blocks.forget();
}

// Once in a process.
void watch_forks() { pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child); }

} // namespace
} // namespace numscope
