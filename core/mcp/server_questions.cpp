#include "mcp/server_questions.hpp"

#include <variant>

#include "jsonrpc/write.hpp"

namespace workbench::mcp {

bool ServerQuestions::is_question(std::string_view method) {
  return method == "elicitation/create" || method == "sampling/createMessage" || method == "roots/list";
}

MoveOnlyFunction<void(PeerAnswer)> ServerQuestions::answer_to(const jsonrpc::Id& id) {
  open_.insert(id);
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

}  // namespace workbench::mcp
