#include "protocol/input_requests.hpp"

#include <array>
#include <initializer_list>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

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

Mode mode_of(const InputRequest& input_request) {
  switch (needed_for(input_request)) {
    case NeededCapability::elicitation_form: return {"elicitation", " in form mode"};
    case NeededCapability::elicitation_url: return {"elicitation", " in url mode"};
    case NeededCapability::sampling_tools: return {"sampling", " with tools"};
    case NeededCapability::none_known:
      if (input_request.method == "elicitation/create") return {"elicitation", " in a mode that does not exist"};
      return {};
    case NeededCapability::sampling:
    case NeededCapability::roots: return {};
  }
  return {};
}

/// The capability in words; empty: it is none.
std::string_view words_for(NeededCapability capability) {
  switch (capability) {
    case NeededCapability::elicitation_form: return "elicitation in form mode";
    case NeededCapability::elicitation_url: return "elicitation in url mode";
    case NeededCapability::sampling: return "sampling";
    case NeededCapability::sampling_tools: return "sampling with tools";
    case NeededCapability::roots: return "roots";
    case NeededCapability::none_known: return {};
  }
  return {};
}

/// A member of ClientCapabilities, with those of its modes that are needed.
void write_capability(JsonWriter& writer, std::string_view name,
                      std::initializer_list<std::pair<std::string_view, bool>> modes) {
  writer.key(name).object();
  for (const auto& [mode, is_needed] : modes) {
    if (is_needed) writer.key(mode).object().end();
  }
  writer.end();
}

/// ClientCapabilities that include these and no others.
Json capabilities_with(const std::set<NeededCapability>& needed) {
  using enum NeededCapability;
  const auto has_one = [&](NeededCapability one) { return needed.count(one) > 0; };
  JsonWriter writer;
  writer.object();
  if (has_one(elicitation_form) || has_one(elicitation_url)) {
    write_capability(writer, "elicitation", {{"form", has_one(elicitation_form)}, {"url", has_one(elicitation_url)}});
  }
  if (has_one(sampling) || has_one(sampling_tools)) {
    write_capability(writer, "sampling", {{"tools", has_one(sampling_tools)}});
  }
  if (has_one(roots)) write_capability(writer, "roots", {});
  return std::move(writer.end()).json();
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
    const Json mode = json::member(input_request.params, "mode");
    const std::string name = json::characters(mode);
    if (mode.is_absent() || mode.kind() == JsonKind::null || name == "form") return NeededCapability::elicitation_form;
    return name == "url" ? NeededCapability::elicitation_url : NeededCapability::none_known;
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
  const auto [capability, mode] = mode_of(input_request);
  const bool lacks_mode = !capability.empty() && has(capabilities, capability);
  const int code = lacks_mode ? jsonrpc::kInvalidParams : jsonrpc::kMethodNotFound;
  std::string message = lacks_mode ? "Invalid params: " : "Method not found: ";
  message.append("the client does not answer ").append(input_request.method);
  if (lacks_mode || needed == NeededCapability::elicitation_url) message.append(mode);
  return {jsonrpc::error_object(code, message), message};
}

PeerError missing_capabilities(const std::set<NeededCapability>& missing) {
  std::string names;
  for (const NeededCapability one : missing) names.append(names.empty() ? "" : ", ").append(words_for(one));
  JsonWriter data;
  data.object().member("requiredCapabilities", capabilities_with(missing)).end();
  std::string message = "the server asks for what this request does not declare: " + names;
  return {jsonrpc::error_object(jsonrpc::kMissingClientCapability, message, std::move(data).json()),
          std::move(message)};
}

Error input_request_cancelled() {
  return {ErrorKind::cancelled, "the input request was cancelled"};
}

}  // namespace workbench::protocol
