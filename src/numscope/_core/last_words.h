/* What a dying process still writes: the compiled call that it is in, with all that went in. Fault handling of the
 * program's own stays: whatever handler there was runs after ours. */
#ifndef NUMSCOPE_LAST_WORDS_H
#define NUMSCOPE_LAST_WORDS_H

#include "recorder.h"

void last_words_arm(void);

/* Around a call of compiled code. */
void last_words_enter(struct call *call);
void last_words_leave(struct call *call);

#endif
