/* NumPy's C API, bound late: the core must load in programs that never import NumPy. */
#ifndef NUMSCOPE_NUMPY_API_H
#define NUMSCOPE_NUMPY_API_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define NPY_NO_DEPRECATED_API NPY_1_25_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL numscope_array_api
#define PY_UFUNC_UNIQUE_SYMBOL numscope_ufunc_api
#ifndef NUMSCOPE_DEFINES_NUMPY_API
#define NO_IMPORT_ARRAY
#define NO_IMPORT_UFUNC
#endif
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>
#include <numpy/ufuncobject.h>

/* Find the functions of the NumPy that is imported. -1 with an exception set. */
int numpy_api_bind(void);

#endif
