// Exports the ABI symbols of two builds, as when objects of both were linked into it.
#include "parts.hpp"

extern "C" WORKBENCH_EXPORT const char workbench_abi_999__itanium__libcxx__plain;
extern "C" const char workbench_abi_999__itanium__libcxx__plain = 0;

static void register_plugin(workbench::Registrar&) {}
WORKBENCH_PLUGIN("two-abis", "1.0.0", register_plugin);
