#include "recorder_state.h"

struct settings settings;
struct recorder_counts recorder_counts;
bool recording;
FAST_THREAD_LOCAL struct nesting nesting;
