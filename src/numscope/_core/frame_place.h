/* The address of the code unit that the innermost frame executes: which line of which code calls, in 2 ns. */
#ifndef NUMSCOPE_FRAME_PLACE_H
#define NUMSCOPE_FRAME_PLACE_H

#include "frame_layout.h"

#if PY_VERSION_HEX < 0x030B0000

static inline const void *frame_place_in(PyFrameObject *f)
{
    return PyBytes_AS_STRING(f->f_code->co_code) + 2 * f->f_lasti; /* counts code units since 3.10 */
}

static inline PyFrameObject *frame_innermost_in(PyThreadState *thread)
{
    return thread->frame;
}

#elif PY_VERSION_HEX < 0x030D0000

static inline const void *frame_place_in(struct _PyInterpreterFrame *f)
{
    return f->prev_instr;
}

static inline struct _PyInterpreterFrame *frame_innermost_in(PyThreadState *thread)
{
    return thread->cframe->current_frame;
}

#else

static inline const void *frame_place_in(struct _PyInterpreterFrame *f)
{
    return f->instr_ptr;
}

static inline struct _PyInterpreterFrame *frame_innermost_in(PyThreadState *thread)
{
    return thread->current_frame;
}

#endif

/* With the GIL. NULL or the address of something of the interpreter's own where no Python code is at work. */
static inline const void *frame_place_innermost(void)
{
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000
    PyThreadState *thread = _PyThreadState_GET(); /* a variable of the interpreter; later a thread-local one of its own */
#else
    PyThreadState *thread = PyThreadState_Get();
#endif
    return frame_innermost_in(thread) ? frame_place_in(frame_innermost_in(thread)) : NULL;
}

#endif
