/* Moments between operations: steps of the program, and what another process marks. */
#ifndef NUMSCOPE_MARKS_H
#define NUMSCOPE_MARKS_H

#include "checked.h"
#include "shard.h"

void marks_reset(void);

/* `sequence`: of the operation that begins next. */

/* A step of the program has ended. With the GIL. */
void mark_step(uint64_t sequence);
uint64_t marked_steps(void);

/* The program names this moment, in UTF-8; ASKED_TEXT bytes of it are kept. With the GIL. */
void mark_named(const char *text, uint64_t sequence);

/* A mark from another process, of ASKED_TEXT bytes: written, with the time it has now, when the next call begins or recording
 * ends. Any thread. False where too many wait already. */
CHECKED bool mark_note(const char *text);
void marks_write_noted(uint64_t sequence);

#endif
