#include "protocol/input_requests.hpp"

#include <array>
#include <string>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::protocol {
namespace {

bool has(const Json& object, std::string_view name) {
  return json::member(object, name).kind() == JsonKind::object;
}

/// The capabilities that make a difference.
constexpr std::array kCapabilities{NeededCapability::elicitation_form, NeededCapability::elicitation_url,
                                   NeededCapability::sampling, NeededCapability::sampling_tools,
                                   NeededCapability::roots};

bool has_capability(NeededCapability needed, Revision revision, const Json& capabilities) {
  const Json elicitation = json::member(capabilities, "elicitation");
  const Json sampling = json::member(capabilities, "sampling");
  switch (needed) {
    case NeededCapability::roots: return has(capabilities, "roots");
    case NeededCapability::sampling: return has(capabilities, "sampling");
    case NeededCapability::sampling_tools: return has(sampling, "tools");
    case NeededCapability::elicitation_url: return revision >= Revision::v2025_11_25 && has(elicitation, "url");
    case NeededCapability::elicitation_form:
      return revision >= Revision::v2025_06_18 && elicitation.kind() == JsonKind::object &&
             (has(elicitation, "form") || !has(elicitation, "url"));
    case NeededCapability::none_known: return false;
  }
  return false;
}

}  // namespace

std::string askable_of(const Json& capabilities) {
  std::string text;
  for (const NeededCapability capability : kCapabilities) {
    text += has_capability(capability, kModernRevision, capabilities) ? '1' : '0';
  }
  return text;
}

NeededCapability needed_for(const InputRequest& input_request) {
  if (input_request.method == "roots/list") return NeededCapability::roots;
  if (input_request.method == "elicitation/create") {
    const bool is_url = json::characters(json::member(input_request.params, "mode")) == "url";
    return is_url ? NeededCapability::elicitation_url : NeededCapability::elicitation_form;
  }
  if (input_request.method == "sampling/createMessage") {
    const bool has_tools = !json::member(input_request.params, "tools").is_absent() ||
                           !json::member(input_request.params, "toolChoice").is_absent();
    return has_tools ? NeededCapability::sampling_tools : NeededCapability::sampling;
  }
  return NeededCapability::none_known;
}

bool is_input_request(std::string_view method) {
  return method == "elicitation/create" || method == "sampling/createMessage" || method == "roots/list";
}

bool may_be_asked(const InputRequest& input_request, Revision revision, const Json& capabilities) {
  return has_capability(needed_for(input_request), revision, capabilities);
}

PeerError cannot_be_asked(const InputRequest& input_request) {
  const std::string message = "Method not found: the client does not answer " + input_request.method +
                              (needed_for(input_request) == NeededCapability::elicitation_url ? " in url mode" : "");
  return {Json("{\"code\":" + std::to_string(jsonrpc::kMethodNotFound) + ",\"message\":" + json::quoted(message) + "}"),
          message};
}

std::optional<InputRequired> read_input_required(const Json& result) {
  constexpr std::array<std::string_view, 3> kNames{"resultType", "inputRequests", "requestState"};
  std::array<Json, 3> found;
  json::pick_members(result, kNames, found);
  const auto& [type, requests, state] = found;
  if (json::characters(type) != "input_required") return std::nullopt;

  InputRequired required;
  required.request_state = state;
  for (const JsonMember& member : json::members(requests)) {
    required.input_requests.emplace_back(
        member.key,
        InputRequest{json::characters(json::member(member.value, "method")), json::member(member.value, "params")});
  }
  return required;
}

}  // namespace workbench::protocol
