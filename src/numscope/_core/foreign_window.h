/* A stretch of foreign memory, copied to where reading it can't fail; it moves along with the elements that are asked for. */
#ifndef NUMSCOPE_FOREIGN_WINDOW_H
#define NUMSCOPE_FOREIGN_WINDOW_H

#include "checked.h"
#include "thread_memory.h"

enum { WINDOW_BYTES = 64 << 10 };

struct foreign_window {
    char *bytes;            /* a copy of the `size` bytes at `from` */
    char *whole;            /* `bytes`, where it holds the whole array; else NULL */
    const char *from;
    size_t size, item;
    const char *low, *high; /* first and one behind the last byte of the array: nothing outside is read */
    size_t wanted, used;    /* bytes to copy the next time; taken from the present ones */
};

/* False: the array reaches beyond all addresses, or there is no memory. */
CHECKED bool foreign_window_open(struct foreign_window *window, const struct layout *layout, const char *data,
                                 struct thread_memory *scratch);

/* Copy the whole array, where it is not large, for elements in any order; nothing where it can't be. */
void foreign_window_widen(struct foreign_window *window, const struct layout *layout);
void foreign_window_close(struct foreign_window *window);

/* Copy `size` bytes, at most WINDOW_BYTES. False: they can't all be read. */
CHECKED bool foreign_window_fill(struct foreign_window *window, const char *data, size_t size);

/* How many of `count` elements from `data` on, `stride` apart, are in the window, moved if need be; `there` is where the first
 * one's copy is. 0: it can't be read. */
CHECKED int64_t foreign_window_reach(struct foreign_window *window, const char *data, int64_t count, int64_t stride,
                                     const char **there);

#endif
