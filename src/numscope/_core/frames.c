#include "frame_place.h" /* first: the private headers want a macro that Python.h looks at */
#include "frames.h"

#if PY_VERSION_HEX < 0x030B0000

frame frame_innermost(void)
{
    return PyThreadState_Get()->frame;
}

frame frame_innermost_here(void)
{
    PyThreadState *thread = PyGILState_GetThisThreadState();
    return thread ? thread->frame : NULL;
}

PyObject *frame_first_local(frame f)
{
    return ((PyFrameObject *)f)->f_localsplus[0];
}

frame frame_caller(frame f)
{
    return ((PyFrameObject *)f)->f_back;
}

PyCodeObject *frame_code(frame f)
{
    return ((PyFrameObject *)f)->f_code;
}

PyObject *frame_globals(frame f)
{
    return ((PyFrameObject *)f)->f_globals;
}

int frame_instruction(frame f)
{
    return ((PyFrameObject *)f)->f_lasti; /* counts code units since 3.10 */
}

#else

static PyObject *executable(struct _PyInterpreterFrame *f)
{
#if PY_VERSION_HEX >= 0x030E0000
    return PyStackRef_AsPyObjectBorrow(f->f_executable);
#elif PY_VERSION_HEX >= 0x030D0000
    return f->f_executable;
#else
    return (PyObject *)f->f_code;
#endif
}

/* Not the interpreter's own: entry frames on the C stack, the shim behind `Class(...)` whose code object is a constant in
 * read-only memory, frames still being set up. */
static frame first_with_code(struct _PyInterpreterFrame *f)
{
    while (f && _PyFrame_IsIncomplete(f))
        f = f->previous;
    return f;
}

static frame innermost_of(PyThreadState *thread)
{
#if PY_VERSION_HEX >= 0x030D0000
    return first_with_code(thread->current_frame);
#else
    return first_with_code(thread->cframe->current_frame);
#endif
}

frame frame_innermost(void)
{
    return innermost_of(PyThreadState_Get());
}

frame frame_innermost_here(void)
{
    PyThreadState *thread = PyGILState_GetThisThreadState();
    return thread ? innermost_of(thread) : NULL;
}

PyObject *frame_first_local(frame f)
{
#if PY_VERSION_HEX >= 0x030E0000
    return PyStackRef_AsPyObjectBorrow(((struct _PyInterpreterFrame *)f)->localsplus[0]);
#else
    return ((struct _PyInterpreterFrame *)f)->localsplus[0];
#endif
}

frame frame_caller(frame f)
{
    return first_with_code(((struct _PyInterpreterFrame *)f)->previous);
}

PyCodeObject *frame_code(frame f)
{
    return (PyCodeObject *)executable(f);
}

PyObject *frame_globals(frame f)
{
    return ((struct _PyInterpreterFrame *)f)->f_globals;
}

int frame_instruction(frame f)
{
    struct _PyInterpreterFrame *inner = f;
    _Py_CODEUNIT *first = _PyCode_CODE(frame_code(f));
#if PY_VERSION_HEX >= 0x030D0000
    return (int)(inner->instr_ptr - first);
#else
    return (int)(inner->prev_instr - first);
#endif
}

#endif

const void *frame_place(frame f)
{
    return frame_place_in(f);
}
