#include "traffic.h"

/* More is damage; sums of it must not overflow. */
#define MAX_ARRAY_BYTES (1ull << 50)

static bool is_written(uint8_t role) { return role == ROLE_OUTPUT || role == ROLE_MUTATED; }

void traffic_start(struct traffic *traffic)
{
    traffic->count = 0;
    traffic->writes = false;
    traffic->first = (struct layout_facts){0};
    traffic->indices = traffic->read = traffic->written = 0;
}

void traffic_add_array(struct traffic *traffic, const struct operand_header *header, const struct layout_facts *layout, uint64_t address)
{
    uint64_t bytes = layout->data_bytes < MAX_ARRAY_BYTES ? layout->data_bytes : MAX_ARRAY_BYTES;
    if (header->role == ROLE_OUT || header->role == ROLE_MUTATED) {
        traffic->writes = true;
    }
    if (header->role == ROLE_OUT) { /* out= comes back as the output */
        return;
    }
    if (header->role == ROLE_INPUT && header->position == 0 && traffic->count == 0) {
        traffic->first = *layout;
    }
    if (traffic->count == MOVED_ARRAYS) {
        *(is_written(header->role) ? &traffic->written : &traffic->read) += bytes;
        return;
    }
    traffic->arrays[traffic->count++] = (struct moved_array){bytes, address, header->role, header->position};
}

void traffic_add_index(struct traffic *traffic, const struct operand_header *header, const uint8_t *text, size_t length)
{
    if (header->position != 1) {
        return;
    }
    uint64_t numbers = 0;
    bool inside = false;
    for (size_t i = 0; i < length; i++) {
        bool digit = text[i] >= '0' && text[i] <= '9';
        numbers += digit && !inside;
        inside = digit;
        if (!digit && text[i] != '(' && text[i] != ')' && text[i] != ',' && text[i] != ' ' && text[i] != '-') {
            return; /* a slice, an ellipsis ... */
        }
    }
    traffic->indices = length == 0 ? 1 : numbers;
}

static bool within(const struct moved_array *part, const struct moved_array *whole)
{
    return part->address >= whole->address && part->address - whole->address < whole->bytes;
}

/* A result inside an input's memory, of an operation that writes to none, is a view: neither of them was gone through. */
static void leave_out_views(struct traffic *traffic)
{
    if (traffic->writes) {
        return;
    }
    for (size_t i = 0; i < traffic->count; i++) {
        struct moved_array *result = &traffic->arrays[i];
        for (size_t j = 0; j < i && result->role == ROLE_OUTPUT && result->address != 0; j++) {
            struct moved_array *input = &traffic->arrays[j];
            if (input->role == ROLE_INPUT && within(result, input)) {
                result->bytes = input->bytes = 0;
            }
        }
    }
}

/* The bytes that `a[index] = value` puts into `a`: those that the index picks where it is made of numbers, the value's where
 * that is an array, else at most all. */
static uint64_t put(const struct traffic *traffic)
{
    const struct layout_facts *whole = &traffic->first;
    if (traffic->indices == whole->dimensions) {
        return whole->item_bytes;
    }
    if (traffic->indices == 1 && whole->rows > 0) {
        return whole->data_bytes / whole->rows;
    }
    for (size_t i = 0; i < traffic->count; i++) {
        const struct moved_array *array = &traffic->arrays[i];
        if (array->role == ROLE_INPUT && array->position == 2 && array->address != 0) {
            return array->bytes;
        }
    }
    return whole->data_bytes < MAX_ARRAY_BYTES ? whole->data_bytes : MAX_ARRAY_BYTES;
}

void traffic_finish(struct traffic *traffic, enum part part)
{
    leave_out_views(traffic);
    uint64_t read = 0, written = 0, first = 0;
    for (size_t i = 0; i < traffic->count; i++) {
        const struct moved_array *array = &traffic->arrays[i];
        *(is_written(array->role) ? &written : &read) += array->bytes;
        if (i == 0 && array->role == ROLE_INPUT && array->position == 0) {
            first = array->bytes;
        }
    }
    if (part == PART_TAKEN && first > 0) {
        read = read - first + written;
    } else if (part == PART_PUT && first > 0) {
        read -= first;
        written = put(traffic);
    }
    traffic->read += read;
    traffic->written += written;
}
