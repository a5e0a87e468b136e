#pragma once

#include <array>
#include <string>

#include "mcp/client_peer.hpp"
#include "workbench/offer.hpp"
#include "workbench/server_observer.hpp"

namespace workbench {

/// Passes on to one client what its servers say between answers: questions, log messages, changes. Before connect() it
/// passes nothing on. [loop thread]
class ServerNews final : public ServerObserver {
 public:
  explicit ServerNews(Host& host) : host_(host) {}

  /// Both must outlive whatever tells the news.
  void connect(Offer& offer, mcp::ClientPeer& client);

  void on_question(Server& server, Question question, MoveOnlyFunction<void(PeerAnswer)> answer) override;
  void on_log(Server& server, const Json& params) override;
  void on_list_changed(Server& server, mcp::ListKind kind, bool is_first) override;
  void on_resource_updated(Server& server, const Json& params) override;
  void on_elicitation_complete(const Json& params) override;
  [[nodiscard]] mcp::Revision client_revision() const override;
  [[nodiscard]] Json client_capabilities() const override;

 private:
  void notify_changed(mcp::ListKind kind, Offer::Urgency urgency);

  Host& host_;
  Offer* offer_ = nullptr;
  mcp::ClientPeer* client_ = nullptr;
  std::array<EventLoop::Timer, 4> changed_;  // by kind: the client will be told soon
};

/// The params of a server's log message with its name in `logger`: "files", or "files: loader" if it names one itself.
[[nodiscard]] Json with_logger(const Json& params, const std::string& server, const JsonAccess& json);

}  // namespace workbench
