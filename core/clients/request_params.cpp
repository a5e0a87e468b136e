#include "clients/request_params.hpp"

#include <string>

#include "json/lookup.hpp"
#include "protocol/notification.hpp"

namespace workbench::clients {
namespace {

Error must_be(const std::string& place, std::string_view what) {
  return {ErrorKind::invalid_argument, "params." + place + " must be " + std::string(what)};
}

Result<void> check_string(const Json& object, const std::string& path, std::string_view name) {
  const Json value = json::member(object, name);
  if (value.kind() == JsonKind::string) return {};
  return must_be(path + std::string(name), "a string");
}

/// A PromptReference or ResourceTemplateReference ("server/utilities/completion", section Reference Types).
Result<void> check_reference(const Json& params) {
  const Json reference = json::member(params, "ref");
  if (reference.kind() != JsonKind::object) return must_be("ref", "an object");
  const std::string type = json::member_characters(reference, "type");
  if (type == "ref/prompt") return check_string(reference, "ref.", "name");
  if (type == "ref/resource") return check_string(reference, "ref.", "uri");
  return must_be("ref.type", "\"ref/prompt\" or \"ref/resource\"");
}

bool is_array_of_strings(const Json& value) {
  if (value.kind() != JsonKind::array) return false;
  for (json::ElementReader element(value.text()); element.next();) {
    const Json one = value.part(element.value());
    if (one.kind() != JsonKind::string) return false;
  }
  return true;
}

}  // namespace

Result<void> check_request_params(std::string_view method, const Json& params) {
  if (method == "prompts/get") return check_string(params, {}, "name");
  if (method == "resources/read") return check_string(params, {}, "uri");
  if (method == "completion/complete") return check_reference(params);
  return {};
}

Result<void> check_subscription_filter(const Json& filter) {
  if (filter.kind() != JsonKind::object) return must_be("notifications", "an object");
  const std::string path = "notifications.";
  for (const protocol::SubscriptionFlag& flag : protocol::kSubscriptionFlags) {
    const Json value = json::member(filter, flag.member);
    if (value.is_absent() || value.kind() == JsonKind::boolean) continue;
    return must_be(path + std::string(flag.member), "a boolean");
  }
  for (const std::string_view list : {"resourceSubscriptions", "taskIds"}) {
    const Json value = json::member(filter, list);
    if (!value.is_absent() && !is_array_of_strings(value))
      return must_be(path + std::string(list), "an array of strings");
  }
  return {};
}

}  // namespace workbench::clients
