#pragma once

#include <string>

#include <workbench/client_profile.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::app {

/// For each known host and each that the configuration names: the mode in which its clients are served, and why. Lines
/// for a person, within `width` columns (0: as long as they are).
[[nodiscard]] std::string host_modes_text(const config::Config& config, std::size_t width);

/// The same of one host, as one line.
[[nodiscard]] std::string host_mode_line(const config::Config& config, const ClientInfo& client);

/// The host that `text` names: NAME or NAME@VERSION, as clients give them in `clientInfo`.
[[nodiscard]] ClientInfo named_client(const std::string& text);

}  // namespace workbench::app
