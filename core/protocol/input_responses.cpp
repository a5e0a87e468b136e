#include "protocol/input_responses.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

Error wrong_response(std::string what) {
  return {ErrorKind::invalid_argument, std::move(what)};
}

/// ElicitResult. Some clients write an absent `content` as null.
Result<void> check_elicit_result(const Json& result) {
  const std::string action = json::member_characters(result, "action");
  if (action != "accept" && action != "decline" && action != "cancel") {
    return wrong_response("action must be \"accept\", \"decline\" or \"cancel\"");
  }
  const Json content = json::member(result, "content");
  const bool is_valid = content.is_absent() || content.kind() == JsonKind::null || content.kind() == JsonKind::object;
  if (!is_valid) return wrong_response("content must be an object");
  return {};
}

/// CreateMessageResult. Its content is one block, and since 2025-11-25 perhaps several.
Result<void> check_create_message_result(const Json& result) {
  const std::string role = json::member_characters(result, "role");
  if (role != "user" && role != "assistant") return wrong_response("role must be \"user\" or \"assistant\"");
  const Json content = json::member(result, "content");
  if (content.kind() != JsonKind::object && content.kind() != JsonKind::array) {
    return wrong_response("content must be an object or an array");
  }
  const Json model = json::member(result, "model");
  if (model.kind() != JsonKind::string) return wrong_response("model must be a string");
  return {};
}

Result<void> check_list_roots_result(const Json& result) {
  const Json roots = json::member(result, "roots");
  if (roots.kind() != JsonKind::array) return wrong_response("roots must be an array");
  for (const Json& root : json::elements(roots)) {
    const Json uri = json::member(root, "uri");
    if (uri.kind() != JsonKind::string) return wrong_response("each of roots must be an object with a uri");
  }
  return {};
}

}  // namespace

Result<void> check_input_response(const InputRequest& input_request, const Json& response) {
  using Check = Result<void> (*)(const Json&);
  const std::string_view method = input_request.method;
  const Check check = method == "elicitation/create"       ? check_elicit_result
                      : method == "sampling/createMessage" ? check_create_message_result
                      : method == "roots/list"             ? check_list_roots_result
                                                           : nullptr;
  if (check == nullptr) return {};
  if (response.kind() != JsonKind::object) return wrong_response("it must be an object");
  return check(response);
}

}  // namespace workbench::protocol
