#pragma once

#include <memory>

#include "clients/client.hpp"
#include "gateway/exposure/mode.hpp"
#include "servers/server_context.hpp"

namespace workbench::gateway {

/// Decides who receives what the servers of a workspace send outside of any response: changes of lists go to the mode,
/// which knows what clients see of them and notifies clients (ListChangeNotifier); input requests and log messages to
/// the request that they must belong to, else to the session. [loop thread]
class EventRouter final : public servers::ServerObserver {
 public:
  /// `clients` are the workspace's clients, `mode` is its mode, null as long as it is being made: until then nothing is
  /// known of the clients, and what servers send is dropped. Both must outlive the servers.
  EventRouter(clients::Client& clients, const std::unique_ptr<Mode>& mode) : clients_(clients), mode_(mode) {}
  EventRouter(const EventRouter&) = delete;
  EventRouter& operator=(const EventRouter&) = delete;

  // ServerObserver
  void on_event(servers::Server& server, servers::Event event) override;
  [[nodiscard]] protocol::Revision client_revision() const override;
  [[nodiscard]] Json client_capabilities() const override { return mode_ ? clients_.capabilities() : Json(); }
  [[nodiscard]] Json client_implementation() const override { return mode_ ? clients_.implementation() : Json(); }
  [[nodiscard]] bool has_open_tasks(const servers::Server& server) const override;
  [[nodiscard]] bool hold_for_task(const servers::Server& server, servers::InputRequested& requested) override;

 private:
  void handle(servers::Server& server, servers::CatalogChanged changed);
  void handle(servers::Server& server, servers::InputRequested requested);
  void handle(servers::Server& server, const servers::Logged& logged);
  void handle(servers::Server& server, const servers::VendorNotified& notified);
  void handle(servers::Server& server, const protocol::ResourceUpdated& updated);
  void handle(servers::Server& server, const protocol::PlainNotification& plain);
  void handle(servers::Server& server, const protocol::TaskStatusChanged& changed);
  void handle(servers::Server& server, const servers::ProgressReported& progressed);
  [[nodiscard]] bool passes_vendor_messages() const { return mode_ != nullptr && mode_->passes_vendor_messages(); }
  [[nodiscard]] Tasks* tasks() const { return mode_ == nullptr ? nullptr : mode_->tasks(); }

  clients::Client& clients_;
  const std::unique_ptr<Mode>& mode_;
};

}  // namespace workbench::gateway
