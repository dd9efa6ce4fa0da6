/* CPython's private headers that lay out a frame. By version: 3.10 has frame objects; 3.11 a C stack of
 * _PyInterpreterFrame with prev_instr, reached through tstate->cframe; 3.12 adds frames owned by the C stack; 3.13
 * has tstate->current_frame, instr_ptr and f_executable; 3.14 tags the references in frames. */
#ifndef NUMSCOPE_FRAME_LAYOUT_H
#define NUMSCOPE_FRAME_LAYOUT_H

#define Py_BUILD_CORE 1
#include <Python.h>

#if PY_VERSION_HEX >= 0x030E0000
#include <internal/pycore_interpframe.h>
#elif PY_VERSION_HEX >= 0x030B0000
#include <internal/pycore_frame.h>
#include <internal/pycore_pystate.h>
#else
#include <frameobject.h>
#endif
#undef Py_BUILD_CORE

#endif
