#pragma once

#include <memory>

#include "base/recycled.hpp"
#include "clients/request.hpp"

namespace workbench::clients {

class LegacyInputRequests;

/// What `initialize` has negotiated.
struct Negotiation {
  protocol::Revision revision = protocol::kLatestLegacyRevision;
  std::shared_ptr<CallerIdentity> identity = std::make_shared<CallerIdentity>();  ///< shared with the requests
};

/// A request within a legacy session. Its input requests are requests of ours to the client. [loop thread]
class LegacyRequest final : public Request, public base::Recycled<LegacyRequest> {
 public:
  /// The references must outlive the request, or its cancellation.
  LegacyRequest(RequestOrigin& origin, Host& host, const Negotiation& negotiation, LegacyInputRequests& input_requests,
                jsonrpc::ReplyTarget target, Json meta, Toolboxes& toolboxes);

  using Request::result;
  void result(Json object) override;
  void error(const PeerError& error) override;

  [[nodiscard]] Json input_responses() const override { return {}; }
  [[nodiscard]] Json request_state() const override { return {}; }
  [[nodiscard]] bool is_suspended() const override { return false; }
  [[nodiscard]] bool is_waiting_for_client() const override;
  void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) override;
  /// The level is the session's.
  void log(const Json& params) override;

 private:
  void deliver(Json result) override;

  LegacyInputRequests& input_requests_;
};

}  // namespace workbench::clients
