#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/backend.hpp"

// The modern clients of one principal use one workspace together. These classes are the view that each of them has of
// it. (Which of its servers others use, too, is a matter of the pool.)

namespace workbench::gateway {

/// The part of its backend that the clients of one workspace share: the resources that each of them watches.
/// Outlives them and their requests. [loop thread]
class SharedParts {
 public:
  /// `backend` must outlive it.
  explicit SharedParts(clients::Backend& backend) : backend_(backend) {}

  [[nodiscard]] clients::Backend& backend() { return backend_; }

  /// `client` (a key of its own) watches these resources and no others.
  void watch_resources(const void* client, const std::set<std::string>& uris);

 private:
  clients::Backend& backend_;
  std::map<const void*, std::set<std::string>> watched_;  // by client
};

/// The backend of a workspace, for one of its several clients: watching resources does not end another's watching, and
/// without a session there is no log level, there are no roots, and servers that others use are not paused.
/// [loop thread]
class SharedBackend final : public clients::Backend {
 public:
  /// `shared` must outlive it.
  explicit SharedBackend(SharedParts& shared) : shared_(shared), backend_(shared.backend()) {}
  SharedBackend(const SharedBackend&) = delete;
  SharedBackend& operator=(const SharedBackend&) = delete;
  ~SharedBackend() { shared_.watch_resources(this, {}); }

  /// Requests do not watch, and are the same for each of the clients.
  [[nodiscard]] clients::Backend& for_client(const ClientInfo& client) override {
    clients::Backend& backend = backend_.for_client(client);
    return &backend == &backend_ ? static_cast<clients::Backend&>(*this) : backend;
  }
  [[nodiscard]] std::string instructions(const ClientInfo& client) const override;
  [[nodiscard]] Json capabilities(protocol::Revision revision) const override;
  [[nodiscard]] Json declared_capabilities(protocol::Revision revision) override {
    return backend_.declared_capabilities(revision);
  }
  [[nodiscard]] MetaTool* find_meta_tool(std::string_view name) override;
  [[nodiscard]] std::optional<Error> refuse_weaker(const Scopes* former, const Scopes* present) const override {
    return backend_.refuse_weaker(former, present);
  }
  [[nodiscard]] workbench::Toolboxes& toolboxes() override { return backend_.toolboxes(); }
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> done) override;
  [[nodiscard]] protocol::CacheHint cache_hint(protocol::ListKind kind) const override {
    return backend_.cache_hint(kind);
  }
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) override;
  [[nodiscard]] bool passes_vendor_messages() const override { return backend_.passes_vendor_messages(); }
  void handle_vendor_notification(std::string_view method, const Json& params,
                                  const std::shared_ptr<const Scopes>& scopes) override {
    backend_.handle_vendor_notification(method, params, scopes);
  }
  void watch_resources(const std::set<std::string>& uris) override { shared_.watch_resources(this, uris); }
  void when_watched(const std::string& uri, const std::shared_ptr<const Scopes>& scopes,
                    MoveOnlyFunction<void(Response)> done) override {
    backend_.when_watched(uri, scopes, std::move(done));
  }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> watch_task(
      const std::string& id, const Scopes* scopes, MoveOnlyFunction<void(const Json&)> notify) override {
    return backend_.watch_task(id, scopes, std::move(notify));
  }
  void set_log_level(std::string_view) override {}
  void handle_initialized() override {}
  void handle_roots_changed() override {}
  void pause_servers(bool) override {}

 private:
  SharedParts& shared_;
  clients::Backend& backend_;
};

}  // namespace workbench::gateway
