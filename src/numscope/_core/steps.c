#include "steps.h"

#include "marks.h"
#include "recorder.h"
#include "shard.h"

struct range {
    unsigned long long first, end, every;
};

enum { MOST_RANGES = 64 };

static struct range ranges[MOST_RANGES];
static Py_ssize_t range_count;
static enum step_speaker heard; /* the last in their order; 0: none */

int steps_configure(PyObject *given)
{
    range_count = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(given) && i < MOST_RANGES; i++) {
        struct range *range = &ranges[i];
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(given, i), "KKK", &range->first, &range->end, &range->every))
            return -1;
        range_count++;
    }
    return 0;
}

/* Of the step that is going on, after so many have ended. */
static bool is_wanted(uint64_t number)
{
    for (Py_ssize_t i = 0; i < range_count; i++) {
        const struct range *range = &ranges[i];
        if (number >= range->first && number < range->end && !((number - range->first) % range->every))
            return true;
    }
    return !range_count;
}

static void choose(void)
{
    recorder_hold(HELD_BETWEEN_STEPS, !is_wanted(marked_steps()));
    shard.events.tail->held = recorder_held();
}

void steps_begin(void)
{
    heard = 0;
    choose();
}

static void count(void)
{
    if (!shard.events.tail)
        return;
    mark_step(sequence_upcoming());
    shard_step();
    choose();
}

void steps_listen_to(enum step_speaker speaker)
{
    if (speaker > heard)
        heard = speaker;
}

void step_by(enum step_speaker speaker)
{
    if (speaker < heard)
        return;
    bool counted = speaker > heard && marked_steps(); /* this one, by another */
    heard = speaker;
    if (!counted)
        count();
}
