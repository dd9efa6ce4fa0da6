/* The processor's sticky floating-point flags. NumPy clears them before its loops and leaves what they raised, whatever
 * np.errstate says; reading the register costs 5 ns, against 40 for fetestexcept and feclearexcept. */
#ifndef NUMSCOPE_FLOATING_POINT_H
#define NUMSCOPE_FLOATING_POINT_H

#include "numscope/format.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

enum { MXCSR_INVALID = 1, MXCSR_DIVIDE = 4, MXCSR_OVERFLOW = 8, MXCSR_UNDERFLOW = 16,
       MXCSR_WATCHED = MXCSR_INVALID | MXCSR_DIVIDE | MXCSR_OVERFLOW | MXCSR_UNDERFLOW };

/* Clears the watched flags and returns those that were set. */
static inline unsigned floating_point_begin(void)
{
    unsigned before = _mm_getcsr();
    if (__builtin_expect(before & MXCSR_WATCHED, 0))
        _mm_setcsr(before & ~(unsigned)MXCSR_WATCHED);
    return before & MXCSR_WATCHED;
}

/* What was raised since, as enum floating_point_flag; `before` is raised again too. */
static inline uint8_t floating_point_end(unsigned before)
{
    unsigned now = _mm_getcsr();
    if (__builtin_expect(before & ~now, 0))
        _mm_setcsr(now | before);
    if (__builtin_expect(!(now & MXCSR_WATCHED), 1))
        return 0;
    return (uint8_t)((now & MXCSR_DIVIDE ? FP_DIVIDE : 0) | (now & MXCSR_OVERFLOW ? FP_OVERFLOW : 0) |
                     (now & MXCSR_UNDERFLOW ? FP_UNDERFLOW : 0) | (now & MXCSR_INVALID ? FP_INVALID : 0));
}

/* Around our own arithmetic: the program's flags stay as they are. */
typedef unsigned floating_point_state;

static inline floating_point_state floating_point_save(void)
{
    return _mm_getcsr();
}

static inline void floating_point_restore(floating_point_state state)
{
    if (_mm_getcsr() != state)
        _mm_setcsr(state);
}

#else
#include <fenv.h>

typedef fexcept_t floating_point_state;

static inline floating_point_state floating_point_save(void)
{
    fexcept_t state;
    fegetexceptflag(&state, FE_ALL_EXCEPT);
    return state;
}

static inline void floating_point_restore(floating_point_state state)
{
    fesetexceptflag(&state, FE_ALL_EXCEPT);
}

enum { WATCHED_EXCEPTIONS = FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INVALID };

static inline unsigned floating_point_begin(void)
{
    unsigned before = (unsigned)fetestexcept(WATCHED_EXCEPTIONS);
    if (before)
        feclearexcept(WATCHED_EXCEPTIONS);
    return before;
}

static inline uint8_t floating_point_end(unsigned before)
{
    int now = fetestexcept(WATCHED_EXCEPTIONS);
    if (before & ~(unsigned)now)
        feraiseexcept((int)before);
    return (uint8_t)((now & FE_DIVBYZERO ? FP_DIVIDE : 0) | (now & FE_OVERFLOW ? FP_OVERFLOW : 0) |
                     (now & FE_UNDERFLOW ? FP_UNDERFLOW : 0) | (now & FE_INVALID ? FP_INVALID : 0));
}

#endif
#endif
