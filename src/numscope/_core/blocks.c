#include "blocks.h"

#include <string.h>

#include "definitions.h"
#include "interned_strings.h"
#include "objects.h"
#include "operand_arrays.h"
#include "texts.h"

struct plan {
    PyObject *manager, *axes, *identity, *numbers, *blocks, *values, *places, *positions, *name;
    PyObject *say, *column, *fixed, *otherwise;
};

/* ---- what is said of axes ---- */

enum { MOST_FACTS = 8, SAID = 512, KEYS = 3 };

struct fact {
    uint16_t name;
    PyObject *text; /* bytes: what is kept of it, held by `texts`; NULL: a number */
    int64_t number;
};

struct said {
    PyObject *keys[KEYS]; /* held, so that no other object gets the same address: a plan, and what stands for axes, without arrays */
    PyObject *facts, *texts, *labels; /* labels NULL: the object is one array */
    bool has_fixed;
    uint32_t generation; /* in which the ids below hold */
    uint16_t count;
    struct fact written[MOST_FACTS];
    uint16_t label_ids[MOST_COLUMNS], memory;
};

/* By the identities of axes; and of axes that are ranges by their numbers: each slice of a table has an axis of its own, and
 * would push out what all slices share. */
static struct said said_of_axes[SAID], said_of_numbers[SAID];

/* Of an object, while it is described. */
struct held {
    PyObject *manager, *axes;
    PyObject *keys[KEYS]; /* the plan is borrowed */
};

static struct said *slot_in(struct said *table, PyObject *const *keys)
{
    uint64_t hash = 0;
    for (int i = 0; i < KEYS; i++)
        hash = mix(hash, (uintptr_t)keys[i] >> 4);
    return &table[hash % SAID];
}

static void forget(struct said *said)
{
    struct said old = *said;
    memset(said, 0, sizeof *said);
    for (int i = 0; i < KEYS; i++)
        Py_XDECREF(old.keys[i]);
    Py_XDECREF(old.facts);
    Py_XDECREF(old.texts);
    Py_XDECREF(old.labels);
}

static PyObject *known_ranges; /* (start, stop, step) -> itself */

void blocks_forget(void)
{
    for (int i = 0; i < SAID; i++) {
        forget(&said_of_axes[i]);
        forget(&said_of_numbers[i]);
    }
    Py_CLEAR(known_ranges);
}

static uint16_t name_id(PyObject *name)
{
    uint32_t id = define_string_object(name);
    return (uint16_t)(id <= UINT16_MAX ? id : 0);
}

/* What is kept of a text; redacted where it is written. */
static PyObject *kept_of(PyObject *text)
{
    char room[HIDDEN_ROOM];
    if (texts_are_hidden())
        return PyBytes_FromStringAndSize(room, (Py_ssize_t)text_describe(room, text));
    return PyUnicode_AsUTF8String(text);
}

/* False: a fact is neither text nor number. */
static bool keep_facts(struct said *said)
{
    said->texts = PyTuple_New(MOST_FACTS);
    for (Py_ssize_t i = 0; said->texts && i + 1 < PyTuple_GET_SIZE(said->facts); i += 2) {
        PyObject *value = PyTuple_GET_ITEM(said->facts, i + 1);
        struct fact *fact = &said->written[said->count];
        if (PyUnicode_CheckExact(value)) {
            if (!(fact->text = kept_of(value)))
                return false;
            PyTuple_SET_ITEM(said->texts, said->count, fact->text);
        } else if (PyLong_CheckExact(value)) {
            fact->number = PyLong_AsLongLong(value);
        } else {
            return false;
        }
        said->count++;
    }
    return !PyErr_Occurred();
}

/* The ids of names in this segment. */
static void write_names(struct said *said)
{
    said->generation = shard.generation;
    said->memory = (uint16_t)define_string("memory", 6);
    for (int i = 0; i < said->count; i++)
        said->written[i].name = name_id(PyTuple_GET_ITEM(said->facts, 2 * i));
    for (Py_ssize_t i = 0; said->labels && i < PyTuple_GET_SIZE(said->labels); i++)
        said->label_ids[i] = name_id(PyTuple_GET_ITEM(said->labels, i));
    if (!said->labels)
        said->label_ids[0] = (uint16_t)define_string("values", 6);
}

static bool ask(const struct plan *plan, PyObject *object, PyObject *const *keys, struct said *said)
{
    PyObject *answer = PyObject_CallOneArg(plan->say, object), *facts, *labels;
    int has_fixed;
    bool usable = answer && answer != Py_None && PyArg_ParseTuple(answer, "O!Op", &PyTuple_Type, &facts, &labels, &has_fixed) &&
                  PyTuple_GET_SIZE(facts) <= 2 * MOST_FACTS &&
                  (labels == Py_None || (PyTuple_Check(labels) && PyTuple_GET_SIZE(labels) <= MOST_COLUMNS));
    if (usable) {
        *said = (struct said){.facts = Py_NewRef(facts), .labels = labels == Py_None ? NULL : Py_NewRef(labels),
                              .has_fixed = has_fixed};
        for (int i = 0; i < KEYS; i++)
            said->keys[i] = Py_XNewRef(keys[i]);
    }
    Py_XDECREF(answer);
    return usable && keep_facts(said);
}

/* Each slice of a range has an axis of its own, with an identity that was never met. What is said of it follows from its numbers. */

static PyObject *attribute_if_any(PyObject *object, PyObject *name)
{
    PyObject *found = NULL;
#if PY_VERSION_HEX >= 0x030D0000
    int failed = PyObject_GetOptionalAttr(object, name, &found) < 0;
#else
    int failed = _PyObject_LookupAttr(object, name, &found) < 0;
#endif
    if (failed)
        PyErr_Clear();
    return found;
}

/* The object that stands for all axes of these numbers, borrowed; NULL: there are none. */
static PyObject *numbers_of(const struct plan *plan, PyObject *axis)
{
    PyObject *range = attribute_if_any(axis, plan->numbers), *numbers = NULL;
    if (!known_ranges || PyDict_GET_SIZE(known_ranges) >= SAID)
        Py_XSETREF(known_ranges, PyDict_New());
    if (range && PyRange_Check(range) && known_ranges) {
        PyObject *start = PyObject_GetAttrString(range, "start"), *stop = PyObject_GetAttrString(range, "stop"),
                 *step = PyObject_GetAttrString(range, "step");
        PyObject *fresh = start && stop && step ? PyTuple_Pack(3, start, stop, step) : NULL;
        numbers = fresh ? PyDict_SetDefault(known_ranges, fresh, fresh) : NULL;
        Py_XDECREF(fresh);
        Py_XDECREF(start);
        Py_XDECREF(stop);
        Py_XDECREF(step);
    }
    Py_XDECREF(range);
    return numbers;
}

static bool is_of(const struct said *said, PyObject *const *keys)
{
    return said->facts && !memcmp(said->keys, keys, sizeof said->keys);
}

/* Keep the same in a slot, under the keys that are its. */
static void keep_too(const struct said *said, struct said *slot, PyObject *const *keys)
{
    struct said copy = *said;
    Py_INCREF(copy.facts);
    Py_INCREF(copy.texts);
    Py_XINCREF(copy.labels);
    for (int i = 0; i < KEYS; i++)
        copy.keys[i] = Py_XNewRef(keys[i]);
    forget(slot);
    *slot = copy;
}

static bool ask_and_keep(const struct plan *plan, PyObject *object, struct said *slot, PyObject *const *keys)
{
    struct said fresh = {0};
    bool answered = ask(plan, object, keys, &fresh);
    if (answered)
        keep_too(&fresh, slot, keys);
    forget(&fresh);
    return answered;
}

static bool learn(const struct plan *plan, PyObject *object, const struct held *held, struct said *slot)
{
    PyObject *keys[KEYS];
    memcpy(keys, held->keys, sizeof keys);
    Py_ssize_t last = PyList_GET_SIZE(held->axes);
    if (!(keys[last] = numbers_of(plan, PyList_GET_ITEM(held->axes, last - 1))))
        return ask_and_keep(plan, object, slot, held->keys);
    struct said *shared = slot_in(said_of_numbers, keys);
    Py_INCREF(keys[last]); /* the question may bring ranges */
    bool known = is_of(shared, keys) || ask_and_keep(plan, object, shared, keys);
    Py_DECREF(keys[last]);
    if (known)
        keep_too(shared, slot, held->keys);
    return known;
}

/* What is said of these axes; NULL: nothing can be. */
static struct said *find(const struct plan *plan, PyObject *object, const struct held *held)
{
    struct said *said = slot_in(said_of_axes, held->keys);
    if (!is_of(said, held->keys) && !learn(plan, object, held, said))
        return NULL;
    if (said->generation != shard.generation)
        write_names(said);
    return said;
}

/* ---- the arrays of an object ---- */

struct column {
    PyObject *values;
    Py_ssize_t row; /* in its block; -1: all of it */
    Py_ssize_t label;
};

struct columns {
    int blocks, count;
    PyObject *held[MOST_COLUMNS]; /* values of blocks */
    struct column column[MOST_COLUMNS];
    int64_t bytes; /* of those that were added to an operand; negative: of one it is not known */
};

static bool add_column(struct columns *columns, PyObject *values, Py_ssize_t row, Py_ssize_t label)
{
    if (columns->count == MOST_COLUMNS || label < 0 || label >= MOST_COLUMNS)
        return false;
    columns->column[columns->count++] = (struct column){values, row, label};
    return true;
}

/* The number of the column that row `row` of a block is. */
static Py_ssize_t label_at(PyObject *positions, Py_ssize_t row)
{
    if (PySlice_Check(positions)) {
        Py_ssize_t start, stop, step;
        return PySlice_Unpack(positions, &start, &stop, &step) ? -1 : start + row * step;
    }
    bool numbers = PyArray_CheckExact(positions) && PyArray_TYPE((PyArrayObject *)positions) == NPY_INTP &&
                   PyArray_NDIM((PyArrayObject *)positions) == 1 && row < PyArray_DIM((PyArrayObject *)positions, 0);
    return numbers ? *(const npy_intp *)PyArray_GETPTR1((PyArrayObject *)positions, row) : -1;
}

/* How many columns a block has; -1: they are not numbered as expected. */
static Py_ssize_t count_of(PyObject *positions)
{
    Py_ssize_t start, stop, step;
    if (PySlice_Check(positions))
        return PySlice_Unpack(positions, &start, &stop, &step) ? -1 : PySlice_AdjustIndices(PY_SSIZE_T_MAX, &start, &stop, step);
    return PyArray_Check(positions) ? PyArray_SIZE((PyArrayObject *)positions) : -1;
}

static bool add_rows(PyObject *values, PyObject *positions, struct columns *columns)
{
    Py_ssize_t count = count_of(positions);
    PyArrayObject *array = PyArray_CheckExact(values) ? (PyArrayObject *)values : NULL;
    bool added = array ? PyArray_NDIM(array) == 2 && PyArray_DIM(array, 0) == count : count >= 0 && !PyArray_Check(values);
    for (Py_ssize_t row = 0; added && row < count; row++)
        added = add_column(columns, values, row, label_at(positions, row));
    return added;
}

static bool add_block(const struct plan *plan, PyObject *block, struct columns *columns)
{
    PyObject *values = columns->blocks < MOST_COLUMNS ? PyObject_GetAttr(block, plan->values) : NULL;
    if (!values)
        return false;
    columns->held[columns->blocks++] = values;
    PyObject *places = PyObject_GetAttr(block, plan->places);
    PyObject *positions = places ? PyObject_GetAttr(places, plan->positions) : NULL;
    bool added = positions && add_rows(values, positions, columns);
    Py_XDECREF(places);
    Py_XDECREF(positions);
    return added;
}

static bool add_single(const struct plan *plan, PyObject *blocks, struct columns *columns)
{
    PyObject *values = PyTuple_GET_SIZE(blocks) == 1 ? PyObject_GetAttr(PyTuple_GET_ITEM(blocks, 0), plan->values) : NULL;
    if (!values)
        return false;
    columns->held[columns->blocks++] = values;
    return PyArray_CheckExact(values) && add_column(columns, values, -1, 0);
}

static bool gather(const struct plan *plan, PyObject *manager, bool single, struct columns *columns)
{
    PyObject *blocks = PyObject_GetAttr(manager, plan->blocks);
    bool gathered = blocks && PyTuple_Check(blocks);
    if (gathered && single)
        gathered = add_single(plan, blocks, columns);
    else
        for (Py_ssize_t i = 0; gathered && i < PyTuple_GET_SIZE(blocks); i++)
            gathered = add_block(plan, PyTuple_GET_ITEM(blocks, i), columns);
    Py_XDECREF(blocks);
    return gathered;
}

static void release(struct columns *columns)
{
    for (int i = 0; i < columns->blocks; i++)
        Py_DECREF(columns->held[i]);
}

/* ---- written ---- */

static void add_facts(const struct described_operand *operand, const struct said *said)
{
    struct operand_header header = operand_fact_header(operand->place);
    for (int i = 0; i < said->count; i++) {
        const struct fact *fact = &said->written[i];
        header.name = fact->name;
        if (fact->text)
            operand_add_text(operand->call, header, texts_are_hidden() ? OPERAND_LITERAL : OPERAND_STRING,
                             PyBytes_AS_STRING(fact->text), (size_t)PyBytes_GET_SIZE(fact->text));
        else
            operand_add_word(operand->call, header, OPERAND_INT, &fact->number);
    }
}

/* As pandas' `nbytes`: of the elements, wherever they lie. */
static int64_t bytes_of(const struct column *column)
{
    PyArrayObject *array = (PyArrayObject *)column->values;
    return PyArray_NBYTES(array) / (column->row < 0 ? 1 : PyArray_DIM(array, 0));
}

static void add_bytes(struct columns *columns, int64_t bytes)
{
    columns->bytes = bytes < 0 || columns->bytes < 0 ? -1 : columns->bytes + bytes;
}

static void add_memory(const struct described_operand *operand, uint16_t name, int64_t bytes)
{
    struct operand_header header = operand_fact_header(operand->place);
    header.name = name;
    if (name && bytes >= 0)
        operand_add_word(operand->call, header, OPERAND_INT, &bytes);
}

static void add_array(struct call *call, struct operand_header header, const struct column *column, enum part_capture capture)
{
    PyArrayObject *array = (PyArrayObject *)column->values;
    bool whole = column->row < 0, look = capture == PARTS_LOOKED_AT;
    if (capture == PARTS_LOOKED_AT_RARELY)
        look = value_wanted_again(PyArray_BYTES(array) + (whole ? 0 : column->row * PyArray_STRIDE(array, 0)),
                                  (uint64_t)bytes_of(column));
    if (whole)
        operand_add_array(call, header, array, look);
    else
        operand_add_row(call, header, array, column->row, look);
}

/* A column that is no array: facts of the operand, and parts numbered from `number`. Returns how many. */
static int ask_for_column(const struct described_operand *operand, PyObject *answer, uint16_t number, struct columns *columns)
{
    PyObject *facts, *parts;
    long long bytes = -1;
    int count = 0;
    if (answer && PyArg_ParseTuple(answer, "O!O!L", &PyTuple_Type, &facts, &PyTuple_Type, &parts, &bytes)) {
        operand->add_pairs(operand->call, operand_fact_header(operand->place), facts, 0, PARTS_LEFT);
        operand->add_pairs(operand->call, operand->header, parts, number,
                           part_capture_of(operand->call, operand->header, operand->capture));
        count = (int)PyTuple_GET_SIZE(parts) / 2;
    }
    add_bytes(columns, bytes);
    PyErr_Clear();
    Py_XDECREF(answer);
    return count;
}

/* Returns how many parts there are. */
static int add_columns(const struct described_operand *operand, const struct plan *plan, const struct said *said,
                       struct columns *columns)
{
    struct operand_header header = operand->header;
    enum part_capture capture = part_capture_of(operand->call, header, operand->capture);
    bool numbered = !header.item; /* in a list all parts of an object have its number */
    int parts = 0;
    for (int i = 0; i < columns->count; i++) {
        const struct column *column = &columns->column[i];
        if (!PyArray_CheckExact(column->values)) {
            PyObject *label = PyTuple_GET_ITEM(said->labels, column->label);
            PyObject *answer = PyObject_CallFunction(plan->column, "OnO", label, column->row, column->values);
            parts += ask_for_column(operand, answer, (uint16_t)(parts + 1), columns);
            continue;
        }
        if (numbered)
            header.item = (uint16_t)(parts + 1);
        header.name = said->label_ids[column->label];
        add_array(operand->call, header, column, capture);
        add_bytes(columns, bytes_of(column));
        parts++;
    }
    return parts;
}

/* Of an index nothing is computed: an argument, and only of what goes in. */
static void add_fixed(const struct described_operand *operand, const struct plan *plan, PyObject *axis, int parts)
{
    Py_INCREF(axis); /* its table may get another one meanwhile */
    PyObject *fixed = operand_is_result(operand->header) ? NULL : PyObject_CallOneArg(plan->fixed, axis);
    Py_DECREF(axis);
    struct operand_header header = operand->header;
    header.role = ROLE_ARGUMENT;
    if (fixed)
        operand->add_pairs(operand->call, header, fixed, (uint16_t)(1 + parts),
                           operand->capture ? PARTS_LOOKED_AT_RARELY : PARTS_LEFT);
    Py_XDECREF(fixed);
}

static bool labels_fit(const struct said *said, const struct columns *columns)
{
    for (int i = 0; said->labels && i < columns->count; i++)
        if (columns->column[i].label >= PyTuple_GET_SIZE(said->labels))
            return false;
    return true;
}

/* ---- an object ---- */

/* `known` may be forgotten while a column is described, which runs Python, and other threads: what is needed then is held. */
static bool add_known(const struct described_operand *operand, const struct plan *plan, const struct said *known,
                      const struct held *held)
{
    struct columns columns = {0};
    struct said said = *known;
    Py_INCREF(said.texts);
    Py_XINCREF(said.labels);
    bool whole = gather(plan, held->manager, !said.labels, &columns) && labels_fit(&said, &columns);
    if (whole) {
        add_facts(operand, &said);
        int parts = add_columns(operand, plan, &said, &columns);
        add_memory(operand, said.memory, columns.bytes);
        if (said.has_fixed)
            add_fixed(operand, plan, PyList_GET_ITEM(held->axes, PyList_GET_SIZE(held->axes) - 1), parts);
    }
    release(&columns);
    Py_DECREF(said.texts);
    Py_XDECREF(said.labels);
    return whole;
}

/* The identities of axes, and the name; false: an axis has none. */
static bool find_keys(const struct plan *plan, PyObject *object, struct held *held)
{
    Py_ssize_t count = PyList_Check(held->axes) ? PyList_GET_SIZE(held->axes) : 0;
    bool named = PyUnicode_GET_LENGTH(plan->name);
    PyObject **keys = held->keys + 1;
    if (count < 1 || count + named > KEYS - 1)
        return false;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!(keys[i] = PyObject_GetAttr(PyList_GET_ITEM(held->axes, i), plan->identity)) || keys[i] == Py_None)
            return false;
    return !named || (keys[count] = PyObject_GetAttr(object, plan->name));
}

static struct plan *plan_in(PyObject *description)
{
    return PyCapsule_GetPointer(description, NULL);
}

bool blocks_add(const struct described_operand *operand, PyObject *description)
{
    const struct plan *plan = plan_in(description);
    struct held held = {.manager = PyObject_GetAttr(operand->object, plan->manager), .keys = {description}};
    held.axes = held.manager ? PyObject_GetAttr(held.manager, plan->axes) : NULL;
    bool found = held.axes && find_keys(plan, operand->object, &held);
    const struct said *said = found ? find(plan, operand->object, &held) : NULL;
    bool added = said && add_known(operand, plan, said, &held);
    for (int i = 1; i < KEYS; i++)
        Py_XDECREF(held.keys[i]);
    Py_XDECREF(held.axes);
    Py_XDECREF(held.manager);
    PyErr_Clear();
    return added;
}

/* ---- coming ---- */

static void free_plan(PyObject *capsule)
{
    struct plan *plan = plan_in(capsule);
    PyObject **member = &plan->manager;
    for (size_t i = 0; i < sizeof *plan / sizeof *member; i++)
        Py_XDECREF(member[i]);
    PyMem_Free(plan);
}

static PyObject *plan_of(PyObject *parts)
{
    struct plan *plan = PyMem_Calloc(1, sizeof *plan);
    if (!plan)
        return PyErr_NoMemory();
    PyObject **member = &plan->manager;
    for (size_t i = 0; i < sizeof *plan / sizeof *member; i++)
        member[i] = Py_NewRef(PyTuple_GET_ITEM(parts, (Py_ssize_t)i));
    PyObject *capsule = PyCapsule_New(plan, NULL, free_plan);
    for (size_t i = 0; capsule && i < offsetof(struct plan, say) / sizeof *member; i++)
        PyUnicode_InternInPlace(&member[i]);
    return capsule;
}

int blocks_watch(PyTypeObject *type, PyObject *parts)
{
    const Py_ssize_t names = offsetof(struct plan, say) / sizeof(PyObject *);
    bool right = PyTuple_GET_SIZE(parts) == (Py_ssize_t)(sizeof(struct plan) / sizeof(PyObject *));
    for (Py_ssize_t i = 0; right && i < PyTuple_GET_SIZE(parts); i++)
        right = i < names ? PyUnicode_CheckExact(PyTuple_GET_ITEM(parts, i)) : PyCallable_Check(PyTuple_GET_ITEM(parts, i));
    if (!right) {
        PyErr_SetString(PyExc_TypeError, "blocks are described by nine names and four callables");
        return -1;
    }
    PyObject *capsule = plan_of(parts);
    int failed = capsule ? objects_watch(type, capsule) : -1;
    Py_XDECREF(capsule);
    return failed;
}

bool blocks_is_plan(PyObject *description)
{
    return PyCapsule_CheckExact(description);
}

PyObject *blocks_otherwise(PyObject *description)
{
    return plan_in(description)->otherwise;
}
