#pragma once

#include <string_view>

namespace workbench::demo {

/// The revisions of MCP that this server speaks, oldest first, so that they compare by age.
enum class ProtocolRevision { r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25 };

/// The one asked for if we speak it, else our latest, as the specification has it.
[[nodiscard]] ProtocolRevision choose_revision(std::string_view asked);

[[nodiscard]] std::string_view name_of(ProtocolRevision revision);

}  // namespace workbench::demo
