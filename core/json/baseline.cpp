#include "json/baseline_bytes.hpp"
#include "json/block_variants.hpp"
#include "json/blocks.hpp"

namespace workbench::json {

#if defined(__SSE2__)
constinit const BlockFunctions kBaselineFunctions = blocks::kFunctions<blocks::BaselineBytes>;
#else
// Masks that are made byte by byte do not pay: all is left to the callers.
constinit const BlockFunctions kBaselineFunctions{
    [](const char* at, const char*, FoundEscapes&) noexcept { return at; },
    [](const char* at, const char*, std::uint64_t&, bool&) noexcept { return at; },
    &blocks::skip_container<blocks::BaselineBytes>,
    [](const char* at, const char*, char*&, const char*) noexcept { return at; },
};
#endif

}  // namespace workbench::json
