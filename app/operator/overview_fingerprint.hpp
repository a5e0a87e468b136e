#pragma once

#include <cstdint>

#include "gateway/workspaces/overview.hpp"

namespace workbench::app {

/// A number that differs when the servers or clients of an overview differ, but for how long they have been so.
[[nodiscard]] std::uint64_t fingerprint_of(const gateway::Overview& overview);

}  // namespace workbench::app
