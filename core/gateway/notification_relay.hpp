#pragma once

#include <array>
#include <string>

#include "clients/client.hpp"
#include "gateway/modes/mode.hpp"
#include "servers/server_observer.hpp"

namespace workbench::gateway {

/// Passes on to one client what its servers say between answers: questions, log messages, changes. Before connect() it
/// passes nothing on. [loop thread]
class NotificationRelay final : public servers::ServerObserver {
 public:
  explicit NotificationRelay(Host& host) : host_(host) {}

  /// Both must outlive whatever tells the news.
  void connect(Mode& offer, clients::ClientPeer& client);

  void on_input_request(servers::Server& server, InputRequest input_request,
                        MoveOnlyFunction<void(Response)> answer) override;
  void on_log(servers::Server& server, const Json& params) override;
  void on_list_changed(servers::Server& server, protocol::ListKind kind, bool is_first) override;
  void on_resource_updated(servers::Server& server, const Json& params) override;
  void on_elicitation_complete(const Json& params) override;
  [[nodiscard]] protocol::Revision client_revision() const override;
  [[nodiscard]] Json client_capabilities() const override;

 private:
  void notify_changed(protocol::ListKind kind, Mode::Urgency urgency);

  Host& host_;
  Mode* offer_ = nullptr;
  clients::ClientPeer* client_ = nullptr;
  std::array<EventLoop::Timer, 4> changed_;  // by kind: the client will be told soon
};

/// Asks the client whose request must be meant: the one that is under way and not itself waiting for its client; or the
/// session, if all of them are its own or there are none. `peer` may be null: nobody is there between requests. If
/// nobody can be meant for sure, the question is answered with an error.
void ask_client_of(servers::Server& server, InputRequest input_request, clients::ClientPeer* peer,
                   MoveOnlyFunction<void(Response)> answered);

/// The params of a server's log message with its name in `logger`: "files", or "files: loader" if it names one itself.
[[nodiscard]] Json with_logger(const Json& params, const std::string& server, const JsonAccess& json);

}  // namespace workbench::gateway
