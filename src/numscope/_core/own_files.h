/* Files that the recorder's Python code reads and writes in the recorded process: through the file thread, so that no other
 * thread of the program can put a file of its own behind the descriptor meanwhile. See _core.pyi. */
#ifndef NUMSCOPE_OWN_FILES_H
#define NUMSCOPE_OWN_FILES_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *own_file_write(PyObject *module, PyObject *arguments);   /* (path, data[, append]) */
PyObject *own_file_read(PyObject *module, PyObject *arguments);    /* (path, offset, size) -> bytes */
PyObject *own_folder_claim(PyObject *module, PyObject *arguments); /* (parent, suffix) -> name */
PyObject *own_files_apart(PyObject *module, PyObject *nothing);

#endif
