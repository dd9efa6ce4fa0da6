/* A code object that is known here is held until the next recording begins: found again by its address without asking
 * the interpreter, which another thread may be running. The first sight of a code object or of a place in it takes the GIL. */
#include "native_sites.h"

#include <stdlib.h>

#include "code_sites.h"
#include "definitions.h"

static PyCodeObject *watched;

/* Strong references; more code objects than that are looked up with the GIL each time. */
enum { MOST_HELD = 1 << 16 };
static PyCodeObject **held;
static size_t held_count, held_capacity;
static uint32_t holding = 1; /* since the last reset: those with this number are held */

void native_sites_watch(PyCodeObject *code)
{
    watched = code;
}

void native_sites_reset(void)
{
    for (size_t i = 0; i < held_count; i++)
        Py_DECREF(held[i]);
    held_count = 0;
    holding++;
}

static bool hold(PyCodeObject *code, struct code_sites *sites)
{
    if (sites->held == holding)
        return true;
    if (held_count == held_capacity) {
        size_t capacity = held_capacity ? 2 * held_capacity : 256;
        PyCodeObject **grown = capacity > MOST_HELD ? NULL : realloc(held, capacity * sizeof *held);
        if (!grown)
            return false;
        held = grown;
        held_capacity = capacity;
    }
    Py_INCREF(code);
    held[held_count++] = code;
    sites->held = holding;
    return true;
}

/* With the GIL, which it may wait for. */
static struct code_sites *meet_code(struct thread_memory *memory, size_t slot, frame f)
{
    PyGILState_STATE state = PyGILState_Ensure();
    struct code_sites *sites = code_sites_of(f);
    if (sites && hold(frame_code(f), sites)) {
        memory->codes[slot].code = frame_code(f);
        memory->codes[slot].sites = sites;
    }
    PyGILState_Release(state);
    return sites;
}

static inline struct code_sites *sites_of(struct thread_memory *memory, frame f)
{
    PyCodeObject *code = frame_code(f);
    size_t slot = ((uintptr_t)code >> 5) * 0x9e3779b97f4a7c15ull >> 56;
    return __builtin_expect(memory->codes[slot].code == code, 1) ? memory->codes[slot].sites
                                                                 : meet_code(memory, slot, f);
}

static uint32_t meet_site(struct code_sites *sites, frame f)
{
    PyGILState_STATE state = PyGILState_Ensure();
    uint32_t id = code_site_of(sites, f, true);
    PyGILState_Release(state);
    return id;
}

static inline uint32_t site_of(struct code_sites *sites, frame f)
{
    uint32_t id = code_site_of(sites, f, false);
    return __builtin_expect(id != 0, 1) ? id : meet_site(sites, f);
}

void native_site_find(struct native_site *found, const struct native_site *above, struct thread_memory *memory)
{
    frame f = frame_innermost_here();
    int unit = f ? frame_instruction(f) : -1;
    if (above && above->innermost == f && above->unit == unit) { /* that frame is still in the same call */
        *found = *above;
        return;
    }
    *found = (struct native_site){.innermost = f, .unit = unit, .where.selected = !sites_select()};
    struct call_site *where = &found->where;
    bool searching = true;
    for (; f; f = frame_caller(f)) {
        if (frame_code(f) == watched) {
            void *self = frame_first_local(f);
            found->surroundings.outermost = self;
            if (!found->surroundings.innermost)
                found->surroundings.innermost = self;
        }
        if (!searching)
            continue;
        struct code_sites *sites = sites_of(memory, f);
        if (!sites)
            return;
        if (!where->site) {
            where->site = site_of(sites, f);
            where->own = sites->own;
            where->user_visible = !sites->library;
            where->selected |= sites->selected;
        } else if (!sites->library) {
            where->user_site = site_of(sites, f);
            where->selected |= sites->selected;
        }
        searching = sites->library;
        where->importing |= sites->imports;
    }
}
