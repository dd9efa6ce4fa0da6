/* Operands: any Python object that goes into or comes out of an operation, written into the call's record. */
#ifndef NUMSCOPE_OPERANDS_H
#define NUMSCOPE_OPERANDS_H

#include "operand_room.h"

/* `capture`: look at the content of arrays, as the settings say. */
void operand_add(struct call *call, struct operand_header header, PyObject *object, bool capture);

#endif
