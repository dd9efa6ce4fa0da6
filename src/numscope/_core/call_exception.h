/* The exception with which a call ended. */
#ifndef NUMSCOPE_CALL_EXCEPTION_H
#define NUMSCOPE_CALL_EXCEPTION_H

#include "recorder.h"

/* Write the type and the message of the exception that is set, which stays set, behind the operands. */
void call_add_exception(struct call *call);

#endif
