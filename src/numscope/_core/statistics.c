#include "statistics.h"

#include <math.h>
#include <string.h>

void moments_begin(struct moments *moments)
{
    memset(moments, 0, sizeof *moments);
    moments->minimum = INFINITY;
    moments->maximum = -INFINITY;
}

typedef void (*adder)(struct moments *, enum number_kind, const void *, size_t);

void moments_add_plain(struct moments *moments, enum number_kind kind, const void *elements, size_t count);
#ifdef NUMSCOPE_X86_KERNELS
void moments_add_avx2(struct moments *moments, enum number_kind kind, const void *elements, size_t count);
void moments_add_avx512(struct moments *moments, enum number_kind kind, const void *elements, size_t count);
#endif

static adder widest(void)
{
#ifdef NUMSCOPE_X86_KERNELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        return moments_add_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return moments_add_avx2;
#endif
    return moments_add_plain;
}

void moments_add(struct moments *moments, enum number_kind kind, const void *elements, size_t count)
{
    static adder chosen;
    if (!chosen)
        chosen = widest();
    chosen(moments, kind, elements, count);
}

void moments_end(const struct moments *moments, struct statistics *statistics)
{
    int any = moments->count > 0;
    statistics->minimum = any ? moments->minimum : (double)NAN;
    statistics->maximum = any ? moments->maximum : (double)NAN;
    statistics->mean = any ? moments->mean : (double)NAN;
    statistics->deviation = any ? sqrt(moments->m2 / moments->count) : (double)NAN;
    statistics->zeros = moments->zeros;
    statistics->nans = moments->nans;
    statistics->positive_infinities = moments->positive_infinities;
    statistics->negative_infinities = moments->negative_infinities;
}
