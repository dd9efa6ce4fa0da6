/* Ufuncs born in other extensions (SciPy's, Numba's): NumPy's ufunc C-API table, through which they are made. */
#include "hooks.h"

typedef PyObject *(*make_ufunc)(void *, void *, const char *, int, int, int, int, const char *, const char *, int);
typedef PyObject *(*make_gufunc)(void *, void *, const char *, int, int, int, int, const char *, const char *, int,
                                 const char *);
typedef PyObject *(*make_gufunc_with_identity)(void *, void *, const char *, int, int, int, int, const char *,
                                               const char *, int, const char *, PyObject *);

/* Indices in NumPy's published table (numpy/__ufunc_api.h): they never change. */
enum { FROM_FUNC_AND_DATA = 1, FROM_SIGNATURE = 31, FROM_IDENTITY = 42 };
static void **ufunc_table;
static void *made_by[3];

static PyObject *from_func_and_data(void *a, void *b, const char *c, int d, int e, int f, int g, const char *h,
                                    const char *i, int j)
{
    return adopt_ufunc(((make_ufunc)made_by[0])(a, b, c, d, e, f, g, h, i, j));
}

static PyObject *from_signature(void *a, void *b, const char *c, int d, int e, int f, int g, const char *h,
                                const char *i, int j, const char *k)
{
    return adopt_ufunc(((make_gufunc)made_by[1])(a, b, c, d, e, f, g, h, i, j, k));
}

static PyObject *from_identity(void *a, void *b, const char *c, int d, int e, int f, int g, const char *h,
                               const char *i, int j, const char *k, PyObject *l)
{
    return adopt_ufunc(((make_gufunc_with_identity)made_by[2])(a, b, c, d, e, f, g, h, i, j, k, l));
}

const char *watch_ufunc_table(void **api)
{
    if (ufunc_table)
        return "already watched";
    ufunc_table = api;
    made_by[0] = api[FROM_FUNC_AND_DATA];
    made_by[1] = api[FROM_SIGNATURE];
    made_by[2] = api[FROM_IDENTITY];
    api[FROM_FUNC_AND_DATA] = (void *)from_func_and_data;
    api[FROM_SIGNATURE] = (void *)from_signature;
    api[FROM_IDENTITY] = (void *)from_identity;
    watch_ufunc_deaths();
    return "";
}

Py_ssize_t unwatch_ufunc_table(void)
{
    if (!ufunc_table)
        return 0;
    ufunc_table[FROM_FUNC_AND_DATA] = made_by[0];
    ufunc_table[FROM_SIGNATURE] = made_by[1];
    ufunc_table[FROM_IDENTITY] = made_by[2];
    ufunc_table = NULL;
    unwatch_ufunc_deaths();
    return 4;
}
