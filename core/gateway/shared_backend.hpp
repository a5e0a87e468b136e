#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include <workbench/toolboxes.hpp>

#include "clients/backend.hpp"

namespace workbench::gateway {

/// The toolboxes as one of several clients has them: it may not close what the others use. [loop thread]
class SharedToolboxes final : public workbench::Toolboxes {
 public:
  /// `whole` must outlive it.
  explicit SharedToolboxes(workbench::Toolboxes& whole) : whole_(whole) {}

  [[nodiscard]] std::vector<ToolboxSummary> summaries() const override { return whole_.summaries(); }
  [[nodiscard]] std::string describe_toolboxes(std::size_t max_bytes) const override {
    return whole_.describe_toolboxes(max_bytes);
  }
  [[nodiscard]] bool has_meta_tool(std::string_view name) const override { return whole_.has_meta_tool(name); }
  [[nodiscard]] std::vector<KnownTool> known_tools(const Caller& caller) const override {
    return whole_.known_tools(caller);
  }
  [[nodiscard]] const ClientProfile& profile_of(const ClientInfo& client) const override {
    return whole_.profile_of(client);
  }
  [[nodiscard]] bool is_strict_about_input() const override { return whole_.is_strict_about_input(); }
  [[nodiscard]] std::optional<std::string> native_name(const ToolIdentifier& tool,
                                                       const Caller& caller) const override {
    return whole_.native_name(tool, caller);
  }
  void look_into_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Opened)> done) override {
    whole_.look_into_toolbox(name, caller, std::move(done));
  }
  void open_toolbox(std::string_view name, Opening opening, MoveOnlyFunction<void(Opened)> done) override {
    whole_.open_toolbox(name, std::move(opening), std::move(done));
  }
  void close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) override {
    done(Error{ErrorKind::busy, "Toolbox '" + std::string(name) +
                                    "' is not closed: other clients use the same servers, which end by themselves when "
                                    "nobody has called them for a while (limits.idleServer)"});
  }
  void call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) override {
    whole_.call_tool(tool, std::move(arguments), std::move(call));
  }

 private:
  workbench::Toolboxes& whole_;
};

/// What several clients share of one backend: the toolboxes, and the resources that each of them watches. Outlives
/// them and their requests. [loop thread]
class SharedParts {
 public:
  /// `backend` must outlive it.
  explicit SharedParts(clients::Backend& backend) : backend_(backend), toolboxes_(backend.toolboxes()) {}

  [[nodiscard]] clients::Backend& backend() { return backend_; }
  [[nodiscard]] workbench::Toolboxes& toolboxes() { return toolboxes_; }

  /// `client` (a key of its own) watches these and no others.
  void watch_resources(const void* client, const std::set<std::string>& uris);

 private:
  clients::Backend& backend_;
  SharedToolboxes toolboxes_;
  std::map<const void*, std::set<std::string>> watched_;  // by client
};

/// A backend as one of several clients has it. It may neither end another's watching nor pause the servers that the
/// others use, and has no session with a log level or roots. [loop thread]
class SharedBackend final : public clients::Backend {
 public:
  /// `shared` must outlive it.
  explicit SharedBackend(SharedParts& shared) : shared_(shared), backend_(shared.backend()) {}
  SharedBackend(const SharedBackend&) = delete;
  SharedBackend& operator=(const SharedBackend&) = delete;
  ~SharedBackend() { shared_.watch_resources(this, {}); }

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override {
    return backend_.instructions(client);
  }
  [[nodiscard]] Json capabilities(protocol::Revision revision) const override {
    return backend_.capabilities(revision);
  }
  [[nodiscard]] MetaTool* find_meta_tool(std::string_view name) override { return backend_.find_meta_tool(name); }
  [[nodiscard]] workbench::Toolboxes& toolboxes() override { return shared_.toolboxes(); }
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> done) override {
    backend_.list(kind, caller, std::move(done));
  }
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) override {
    backend_.forward(method, params, std::move(request));
  }
  void watch_resources(const std::set<std::string>& uris) override { shared_.watch_resources(this, uris); }
  void set_log_level(std::string_view) override {}
  void handle_roots_changed() override {}
  void pause_servers(bool) override {}

 private:
  SharedParts& shared_;
  clients::Backend& backend_;
};

}  // namespace workbench::gateway
