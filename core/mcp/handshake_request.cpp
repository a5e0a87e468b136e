#include "mcp/handshake_request.hpp"

#include <utility>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::mcp {

using jsonrpc::Id;

HandshakeRequest::HandshakeRequest(HandshakeRequestHome& home, Host& host, Revision revision, ReplyAddress address,
                                   Json meta)
    : home_(&home), host_(host), revision_(revision), address_(std::move(address)), meta_(std::move(meta)) {
  if (!meta_.is_absent()) progress_token_ = Id::from(jsonrpc::member(meta_, "progressToken"));
}

void HandshakeRequest::cancel(const Json& reason) {
  home_ = nullptr;
  address_.batch.reset();  // "cancelled members are left out" of the answer to a batch
  // Whoever works on the request may destroy it, and this function with it.
  MoveOnlyFunction<void(Json)> cancelled = std::move(cancelled_);
  if (cancelled) cancelled(reason);
}

void HandshakeRequest::result(Json object) {
  if (home_ == nullptr) return;
  std::exchange(home_, nullptr)->finish_request(*this, jsonrpc::write_result(address_.id, object));
}

void HandshakeRequest::error(const PeerError& error) {
  if (home_ == nullptr) return;
  std::exchange(home_, nullptr)->finish_request(*this, jsonrpc::write_error(address_.id, error.object));
}

void HandshakeRequest::fail(const Error& error) {
  if (home_ == nullptr) return;
  const bool is_the_request = error.kind == ErrorKind::invalid_argument || error.kind == ErrorKind::not_found;
  const int code = is_the_request ? jsonrpc::kInvalidParams : jsonrpc::kInternalError;
  std::exchange(home_, nullptr)->finish_request(*this, jsonrpc::write_error(address_.id, code, error.message));
}

void HandshakeRequest::ask(Question, MoveOnlyFunction<void(PeerAnswer)> answered) {
  answered(Error{ErrorKind::unavailable, "the client cannot be asked yet"});
}

void HandshakeRequest::report_progress(std::string_view members) {
  if (home_ == nullptr || !wants_progress()) return;
  Message message = jsonrpc::begin_notification("notifications/progress");
  message.append("{\"progressToken\":").append(progress_token_.raw());
  if (!members.empty()) message.append(",").append(members);
  message.append("}}");
  message.related_request = address_.id.raw();
  home_->send_related(std::move(message));
}

}  // namespace workbench::mcp
