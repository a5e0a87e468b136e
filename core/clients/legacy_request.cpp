#include "clients/legacy_request.hpp"

#include <utility>

#include "jsonrpc/write.hpp"
#include "protocol/compat/content.hpp"
#include "protocol/compat/errors.hpp"

namespace workbench::clients {

void HandshakeRequest::result(Json object) {
  const Json fit = handshake_->revision < protocol::Revision::v2025_06_18
                       ? protocol::for_older_revision(object, handshake_->revision, host().json())
                       : std::move(object);
  finish(jsonrpc::write_result(address().id, fit));
}

void HandshakeRequest::error(const PeerError& error) {
  finish(jsonrpc::write_error(address().id, protocol::for_handshake_era(error)));
}

void HandshakeRequest::ask(Question question, MoveOnlyFunction<void(PeerAnswer)> answered) {
  if (is_over()) return;
  questions_.ask(std::move(question), handshake_->revision, handshake_->capabilities, this, std::move(answered));
}

}  // namespace workbench::clients
