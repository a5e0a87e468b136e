#include "clients/legacy_request.hpp"

#include <string>
#include <utility>

#include "base/exception_scope.hpp"
#include "clients/legacy_input_requests.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/errors.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/notification.hpp"

namespace workbench::clients {

LegacyRequest::LegacyRequest(RequestOrigin& origin, Host& host, const Negotiation& negotiation,
                             LegacyInputRequests& input_requests, jsonrpc::ReplyTarget target, Json meta,
                             Toolboxes& toolboxes)
    : Request(origin, host, negotiation.revision, negotiation.identity, std::move(target), std::move(meta), toolboxes),
      input_requests_(input_requests) {}

void LegacyRequest::result(Json object) {
  if (protocol::may_need_older_form(revision())) object = protocol::for_older_revision(object, revision());
  deliver(std::move(object));
}

void LegacyRequest::deliver(Json result) {
  if (notify_result(result)) finish(jsonrpc::write_result(target().id, result));
}

void LegacyRequest::error(const PeerError& error) {
  notify_error(error);
  for (const Json& id : protocol::elicitation_ids_of(error)) input_requests_.elicitations().add(id);
  finish_with_error(protocol::for_legacy_era(error));
}

bool LegacyRequest::is_waiting_for_client() const {
  return input_requests_.has_open(*this);
}

void LegacyRequest::ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) {
  if (!is_open()) return;
  input_requests_.send(std::move(input_request), revision(), identity().capabilities, this,
                       base::guarded(std::move(done)));
}

// Over HTTP, the message is sent on the stream of this request's POST: the client may have opened no other.
void LegacyRequest::log(const Json& params) {
  if (origin() == nullptr || !protocol::is_as_severe_as(params, identity().log_level)) return;
  origin()->notify(*this, jsonrpc::write_notification("notifications/message", params));
}

}  // namespace workbench::clients
