#include "operand_room.h"

#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "texts.h"

enum { LARGEST_RECORD = 128 << 10 };

void *call_room_grown(struct call *call, size_t size)
{
    size_t used = (size_t)(call->at - call->begin), capacity = 2 * (used + size);
    if (capacity > LARGEST_RECORD)
        capacity = LARGEST_RECORD;
    char *grown = used + size > capacity ? NULL : realloc(call->begin == call->room ? NULL : call->begin, capacity);
    if (!grown) {
        call->flags |= CALL_TRUNCATED;
        return NULL;
    }
    if (call->begin == call->room)
        memcpy(grown, call->room, used);
    call->begin = grown;
    call->at = grown + used + size;
    call->end = grown + capacity;
    return grown + used;
}

void operand_count(struct call *call, enum operand_role role)
{
    if (role == ROLE_OUTPUT || role == ROLE_MUTATED)
        call->outputs++;
    else
        call->inputs++;
}

bool operand_may_add(struct call *call, enum operand_role role)
{
    if ((role == ROLE_OUTPUT || role == ROLE_MUTATED ? call->outputs : call->inputs) < 250)
        return true;
    call->flags |= CALL_TRUNCATED;
    return false;
}

static bool add_text(struct call *call, struct operand_header header, enum operand_tag tag, const char *text, size_t length)
{
    if (!operand_may_add(call, header.role))
        return false;
    if (length > LONGEST_TEXT) {
        length = LONGEST_TEXT;
        while (length && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
        call->flags |= CALL_TRUNCATED;
    }
    struct text_operand {
        struct operand_header header;
        uint32_t length, reserved;
    } *operand = call_room(call, sizeof *operand + length);
    if (!operand)
        return false;
    header.tag = (uint8_t)tag;
    operand->header = header;
    operand->length = (uint32_t)length;
    operand->reserved = 0;
    char *room = (char *)(operand + 1);
    size_t padded = (length + 7) & ~(size_t)7;
    if (padded)
        memset(room + padded - 8, 0, 8);
    memcpy(room, text, length);
    operand_count(call, header.role);
    return true;
}

bool operand_add_text(struct call *call, struct operand_header header, enum operand_tag tag, const char *text,
                      size_t length)
{
    PyObject *rest = text_redacted(text, length);
    if (!rest)
        return add_text(call, header, tag, text, length);
    bool added = add_text(call, header, tag, PyBytes_AS_STRING(rest), (size_t)PyBytes_GET_SIZE(rest));
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF(rest);
    PyGILState_Release(state);
    return added;
}

void operand_add_word(struct call *call, struct operand_header header, enum operand_tag tag, const void *word)
{
    if (!operand_may_add(call, header.role))
        return;
    char *room = call_room(call, sizeof header + (word ? 8 : 0));
    if (!room)
        return;
    header.tag = (uint8_t)tag;
    memcpy(room, &header, sizeof header);
    if (word)
        memcpy(room + sizeof header, word, 8);
    operand_count(call, header.role);
}

static void add_attribute(struct call *call, uint32_t name, uint16_t item, enum operand_tag tag, const void *word)
{
    if (name && name <= UINT16_MAX)
        operand_add_word(call, (struct operand_header){.role = ROLE_ATTRIBUTE, .position = POSITION_KEYWORD, .name = (uint16_t)name, .item = item},
                 tag, word);
}

void operand_add_attribute_text(struct call *call, uint32_t name, uint16_t item, uint32_t text)
{
    uint64_t id = text;
    add_attribute(call, name, item, OPERAND_SHARED_TEXT, &id);
}

void operand_add_attribute_integer(struct call *call, uint32_t name, uint16_t item, int64_t value)
{
    add_attribute(call, name, item, OPERAND_INT, &value);
}
