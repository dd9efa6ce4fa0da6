#include "batch.h"

static size_t bits(size_t rows) { return (rows + 7) / 8; }

static bool borrow_bits(struct bytes *bytes, size_t rows, struct block_pool *pool)
{
    if (!bytes_borrow(bytes, bits(rows), pool)) {
        return false;
    }
    memset(bytes->data, 0, bits(rows));
    return true;
}

static bool borrow_text(struct bytes *text, struct bytes *offsets, size_t rows, struct block_pool *pool)
{
    if (!bytes_allocate(text, 0) || !bytes_borrow(offsets, (rows + 1) * 4, pool)) {
        return false;
    }
    put32(offsets, 0, 0);
    return true;
}

bool batch_start(struct batch *batch, struct block_pool *pool)
{
    memset(batch, 0, sizeof *batch);
    batch->started = true;
    bool ok = true;
    size_t rows = BATCH_CALLS;
#define COLUMN(name, width) ok = ok && bytes_borrow(&batch->name, rows * (width), pool);
#define BITS(name) ok = ok && borrow_bits(&batch->name, rows, pool);
#define TEXT(text, offsets) ok = ok && borrow_text(&batch->text, &batch->offsets, rows, pool);
    CALL_COLUMNS(COLUMN) CALL_BITS(BITS) CALL_TEXTS(TEXT)
    rows = BATCH_OPERANDS; /* of contents, too: see decode_events */
    OPERAND_COLUMNS(COLUMN) OPERAND_BITS(BITS) OPERAND_TEXTS(TEXT)
    CONTENT_COLUMNS(COLUMN) CONTENT_BITS(BITS) CONTENT_TEXTS(TEXT)
#undef COLUMN
#undef BITS
#undef TEXT
    if (!ok) {
        batch_free(batch);
    }
    return ok;
}

void batch_free(struct batch *batch)
{
#define X(name, ...) bytes_free(&batch->name);
    CALL_COLUMNS(X) OPERAND_COLUMNS(X) CONTENT_COLUMNS(X) CALL_BITS(X) OPERAND_BITS(X) CONTENT_BITS(X)
#undef X
#define X(text, offsets) bytes_free(&batch->text), bytes_free(&batch->offsets);
    CALL_TEXTS(X) OPERAND_TEXTS(X) CONTENT_TEXTS(X)
#undef X
    batch->started = false;
}

static bool store(PyObject *columns, struct batch *batch)
{
    bool ok = true;
    size_t rows;
#define COLUMN(name, width) ok = ok && column_store(columns, #name, &batch->name, rows * (width)) == 0;
#define BITS(name) ok = ok && column_store(columns, #name, &batch->name, bits(rows)) == 0;
#define TEXT(text, offsets) \
    ok = ok && column_store(columns, #text, &batch->text, batch->text.size) == 0 && \
         column_store(columns, #offsets, &batch->offsets, (rows + 1) * 4) == 0;
    rows = batch->calls;
    ok = column_store_count(columns, "calls", rows) == 0;
    CALL_COLUMNS(COLUMN) CALL_BITS(BITS) CALL_TEXTS(TEXT)
    rows = batch->operands;
    ok = ok && column_store_count(columns, "operands", rows) == 0;
    OPERAND_COLUMNS(COLUMN) OPERAND_BITS(BITS) OPERAND_TEXTS(TEXT)
    rows = batch->contents;
    ok = ok && column_store_count(columns, "contents", rows) == 0;
    CONTENT_COLUMNS(COLUMN) CONTENT_BITS(BITS) CONTENT_TEXTS(TEXT)
#undef COLUMN
#undef BITS
#undef TEXT
    return ok;
}

PyObject *batch_take(struct batch *batch)
{
    PyObject *columns = PyDict_New();
    if (columns != NULL && !store(columns, batch)) {
        Py_CLEAR(columns);
    }
    batch_free(batch);
    return columns;
}
