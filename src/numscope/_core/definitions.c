#include "definitions.h"

#include <string.h>

#include "sharing.h"

static size_t padded(size_t size)
{
    return (size + 7) & ~(size_t)7;
}

void *definition_reserve(size_t size, enum record_kind kind, uint16_t flags)
{
    size = padded(size);
    struct record_header *header = stream_reserve(&shard.definitions, size);
    if (header) {
        memset(header, 0, size);
        header->size = (uint32_t)size;
        header->kind = (uint16_t)kind;
        header->flags = flags;
    }
    return header;
}

void definition_commit(size_t size)
{
    stream_commit(&shard.definitions, padded(size));
}

uint32_t definition_write_text(enum record_kind kind, uint32_t id, const char *text, size_t length)
{
    size_t size = sizeof(struct text_record) + length;
    struct text_record *record = definition_reserve(size, kind, 0);
    if (!record)
        return 0;
    record->id = id;
    record->length = (uint32_t)length;
    memcpy(record + 1, text, length);
    definition_commit(size);
    return id;
}

uint64_t mix_text(const char *text, size_t length)
{
    uint64_t hash = length + 1;
    for (; length >= 8; text += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, text, 8);
        hash = mix(hash, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, text, length);
    return mix(hash, rest);
}

static uint32_t last_operation, last_site, last_thread, last_number;

/* What a call_record has room for; a program with more threads than that gives their numbers again. */
enum { MOST_THREADS = UINT16_MAX };

uint32_t define_operation(const char *name, uint32_t traits)
{
    size_t length = strnlen(name, LONGEST_TEXT);
    size_t size = sizeof(struct operation_record) + length;
    uint32_t id = 0;
    writing_begin();
    struct operation_record *record = definition_reserve(size, RECORD_OPERATION, OPERATION_HAS_TRAITS);
    if (record) {
        record->id = id = ++last_operation;
        record->length = (uint32_t)length;
        record->traits = traits;
        memcpy(record + 1, name, length);
        definition_commit(size);
    }
    writing_end();
    return id;
}

uint32_t define_site(const struct site_record *site)
{
    uint32_t id = 0;
    writing_begin();
    struct site_record *record = definition_reserve(sizeof *record, RECORD_SITE, site->header.flags);
    if (record) {
        struct record_header header = record->header;
        *record = *site;
        record->header = header;
        record->id = id = ++last_site;
        definition_commit(sizeof *record);
    }
    writing_end();
    return id;
}

uint32_t define_thread(uint64_t native_id, uint32_t number)
{
    writing_begin();
    if (!number)
        number = last_number = last_number % MOST_THREADS + 1;
    struct thread_record *record = definition_reserve(sizeof *record, RECORD_THREAD, 0);
    if (record) {
        record->id = ++last_thread;
        record->number = number;
        record->native_id = native_id;
        definition_commit(sizeof *record);
    }
    writing_end();
    return record ? number : 0;
}

void definitions_reset(bool anew)
{
    last_operation = last_site = last_thread = 0;
    if (anew)
        last_number = 0;
}
