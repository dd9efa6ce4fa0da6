#include "type_names.h"

#include "shard.h"
#include "interned_strings.h"

/* Keyed by the type's address, its name object and that name's hash: no reference to a type is held. */
enum { TYPE_NAMES = 256 };

uint32_t operand_type_name(PyTypeObject *type)
{
    static struct {
        PyTypeObject *type;
        const void *name;
        Py_hash_t hash;
        uint32_t id, generation;
    } names[TYPE_NAMES];
    bool heap = type->tp_flags & Py_TPFLAGS_HEAPTYPE;
    const void *name = heap ? (const void *)((PyHeapTypeObject *)type)->ht_qualname : type->tp_name;
    Py_hash_t hash = heap ? PyObject_Hash(((PyHeapTypeObject *)type)->ht_qualname) : 0;
    size_t slot = ((uintptr_t)type >> 4) % TYPE_NAMES;
    if (names[slot].type == type && names[slot].name == name && names[slot].hash == hash &&
        names[slot].generation == shard.generation)
        return names[slot].id;
    names[slot].type = type;
    names[slot].name = name;
    names[slot].hash = hash;
    names[slot].generation = shard.generation;
    names[slot].id = define_type_name(type);
    return names[slot].id;
}
