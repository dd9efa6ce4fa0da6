/* The recorder's own thread: it runs while there is something to move from the rings to the files. */
#ifndef NUMSCOPE_DRAIN_H
#define NUMSCOPE_DRAIN_H

/* Ask for a drain of the shard's streams soon; starts the thread if it does not run. With the GIL held. */
void drain_wake(void);

/* End the thread and wait for it: before the streams close, and before a fork, so that the program has the threads it
 * would have had (CPython 3.12 warns of a fork with more than one). */
void drain_stop(void);

/* In a child after fork the thread does not exist. */
void drain_forget(void);

#endif
