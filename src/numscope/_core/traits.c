#include "traits.h"

#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "sharing.h"

/* Tables are added under the lock that writers share, and read under it: a recorder of another library asks on its own
 * threads. Asked once an operation. */
struct entry {
    const char *key;
    uint32_t traits;
};

static struct {
    struct entry *slots;
    size_t capacity, used;
} keys;

static struct {
    struct entry *all;
    size_t count;
} starts;

static struct entry *slot_of(const char *key, size_t length)
{
    size_t slot = mix_text(key, length) & (keys.capacity - 1);
    while (keys.slots[slot].key && (strncmp(keys.slots[slot].key, key, length) || keys.slots[slot].key[length]))
        slot = (slot + 1) & (keys.capacity - 1);
    return &keys.slots[slot];
}

static uint32_t find(const char *key, size_t length)
{
    return keys.capacity ? slot_of(key, length)->traits : 0;
}

static uint32_t find_pattern(const char *first, size_t length, const char *last)
{
    char key[256];
    size_t rest = strlen(last);
    if (length + rest + 2 > sizeof key)
        return 0;
    memcpy(key, first, length);
    memcpy(key + length, "*.", 2);
    memcpy(key + length + 2, last, rest);
    return find(key, length + 2 + rest);
}

static uint32_t look_up(const char *name)
{
    uint32_t traits = find(name, strlen(name));
    const char *first = strchr(name, '.'), *last = strrchr(name, '.');
    if (last)
        traits |= find_pattern(name, 0, last + 1);
    if (last != first)
        traits |= find_pattern(name, (size_t)(first + 1 - name), last + 1);
    for (size_t i = 0; i < starts.count; i++)
        if (!strncmp(starts.all[i].key, name, strlen(starts.all[i].key)))
            traits |= starts.all[i].traits;
    return traits;
}

uint32_t traits_of(const char *name)
{
    writing_begin();
    uint32_t traits = look_up(name);
    writing_end();
    return traits;
}

static bool grow(void)
{
    struct entry *old = keys.slots;
    size_t old_capacity = keys.capacity, capacity = old_capacity ? 2 * old_capacity : 1024;
    struct entry *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    keys.slots = slots;
    keys.capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].key)
            *slot_of(old[i].key, strlen(old[i].key)) = old[i];
    free(old);
    return true;
}

static bool add_key(const char *key, uint32_t traits)
{
    size_t length = strlen(key);
    if (2 * keys.used >= keys.capacity && !grow())
        return false;
    struct entry *entry = slot_of(key, length);
    if (!entry->key && !(entry->key = strdup(key)))
        return false;
    keys.used += !entry->traits;
    entry->traits |= traits;
    return true;
}

static bool add_start(const char *start, size_t length, uint32_t traits)
{
    for (size_t i = 0; i < starts.count; i++)
        if (strlen(starts.all[i].key) == length && !strncmp(starts.all[i].key, start, length))
            return true; /* a table that is added again */
    struct entry *all = realloc(starts.all, (starts.count + 1) * sizeof *all);
    if (!all)
        return false;
    starts.all = all;
    char *key = strndup(start, length);
    if (key)
        starts.all[starts.count++] = (struct entry){key, traits};
    return key != NULL;
}

static bool add(const char *key, uint32_t traits)
{
    size_t length = strlen(key);
    writing_begin();
    bool added = length && key[length - 1] == '*' ? add_start(key, length - 1, traits) : add_key(key, traits);
    writing_end();
    return added;
}

int traits_add(PyObject *table)
{
    PyObject *key, *value;
    for (Py_ssize_t at = 0; PyDict_Next(table, &at, &key, &value);) {
        const char *text = PyUnicode_AsUTF8(key);
        unsigned long traits = text ? PyLong_AsUnsignedLong(value) : 0;
        if (PyErr_Occurred())
            return -1;
        if (!add(text, (uint32_t)traits)) {
            PyErr_NoMemory();
            return -1;
        }
    }
    return 0;
}
