#pragma once

#include <memory>

#include "clients/input_requests.hpp"
#include "clients/session_request.hpp"

namespace workbench::clients {

/// What the handshake of a session has settled.
struct Negotiation {
  protocol::Revision revision = protocol::kLatestLegacyRevision;
  ClientInfo client_info;
  Json capabilities{"{}"};  ///< the client's
  std::string log_level;    ///< that the client asked for; empty: it did not
};

/// A request of a client that opened with a handshake. [loop thread]
class LegacyRequest final : public SessionRequest {
 public:
  /// The references must outlive the request, or its cancellation. What was settled is asked for after that, too.
  LegacyRequest(SessionRequestHome& home, Host& host, std::shared_ptr<const Negotiation> negotiation,
                InputRequests& input_requests, jsonrpc::ReplyAddress address, Json meta)
      : SessionRequest(home, host, std::move(address), std::move(meta)),
        negotiation_(std::move(negotiation)),
        input_requests_(input_requests) {}

  [[nodiscard]] protocol::Revision revision() const override { return negotiation_->revision; }
  void result(Json object) override;
  void error(const PeerError& error) override;

  [[nodiscard]] bool is_modern() const override { return false; }
  [[nodiscard]] ClientInfo client_info() const override { return negotiation_->client_info; }
  [[nodiscard]] Json capabilities() const override { return negotiation_->capabilities; }
  [[nodiscard]] Json input_responses() const override { return {}; }
  [[nodiscard]] Json request_state() const override { return {}; }
  void ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) override;
  [[nodiscard]] bool is_suspended() const override { return false; }
  [[nodiscard]] std::string_view log_level() const override { return negotiation_->log_level; }
  void log(const Json&) override {}  // goes to the session, which has one level for all

 private:
  const std::shared_ptr<const Negotiation> negotiation_;
  InputRequests& input_requests_;
};

}  // namespace workbench::clients
