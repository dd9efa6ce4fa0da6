/* Judging operations while the program runs: what --stop-on and --rule ask for. */
#ifndef NUMSCOPE_JUDGE_H
#define NUMSCOPE_JUDGE_H

#include "checked.h"
#include "recorder.h"

/* What is looked for. The first three are found here; rules are Python's to evaluate. */
enum judged_for {
    JUDGE_NAN = 1,
    JUDGE_INF = 2,
    JUDGE_ZERO_DIVISION = 4,
    JUDGE_RULES = 8,
    JUDGE_RULES_IN_LIBRARIES = 16, /* rules hold for what libraries call, too */
    JUDGE_EXCEPTION = 32,          /* of an operation that the program's own code called */
};

/* `judge(found, name, sequence, floating point flags, operands)` is called for what was found; what it raises takes the
 * place of the operation's result. `expected(name)` says whether NaN and Inf are what the operation is for. */
void judge_configure(unsigned wanted, PyObject *judge, PyObject *expected);

/* Once an operation. */
void judge_meet(struct operation *operation);

/* Around a call: whether it is judged at all; an argument; the end. True: an exception is set, in place of the result. */
void judge_begin(struct call *call);
void judge_argument(struct call *call, enum operand_role role, PyObject *argument);
CHECKED bool judge_end(struct call *call, PyObject *result, uint8_t raised);
void judge_leave(struct call *call);

/* Of a native recorder's finished call, by the statistics in its record: NaN and infinities only. Takes the GIL if there are. */
void judge_native(const struct call *call);

#endif
