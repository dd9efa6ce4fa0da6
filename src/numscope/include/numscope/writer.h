/* The seam for native recorders of other libraries: what numscope._core._writer, a capsule, points to. A recorder is called
 * on any thread, with or without the GIL, and describes operations from raw facts; the core interns, measures, hashes, keeps
 * and writes them by the same code and policy as NumPy's operations, in one order and one nesting with them.
 *
 * An operation: begin; operands and attributes; start; (it runs); stop; more operands; finish. Between begin and finish the
 * memory at `call` (call_bytes, 16-aligned) belongs to the core. Ids of texts hold within one `generation`; handles of
 * operations and dtypes for good. Nothing here raises or runs Python code, but for the first sight of a place in the source
 * or, where the user selects operations, of an operation: that takes the GIL.
 */
#ifndef NUMSCOPE_WRITER_H
#define NUMSCOPE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NUMSCOPE_WRITER_VERSION 10
#define NUMSCOPE_WRITER_CAPSULE "numscope._core._writer"

struct operation;
struct dtype;
struct layout;

/* What one pass over an array found: the same as `struct captured` of values.h. */
struct numscope_content {
    bool hashed, has_statistics, kept;
    bool pending; /* known later: `settle` will give it for the number in `hash_low`; only `kept` means something */
    bool unreadable; /* it lies where it can't be read; nothing else means something */
    uint64_t hash_low, hash_high;
    struct statistics statistics;
};

struct numscope_array {
    struct dtype *dtype;
    const int64_t *shape, *strides; /* strides in elements */
    int dimensions;
    uint32_t type;                  /* text id of the type's name; 0: none */
    uint64_t address;               /* of the first element */
    uint64_t owner;                 /* who owns the memory; 0: unknown */
};

enum numscope_verdict {
    NUMSCOPE_PASS,     /* not recorded: nothing more to do */
    NUMSCOPE_MUTED,    /* neither it nor what happens inside: `unmute` when it ends */
    NUMSCOPE_RECORDED,
};

/* The `self` of the frames that `watch_frames` was given, around the operation: borrowed; NULL: there is none. */
struct numscope_surroundings {
    void *outermost, *innermost;
};

/* Which bytes the hash of a content is of. */
enum numscope_order {
    NUMSCOPE_IN_MEMORY = 1, /* those of its memory, as they lie there */
    NUMSCOPE_BY_ROWS = 2,   /* those of its elements, the last dimension the fastest */
};

struct numscope_writer {
    uint32_t version;
    uint32_t call_bytes;

    /* Number of the running recording; 0: nothing is recorded now on this thread. */
    uint32_t (*generation)(void);
    /* The same right before an operation begins: where a segment is full, the next one begins here. It may wait for the GIL. */
    uint32_t (*renew)(void);
    /* 0 none, 1 statistics and hash, 2 bytes too: what is wanted of arrays now. Where a budget of bytes is spent, 1. */
    int (*detail)(void);
    /* The same, whatever has been spent: what the policy asks. Small arrays and texts are kept always. */
    int (*chosen_detail)(void);

    /* enum operation_trait: those of the library's table, by name. */
    uint32_t (*traits)(const char *name);
    /* `traits`: further ones, which the recorder knows of the operation. One for each name and its traits. */
    struct operation *(*operation)(const char *name, uint32_t traits);
    /* `number`: enum number_kind of statistics.h; NULL without memory. Call it with the GIL. */
    struct dtype *(*dtype)(const char *text, uint32_t item_bytes, char kind, int number);
    uint32_t (*text)(const char *text, size_t length);

    /* `nested`: it ends on this thread before what is running ends. */
    enum numscope_verdict (*begin)(void *call, struct operation *operation, bool nested,
                                   struct numscope_surroundings *surroundings);
    void (*unmute)(void);
    /* In which generation it began. Texts are looked up afterwards, for this one: other threads begin segments at any moment,
     * and a call that began before is cut off. */
    uint32_t (*generation_of)(const void *call);
    uint64_t (*sequence)(const void *call);
    void (*start)(void *call);
    void (*stop)(void *call, bool raised);
    void (*finish)(void *call);

    /* Valid until this thread's next call of it. */
    const struct layout *(*layout)(const struct numscope_array *array);
    uint32_t (*layout_id)(const struct layout *layout);
    uint64_t (*layout_bytes)(const struct layout *layout);
    /* What the hash of its content has of it; 0: none is taken. */
    uint64_t (*layout_seed)(const struct layout *layout);
    int (*layout_order)(const struct layout *layout); /* enum numscope_order */
    /* The hash of the same bytes under another layout. */
    void (*seed_anew)(struct numscope_content *content, uint64_t before, uint64_t now);
    /* One pass over the elements at `data`, which no other thread writes meanwhile. With `has_statistics` set before, those of
     * the same elements in another order, they stay and the elements are hashed only. `foreign`: the memory may not all be
     * there (a mapped file, memory of others), and is read by copies that can fail. */
    void (*look)(const struct layout *layout, const void *data, bool foreign, struct numscope_content *content);
    /* One of the caller's own, valid until it frees it with free(); NULL without memory. */
    struct layout *(*own_layout)(const struct numscope_array *array);
    /* Whether the budgets let the bytes of such an array be kept, where the policy asks for that. */
    bool (*keeps)(const struct layout *layout);
    /* The content that operands were given as pending under this number, in the recording `generation`. */
    void (*settle)(uint32_t generation, uint64_t number, const struct numscope_content *content);
    /* `content` NULL: unknown. Returns the operand's place, -1: there was no room. */
    int (*add_array)(void *call, struct operand_header header, const struct numscope_array *array,
                     const struct layout *layout, const struct numscope_content *content);
    /* OPERAND_INT, _FLOAT, _BOOL with its 8 bytes; OPERAND_NONE with NULL. */
    void (*add_word)(void *call, struct operand_header header, enum operand_tag tag, const void *word);
    /* OPERAND_STRING, OPERAND_LITERAL. */
    void (*add_text)(void *call, struct operand_header header, enum operand_tag tag, const char *text, size_t length);
    /* `item` 0: of the operation, else 1 + place of an operand. `name` and `text` are ids. */
    void (*attribute_text)(void *call, uint32_t name, uint16_t item, uint32_t text);
    void (*attribute_integer)(void *call, uint32_t name, uint16_t item, int64_t value);

    /* Frames of this code object (borrowed, lives for good) are reported as surroundings. With the GIL. */
    void (*watch_frames)(void *code);
    /* A step of the program has ended, as a library sees it: counted unless the program counts them itself. To be called while
     * operations pass unrecorded, too: the recording may wait for a step. With the GIL. */
    void (*step)(void);
    /* This recorder is about to run on threads without the GIL. With the GIL. */
    void (*join)(void);
};

#ifdef __cplusplus
}
#endif

#ifndef __cplusplus
/* Put the capsule into the core's module. -1 with an exception set. */
int writer_export(void *module);
#endif

#endif
