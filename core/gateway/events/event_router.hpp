#pragma once

#include <memory>

#include "clients/client.hpp"
#include "gateway/exposure/modes.hpp"
#include "servers/server_context.hpp"

namespace workbench::gateway {

/// Decides who receives what the servers of a workspace send outside of any response: changes of lists go to the mode,
/// which knows what clients see of them and notifies clients (ListChangeNotifier); input requests and log messages to
/// the request that they must belong to, else to the session. [loop thread]
class EventRouter final : public servers::ServerObserver {
 public:
  /// `clients` are the workspace's clients, `modes` is what they are shown, null as long as it is being made: until
  /// then nothing is known of the clients, and what servers send is dropped. Both must outlive the servers.
  EventRouter(clients::Client& clients, const std::unique_ptr<Modes>& modes) : clients_(clients), modes_(modes) {}
  EventRouter(const EventRouter&) = delete;
  EventRouter& operator=(const EventRouter&) = delete;

  // ServerObserver
  void on_event(servers::Server& server, servers::Event event) override;
  [[nodiscard]] protocol::Revision client_revision() const override;
  [[nodiscard]] Json client_capabilities() const override { return modes_ ? clients_.capabilities() : Json(); }
  [[nodiscard]] Json client_implementation() const override { return modes_ ? clients_.implementation() : Json(); }
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
  [[nodiscard]] bool passes_vendor_messages() const { return modes_ != nullptr && modes_->passes_vendor_messages(); }
  [[nodiscard]] Tasks* tasks() const { return modes_ == nullptr ? nullptr : modes_->tasks(); }

  clients::Client& clients_;
  const std::unique_ptr<Modes>& modes_;
};

}  // namespace workbench::gateway
