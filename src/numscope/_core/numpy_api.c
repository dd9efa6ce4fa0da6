#define NUMSCOPE_DEFINES_NUMPY_API
#include "numpy_api.h"

int numpy_api_bind(void)
{
    return _import_array() < 0 || _import_umath() < 0 ? -1 : 0;
}
