#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/exposure/late_servers.hpp"
#include "gateway/exposure/mode.hpp"
#include "gateway/exposure/native_catalog.hpp"
#include "gateway/exposure/native_servers.hpp"
#include "gateway/exposure/vendor_messages.hpp"

namespace workbench::gateway {

/// Flat mode: the tools of all servers, natively, as one server's. Tools known from servers' earlier runs are listed
/// without starting the servers; the others are started by the first list, which waits for limits.listPatience at most,
/// because hosts leave out a server whose list takes long. A call of a listed tool goes to its server at once, whatever
/// the others do; one that names nothing known starts the missing servers first, as RestartBackoff allows. A host that
/// ignores changes of the list is shown the meta-tools, too, as long as tools are missing, and a tool that says which.
/// [loop thread]
class FlatMode final : public Mode {
 public:
  /// Which clients it serves.
  enum class Of {
    all_clients,      ///< "toolMode" is flat
    deferring_hosts,  ///< "toolMode" is auto: the others are served by proxy mode
  };

  FlatMode(Mode::Parts parts, Of of);

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override;
  [[nodiscard]] bool passes_vendor_messages() const override { return true; }
  void handle_vendor_notification(std::string_view method, const Json& params,
                                  const std::shared_ptr<const Scopes>& scopes) override {
    vendor_messages_.notify(method, params, scopes.get());
  }

 private:
  /// A call of a tool that no server is known to have yet.
  struct WaitingCall {
    clients::OwnedRequest request;
    Json params;
  };

  void list_tools(Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  [[nodiscard]] protocol::CacheHint tools_cache_hint() const override;
  void call_tool(const Json& params, clients::OwnedRequest request) override;
  void forward_vendor_request(std::string_view method, const Json& params, clients::OwnedRequest request) override {
    vendor_messages_.forward(method, params, std::move(request));
  }
  [[nodiscard]] bool has_own_resources() const override;
  [[nodiscard]] const NativeServers& negotiating_servers() const override { return servers_; }
  void handle_tools_change(servers::Server& server, bool is_first) override;
  void handle_changed_servers() override;
  /// None, because clients call the servers' tools themselves; but a configuration that is written for both kinds of
  /// hosts may limit results.
  [[nodiscard]] std::vector<std::string> default_meta_tools(const registry::Registry& registry) const override;
  [[nodiscard]] MetaTool* find_further_meta_tool(std::string_view name) override;

  /// Sends the call to the server that has the tool. False: none is known; the request is left as it is.
  [[nodiscard]] bool route(const Json& params, clients::OwnedRequest& request);
  void route_when_known(Toolbox::Wanted wanted, WaitingCall call);
  void refuse(const Json& params, clients::OwnedRequest request);
  void answer_list(const ClientInfo& client, MoveOnlyFunction<void(Result<Json>)> listed);
  [[nodiscard]] std::string notice_of_missing_tools(const ClientInfo& client);
  [[nodiscard]] std::string late_meta_tools(const ClientInfo& client);
  /// The catalog with names that this client's host accepts.
  [[nodiscard]] NativeCatalog& catalog_for(const ClientInfo& client);
  void answer_what_is_missing(const Json& params, clients::OwnedRequest request);
  [[nodiscard]] bool has_failed_altogether() const;
  void log_failures();
  void watch_starts();

  const Of of_;
  NativeServers servers_;
  std::map<std::size_t, NativeCatalog> catalogs_;  // by the longest name; there is one without a host's limit
  struct LatestClient {
    ClientInfo client;
    NativeCatalog* catalog = nullptr;
  };
  LatestClient latest_;  // nearly all requests are of the same client as the one before
  const VendorMessages vendor_messages_;
  bool is_listed_ = false;                                         // a client has seen the tools
  std::map<const servers::Server*, std::string> logged_failures_;  // the failures that the session was sent
  std::set<const servers::Server*> watched_starts_;                // servers that are logged if they fail
  LateServers late_servers_{parts().host};
  MetaTools late_tools_{parts().client_toolboxes, parts().host, MetaTools::Instructions::are_general};
};

}  // namespace workbench::gateway
