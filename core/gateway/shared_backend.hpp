#pragma once

#include <map>
#include <set>
#include <string>

#include "clients/backend.hpp"
#include "gateway/shared_toolboxes.hpp"

namespace workbench::gateway {

/// The resources that the clients of one bench watch, each its own. [loop thread]
class WatchedResources {
 public:
  explicit WatchedResources(clients::Backend& offer) : offer_(offer) {}

  /// `client` watches these now; nobody but it knows the key.
  void set(const void* client, const std::set<std::string>& uris);
  void forget(const void* client);

 private:
  void tell() const;

  clients::Backend& offer_;
  std::map<const void*, std::set<std::string>> by_client_;
};

/// An offer as one of several clients has it. It may neither end another's watching nor stop the servers that the
/// others hear, and has no session whose log level or roots could be told. [loop thread]
class SharedBackend final : public clients::Backend {
 public:
  /// Both must outlive it.
  SharedBackend(clients::Backend& offer, WatchedResources& watched)
      : offer_(offer), watched_(watched), toolboxes_(offer.toolboxes()) {}
  SharedBackend(const SharedBackend&) = delete;
  SharedBackend& operator=(const SharedBackend&) = delete;
  ~SharedBackend() { watched_.forget(this); }

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override {
    return offer_.instructions(client);
  }
  [[nodiscard]] Json capabilities(protocol::Revision revision) const override { return offer_.capabilities(revision); }
  [[nodiscard]] MetaTool* find_tool(std::string_view name) override { return offer_.find_tool(name); }
  [[nodiscard]] workbench::Toolboxes& toolboxes() override { return toolboxes_; }
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override {
    offer_.list(kind, caller, std::move(listed));
  }
  void forward(std::string_view method, const Json& params, clients::PendingRequest request) override {
    offer_.forward(method, params, std::move(request));
  }
  void watch_resources(const std::set<std::string>& uris) override { watched_.set(this, uris); }
  void want_log_level(std::string_view) override {}
  void roots_changed() override {}
  void pause_servers(bool) override {}

 private:
  clients::Backend& offer_;
  WatchedResources& watched_;
  SharedToolboxes toolboxes_;
};

}  // namespace workbench::gateway
