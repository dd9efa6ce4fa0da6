/* Python frames as the interpreter keeps them: the one place that knows CPython's private frame layout. */
#ifndef NUMSCOPE_FRAMES_H
#define NUMSCOPE_FRAMES_H

#include <Python.h>

/* A frame that runs Python code; opaque, valid while it runs. */
typedef void *frame;

frame frame_innermost(void);         /* NULL: no Python code is running in this thread */
frame frame_caller(frame);           /* NULL: the outermost */
PyCodeObject *frame_code(frame);     /* borrowed */
PyObject *frame_globals(frame);      /* borrowed */
int frame_instruction(frame);        /* index of the code unit being executed; -1: not started */
const void *frame_place(frame);      /* address of this code unit, while its code lives */

/* Of the calling thread, which need not hold the GIL: while it is inside a call into C nobody else changes its frames. */
frame frame_innermost_here(void);    /* NULL too where the thread has no Python state */
PyObject *frame_first_local(frame);  /* borrowed: `self` of a method; NULL: unset */

#endif
