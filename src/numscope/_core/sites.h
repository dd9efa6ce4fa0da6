/* Call sites: which line of which file an operation was called from, and by what kind of instruction. */
#ifndef NUMSCOPE_SITES_H
#define NUMSCOPE_SITES_H

#include "checked.h"
#include <stdbool.h>
#include <stdint.h>

#include <Python.h>

struct call_site {
    uint32_t site;      /* innermost Python frame; 0: none */
    uint32_t user_site; /* innermost frame outside the watched libraries; 0: none, or the same */
    bool own;           /* numscope itself: not recorded */
    bool user_visible;  /* the innermost frame is the user's */
    bool selected;      /* `from_modules` accepts the module that called */
    bool importing;     /* an import statement runs between the user's frame and the innermost one */
};

/* -1 with an exception set. Path prefixes: `library_paths` a tuple of str, `own_path` a str ("": none);
 * `from_modules` a callable or None. */
CHECKED int sites_configure(PyObject *library_paths, PyObject *own_path, PyObject *from_modules);
/* Add prefixes of a library that was imported meanwhile; -1 with an exception set. Code that was met before stays whose it was. */
CHECKED int sites_add_libraries(PyObject *paths);
void sites_release(void);

/* Files that begin with one of `paths`, a tuple of str, are those of the library with the number `layer`. -1 with an exception set. */
CHECKED int sites_add_layer(uint8_t layer, PyObject *paths);
void sites_forget_layers(void);
/* With the GIL held: whether the innermost frame is the user's, or that library's own. */
bool call_site_is_users(void);
bool call_site_is_of(uint8_t layer);
/* The id of a place in the source that no frame is at; `place` is a tuple of the three. 0: it could not be written. */
uint32_t site_at(PyObject *place, PyObject *file, PyObject *function, int line);

/* With the GIL held. `past_own`: the innermost frames that are numscope's are none of it. Describing a site for the first time may run `from_modules`. */
void call_site_find(struct call_site *found, bool past_own);

#endif
