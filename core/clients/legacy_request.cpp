#include "clients/legacy_request.hpp"

#include <utility>

#include "jsonrpc/write.hpp"
#include "protocol/compat/content.hpp"
#include "protocol/compat/errors.hpp"

namespace workbench::clients {

void LegacyRequest::result(Json object) {
  const Json fit = negotiation_->revision < protocol::Revision::v2025_06_18
                       ? protocol::for_older_revision(object, negotiation_->revision, host().json())
                       : std::move(object);
  finish(jsonrpc::write_result(address().id, fit));
}

void LegacyRequest::error(const PeerError& error) {
  finish(jsonrpc::write_error(address().id, protocol::for_legacy_era(error)));
}

void LegacyRequest::ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) {
  if (is_over()) return;
  input_requests_.ask(std::move(input_request), negotiation_->revision, negotiation_->capabilities, this,
                      std::move(answered));
}

}  // namespace workbench::clients
