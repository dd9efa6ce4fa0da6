/* An open-addressing table of owned copies. */
#include "interned_strings.h"

#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "sharing.h"

struct string {
    uint64_t hash;
    char *text;
    uint32_t length, id, generation; /* id in the segment `generation` */
};

static struct {
    struct string *slots;
    size_t capacity, used;
    uint32_t last_id; /* in this segment */
} table;

static struct string *find(const char *text, size_t length, uint64_t hash)
{
    size_t slot = hash & (table.capacity - 1);
    while (table.slots[slot].text) {
        struct string *string = &table.slots[slot];
        if (string->hash == hash && string->length == length && !memcmp(string->text, text, length))
            return string;
        slot = (slot + 1) & (table.capacity - 1);
    }
    return &table.slots[slot];
}

static bool grow(void)
{
    struct string *old = table.slots;
    size_t old_capacity = table.capacity;
    size_t capacity = old_capacity ? 2 * old_capacity : 1024;
    struct string *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    table.slots = slots;
    table.capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].text)
            *find(old[i].text, old[i].length, old[i].hash) = old[i];
    free(old);
    return true;
}

void strings_reset(void)
{
    for (size_t i = 0; i < table.capacity; i++)
        free(table.slots[i].text);
    free(table.slots);
    memset(&table, 0, sizeof table);
}

/* A program that makes ever new texts would fill memory. */
void strings_rotate(void)
{
    enum { MOST_KEPT = 1 << 14 };
    if (table.used > MOST_KEPT)
        strings_reset();
    table.last_id = 0;
}

static uint32_t write_text(struct string *string)
{
    if (definition_write_text(RECORD_STRING, table.last_id + 1, string->text, string->length)) {
        string->id = ++table.last_id;
        string->generation = shard.generation;
        return string->id;
    }
    return 0;
}

static uint32_t define(const char *text, size_t length)
{
    if (length > LONGEST_TEXT) {
        length = LONGEST_TEXT;
        while (length && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    if (2 * table.used >= table.capacity && !grow())
        return 0;
    uint64_t hash = mix_text(text, length);
    struct string *string = find(text, length, hash);
    if (string->text)
        return string->generation == shard.generation ? string->id : write_text(string);
    char *copy = malloc(length + 1);
    if (!copy)
        return 0;
    memcpy(copy, text, length);
    copy[length] = 0;
    table.used++;
    *string = (struct string){.hash = hash, .text = copy, .length = (uint32_t)length};
    return write_text(string);
}

uint32_t define_string(const char *text, size_t length)
{
    writing_begin();
    uint32_t id = define(text, length);
    writing_end();
    return id;
}

uint32_t define_string_object(PyObject *text)
{
    if (!text || !PyUnicode_Check(text))
        return 0;
    Py_ssize_t length;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &length);
    if (utf8)
        return define_string(utf8, (size_t)length);
    PyErr_Clear(); /* lone surrogates, as in the name of a file that is not UTF-8 */
    PyObject *escaped = PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace");
    uint32_t id = escaped ? define_string(PyBytes_AS_STRING(escaped), (size_t)PyBytes_GET_SIZE(escaped)) : 0;
    Py_XDECREF(escaped);
    PyErr_Clear();
    return id;
}

uint32_t define_type_name(PyTypeObject *type)
{
    /* A heap type's tp_name lacks the module. */
    if (!(type->tp_flags & Py_TPFLAGS_HEAPTYPE))
        return define_string(type->tp_name, strlen(type->tp_name));
    PyObject *qualname = ((PyHeapTypeObject *)type)->ht_qualname;
    PyObject *module = type->tp_dict ? PyDict_GetItemString(type->tp_dict, "__module__") : NULL;
    if (!module || !PyUnicode_Check(module))
        return define_string_object(qualname);
    PyObject *full = PyUnicode_FromFormat("%U.%U", module, qualname);
    if (!full) {
        PyErr_Clear();
        return 0;
    }
    uint32_t id = define_string_object(full);
    Py_DECREF(full);
    return id;
}
