#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/host.hpp>
#include <workbench/transport.hpp>

#include "base/process_limits.hpp"
#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/confinement_rule.hpp"
#include "protocol/implementation.hpp"

namespace workbench::servers {

/// One server of one toolbox as the configuration has it, and whose it is. It never changes: a changed entry is another
/// server. For limits that the entry does not set, the host's apply, which may change at any time. [loop thread]
class ConfiguredServer {
 public:
  /// `principal`: whose login it uses; empty: the login of the user who runs the workbench. `host` must outlive it.
  ConfiguredServer(Host& host, const std::string& toolbox, const config::ServerEntry& entry,
                   const std::string& principal, bool is_shared)
      : host_(host),
        entry_(entry),
        connected_as_{toolbox, entry.name, entry.options, principal},
        source_(toolbox + "/" + entry.name),
        identity_(entry.transport + '\n' + entry.identity),
        is_shared_(is_shared),
        is_confined_(entry.options.flag(config::kIsConfined, false)) {}
  ConfiguredServer(const ConfiguredServer&) = delete;
  ConfiguredServer& operator=(const ConfiguredServer&) = delete;

  [[nodiscard]] const std::string& toolbox() const { return connected_as_.toolbox; }
  [[nodiscard]] const std::string& name() const { return connected_as_.name; }
  /// "toolbox/server", for logs.
  [[nodiscard]] const std::string& source() const { return source_; }
  /// What distinguishes it from another server of that name; see EraCache.
  [[nodiscard]] const std::string& identity() const { return identity_; }
  [[nodiscard]] const config::ServerEntry& entry() const { return entry_; }
  /// The configuration for its transport.
  [[nodiscard]] const ServerConfig& connected_as() const { return connected_as_; }

  /// The principal whose login it uses; empty: the user who runs the workbench.
  [[nodiscard]] const std::string& principal() const { return connected_as_.principal; }
  /// Whether several workspaces use it: then none of them may stop, pause or configure it.
  [[nodiscard]] bool is_shared() const { return is_shared_; }
  /// Whether its transport confines it; see Confinements.
  [[nodiscard]] bool is_confined() const { return is_confined_; }
  /// The folder whose clients share it; empty: it does not depend on one.
  [[nodiscard]] const std::string& project() const { return entry_.project; }

  /// Whether its prompts, resources and templates are listed, too.
  [[nodiscard]] bool lists_content() const { return entry_.lists_content; }
  /// How it learns of the client behind a request, or of the client that it is started for.
  [[nodiscard]] protocol::Introduction introduction_of(Json implementation) const {
    return {std::move(implementation), entry_.passes_client_info};
  }
  /// How much text of a result this tool returns at once. Absent: as much as there is.
  [[nodiscard]] std::optional<std::size_t> max_result_bytes(std::string_view tool) const {
    const auto tokens = entry_.max_result_tokens_of(tool);
    return tokens ? std::optional(*tokens * config::kBytesPerToken) : std::nullopt;
  }

  /// How long a request may run without a progress notification.
  [[nodiscard]] std::chrono::milliseconds call_limit() const {
    return entry_.call_time_limit.value_or(host_.limits().call);
  }
  /// How long a start may take.
  [[nodiscard]] std::chrono::milliseconds start_limit() const {
    return entry_.start_time_limit.value_or(base::process_limits(host_).server_start);
  }
  /// After how long without use it is ended; zero: never.
  [[nodiscard]] std::chrono::milliseconds idle_limit() const {
    return entry_.idle_time_limit.value_or(base::process_limits(host_).idle_server);
  }

 private:
  Host& host_;
  const config::ServerEntry entry_;
  const ServerConfig connected_as_;
  const std::string source_;
  const std::string identity_;
  const bool is_shared_;
  const bool is_confined_;
};

}  // namespace workbench::servers
