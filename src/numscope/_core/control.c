#include "control.h"

#include <string.h>

#include "marks.h"
#include "recorder.h"
#include "shard.h"

enum { REQUEST_BITS = 8, REQUEST_MASK = (1 << REQUEST_BITS) - 1 };

static PyObject *listener;

void control_configure(PyObject *callable)
{
    Py_XSETREF(listener, callable == Py_None ? NULL : (Py_INCREF(callable), callable));
}

/* On the main thread, between two bytecodes. `word`: the recording that was meant, and the request. */
static int tell_listener(void *word)
{
    uintptr_t asked = (uintptr_t)word;
    if (!listener || !shard.events.tail || asked >> REQUEST_BITS != shard.first_generation)
        return 0;
    PyObject *called = listener; /* it may end the recording, which lets go of it */
    Py_INCREF(called);
    PyObject *answer = PyObject_CallFunction(called, "i", (int)(asked & REQUEST_MASK));
    if (!answer)
        PyErr_WriteUnraisable(called);
    Py_XDECREF(answer);
    Py_DECREF(called);
    return 0;
}

static bool tell(enum control_request request)
{
    return !Py_AddPendingCall(tell_listener, (void *)((uintptr_t)shard.first_generation << REQUEST_BITS | request));
}

/* False: it can't be done now, and is tried again at the next look. */
static bool perform(enum control_request request, const char *text)
{
    switch (request) {
    case CONTROL_START:
        recorder_hold(HELD_BY_CONTROL, false);
        return true;
    case CONTROL_PAUSE:
        recorder_hold(HELD_BY_CONTROL, true);
        return true;
    case CONTROL_STOP: /* the files are closed where Python code may run; nothing more is recorded from here on */
        recorder_hold(HELD_BY_CONTROL, true);
        return tell(request);
    case CONTROL_MARK:
        return mark_note(text);
    case CONTROL_KEEP:
        shard_pin_here();
        return tell(request);
    default:
        return true; /* of a newer version: not done, but no longer waited for */
    }
}

void control_look(struct tail_header *tail)
{
    uint32_t asked = __atomic_load_n(&tail->asked, __ATOMIC_ACQUIRE);
    if (asked == tail->answered)
        return;
    char text[ASKED_TEXT];
    memcpy(text, tail->asked_text, sizeof text);
    if (!perform((enum control_request)(asked & REQUEST_MASK), text))
        return;
    tail->held = recorder_held();
    __atomic_store_n(&tail->answered, asked, __ATOMIC_RELEASE);
}
