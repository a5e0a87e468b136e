#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "gateway/modes/flat_catalog.hpp"
#include "gateway/modes/mode.hpp"

namespace workbench::gateway {

/// Everything that the servers have, natively: tools, prompts, resources, templates, completions, subscriptions. The
/// servers are started by the first request that needs them. A request for what is listed already goes to its server at
/// once, whatever the others do. [loop thread]
class FlatMode final : public Mode {
 public:
  FlatMode(Toolboxes& bench, Host& host);
  ~FlatMode() override;

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override;
  [[nodiscard]] Json capabilities(protocol::Revision revision) const override;
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) override;
  void watch_resources(const std::set<std::string>& uris) override;
  void handle_list_change(servers::Server& server, protocol::ListKind kind, bool is_first) override;

 private:
  [[nodiscard]] bool instructs_on_toolboxes() const override { return false; }
  /// How far it is known what there is: while servers may be missing, only what they list tells whose a resource is.
  enum class Known { listed, all };

  /// Sends the request to the server that has what it names. False: none is known; the request is left as it is.
  [[nodiscard]] bool route(const std::string& method, const Json& params, Known known, clients::OwnedRequest& request);
  [[nodiscard]] bool call_tool(const Json& params, clients::OwnedRequest& request);
  [[nodiscard]] bool get_prompt(const Json& params, clients::OwnedRequest& request);
  [[nodiscard]] bool read_resource(const Json& params, Known known, clients::OwnedRequest& request);
  [[nodiscard]] bool complete(const Json& params, Known known, clients::OwnedRequest& request);
  [[nodiscard]] std::optional<FlatSource> find_resource(const std::string& uri, Known known);
  [[nodiscard]] std::optional<FlatSource> find_reference(const Json& reference, Known known,
                                                         std::string& own_reference);
  void answer_list(protocol::ListKind kind, const ClientInfo& client, MoveOnlyFunction<void(Result<Json>)>& listed);
  [[nodiscard]] bool has_failed_altogether() const;
  [[nodiscard]] std::string missing_servers(std::string_view separator) const;
  void notify_failures();
  void watch_starts();
  void pass_watched_on();

  FlatCatalog catalog_;
  std::set<protocol::ListKind> shown_;                               // the lists that the client has seen
  std::map<const servers::Server*, std::string> notified_failures_;  // the failures that the client was told of
  std::set<const servers::Server*> watched_starts_;                  // those whose end will be reported if they fail
  std::set<std::string> watched_;
};

}  // namespace workbench::gateway
