#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "elements.h"
#include "shard.h"

/* Up to LARGE a copy into the ring lets the program go on while the drain thread writes. */
enum { PACK_ALIGNMENT = 16, LARGE = 2 << 20 };

static bool append(void *context, const char *bytes, size_t size)
{
    (void)context;
    if (size > LARGE) {
        shard_settle();
        return stream_append_large(&shard.values, bytes, size);
    }
    char *room = stream_reserve(&shard.values, size);
    if (!room)
        return false;
    memcpy(room, bytes, size);
    stream_commit(&shard.values, size);
    return true;
}

static bool align_pack(void)
{
    static const char zeros[PACK_ALIGNMENT];
    size_t over = shard.values.length % PACK_ALIGNMENT;
    return !over || append(NULL, zeros, PACK_ALIGNMENT - over);
}

/* The words that are kept go straight into the ring: the content is read once, and written nowhere else. */
static bool append_words(void *context, const char *bytes, size_t size)
{
    char *room = stream_reserve(&shard.values, size + ROOM_BEHIND);
    if (!room)
        return false;
    stream_commit(&shard.values, elide(context, bytes, size, room));
    return true;
}

static bool all_equal(const struct eliding *eliding)
{
    return !eliding->kept || (eliding->elision.repeats && eliding->kept == 1 && eliding->bitmap[0] & 1);
}

static bool end_words(const struct eliding *eliding)
{
    static const char zero[sizeof(uint64_t)];
    if (!all_equal(eliding))
        return append(NULL, (const char *)eliding->bitmap, (eliding->words + 7) / 8);
    return eliding->kept || append(NULL, zero, eliding->elision.word);
}

static bool append_some_words(const struct layout *layout, struct memory memory, struct elision elision)
{
    uint64_t words = layout->data_bytes / elision.word;
    struct eliding eliding = {.elision = elision, .bitmap = malloc((words + 63) / 64 * sizeof(uint64_t))};
    bool done = eliding.bitmap && elements_visit(layout, memory, append_words, &eliding) && end_words(&eliding);
    free(eliding.bitmap);
    return done;
}

static bool append_all(const struct layout *layout, struct memory memory)
{
    bool whole = (layout->c_contiguous || layout->fortran) && !memory.foreign && !layout->dtype->used;
    return whole ? append(NULL, memory.data, layout->data_bytes) : elements_visit(layout, memory, append, NULL);
}

bool pack_append(const struct layout *layout, struct memory memory, uint64_t zeros, struct packed *packed)
{
    if (!align_pack())
        return false;
    packed->offset = shard.values.length;
    packed->elision = elision_choose(layout, memory, zeros);
    if (packed->elision.word ? !append_some_words(layout, memory, packed->elision) : !append_all(layout, memory))
        return false;
    packed->stored = shard.values.length - packed->offset;
    return true;
}
