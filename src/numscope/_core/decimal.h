/* Numbers as text, by hand: snprintf takes 70 ns a number, more than the rest of recording a slice, and up to 3 KiB of stack
 * where a library has registered a conversion of its own, as libquadmath does. */
#ifndef NUMSCOPE_DECIMAL_H
#define NUMSCOPE_DECIMAL_H

#include <stdint.h>
#include <string.h>

enum { DECIMAL_ROOM = 20 }; /* of the longest: -9223372036854775808 */

/* Write it without a closing NUL; return where it ends. */
static inline char *decimal_put(char *at, long long value)
{
    char text[DECIMAL_ROOM], *end = text + sizeof text, *begin = end;
    unsigned long long rest = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
    do
        *--begin = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        *--begin = '-';
    memcpy(at, begin, (size_t)(end - begin));
    return at + (end - begin);
}

/* All 16 digits, base 16. */
static inline char *hexadecimal_put(char *at, uint64_t value)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        *at++ = "0123456789abcdef"[value >> shift & 15];
    return at;
}

#endif
