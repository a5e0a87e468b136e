#pragma once

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
/// without starting the servers; the others are started by the first list. A call of a listed tool goes to its
/// server at once, whatever the others do; one that names nothing known starts the missing servers first, as
/// RestartBackoff allows. A host that ignores changes of the list gets it later, with more in it, and with a tool that
/// says what is missing. [loop thread]
class FlatMode final : public Mode {
 public:
  explicit FlatMode(Mode::Parts parts);

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
  /// None: clients call the servers' tools themselves.
  [[nodiscard]] std::vector<std::string> default_meta_tools(const registry::Registry&) const override { return {}; }

  /// Sends the call to the server that has the tool. False: none is known; the request is left as it is.
  [[nodiscard]] bool route(const Json& params, clients::OwnedRequest& request);
  void route_when_known(Toolbox::Wanted wanted, WaitingCall call);
  void refuse(const Json& params, clients::OwnedRequest request);
  void answer_list(const ClientInfo& client, MoveOnlyFunction<void(Result<Json>)> listed);
  [[nodiscard]] std::string notice_of_missing_tools(const ClientInfo& client);
  void answer_what_is_missing(const Json& params, clients::OwnedRequest request);
  [[nodiscard]] bool has_failed_altogether() const;
  void log_failures();
  void watch_starts();

  NativeServers servers_;
  NativeCatalog catalog_;
  const VendorMessages vendor_messages_;
  bool is_listed_ = false;                                         // a client has seen the tools
  std::map<const servers::Server*, std::string> logged_failures_;  // the failures that the session was sent
  std::set<const servers::Server*> watched_starts_;                // servers that are logged if they fail
  LateServers late_servers_{parts().host};
};

}  // namespace workbench::gateway
