#include "mcp/handshake_request.hpp"

#include <utility>

#include "jsonrpc/write.hpp"
#include "mcp/error_code.hpp"
#include "mcp/older_content.hpp"

namespace workbench::mcp {

void HandshakeRequest::result(Json object) {
  const Json fit = handshake_->revision < Revision::v2025_06_18
                       ? for_older_revision(object, handshake_->revision, host().json())
                       : std::move(object);
  finish(jsonrpc::write_result(address().id, fit));
}

void HandshakeRequest::error(const PeerError& error) {
  finish(jsonrpc::write_error(address().id, for_handshake_era(error)));
}

void HandshakeRequest::ask(Question question, MoveOnlyFunction<void(PeerAnswer)> answered) {
  if (is_over()) return;
  questions_.ask(std::move(question), handshake_->revision, handshake_->capabilities, this, std::move(answered));
}

}  // namespace workbench::mcp
