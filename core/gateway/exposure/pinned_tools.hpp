#pragma once

#include <optional>
#include <string>

#include <workbench/client_profile.hpp>

#include "gateway/exposure/native_catalog.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace workbench::gateway {

/// The tools that the configuration pins (`pinnedTools`): clients are shown them natively, under the names of dynamic
/// mode, beside the meta-tools and whether or not their toolbox is open. [loop thread]
class PinnedTools {
 public:
  /// `toolboxes` must outlive it.
  explicit PinnedTools(const ToolboxSet& toolboxes) : toolboxes_(toolboxes) {}

  [[nodiscard]] bool is_empty() const;

  /// Whether a pinned tool is one of this server's.
  [[nodiscard]] bool has_tools_of(const servers::Server& server) const;

  /// Finds out what the servers of pinned tools list, as far as that is not known from an earlier run, by starting
  /// them. `known` is called once, perhaps at once: for a client that is not notified of changes when that is done, for
  /// as long as it may take (limits.openPatience); for any other without waiting.
  void learn(const Caller& caller, MoveOnlyFunction<void()> known) const;

  /// The pinned tools known now, as definitions for this client, separated by commas. `of_open_toolboxes`: including
  /// those of open toolboxes.
  [[nodiscard]] std::string definitions(const ClientProfile& client, bool of_open_toolboxes) const;

  /// The pinned tool that this client knows by a native name. Absent: there is none.
  [[nodiscard]] std::optional<ListedSource> find(const std::string& name, const ClientProfile& client) const;

 private:
  const ToolboxSet& toolboxes_;
};

}  // namespace workbench::gateway
