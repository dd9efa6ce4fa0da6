/* For functions whose result says that they failed, or that an exception is set: the caller must check it. */
#ifndef NUMSCOPE_CHECKED_H
#define NUMSCOPE_CHECKED_H

#define CHECKED __attribute__((warn_unused_result))

#endif
