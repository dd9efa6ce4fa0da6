// Names of nn.Modules by address: asked of Python once, forgotten when a module dies.
#pragma once

#include <Python.h>

#include <atomic>

#include "kinds.h"

namespace numscope {

struct ModuleIds {
    uint32_t path = 0, model = 0; // text ids; 0: in no module

    bool operator!=(const ModuleIds &other) const { return path != other.path || model != other.model; }
};

class Modules {
  public:
    // `describe(outermost, innermost)` gives (path, model) or None. With the GIL.
    void start(PyObject *describe)
    {
        Py_XINCREF(describe);
        Py_XSETREF(describe_, describe);
        forget();
    }

    void forget() { epoch_.fetch_add(1, std::memory_order_relaxed); }

    // A module has died: its address may come back as another's. Losses and activations that a `forward` makes for itself die in
    // each step, and all others stay known.
    void forget(const void *module) { deaths_[slot(module)].fetch_add(1, std::memory_order_relaxed); }

    // What a thread has met lately.
    static constexpr size_t MET = 2048;
    struct Met {
        numscope_surroundings around;
        uint32_t generation, deaths;
        ModuleIds ids;
    };

    ModuleIds find(const numscope_surroundings &around, uint32_t generation, Met *met)
    {
        if (!around.innermost)
            return {};
        Met &known = met[slot((char *)around.innermost + (uintptr_t)around.outermost) % MET];
        if (known.around.innermost != around.innermost || known.around.outermost != around.outermost ||
            known.generation != generation || known.deaths != deaths(around)) {
            ModuleIds ids = ask(around);
            known = {around, generation, deaths(around), ids};
        }
        return known.ids;
    }

  private:
    PyObject *describe_ = nullptr;
    std::atomic<uint32_t> epoch_{1};
    static constexpr size_t SLOTS = 1 << 12;
    std::atomic<uint32_t> deaths_[SLOTS] = {};

    static size_t slot(const void *module) { return ((uintptr_t)module >> 4) * 0x9e3779b97f4a7c15ull >> 52; }

    // Each of them only grows, and so does their sum.
    uint32_t deaths(const numscope_surroundings &around) const
    {
        return epoch_.load(std::memory_order_relaxed) + deaths_[slot(around.innermost)].load(std::memory_order_relaxed) +
               deaths_[slot(around.outermost)].load(std::memory_order_relaxed);
    }

    ModuleIds ask(const numscope_surroundings &around)
    {
        ModuleIds ids;
        PyGILState_STATE state = PyGILState_Ensure();
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        PyObject *answer = describe_ ? PyObject_CallFunctionObjArgs(describe_, (PyObject *)around.outermost,
                                                                    (PyObject *)around.innermost, nullptr)
                                     : nullptr;
        const char *path, *model;
        if (answer && PyTuple_Check(answer) && PyArg_ParseTuple(answer, "ss", &path, &model)) {
            ids.path = core->text(path, strlen(path));
            ids.model = core->text(model, strlen(model));
        }
        Py_XDECREF(answer);
        PyErr_Clear(); // a module whose attributes raise has no name
        PyErr_Restore(type, value, traceback);
        PyGILState_Release(state);
        return ids;
    }
};

} // namespace numscope
