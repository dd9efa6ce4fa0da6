/* Where the records of running operations lie: in memory of their thread, so that a hook keeps one pointer on the C stack
 * while the operation runs. A program may call itself through NumPy as deep as its stack goes, and threads have small ones. */
#ifndef NUMSCOPE_CALL_MEMORY_H
#define NUMSCOPE_CALL_MEMORY_H

struct call;

/* Memory for a record, its contents undefined; NULL: there is none. */
struct call *call_memory_take(void);

/* Give it back, on the thread that took it. In any order: greenlets switch C stacks, so that an outer operation may end
 * before an inner one. A record that is never given back, whose hook was jumped over, is freed with its thread. */
void call_memory_give_back(struct call *call);

#endif
