/* Operands: any Python object that goes into or comes out of an operation, written into the call's record. */
#ifndef NUMSCOPE_OPERANDS_H
#define NUMSCOPE_OPERANDS_H

#include "operand_room.h"

/* Attributes of the operation (`item` 0) or of the operand at place `item` - 1; `name` and `text` are string ids. */
void operand_add_attribute_text(struct call *call, uint32_t name, uint16_t item, uint32_t text);
void operand_add_attribute_integer(struct call *call, uint32_t name, uint16_t item, int64_t value);

/* `capture`: look at the content of arrays, as the settings say. */
void operand_add(struct call *call, struct operand_header header, PyObject *object, bool capture);

#endif
