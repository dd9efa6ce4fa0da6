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

    // Some module has died: its address may come back as another's.
    void forget() { epoch_.fetch_add(1, std::memory_order_relaxed); }

    // It changes whenever a module dies.
    uint32_t epoch() const { return epoch_.load(std::memory_order_relaxed); }

    // What a thread has met lately.
    static constexpr size_t MET = 256;
    struct Met {
        numscope_surroundings around;
        uint32_t generation, epoch;
        ModuleIds ids;
    };

    ModuleIds find(const numscope_surroundings &around, uint32_t generation, Met *met)
    {
        if (!around.innermost)
            return {};
        Met &slot = met[((uintptr_t)around.innermost >> 4 ^ (uintptr_t)around.outermost >> 12) & (MET - 1)];
        uint32_t epoch = epoch_.load(std::memory_order_relaxed);
        if (slot.around.innermost != around.innermost || slot.around.outermost != around.outermost ||
            slot.generation != generation || slot.epoch != epoch) {
            ModuleIds ids = ask(around);
            slot = {around, generation, epoch_.load(std::memory_order_relaxed), ids};
        }
        return slot.ids;
    }

  private:
    PyObject *describe_ = nullptr;
    std::atomic<uint32_t> epoch_{1};

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
