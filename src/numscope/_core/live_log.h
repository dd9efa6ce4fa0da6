/* A line on stderr a user-visible operation: name, operands, time, call site. */
#ifndef NUMSCOPE_LIVE_LOG_H
#define NUMSCOPE_LIVE_LOG_H

#include "recorder.h"

enum log_style { LOG_OFF = 0, LOG_PLAIN = 1, LOG_COLOURED = 2 };

/* One line at a time a thread: begun, operands added as they are met, ended. */
void live_log_begin(const struct call *call);
void live_log_operand(PyObject *operand);
void live_log_end(const struct call *call, PyObject *result, PyObject *mutated, uint64_t duration_ns);

/* What is standard error now is where lines go, and nothing that the program puts in its place. */
void live_log_remember_stderr(void);

#endif
