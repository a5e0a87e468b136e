#include "servers/input_requests.hpp"

#include <utility>
#include <variant>

#include "jsonrpc/write.hpp"

namespace workbench::servers {

bool InputRequests::is_input_request(std::string_view method) {
  return method == "elicitation/create" || method == "sampling/createMessage" || method == "roots/list";
}

InputRequest InputRequests::take(const jsonrpc::Envelope& request) {
  const auto cancellation = std::make_shared<CancellationHandle>();
  open_.insert_or_assign(request.id, cancellation);
  return {request.method, request.params, cancellation};
}

void InputRequests::cancel(const jsonrpc::Id& id) {
  const auto found = open_.find(id);
  if (found == open_.end()) return;
  const auto cancellation = std::move(found->second);
  open_.erase(found);
  cancellation->cancel();
}

void InputRequests::cancel_all() {
  for (const auto& [id, cancellation] : std::exchange(open_, {})) cancellation->cancel();
}

MoveOnlyFunction<void(Response)> InputRequests::answer_to(const jsonrpc::Id& id) const {
  return [weak = std::weak_ptr(alive_), id](const Response& answer) {
    if (const auto alive = weak.lock()) (*alive)->send(id, answer);
  };
}

void InputRequests::send(const jsonrpc::Id& id, const Response& answer) {
  if (open_.erase(id) == 0) return;
  if (const auto* result = std::get_if<Json>(&answer)) {
    connection_.send(jsonrpc::write_result(id, *result));
  } else if (const auto* error = std::get_if<PeerError>(&answer)) {
    connection_.send(jsonrpc::write_error(id, error->object));
  } else {
    connection_.send(jsonrpc::write_error(id, jsonrpc::kInternalError, std::get<Error>(answer).message));
  }
}

}  // namespace workbench::servers
