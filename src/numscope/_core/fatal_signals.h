/* What a dying process still writes: the compiled call that it is in, with all that went in. Fault handling of the
 * program's own stays: whatever handler there was runs after ours. */
#ifndef NUMSCOPE_FATAL_SIGNALS_H
#define NUMSCOPE_FATAL_SIGNALS_H

#include "checked.h"
#include "recorder.h"

/* From now on. Where `path` is not NULL, the handler opens that file as `descriptor`, which others' handlers (Python's
 * faulthandler) were set to write to; nothing is open under that number before. Not 0: no memory. */
CHECKED int fatal_signals_arm(const char *path, int descriptor);

/* Before Python's faulthandler is enabled, which comes before `fatal_signals_arm`: what the fault handler hands on to. Of
 * threads that die together, all but the first then wait until that one has written, or for two seconds. */
void fatal_signals_hold(void);

/* Around a call of compiled code. */
void fatal_signals_enter(struct call *call);
void fatal_signals_leave(struct call *call);

#endif
