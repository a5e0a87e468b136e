#pragma once

#include <array>

#include "clients/client.hpp"
#include "gateway/exposure/mode.hpp"
#include "servers/server_context.hpp"

namespace workbench::gateway {

/// Passes on to the clients of one workspace what its servers send outside of any response: changes of lists by way of
/// the mode, which knows what clients see of them; input requests and log messages to the request that they must belong
/// to, else to the session. Before connect() it drops everything. [loop thread]
class NotificationRelay final : public servers::ServerObserver {
 public:
  explicit NotificationRelay(Host& host) : host_(host) {}

  /// Both must outlive the servers.
  void connect(Mode& mode, clients::Client& client);

  // ServerObserver
  void on_event(servers::Server& server, servers::Event event) override;
  [[nodiscard]] protocol::Revision client_revision() const override;
  [[nodiscard]] Json client_capabilities() const override;
  [[nodiscard]] Json client_implementation() const override;
  [[nodiscard]] bool has_open_tasks(const servers::Server& server) const override;

 private:
  void handle(servers::Server& server, servers::ListChanged changed);
  void handle(servers::Server& server, servers::InputRequested requested);
  void handle(servers::Server& server, const servers::Logged& logged);
  void handle(servers::Server& server, const servers::VendorNotified& notified);
  [[nodiscard]] bool passes_vendor_messages() const;
  void handle(servers::Server& server, const protocol::ResourceUpdated& updated);
  void handle(servers::Server& server, const protocol::ElicitationComplete& complete);
  void handle(servers::Server& server, const protocol::TaskStatusChanged& changed);
  void handle(servers::Server& server, const servers::TaskProgressed& progressed);
  [[nodiscard]] Tasks* tasks() const { return mode_ == nullptr ? nullptr : mode_->tasks(); }

  void notify_list_changed(protocol::ListKind kind, Mode::Urgency urgency);

  Host& host_;
  Mode* mode_ = nullptr;
  clients::Client* client_ = nullptr;
  std::array<EventLoop::Timer, 4> list_changed_timers_;  // by kind; set: a notification is due
};

}  // namespace workbench::gateway
