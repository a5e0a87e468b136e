#pragma once

#include <array>
#include <string>

#include "clients/client.hpp"
#include "gateway/modes/mode.hpp"
#include "servers/server_context.hpp"

namespace workbench::gateway {

/// Passes on to the clients of one workspace what its servers send outside of any response. Before connect() it drops
/// everything. [loop thread]
class NotificationRelay final : public servers::ServerObserver {
 public:
  explicit NotificationRelay(Host& host) : host_(host) {}

  /// Both must outlive the servers.
  void connect(Mode& mode, clients::Client& client);

  // ServerObserver
  void on_event(servers::Server& server, servers::Event event) override;
  [[nodiscard]] protocol::Revision client_revision() const override;
  [[nodiscard]] Json client_capabilities() const override;

 private:
  void handle(servers::Server& server, servers::ListChanged changed);
  void handle(servers::Server& server, servers::InputRequested requested);
  void handle(servers::Server& server, const protocol::LogMessage& message);
  void handle(servers::Server& server, const protocol::ResourceUpdated& updated);
  void handle(servers::Server& server, const protocol::ElicitationComplete& complete);

  void notify_list_changed(protocol::ListKind kind, Mode::Urgency urgency);

  Host& host_;
  Mode* mode_ = nullptr;
  clients::Client* client_ = nullptr;
  std::array<EventLoop::Timer, 4> list_changed_timers_;  // by kind; set: the client is notified soon
};

/// Sends an input request of `server` to the client whose request must be meant. Which one that is, a legacy server
/// does not say: it is the only one in flight that does not itself wait for its client, or the only one at all; with
/// several of one session, the session (`client`; null: there is none) is asked. Between different principals nothing
/// is ever guessed: the server gets an error then. Requests that were cancelled count as long as the server may work on
/// them.
void send_input_request(servers::Server& server, servers::InputRequested requested, clients::Client* client);

/// The client's request that a log message of `server` must belong to; null: none, or nobody can tell.
[[nodiscard]] detail::ClientRequest* find_logging_request(servers::Server& server);

/// The params of a server's log message with its name in `logger`: "files", or "files: loader" if it names one itself.
[[nodiscard]] Json with_logger(const Json& params, const std::string& server);

}  // namespace workbench::gateway
