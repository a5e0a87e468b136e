#pragma once

#include <string>

#include <workbench/client_profile.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench::gateway {

/// The least that instructions which name the toolboxes need. A host that shows less is served as one that shows none.
inline constexpr std::size_t kMinInstructionsBytes = 1'800;

/// What a client's model is told of the workbench when it connects: how to open a toolbox, how to use a tool, and the
/// toolboxes, within what its host shows of it; without a host that is known, below 2,048 bytes, which all hosts that
/// show instructions are known to show.
[[nodiscard]] std::string instructions_for(const workbench::Toolboxes& toolboxes, const ClientProfile& client);

}  // namespace workbench::gateway
