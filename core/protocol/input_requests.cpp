#include "protocol/input_requests.hpp"

#include <array>
#include <string>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::protocol {
namespace {

bool has(const Json& object, std::string_view name) {
  return json::member(object, name).kind() == JsonKind::object;
}

/// The capabilities by which clients differ.
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
    case NeededCapability::elicitation_url: return has_url_elicitation(revision) && has(elicitation, "url");
    // "an empty capabilities object is equivalent to declaring support for form mode only" ("client/elicitation").
    case NeededCapability::elicitation_form:
      return has_elicitation(revision) && elicitation.kind() == JsonKind::object &&
             (has(elicitation, "form") || !has(elicitation, "url"));
    case NeededCapability::none_known: return false;
  }
  return false;
}

/// The capability that has the mode of an input request, and the mode in words.
struct Mode {
  std::string_view capability;  // empty: it has no modes
  std::string_view words;
};

Mode mode_of(NeededCapability needed) {
  switch (needed) {
    case NeededCapability::elicitation_form: return {"elicitation", " in form mode"};
    case NeededCapability::elicitation_url: return {"elicitation", " in url mode"};
    case NeededCapability::sampling_tools: return {"sampling", " with tools"};
    case NeededCapability::sampling:
    case NeededCapability::roots:
    case NeededCapability::none_known: return {};
  }
  return {};
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
  // If a client has this method, it answers itself. Modern clients receive input requests only in a result.
  if (is_vendor_method(input_request.method)) return !is_modern(revision);
  return has_capability(needed_for(input_request), revision, capabilities);
}

bool visits_urls(const Json& capabilities) {
  return has_capability(NeededCapability::elicitation_url, kModernRevision, capabilities);
}

PeerError cannot_be_asked(const InputRequest& input_request, const Json& capabilities) {
  const NeededCapability needed = needed_for(input_request);
  const auto [capability, mode] = mode_of(needed);
  const bool lacks_mode = !capability.empty() && has(capabilities, capability);
  const int code = lacks_mode ? jsonrpc::kInvalidParams : jsonrpc::kMethodNotFound;
  std::string message = lacks_mode ? "Invalid params: " : "Method not found: ";
  message.append("the client does not answer ").append(input_request.method);
  if (lacks_mode || needed == NeededCapability::elicitation_url) message.append(mode);
  return {jsonrpc::error_object(code, message), message};
}

Error input_request_cancelled() {
  return {ErrorKind::cancelled, "the input request was cancelled"};
}

}  // namespace workbench::protocol
