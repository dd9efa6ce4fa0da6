/* What is known of one code object and of the places in it that call operations. */
#ifndef NUMSCOPE_CODE_SITES_H
#define NUMSCOPE_CODE_SITES_H

#include <stdbool.h>
#include <stdint.h>

#include <Python.h>

#include "frames.h"

struct code_sites {
    uint32_t generation;
    uint32_t held; /* see native_sites.c */
    uint32_t file, function;
    uint32_t units;
    uint8_t layer, layers; /* number of the library that it is of, 0: of none; how many were known when that was looked up */
    bool library, own, selected;
    bool imports; /* the interpreter's own import system */
    uint32_t ids[]; /* site id by code unit; 0: not met yet */
};

/* With the GIL: the facts of a frame's code, described at first sight; NULL without memory. */
struct code_sites *code_sites_of(frame f);
/* With the GIL: the id of a place met for the first time. */
uint32_t code_site_describe(struct code_sites *sites, PyCodeObject *code, int unit);
/* Whether only some modules' calls are recorded. */
bool sites_select(void);

/* The id of the place where `f` stands, described (which takes the GIL) if `describe` says so, else 0 when it is new. */
static inline uint32_t code_site_of(struct code_sites *sites, frame f, bool describe)
{
    int unit = frame_instruction(f);
    uint32_t id = unit >= 0 && (uint32_t)unit < sites->units ? sites->ids[unit] : 0;
    return id || !describe ? id : code_site_describe(sites, frame_code(f), unit);
}

#endif
