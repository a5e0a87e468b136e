#pragma once

#include <memory>

#include "clients/input_requests.hpp"
#include "clients/session_request.hpp"

namespace workbench::clients {

/// What the handshake of a session has settled.
struct Handshake {
  protocol::Revision revision = protocol::kNewestRevision;
  ClientInfo client_info;
  Json capabilities{"{}"};  ///< the client's
  std::string log_level;    ///< that the client asked for; empty: it did not
};

/// A request of a client that opened with a handshake. [loop thread]
class HandshakeRequest final : public SessionRequest {
 public:
  /// The references must outlive the request, or its cancellation. What was settled is asked for after that, too.
  HandshakeRequest(SessionRequestHome& home, Host& host, std::shared_ptr<const Handshake> handshake,
                   ClientQuestions& questions, jsonrpc::ReplyAddress address, Json meta)
      : SessionRequest(home, host, std::move(address), std::move(meta)),
        handshake_(std::move(handshake)),
        questions_(questions) {}

  [[nodiscard]] protocol::Revision revision() const override { return handshake_->revision; }
  void result(Json object) override;
  void error(const PeerError& error) override;

  [[nodiscard]] bool is_stateless() const override { return false; }
  [[nodiscard]] ClientInfo client_info() const override { return handshake_->client_info; }
  [[nodiscard]] Json capabilities() const override { return handshake_->capabilities; }
  [[nodiscard]] Json input_responses() const override { return {}; }
  [[nodiscard]] Json request_state() const override { return {}; }
  void ask(Question question, MoveOnlyFunction<void(PeerAnswer)> answered) override;
  [[nodiscard]] bool is_parked() const override { return false; }
  [[nodiscard]] std::string_view log_level() const override { return handshake_->log_level; }
  void log(const Json&) override {}  // goes to the session, which has one level for all

 private:
  const std::shared_ptr<const Handshake> handshake_;
  ClientQuestions& questions_;
};

}  // namespace workbench::clients
