#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/backend.hpp"
#include "gateway/modes/flat_catalog.hpp"
#include "gateway/toolboxes.hpp"
#include "registry/registry.hpp"

namespace workbench::gateway {

/// What one client is offered over a bench: meta-tools, and what the mode of the configuration shows beside them.
/// [loop thread]
class Mode : public clients::Backend {
 public:
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;
  virtual ~Mode() = default;

  /// Offers the meta-tools `names`, in this order; if there are none, those that are offered by default, which in flat
  /// mode none is. not_found: no plugin registered one of them. protocol: a definition is not what its plugin promised.
  /// The others must outlive the offer.
  [[nodiscard]] static Result<std::unique_ptr<Mode>> from(const std::vector<std::string>& names,
                                                          const registry::Registry& registry, config::ToolMode mode,
                                                          Toolboxes& bench, Host& host);

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override;
  [[nodiscard]] Json capabilities(protocol::Revision revision) const override;
  [[nodiscard]] MetaTool* find_meta_tool(std::string_view name) override;
  [[nodiscard]] workbench::Toolboxes& toolboxes() override { return toolboxes_; }
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) override;
  void watch_resources(const std::set<std::string>&) override {}
  void set_log_level(std::string_view level) override { toolboxes_.set_log_level(level); }
  void handle_roots_changed() override { toolboxes_.notify_roots_changed(); }
  void pause_servers(bool paused) override { toolboxes_.pause_servers(paused); }

  /// What a server lists is another than before; see ServerObserver.
  virtual void handle_list_change(servers::Server&, protocol::ListKind, bool /*is_first*/) {}

  /// When a client is told of a change: with others that follow in a moment, or before it is sent anything else.
  enum class Urgency { gathered, at_once };

  /// `changed` is called when what list() answers a legacy client has changed.
  void on_changed(MoveOnlyFunction<void(protocol::ListKind, Urgency)> changed) { changed_ = std::move(changed); }

  /// `told` is called with the params of a log message of ours that a session should get.
  void on_message(MoveOnlyFunction<void(const Json& params)> told) { message_ = std::move(told); }

 protected:
  Mode(Toolboxes& bench, Host& host) : toolboxes_(bench), host_(host) {}

  void notify_changed(protocol::ListKind kind, Urgency urgency = Urgency::gathered) {
    if (changed_) changed_(kind, urgency);
  }

  void tell(const Json& params) {
    if (message_) message_(params);
  }

  [[nodiscard]] Toolboxes& bench() const { return toolboxes_; }
  [[nodiscard]] Host& host() const { return host_; }
  /// The definitions of the meta-tools for this client's host, separated by commas.
  [[nodiscard]] const std::string& meta_definitions(const ClientInfo& client);

 private:
  [[nodiscard]] Result<void> add(const std::string& name, const registry::Registry& registry);
  /// Whether instructions() names the toolboxes.
  [[nodiscard]] virtual bool instructs_on_toolboxes() const { return true; }
  [[nodiscard]] Json for_client(const Json& definition, const ClientProfile& client) const;

  Toolboxes& toolboxes_;
  Host& host_;
  std::vector<std::pair<std::string, MetaTool*>> meta_tools_;
  std::map<const ClientProfile*, std::string> definitions_;  // written when a client of this kind first asks
  MoveOnlyFunction<void(protocol::ListKind, Urgency)> changed_;
  MoveOnlyFunction<void(const Json&)> message_;
};

/// Proxy mode: the meta-tools and nothing else.
class ProxyMode final : public Mode {
 public:
  ProxyMode(Toolboxes& bench, Host& host) : Mode(bench, host) {}
};

/// The elements of two arrays' insides as one array.
[[nodiscard]] Json joined(const std::string& elements, std::string_view more_elements);

}  // namespace workbench::gateway
