// Learning rates of an optimiser as a step of it begins, for the record of the gradients that it takes. For recorder.cpp
// alone.
#pragma once

#include <Python.h>

#include <algorithm>
#include <vector>

#include "operands.h"

namespace numscope {
namespace {

// Python's function that finds them.
PyObject *when_stepping = nullptr;

// Learning rates of the optimiser whose step begins.
std::vector<double> learning_rates()
{
    std::vector<double> found;
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *answer = when_stepping ? PyObject_CallNoArgs(when_stepping) : nullptr;
    for (Py_ssize_t i = 0; answer && PyTuple_Check(answer) && i < PyTuple_GET_SIZE(answer); i++)
        found.push_back(PyFloat_AsDouble(PyTuple_GET_ITEM(answer, i)));
    Py_XDECREF(answer);
    PyErr_Clear(); // a torch in which the optimiser stands elsewhere: they stay unknown
    PyErr_Restore(type, value, traceback);
    PyGILState_Release(state);
    return found;
}

void add_learning_rates(Operation &record)
{
    constexpr size_t MOST = 8;
    std::vector<double> rates = learning_rates();
    for (size_t i = 0; i < std::min(rates.size(), MOST); i++)
        core->add_word(record.call(), header_of(ROLE_ARGUMENT, BY_KEYWORD, (uint16_t)word("lr"), (uint16_t)i),
                       OPERAND_FLOAT, &rates[i]);
}

} // namespace
} // namespace numscope
