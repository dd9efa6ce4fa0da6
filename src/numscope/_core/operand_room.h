/* The record of a call under construction: room in it, and operands that are written as they are given. */
#ifndef NUMSCOPE_OPERAND_ROOM_H
#define NUMSCOPE_OPERAND_ROOM_H

#include "checked.h"
#include "recorder.h"

/* Room for `size` more bytes in the record, or NULL (then the call is marked truncated). */
CHECKED void *call_room_grown(struct call *call, size_t size);

CHECKED static inline void *call_room(struct call *call, size_t size)
{
    size = (size + 7) & ~(size_t)7;
    if (__builtin_expect((size_t)(call->end - call->at) < size, 0))
        return call_room_grown(call, size);
    void *room = call->at;
    call->at += size;
    return room;
}

/* Whether one more operand of that role fits a record; and that there is one more. */
CHECKED bool operand_may_add(struct call *call, enum operand_role role);
void operand_count(struct call *call, enum operand_role role);

bool operand_add_text(struct call *call, struct operand_header header, enum operand_tag tag, const char *text,
                      size_t length);

/* One whose payload is 8 bytes, or nothing (NULL). */
void operand_add_word(struct call *call, struct operand_header header, enum operand_tag tag, const void *word);

/* The header of what is said about the operand at `place`. */
static inline struct operand_header operand_fact_header(unsigned place)
{
    return (struct operand_header){.role = ROLE_ATTRIBUTE, .position = POSITION_KEYWORD, .item = (uint16_t)(place + 1)};
}

static inline bool operand_is_result(struct operand_header header)
{
    return header.role == ROLE_OUTPUT || header.role == ROLE_MUTATED;
}

/* Attributes of the operation (`item` 0) or of the operand at place `item` - 1; `name` and `text` are string ids. */
void operand_add_attribute_text(struct call *call, uint32_t name, uint16_t item, uint32_t text);
void operand_add_attribute_integer(struct call *call, uint32_t name, uint16_t item, int64_t value);

#endif
