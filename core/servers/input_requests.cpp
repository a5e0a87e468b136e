#include "servers/input_requests.hpp"

#include <utility>
#include <variant>

#include "jsonrpc/write.hpp"

namespace workbench::servers {

bool ServerQuestions::is_question(std::string_view method) {
  return method == "elicitation/create" || method == "sampling/createMessage" || method == "roots/list";
}

Question ServerQuestions::take(const jsonrpc::Envelope& request) {
  const auto withdrawal = std::make_shared<Withdrawal>();
  open_.insert_or_assign(request.id, withdrawal);
  return {request.method, request.params, withdrawal};
}

void ServerQuestions::withdraw(const jsonrpc::Id& id) {
  const auto found = open_.find(id);
  if (found == open_.end()) return;
  const auto withdrawal = std::move(found->second);
  open_.erase(found);
  withdrawal->withdraw();
}

void ServerQuestions::withdraw_all() {
  for (const auto& [id, withdrawal] : std::exchange(open_, {})) withdrawal->withdraw();
}

MoveOnlyFunction<void(PeerAnswer)> ServerQuestions::answer_to(const jsonrpc::Id& id) const {
  return [weak = std::weak_ptr(alive_), id](const PeerAnswer& answer) {
    if (const auto alive = weak.lock()) (*alive)->send(id, answer);
  };
}

void ServerQuestions::send(const jsonrpc::Id& id, const PeerAnswer& answer) {
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
