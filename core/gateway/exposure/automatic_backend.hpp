#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "clients/backend.hpp"
#include "gateway/exposure/mode.hpp"

namespace workbench::gateway {

/// What serves the clients of a workspace in automatic mode: for each, the mode that suits its host (for_client()).
/// What concerns no request of a client is the same in both, or that of flat mode, which shows all that proxy mode
/// shows of the content. [loop thread]
class AutomaticBackend final : public clients::Backend {
 public:
  /// Both must outlive it. Neither is in use until a client of its kind is known.
  AutomaticBackend(Mode& proxy, Mode& native);
  AutomaticBackend(const AutomaticBackend&) = delete;
  AutomaticBackend& operator=(const AutomaticBackend&) = delete;

  [[nodiscard]] clients::Backend& for_client(const ClientInfo& client) override;

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override {
    return mode_of(client).instructions(client);
  }
  [[nodiscard]] Json capabilities(protocol::Revision revision) const override { return proxy_.capabilities(revision); }
  [[nodiscard]] Json declared_capabilities(protocol::Revision revision) override {
    return proxy_.declared_capabilities(revision);
  }
  [[nodiscard]] MetaTool* find_meta_tool(std::string_view name) override { return proxy_.find_meta_tool(name); }
  [[nodiscard]] std::optional<Error> refuse_weaker(const Scopes* former, const Scopes* present) const override {
    return proxy_.refuse_weaker(former, present);
  }
  [[nodiscard]] workbench::Toolboxes& toolboxes() override { return proxy_.toolboxes(); }
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> done) override {
    for_client(caller.identity().client_info).list(kind, caller, std::move(done));
  }
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) override {
    clients::Backend& mode = for_client(request->identity().client_info);
    mode.forward(method, params, std::move(request));
  }
  [[nodiscard]] bool passes_vendor_messages() const override { return native_.is_in_use(); }
  void handle_vendor_notification(std::string_view method, const Json& params,
                                  const std::shared_ptr<const Scopes>& scopes) override {
    native_.handle_vendor_notification(method, params, scopes);
  }
  void watch_resources(const std::set<std::string>& uris) override { native_.watch_resources(uris); }
  void when_watched(const std::string& uri, const std::shared_ptr<const Scopes>& scopes,
                    MoveOnlyFunction<void(Response)> done) override {
    native_.when_watched(uri, scopes, std::move(done));
  }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> watch_task(
      const std::string& id, const Scopes* scopes, MoveOnlyFunction<void(const Json&)> notify) override {
    return native_.watch_task(id, scopes, std::move(notify));
  }
  void handle_initialized() override { proxy_.handle_initialized(); }
  void set_log_level(std::string_view level) override { proxy_.set_log_level(level); }
  void handle_roots_changed() override { proxy_.handle_roots_changed(); }
  void pause_servers(bool paused) override { proxy_.pause_servers(paused); }

 private:
  [[nodiscard]] Mode& mode_of(const ClientInfo& client) const;

  Mode& proxy_;
  Mode& native_;
};

}  // namespace workbench::gateway
