/* numscope._moments.History: a run of moments, step by step, in bounded memory and without an object for each. */
#ifndef NUMSCOPE_MOMENTS_HISTORY_H
#define NUMSCOPE_MOMENTS_HISTORY_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

extern PyType_Spec history_type;

#endif
