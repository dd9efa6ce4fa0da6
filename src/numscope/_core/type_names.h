/* Names of types, found again without holding a reference to any type. */
#ifndef NUMSCOPE_TYPE_NAMES_H
#define NUMSCOPE_TYPE_NAMES_H

#include <stdint.h>

#include <Python.h>

/* String id of a type's qualified name. */
uint32_t operand_type_name(PyTypeObject *type);

#endif
