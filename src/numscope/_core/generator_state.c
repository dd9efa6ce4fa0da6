/* NumPy gives a generator's state as a dictionary, which takes 2 microseconds for PCG64 and 77 for MT19937; drawing
 * takes 0.4. The state itself lies behind the capsule that every bit generator has (numpy/random/bitgen.h) and is copied in
 * 0.1. What is behind it is NumPy's own: tests/recording/test_generator_state.py checks its layout against the dictionary. */
#include "generator_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "definitions.h"
#include "operand_arrays.h"
#include "interned_strings.h"

enum { MERSENNE_WORDS = 624 };

struct bit_generator { /* the beginning of bitgen_t */
    void *state;
};
struct four_words { /* PCG64 and PCG64DXSM behind a pointer, SFC64 in place */
    uint64_t words[4];
};
struct pcg64 {
    struct four_words *state;
    int has_uint32;
    uint32_t uinteger;
};
struct sfc64 {
    struct four_words state;
    int has_uint32;
    uint32_t uinteger;
};
struct philox { /* counter and key lie behind pointers, what was drawn in advance in place */
    const uint64_t *counter; /* four words */
    const uint64_t *key;     /* two words */
    int buffer_pos;
    uint64_t buffer[4];
    int has_uint32;
    uint32_t uinteger;
};
struct mersenne_twister {
    uint32_t key[MERSENNE_WORDS];
    int position;
};
struct gaussian { /* RandomState's own: the second of each two normal numbers is kept for the next call */
    void *bit_generator;
    int has_gauss;
    double gauss;
};

static uint32_t name_id(uint32_t *id, uint32_t *generation, const char *name)
{
    if (*generation != shard.generation) {
        *id = define_string(name, strlen(name));
        *generation = shard.generation;
    }
    return *id;
}

static struct operand_header attribute(uint32_t name)
{
    return (struct operand_header){.role = ROLE_ATTRIBUTE, .position = POSITION_KEYWORD,
                                   .name = (uint16_t)(name <= UINT16_MAX ? name : 0)};
}

static void add_words(struct call *call, const char *text, int length)
{
    static uint32_t id, generation;
    operand_add_text(call, attribute(name_id(&id, &generation, "bit_generator.state")), OPERAND_STRING, text,
                     (size_t)length);
}

static void add_four_words(struct call *call, const char *kind, const struct four_words *state, int has_uint32,
                           uint32_t uinteger)
{
    char text[160];
    const uint64_t *words = state->words;
    int length = snprintf(text, sizeof text, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %" PRIu32, kind,
                          words[0], words[1], words[2], words[3], has_uint32, uinteger);
    add_words(call, text, length);
}

static void add_philox(struct call *call, const struct philox *state)
{
    char text[320];
    const uint64_t *counter = state->counter, *key = state->key, *buffer = state->buffer;
    int length = snprintf(text, sizeof text,
                          "Philox %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                          " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d %" PRIu32,
                          counter[0], counter[1], counter[2], counter[3], key[0], key[1], buffer[0], buffer[1],
                          buffer[2], buffer[3], state->buffer_pos, state->has_uint32, state->uinteger);
    add_words(call, text, length);
}

/* The RandomState holds its gaussian behind a copy of the bit generator's functions, to which the gaussian points: found by
 * that pointer, as the object's layout is Cython's affair. */
static const struct gaussian *gaussian_of(PyObject *generator)
{
    const char *begin = (const char *)generator, *end = begin + Py_TYPE(generator)->tp_basicsize;
    for (const char *at = begin + sizeof(PyObject); at + sizeof(struct gaussian) <= end; at += sizeof(void *)) {
        const struct gaussian *candidate = (const struct gaussian *)at;
        const char *target = candidate->bit_generator;
        if (target > begin && target < at)
            return candidate;
    }
    return NULL;
}

static void add_mersenne_twister(struct call *call, const struct gaussian *gaussian, struct mersenne_twister *state)
{
    static uint32_t id, generation;
    uint64_t bits = 0;
    if (gaussian)
        memcpy(&bits, &gaussian->gauss, sizeof bits);
    char text[80];
    int length = snprintf(text, sizeof text, "MT19937 %d %d %" PRIu64, state->position,
                          gaussian ? gaussian->has_gauss : 0, bits);
    add_words(call, text, length);
    npy_intp words = MERSENNE_WORDS;
    PyObject *key = PyArray_SimpleNewFromData(1, &words, NPY_UINT32, state->key);
    if (!key) {
        PyErr_Clear();
        return;
    }
    operand_add_array(call, attribute(name_id(&id, &generation, "bit_generator.key")), (PyArrayObject *)key, true);
    Py_DECREF(key);
}

void generator_state_add(struct call *call, PyObject *generator)
{
    /* A state is as good as the values drawn from it; and a class of the program's could run anything when asked. */
    if (settings.detail != VALUES_FULL || !generator || strncmp(Py_TYPE(generator)->tp_name, "numpy.random.", 13))
        return;
    PyObject *bits = PyObject_GetAttrString(generator, "_bit_generator");
    PyObject *capsule = bits ? PyObject_GetAttrString(bits, "capsule") : NULL;
    struct bit_generator *functions = capsule ? PyCapsule_GetPointer(capsule, "BitGenerator") : NULL;
    if (functions) {
        const char *name = Py_TYPE(bits)->tp_name, *dot = strrchr(name, '.'), *kind = dot ? dot + 1 : name;
        const struct gaussian *gaussian =
            strstr(Py_TYPE(generator)->tp_name, "RandomState") ? gaussian_of(generator) : NULL;
        if (!strcmp(kind, "MT19937")) {
            add_mersenne_twister(call, gaussian, functions->state);
        } else if (gaussian && gaussian->has_gauss) {
            /* A RandomState around another kind, with a number kept back: its state is not fully known. */
        } else if (!strcmp(kind, "PCG64") || !strcmp(kind, "PCG64DXSM")) {
            const struct pcg64 *state = functions->state;
            add_four_words(call, kind, state->state, state->has_uint32, state->uinteger);
        } else if (!strcmp(kind, "SFC64")) {
            const struct sfc64 *state = functions->state;
            add_four_words(call, kind, &state->state, state->has_uint32, state->uinteger);
        } else if (!strcmp(kind, "Philox")) {
            add_philox(call, functions->state);
        }
    } else {
        PyErr_Clear();
    }
    Py_XDECREF(capsule);
    Py_XDECREF(bits);
}
