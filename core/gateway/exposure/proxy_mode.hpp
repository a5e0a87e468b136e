#pragma once

#include <optional>
#include <string>

#include "gateway/exposure/mode.hpp"
#include "gateway/exposure/pinned_tools.hpp"

namespace workbench::gateway {

/// Proxy mode: the meta-tools, and no other tools but the pinned ones. [loop thread]
class ProxyMode final : public Mode {
 public:
  explicit ProxyMode(Mode::Parts parts);

 private:
  /// The latest list of pinned tools that the session has got.
  struct Shown {
    ClientInfo client;
    std::string pinned;
  };

  [[nodiscard]] std::string pinned_for(const ClientInfo& client) const;
  void handle_tools_change(servers::Server& server, bool is_first) override;
  void handle_changed_servers() override;
  void list_tools(Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  void call_tool(const Json& params, clients::OwnedRequest request) override;

  const PinnedTools pinned_;
  std::optional<Shown> shown_;  // absent: nothing is pinned, or no client has asked
};

}  // namespace workbench::gateway
