// Built for another version of the plugin interface. Its static constructor ends the process: it must never run.
#include <cstdlib>

#include "parts.hpp"

namespace {
struct EndsTheProcess {
  EndsTheProcess() { std::_Exit(3); }
} const at_load;
}  // namespace

#undef WORKBENCH_ABI_VERSION
#define WORKBENCH_ABI_VERSION 999

static void register_plugin(workbench::Registrar&) {}
WORKBENCH_PLUGIN("wrong-abi", "1.0.0", register_plugin);
