#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <workbench/client_profile.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::app {

/// In which mode the clients of one host are served.
struct HostMode {
  std::string product;  ///< what people call the host; empty: not known
  std::string pattern;  ///< of the names in `clientInfo`
  ClientInfo client;    ///< one of its clients
  config::ToolMode mode;
  std::string reason;  ///< a clause that follows "because"
};

/// The modes of all known hosts and of those that the configuration names.
[[nodiscard]] std::vector<HostMode> host_modes(const config::Config& config);

/// The mode of the host of this client.
[[nodiscard]] HostMode host_mode_of(const config::Config& config, const ClientInfo& client);

/// The same for a person: a table within `width` columns (0: as long as it is), and one line.
[[nodiscard]] std::string host_modes_text(const config::Config& config, std::size_t width);
[[nodiscard]] std::string host_mode_line(const config::Config& config, const ClientInfo& client);

/// The host that `text` names: NAME or NAME@VERSION, as clients give them in `clientInfo`.
[[nodiscard]] ClientInfo named_client(const std::string& text);

}  // namespace workbench::app
