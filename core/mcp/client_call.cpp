#include "mcp/client_call.hpp"

#include <utility>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::mcp {

using jsonrpc::Id;

ClientCall::ClientCall(ClientCallHome& home, Host& host, Workbench& workbench, Revision revision, ReplyAddress address,
                       Json meta)
    : home_(&home),
      host_(host),
      workbench_(workbench),
      revision_(revision),
      address_(std::move(address)),
      meta_(std::move(meta)) {
  if (!meta_.is_absent()) progress_token_ = Id::from(jsonrpc::member(meta_, "progressToken"));
}

void ClientCall::cancel(const Json& reason) {
  home_ = nullptr;
  address_.batch.reset();  // "cancelled members are left out" of the answer to a batch
  // Whoever works on the call may destroy it, and this function with it.
  MoveOnlyFunction<void(Json)> cancelled = std::move(cancelled_);
  if (cancelled) cancelled(reason);
}

void ClientCall::reply(ToolResult result) {
  if (home_ == nullptr) return;
  std::exchange(home_, nullptr)->finish_call(*this, written(result));
}

void ClientCall::fail(const Error& error) {
  if (home_ == nullptr) return;
  const bool is_the_request = error.kind == ErrorKind::invalid_argument || error.kind == ErrorKind::not_found;
  const int code = is_the_request ? jsonrpc::kInvalidParams : jsonrpc::kInternalError;
  std::exchange(home_, nullptr)->finish_call(*this, jsonrpc::write_error(address_.id, code, error.message));
}

void ClientCall::report_progress(std::string_view members) {
  if (home_ == nullptr || !wants_progress()) return;
  Message message = jsonrpc::begin_notification("notifications/progress");
  message.append("{\"progressToken\":").append(progress_token_.raw());
  if (!members.empty()) message.append(",").append(members);
  message.append("}}");
  message.related_request = address_.id.raw();
  home_->send_progress(std::move(message));
}

Message ClientCall::written(const ToolResult& result) const {
  if (!result.whole().is_absent()) return jsonrpc::write_result(address_.id, result.whole());

  Message message = jsonrpc::begin_result(address_.id);
  message.append("{\"content\":[{\"type\":\"text\",\"text\":");
  const Json& object = result.structured_object();
  if (object.is_absent()) {
    message.append(jsonrpc::quoted(result.plain_text()));
  } else {
    message.append(result.quoted_object());
  }
  message.append("}]");
  if (!object.is_absent() && has_structured_content(revision_))
    message.append(",\"structuredContent\":").append(object);
  if (result.is_error()) message.append(",\"isError\":true");
  return std::move(message.append("}}"));
}

}  // namespace workbench::mcp
