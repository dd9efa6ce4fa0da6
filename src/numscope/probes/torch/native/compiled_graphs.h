// Graphs that torch.compile made, as Python reports them while they run: tensors are a list of addresses of TensorImpl, 0 for
// no tensor. For recorder.cpp alone.
#pragma once

#include <Python.h>

#include <algorithm>
#include <memory>

#include "operands.h"

namespace numscope {
namespace {

// The operation that runs the graph; nullptr: it is not recorded.
Operation *operation_of_graph(bool backward)
{
    Operation *operation = mine().innermost;
    uint32_t generation = core ? core->generation() : 0;
    bool fits = operation && generation && operation->generation == generation && operation->range == Range::NONE &&
                (backward ? operation->kind->is_node : operation->kind->is_region);
    return fits ? operation : nullptr;
}

template <class Each> bool each_address(PyObject *list, Each each)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        auto *impl = (c10::TensorImpl *)PyLong_AsVoidPtr(PyList_GET_ITEM(list, i));
        if (impl)
            each(impl, std::min((size_t)i, MOST_POSITIONS));
        else if (PyErr_Occurred())
            return false;
    }
    return true;
}

bool add_to_graph(Operation &operation, PyObject *list, operand_role role)
{
    return each_address(list, [&](c10::TensorImpl *impl, size_t position) {
        at::Tensor tensor = tensor_of(impl);
        if (role == ROLE_OUTPUT) // memory of an input that it has given up, maybe
            note_write(operation, tensor, false);
        add_tensor(operation, header_of(role, position), tensor, role == ROLE_INPUT ? Look::READ : Look::RESULT);
    });
}

PyObject *graph_begins(PyObject *, PyObject *arguments)
{
    PyObject *list;
    const char *graph, *function;
    if (!PyArg_ParseTuple(arguments, "O!ss", &PyList_Type, &list, &graph, &function))
        return nullptr;
    Operation *operation = operation_of_graph(false);
    if (!operation)
        Py_RETURN_NONE;
    core->attribute_text(operation->call(), words.graph, 0, word(graph));
    if (*function)
        core->attribute_text(operation->call(), words.function, 0, word(function));
    auto running = std::make_unique<CompiledGraph>();
    bool good = each_address(list, [&](c10::TensorImpl *impl, size_t position) {
        running->inputs.push_back({GraphInput::Weak(tensor_of(impl).getIntrusivePtr()), position, version_of(*impl)});
    });
    if (!good || !add_to_graph(*operation, list, ROLE_INPUT))
        return nullptr;
    operation->graph = std::move(running);
    Py_RETURN_NONE;
}

const void *storage_of(const c10::TensorImpl &impl)
{
    return impl.has_storage() ? impl.unsafe_storage().unsafeGetStorageImpl() : (const void *)&impl;
}

// Inputs that it keeps for its backward pass are not what it made.
PyObject *graph_saves(PyObject *, PyObject *list)
{
    Operation *operation = operation_of_graph(false);
    if (!operation || !operation->graph || !PyList_Check(list))
        Py_RETURN_NONE;
    CompiledGraph &graph = *operation->graph;
    bool good = each_address(list, [&](c10::TensorImpl *impl, size_t) {
        auto same = [&](const GraphInput &input) {
            auto given = input.tensor.lock();
            return given.defined() && storage_of(*given) == storage_of(*impl);
        };
        if (std::none_of(graph.inputs.begin(), graph.inputs.end(), same))
            graph.saved.push_back(tensor_of(impl));
    });
    return good ? Py_NewRef(Py_None) : nullptr;
}

PyObject *graph_ends(PyObject *, PyObject *list)
{
    Operation *operation = operation_of_graph(false);
    if (!operation || !operation->graph || !PyList_Check(list))
        Py_RETURN_NONE;
    std::unique_ptr<CompiledGraph> graph = std::move(operation->graph);
    if (!add_to_graph(*operation, list, ROLE_OUTPUT))
        return nullptr;
    uint16_t name = (uint16_t)(words.saved <= UINT16_MAX ? words.saved : 0), item = 0;
    for (const at::Tensor &tensor : graph->saved) {
        note_write(*operation, tensor, false);
        add_tensor(*operation, header_of(ROLE_OUTPUT, BY_KEYWORD, name, ++item), tensor, Look::RESULT);
    }
    for (const GraphInput &input : graph->inputs) {
        at::Tensor tensor(input.tensor.lock());
        if (!tensor.defined() || version_of(*tensor.unsafeGetTensorImpl()) == input.version)
            continue;
        note_write(*operation, tensor, false);
        add_tensor(*operation, header_of(ROLE_MUTATED, input.position), tensor, Look::RESULT);
    }
    Py_RETURN_NONE;
}

PyObject *backward_graph(PyObject *list, operand_role role)
{
    Operation *operation = operation_of_graph(true);
    return operation && PyList_Check(list) && !add_to_graph(*operation, list, role) ? nullptr : Py_NewRef(Py_None);
}

PyObject *backward_graph_begins(PyObject *, PyObject *list) { return backward_graph(list, ROLE_INPUT); }
PyObject *backward_graph_ends(PyObject *, PyObject *list) { return backward_graph(list, ROLE_OUTPUT); }

} // namespace
} // namespace numscope
