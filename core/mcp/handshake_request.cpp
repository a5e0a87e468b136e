#include "mcp/handshake_request.hpp"

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"
#include "mcp/error_code.hpp"

namespace workbench::mcp {

void HandshakeRequest::result(Json object) {
  finish(jsonrpc::write_result(address().id, object));
}

void HandshakeRequest::error(const PeerError& error) {
  finish(jsonrpc::write_error(address().id, for_handshake_era(error)));
}

void HandshakeRequest::ask(Question question, MoveOnlyFunction<void(PeerAnswer)> answered) {
  if (is_over()) return;
  questions_.ask(std::move(question), handshake_.revision, handshake_.capabilities, this, std::move(answered));
}

}  // namespace workbench::mcp
