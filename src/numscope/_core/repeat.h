/* M(kind, n) for n in 0 .. 255: C has no closures, so each patched function needs a stub of its own. */
#ifndef NUMSCOPE_REPEAT_H
#define NUMSCOPE_REPEAT_H

#define REPEAT_16(M, K, D)                                                                                            \
    M(K, D##0) M(K, D##1) M(K, D##2) M(K, D##3) M(K, D##4) M(K, D##5) M(K, D##6) M(K, D##7)                          \
    M(K, D##8) M(K, D##9) M(K, D##a) M(K, D##b) M(K, D##c) M(K, D##d) M(K, D##e) M(K, D##f)
#define REPEAT_256(M, K)                                                                                              \
    REPEAT_16(M, K, 0x0) REPEAT_16(M, K, 0x1) REPEAT_16(M, K, 0x2) REPEAT_16(M, K, 0x3)                              \
    REPEAT_16(M, K, 0x4) REPEAT_16(M, K, 0x5) REPEAT_16(M, K, 0x6) REPEAT_16(M, K, 0x7)                              \
    REPEAT_16(M, K, 0x8) REPEAT_16(M, K, 0x9) REPEAT_16(M, K, 0xa) REPEAT_16(M, K, 0xb)                              \
    REPEAT_16(M, K, 0xc) REPEAT_16(M, K, 0xd) REPEAT_16(M, K, 0xe) REPEAT_16(M, K, 0xf)
#define REPEATED 256

#endif
