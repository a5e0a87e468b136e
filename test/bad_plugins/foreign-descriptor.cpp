// Has the right symbols, but what they name is something else.
#include "parts.hpp"

extern "C" WORKBENCH_EXPORT const char WORKBENCH_ABI_SYMBOL;
extern "C" const char WORKBENCH_ABI_SYMBOL = 0;
extern "C" WORKBENCH_EXPORT const char workbench_plugin[64];
extern "C" const char workbench_plugin[64] = "not a descriptor at all";
