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

/// One property of a form, in its older form.
Result<std::string> older_property(const JsonMember& property, const JsonAccess& json) {
  const Json choices = json::member(property.value, "oneOf");
  if (json::characters(json::member(property.value, "type")) == "array") {
    return Error{ErrorKind::invalid_argument,
                 "'" + property.key + "' is a choice of several, which clients of 2025-06-18 do not have"};
  }
  const auto titled = json.elements(choices);
  const auto members = json.members(property.value);
  if (!titled || !members) return std::string(property.value.text());
  std::string values;
  std::string names;
  for (const Json& choice : *titled) {
    const Json value = json::member(choice, "const");
    const Json title = json::member(choice, "title");
    if (value.is_absent()) return std::string(property.value.text());
    values.append(values.empty() ? "" : ",").append(value.text());
    names.append(names.empty() ? "" : ",").append(title.is_absent() ? value.text() : title.text());
  }
  std::string text = "{";
  for (const JsonMember& member : *members) {
    if (member.key == "oneOf") continue;
    text.append(json.quoted(member.key)).append(":").append(member.value.text()).append(",");
  }
  return text.append("\"enum\":[").append(values).append("],\"enumNames\":[").append(names).append("]}");
}

/// `object` with `replaced` in place of the value of `name`.
std::string with_member(const Json& object, std::string_view name, const std::string& replaced,
                        const JsonAccess& json) {
  std::string text;
  const auto members = json.members(object);
  for (const JsonMember& member : *members) {
    text.append(text.empty() ? "{" : ",").append(json.quoted(member.key)).append(":");
    text.append(member.key == name ? replaced : std::string(member.value.text()));
  }
  return text + "}";
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

bool may_be_asked(const InputRequest& input_request, Revision revision, const Json& capabilities) {
  return has_capability(needed_for(input_request), revision, capabilities);
}

PeerError cannot_be_asked(const InputRequest& input_request) {
  const std::string message = "Method not found: the client does not answer " + input_request.method +
                              (needed_for(input_request) == NeededCapability::elicitation_url ? " in url mode" : "");
  return {Json("{\"code\":" + std::to_string(jsonrpc::kMethodNotFound) + ",\"message\":" + json::quoted(message) + "}"),
          message};
}

Json params_for_client(const InputRequest& input_request, Revision revision, const JsonAccess& json) {
  const auto members = json.members(input_request.params);
  if (!members) return input_request.params;
  std::string text;
  bool is_changed = false;
  for (const JsonMember& member : *members) {
    std::string value(member.value.text());
    if (member.key == "elicitationId" && is_modern(revision)) {
      is_changed = true;
      continue;
    }
    if (member.key == "_meta" && !json::member(member.value, "progressToken").is_absent()) {
      is_changed = true;
      std::string rest;
      const auto meta = json.members(member.value);
      for (const JsonMember& entry : *meta) {
        if (entry.key == "progressToken") continue;
        rest.append(rest.empty() ? "" : ",").append(json.quoted(entry.key)).append(":").append(entry.value.text());
      }
      if (rest.empty()) continue;
      value = "{" + rest + "}";
    }
    text.append(text.empty() ? "" : ",").append(json.quoted(member.key)).append(":").append(value);
  }
  return is_changed ? Json("{" + text + "}") : input_request.params;
}

Result<Json> older_form(const Json& params, const JsonAccess& json) {
  const Json schema = json::member(params, "requestedSchema");
  const auto properties = json.members(json::member(schema, "properties"));
  if (!properties) return params;
  std::string older;
  for (const JsonMember& property : *properties) {
    const auto text = older_property(property, json);
    if (!text) return text.error();
    older.append(older.empty() ? "{" : ",").append(json.quoted(property.key)).append(":").append(*text);
  }
  if (older.empty()) return params;
  return Json(with_member(params, "requestedSchema", with_member(schema, "properties", older + "}", json), json));
}

}  // namespace workbench::protocol
