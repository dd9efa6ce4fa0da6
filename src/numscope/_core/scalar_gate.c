#include "frame_place.h" /* first: the private headers want a macro that Python.h looks at */
#include "scalar_gate.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "code_sites.h"
#include "recorder_state.h"
#include "shard.h"

/* Half of them are used at most; then all are forgotten but the sums. */
enum { REST = 4096 };
/* Recorded of each place while the budget is not spent twice over: a line behind a long loop is seen, too. */
enum { FIRST = 256 };
/* Of the process's time. To find the place and to pass takes 2 to 3 ns a call, which is the rest of the promised 5 %. */
static const double share = 0.02;
/* 5 % of what an interpreter takes that starts and imports NumPy, in nanoseconds. */
static const double at_once = 6e6;

struct scalar_place scalar_places[SCALAR_PLACES];
static uint32_t used;
static enum scalar_scope scope;
static uint64_t spent, allowed, began; /* ticks */
static uint64_t cpu_at_start, forgotten;
static PyObject *thinned; /* dict: (file, line) -> (recorded, passed) of places that are forgotten */

/* ---- places ---- */

static uint64_t passed_at(const struct scalar_place *place)
{
    return place->site ? place->passed + place->rest - place->left : 0;
}

/* Add a place's calls to those of its line. False: no memory, and no exception. */
static bool add_to_line(PyObject *lines, const struct scalar_place *place)
{
    PyObject *key = Py_BuildValue("(OI)", place->file, (unsigned)place->line);
    PyObject *before = key ? PyDict_GetItemWithError(lines, key) : NULL;
    unsigned long long recorded = 0, passed = 0;
    bool added = key && (!before || PyArg_ParseTuple(before, "KK", &recorded, &passed));
    PyObject *sums = added ? Py_BuildValue("(KK)", recorded + place->recorded, passed + passed_at(place)) : NULL;
    added = sums && PyDict_SetItem(lines, key, sums) == 0;
    Py_XDECREF(sums);
    Py_XDECREF(key);
    return added;
}

static bool add_thinned(PyObject *lines, const struct scalar_place *place)
{
    return !place->file || !passed_at(place) || add_to_line(lines, place);
}

static void forget(struct scalar_place *place)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    forgotten += passed_at(place);
    if (thinned && !add_thinned(thinned, place))
        PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    Py_CLEAR(place->file);
    *place = (struct scalar_place){.instruction = place->instruction};
}

static void forget_all(void)
{
    for (size_t i = 0; i < SCALAR_PLACES; i++)
        if (scalar_places[i].instruction)
            forget(&scalar_places[i]);
    memset(scalar_places, 0, sizeof scalar_places);
    used = 0;
}

/* ---- the budget ---- */

static uint64_t allowed_now(void)
{
    const struct tail_header *tail = shard.events.tail;
    if (!tail)
        return 0;
    uint64_t ticks = clock_ticks() - tail->first_ticks, ns = clock_ns(CLOCK_REALTIME) - tail->first_ns;
    double cpu = (double)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_at_start);
    return ns ? (uint64_t)((at_once + share * cpu) * (double)ticks / (double)ns) : 0;
}

static bool is_within_budget(const struct scalar_place *place)
{
    if (spent < allowed || (place->recorded < FIRST && spent < 2 * allowed))
        return true;
    allowed = allowed_now();
    return spent < allowed;
}

/* What took longer was interrupted, or ran Python code of the operand's: the record itself takes 300 to 1,000 ticks. */
enum { LONGEST = 1 << 13 };

void scalar_ended(void)
{
    uint64_t ticks = clock_ticks() - began;
    spent += ticks < LONGEST ? ticks : LONGEST;
}

/* ---- a call ---- */

static void rest(struct scalar_place *place)
{
    place->passed += place->rest;
    place->rest = place->left = REST;
}

static void remember_line(struct scalar_place *place, frame f)
{
    PyCodeObject *code = frame_code(f);
    int line = PyCode_Addr2Line(code, 2 * frame_instruction(f));
    place->line = (uint32_t)(line > 0 ? line : 0);
    Py_XSETREF(place->file, Py_NewRef(code->co_filename));
}

/* The place's own calls: recorded within the budget. */
static bool is_affordable(struct scalar_place *place, frame f, struct code_sites *sites)
{
    uint32_t site = code_site_of(sites, f, true);
    if (place->site != site) {
        forget(place);
        place->site = site;
    }
    if (is_within_budget(place)) {
        began = clock_ticks();
        place->recorded++;
        return true;
    }
    if (!place->file)
        remember_line(place, f);
    rest(place);
    place->left--; /* this one */
    return false;
}

static struct scalar_place *take_place(const void *instruction)
{
    if (2 * used >= SCALAR_PLACES)
        forget_all();
    struct scalar_place *place = scalar_place_of(instruction);
    used += !place->instruction;
    place->instruction = instruction;
    return place;
}

static bool is_own_line(void)
{
    frame f = frame_innermost();
    struct code_sites *sites = f ? code_sites_of(f) : NULL;
    if (!sites)
        return false;
    struct scalar_place *place = take_place(frame_place(f));
    if (!sites->library)
        return is_affordable(place, f, sites);
    if (place->site)
        forget(place);
    place->rest = place->left = REST;
    return false;
}

bool scalar_is_wanted(void)
{
    return scope == SCALARS_ALL || (scope == SCALARS_OWN && !scalar_passes(frame_place_innermost()) && is_own_line());
}

/* ---- the whole ---- */

void scalar_gate_open(enum scalar_scope wanted)
{
    scalar_gate_close();
    scope = wanted;
    spent = forgotten = 0;
    cpu_at_start = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    allowed = 0; /* asked at the first call */
    thinned = PyDict_New();
    if (!thinned)
        PyErr_Clear();
}

void scalar_gate_close(void)
{
    forget_all();
    Py_CLEAR(thinned);
}

uint64_t scalar_passed(void)
{
    uint64_t passed = forgotten;
    for (size_t i = 0; i < SCALAR_PLACES; i++)
        passed += passed_at(&scalar_places[i]);
    return passed;
}

static PyObject *as_list(PyObject *lines)
{
    PyObject *list = PyList_New(0), *key, *sums;
    for (Py_ssize_t at = 0; list && PyDict_Next(lines, &at, &key, &sums);) {
        PyObject *line = PySequence_Concat(key, sums);
        if (!line || PyList_Append(list, line))
            Py_CLEAR(list);
        Py_XDECREF(line);
    }
    return list;
}

PyObject *scalar_lines(void)
{
    PyObject *lines = thinned ? PyDict_Copy(thinned) : PyDict_New();
    bool added = lines != NULL;
    for (size_t i = 0; added && i < SCALAR_PLACES; i++)
        added = add_thinned(lines, &scalar_places[i]);
    PyObject *list = added ? as_list(lines) : NULL;
    Py_XDECREF(lines);
    return list;
}
