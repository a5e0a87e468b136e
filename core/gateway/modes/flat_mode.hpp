#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "gateway/modes/flat_catalog.hpp"
#include "gateway/modes/flat_content.hpp"
#include "gateway/modes/mode.hpp"

namespace workbench::gateway {

/// Flat mode: the tools and the content of all servers, natively, as one server's. What is known of servers from
/// earlier runs is listed without starting them; the others are started by the first request. A request for what is
/// listed already goes to its server at once, whatever the others do; one that names nothing known starts the missing
/// servers first, as RestartBackoff allows. [loop thread]
class FlatMode final : public Mode {
 public:
  FlatMode(Toolboxes& toolboxes, Host& host);

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override;
  [[nodiscard]] Json capabilities(protocol::Revision revision) const override;
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) override;
  void watch_resources(const std::set<std::string>& uris) override;
  void handle_list_change(servers::Server& server, protocol::ListKind kind, bool is_first) override;

 private:
  void handle_changed_servers() override;
  /// None: clients call the servers' tools themselves.
  [[nodiscard]] std::vector<std::string> default_meta_tools(const registry::Registry&) const override { return {}; }

  using Known = FlatContent::Known;

  /// A request for something that no server is known to have yet.
  struct WaitingRequest {
    clients::OwnedRequest request;
    Json params;
  };

  /// Sends the request to the server that has what it names. False: none is known; the request is left as it is.
  [[nodiscard]] bool route(std::string_view method, const Json& params, Known known, clients::OwnedRequest& request);
  [[nodiscard]] bool call_tool(const Json& params, clients::OwnedRequest& request);
  void route_when_open(Toolbox::Wanted wanted, std::string method, WaitingRequest request);
  void refuse(std::string_view method, const Json& params, clients::OwnedRequest request);
  void answer_list(protocol::ListKind kind, const ClientInfo& client, MoveOnlyFunction<void(Result<Json>)> listed);
  [[nodiscard]] bool has_failed_altogether() const;
  [[nodiscard]] std::string missing_servers(std::string_view separator) const;
  void log_failures();
  void watch_starts();

  FlatCatalog catalog_;
  FlatContent content_;
  std::set<protocol::ListKind> shown_;                             // the lists that a client has seen
  std::map<const servers::Server*, std::string> logged_failures_;  // the failures that the session was sent
  std::set<const servers::Server*> watched_starts_;                // those that are logged if they fail
};

}  // namespace workbench::gateway
