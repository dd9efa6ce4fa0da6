/* numscope._decode: raw trace bytes into columns that Arrow wraps without copying. */
#include "column.h"
#include "definitions.h"
#include "events.h"

#include <string.h>

struct decoder_object {
    PyObject_HEAD
    struct decoder decoder;
    Py_buffer layout_facts, operation_parts; /* of the process that is being decoded */
};

int constants_add(PyObject *module); /* made by tools/constants_of_headers.py */

static const char *const stop_names[] = {"end", "incomplete", "unreadable", "full"};

static PyObject *decoder_decode(PyObject *self, PyObject *data)
{
    struct decoder *decoder = &((struct decoder_object *)self)->decoder;
    Py_buffer view;
    size_t position = 0;
    if (!decoder->batch.started && !batch_start(&decoder->batch, decoder->pool)) {
        return PyErr_NoMemory();
    }
    if (PyObject_GetBuffer(data, &view, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    enum stop stop;
    Py_BEGIN_ALLOW_THREADS
    stop = decode_events(decoder, view.buf, (size_t)view.len, &position);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&view);
    return Py_BuildValue("ns", (Py_ssize_t)position, stop_names[stop]);
}

static PyObject *decoder_take(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    struct decoder *decoder = &((struct decoder_object *)self)->decoder;
    if (!decoder->batch.started && !batch_start(&decoder->batch, decoder->pool)) {
        return PyErr_NoMemory();
    }
    return batch_take(&decoder->batch);
}

static PyObject *decoder_start_process(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"number", "base", "operations", "sites", "strings", "layouts", "layout_facts", "operation_parts", "first_ticks", "first_ns", "ns_per_tick", NULL};
    struct decoder *decoder = &((struct decoder_object *)self)->decoder;
    struct process process = {0};
    unsigned long long base, first_ticks;
    long long first_ns;
    Py_buffer layout_facts, operation_parts;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "$IK(II)(II)(II)(II)y*y*KLd:start_process", names, &process.number, &base,
                                     &process.operations.offset, &process.operations.count, &process.sites.offset,
                                     &process.sites.count, &process.strings.offset, &process.strings.count,
                                     &process.layouts.offset, &process.layouts.count, &layout_facts, &operation_parts, &first_ticks, &first_ns,
                                     &process.ns_per_tick)) {
        return NULL;
    }
    size_t layouts = process.layouts.count;
    if ((size_t)layout_facts.len != layouts * sizeof(struct layout_facts) || (size_t)operation_parts.len != process.operations.count) {
        PyBuffer_Release(&layout_facts);
        PyBuffer_Release(&operation_parts);
        PyErr_SetString(PyExc_ValueError, "layout_facts or operation_parts holds another number of layouts or operations");
        return NULL;
    }
    struct decoder_object *object = (struct decoder_object *)self;
    PyBuffer_Release(&object->layout_facts);
    PyBuffer_Release(&object->operation_parts);
    object->layout_facts = layout_facts;
    object->operation_parts = operation_parts;
    process.operation_parts = operation_parts.buf;
    process.layout_facts = layout_facts.buf;
    process.base = base;
    process.first_ticks = first_ticks;
    process.first_ns = first_ns;
    decoder->process = process;
    open_calls_clear(&decoder->open_calls);
    contents_next_process(&decoder->contents);
    Py_RETURN_NONE;
}

/* One column of numbers cut out of the interned keys: `bytes` wide, from word `word` shifted right by `shift`. */
struct key_part {
    const char *name;
    int word, shift, bytes;
};

static PyObject *key_columns(const struct intern *intern, const struct key_part *parts)
{
    PyObject *columns = PyDict_New();
    for (const struct key_part *part = parts; columns != NULL && part->name != NULL; part++) {
        struct bytes bytes;
        if (!bytes_allocate(&bytes, intern->count * (size_t)part->bytes)) {
            Py_DECREF(columns);
            return PyErr_NoMemory();
        }
        for (size_t id = 0; id < intern->count; id++) {
            uint64_t value = intern->keys[id].words[part->word] >> part->shift;
            memcpy(bytes.data + id * (size_t)part->bytes, &value, (size_t)part->bytes);
        }
        if (column_store(columns, part->name, &bytes, intern->count * (size_t)part->bytes) < 0) {
            bytes_free(&bytes);
            Py_CLEAR(columns);
        }
    }
    if (columns != NULL && column_store_count(columns, "rows", intern->count) < 0) {
        Py_CLEAR(columns);
    }
    return columns;
}

static PyObject *decoder_calls(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    static const struct key_part parts[] = {
        {"process", 0, 32, 4}, {"name", 0, 0, 4},    {"site", 1, 32, 4},  {"user_site", 1, 0, 4},
        {"thread", 2, 48, 2},  {"depth", 2, 40, 1},  {"floating_point", 2, 32, 1},
        {"flags", 2, 16, 2},   {"inputs", 2, 8, 1},  {"outputs", 2, 0, 1}, {NULL, 0, 0, 0},
    };
    return key_columns(&((struct decoder_object *)self)->decoder.calls, parts);
}

static PyObject *decoder_slots(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    static const struct key_part parts[] = {
        {"tag", 0, 32, 1},    {"role", 0, 40, 1}, {"position", 0, 48, 1}, {"flags", 0, 56, 1}, {"name", 0, 0, 4},
        {"layout", 1, 32, 4}, {"type", 1, 0, 4},  {"item", 2, 0, 2}, {"place", 2, 16, 2}, {NULL, 0, 0, 0},
    };
    return key_columns(&((struct decoder_object *)self)->decoder.slots, parts);
}

static PyObject *decoder_next_sequence(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromUnsignedLongLong(((struct decoder_object *)self)->decoder.process.next_sequence);
}

static PyObject *decoder_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, ":EventDecoder", names)) {
        return NULL;
    }
    struct decoder_object *self = (struct decoder_object *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    struct decoder *decoder = &self->decoder;
    decoder->pool = block_pool_new();
    if (decoder->pool == NULL || !contents_start(&decoder->contents) || !intern_start(&decoder->calls) ||
        !intern_start(&decoder->slots) || !open_calls_start(&decoder->open_calls)) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void decoder_dealloc(PyObject *self)
{
    struct decoder *decoder = &((struct decoder_object *)self)->decoder;
    intern_free(&decoder->calls);
    intern_free(&decoder->slots);
    open_calls_free(&decoder->open_calls);
    contents_free(&decoder->contents);
    batch_free(&decoder->batch);
    if (decoder->pool != NULL) {
        block_pool_leave(decoder->pool);
    }
    PyBuffer_Release(&((struct decoder_object *)self)->layout_facts);
    PyBuffer_Release(&((struct decoder_object *)self)->operation_parts);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef decoder_methods[] = {
    {"start_process", (PyCFunction)(void (*)(void))decoder_start_process, METH_VARARGS | METH_KEYWORDS,
     "What follows belongs to this process."},
    {"decode", decoder_decode, METH_O, "Decode whole event records into a batch: (position reached, why it stopped)."},
    {"take", decoder_take, METH_NOARGS, "The batch decoded so far, as columns; the next event starts another."},
    {"calls", decoder_calls, METH_NOARGS, "Columns of the distinct calls seen so far."},
    {"slots", decoder_slots, METH_NOARGS, "Columns of the distinct operand slots seen so far."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef decoder_attributes[] = {
    {"next_sequence", decoder_next_sequence, NULL, "One past the largest sequence number of this process.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject EventDecoder_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "numscope._decode.EventDecoder",
    .tp_doc = "Decodes the events of one trace, process after process.",
    .tp_basicsize = sizeof(struct decoder_object),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = decoder_new,
    .tp_dealloc = decoder_dealloc,
    .tp_methods = decoder_methods,
    .tp_getset = decoder_attributes,
};

static int store_definitions(PyObject *columns, struct definitions *all)
{
    struct row_counts rows = all->rows;
    uint32_t dimensions;
    memcpy(&dimensions, all->layout_offsets.data + rows.layouts * 4, 4);
#define STORE(field, size) \
    if (column_store(columns, #field, &all->field, size) < 0) { \
        return -1; \
    }
    STORE(string_text, all->string_text.size)
    STORE(string_offsets, (rows.strings + 1) * 4)
    STORE(operation_text, all->operation_text.size)
    STORE(operation_offsets, (rows.operations + 1) * 4)
    STORE(operation_traits, rows.operations * 4)
    STORE(operation_flags, rows.operations * 4)
    STORE(site_line, rows.sites * 4)
    STORE(site_file, rows.sites * 4)
    STORE(site_function, rows.sites * 4)
    STORE(site_how, rows.sites * 4)
    STORE(site_instruction, rows.sites * 4)
    STORE(site_flags, rows.sites * 4)
    STORE(dtype_text, all->dtype_text.size)
    STORE(dtype_offsets, (rows.dtypes + 1) * 4)
    STORE(dtype_item_bytes, rows.dtypes * 4)
    STORE(dtype_kind, rows.dtypes * 4)
    STORE(dtype_flags, rows.dtypes * 4)
    STORE(layout_dtype, rows.layouts * 4)
    STORE(layout_flags, rows.layouts * 4)
    STORE(layout_data_bytes, rows.layouts * 8)
    STORE(layout_offsets, (rows.layouts + 1) * 4)
    STORE(layout_shape, (size_t)dimensions * 8)
    STORE(layout_strides, (size_t)dimensions * 8)
    STORE(value_hash_low, rows.values * 8)
    STORE(value_hash_high, rows.values * 8)
    STORE(value_offset, rows.values * 8)
    STORE(value_bytes, rows.values * 8)
    STORE(value_layout, rows.values * 4)
    STORE(value_flags, rows.values * 4)
    STORE(value_stored, rows.values * 8)
    STORE(thread_native_id, rows.threads * 8)
    STORE(thread_number, rows.threads * 4)
    STORE(mark_kind, rows.marks * 4)
    STORE(mark_number, rows.marks * 8)
    STORE(mark_ticks, rows.marks * 8)
    STORE(mark_sequence, rows.marks * 8)
    STORE(mark_offsets, (rows.marks + 1) * 4)
    STORE(mark_text, all->mark_text.size)
#undef STORE
    return column_store_count(columns, "strings", rows.strings) < 0 || column_store_count(columns, "operations", rows.operations) < 0 ||
                   column_store_count(columns, "sites", rows.sites) < 0 || column_store_count(columns, "dtypes", rows.dtypes) < 0 ||
                   column_store_count(columns, "layouts", rows.layouts) < 0 || column_store_count(columns, "values", rows.values) < 0 ||
                   column_store_count(columns, "threads", rows.threads) < 0 ||
                   column_store_count(columns, "marks", rows.marks) < 0
               ? -1
               : 0;
}

static PyObject *decode_all_definitions(PyObject *Py_UNUSED(module), PyObject *data)
{
    Py_buffer view;
    struct definitions definitions;
    size_t position = 0;
    enum stop stop = STOP_NO_MEMORY;
    if (PyObject_GetBuffer(data, &view, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    if (definitions_start(&definitions, (size_t)view.len)) {
        stop = decode_definitions(&definitions, view.buf, (size_t)view.len, &position);
    }
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&view);
    PyObject *columns = stop == STOP_NO_MEMORY ? PyErr_NoMemory() : PyDict_New();
    if (columns != NULL && store_definitions(columns, &definitions) < 0) {
        Py_CLEAR(columns);
    }
    definitions_free(&definitions);
    return columns == NULL ? NULL : Py_BuildValue("nsN", (Py_ssize_t)position, stop_names[stop], columns);
}

static PyMethodDef module_methods[] = {
    {"decode_definitions", decode_all_definitions, METH_O,
     "Decode whole definition records: (position reached, why it stopped, columns)."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "numscope._decode",
    .m_doc = "Raw trace bytes into columns.",
    .m_size = -1,
    .m_methods = module_methods,
};

PyMODINIT_FUNC PyInit__decode(void)
{
    if (PyType_Ready(&Column_Type) < 0 || PyType_Ready(&EventDecoder_Type) < 0) {
        return NULL;
    }
    PyObject *self = PyModule_Create(&module);
    if (self == NULL || PyModule_AddObjectRef(self, "EventDecoder", (PyObject *)&EventDecoder_Type) < 0 ||
        PyModule_AddObjectRef(self, "Column", (PyObject *)&Column_Type) < 0 ||
        constants_add(self) < 0) {
        Py_XDECREF(self);
        return NULL;
    }
    return self;
}
