#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <workbench/until_cancelled.hpp>

#include "gateway/exposure/mode.hpp"
#include "gateway/exposure/pinned_tools.hpp"

namespace workbench::gateway {

/// Dynamic mode: beside the meta-tools, the tools of open toolboxes as TOOLBOX__SERVER__TOOL, for legacy clients, which
/// are notified of each opening (ListChangeNotifier). The list of a modern client may not depend on what was opened, so
/// that it is as in proxy mode. [loop thread]
class DynamicMode final : public Mode {
 public:
  explicit DynamicMode(Mode::Parts parts);

 private:
  using Waiting = UntilCancelled<MoveOnlyFunction<void(Result<Json>)>>;

  void list_tools(Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  void call_tool(const Json& params, clients::OwnedRequest request) override;
  void handle_tools_change(servers::Server& server, bool is_first) override;
  void handle_changed_servers() override;
  /// The tool that this client knows by a registered name. Absent: the name does not have the form of one.
  [[nodiscard]] std::optional<ToolIdentifier> find_registered(const std::string& name,
                                                              const ClientProfile& client) const;
  void answer_modern(const ClientInfo& client, const Waiting& waiting);
  void answer_legacy(const ClientInfo& client, const Waiting& waiting);
  [[nodiscard]] std::vector<servers::Server*> servers_of_open_toolboxes() const;
  [[nodiscard]] std::string registered_tools(const ClientInfo& client) const;
  [[nodiscard]] bool is_in_an_open_toolbox(const servers::Server& server) const;

  /// The latest list that the session has received.
  struct Shown {
    ClientInfo client;
    std::size_t tools_hash;
  };
  const PinnedTools pinned_;
  std::optional<Shown> shown_;
  bool has_explained_ = false;  // why a modern client sees no tools of open toolboxes
};

}  // namespace workbench::gateway
