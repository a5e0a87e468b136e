#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::stdio {

/// The labels of our containers.
inline constexpr const char* kHostLabel = "dev.mcp-workbench.host";
inline constexpr const char* kInstanceLabel = "dev.mcp-workbench.instance";
inline constexpr const char* kRunLabel = "dev.mcp-workbench.run";
inline constexpr const char* kToolboxLabel = "dev.mcp-workbench.toolbox";
inline constexpr const char* kServerLabel = "dev.mcp-workbench.server";

/// This machine, because an engine may serve several (DOCKER_HOST): 16 hexadecimal digits.
[[nodiscard]] std::string this_host();

/// This process, which no other process of this machine has been or will be: its boot, its id, its start time, and the
/// namespace in which it has that id, with points between them.
[[nodiscard]] std::string this_instance();

/// Whether the process of an instance of this machine has certainly ended: it is of another boot, or has an id here
/// that no process has, or that a later process has. False: it lives, or that cannot be known (another namespace, or a
/// text that is not an instance).
[[nodiscard]] bool has_ended(std::string_view instance);

/// 8 hexadecimal digits that are not known before.
[[nodiscard]] std::string random_name();

}  // namespace workbench::stdio
