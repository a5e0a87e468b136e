#pragma once

#include "json/block_functions.hpp"

// GCC and clang compile functions for other instruction sets than the rest of the program, and ask the processor.
#if defined(__x86_64__) && defined(__SSE2__) && defined(__GNUC__)
#define WORKBENCH_JSON_AVX 1
#endif

namespace workbench::json {

extern const BlockFunctions kBaselineFunctions;  // SSE2, or none
#if defined(WORKBENCH_JSON_AVX)
extern const BlockFunctions kAvx2Functions;
extern const BlockFunctions kAvx512Functions;
#endif

}  // namespace workbench::json
