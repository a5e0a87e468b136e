#include "protocol/compat/input_required.hpp"

#include <array>
#include <set>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "protocol/input_requests.hpp"

namespace workbench::protocol {
namespace {

constexpr std::string_view kResultType = "input_required";

/// The beginning of another workbench's state on its way through this one.
constexpr std::string_view kMark = "mcp-workbench.passed.";

}  // namespace

std::optional<InputRequired> read_input_required(const Json& result) {
  constexpr std::array<std::string_view, 3> kNames{"resultType", "inputRequests", "requestState"};
  std::array<Json, 3> found;
  json::pick_members(result, kNames, found);
  const auto& [type, requests, state] = found;
  if (json::characters(type) != kResultType) return std::nullopt;

  InputRequired required;
  required.request_state = state;
  for (const JsonMember& member : json::members(requests)) {
    required.input_requests.emplace_back(
        member.key,
        InputRequest{json::characters(json::member(member.value, "method")), json::member(member.value, "params")});
  }
  return required;
}

Json write_input_required(const InputRequired& required) {
  JsonWriter writer;
  writer.object().member("resultType", kResultType).key("inputRequests").object();
  for (const auto& [key, input_request] : required.input_requests) {
    writer.key(key).object().member("method", input_request.method);
    writer.optional_member("params", input_request.params).end();
  }
  writer.end().optional_member("requestState", required.request_state).end();
  return std::move(writer).json();
}

std::optional<PeerError> cannot_be_sent(const InputRequired& required, const Json& client_capabilities) {
  std::set<NeededCapability> missing;
  for (const auto& [key, input_request] : required.input_requests) {
    if (!may_be_asked(input_request, kModernRevision, client_capabilities)) missing.insert(needed_for(input_request));
  }
  if (missing.empty()) return std::nullopt;
  return missing_capabilities(missing);
}

Result<Repetition> read_repetition(const Json& params) {
  constexpr std::array<std::string_view, 2> kNames{"inputResponses", "requestState"};
  std::array<Json, 2> found;
  json::pick_members(params, kNames, found);
  auto& [responses, state] = found;
  if (!responses.is_absent() && responses.kind() != JsonKind::object) {
    return Error{ErrorKind::invalid_argument, "params.inputResponses must be an object"};
  }
  if (!state.is_absent() && state.kind() != JsonKind::string) {
    return Error{ErrorKind::invalid_argument, "params.requestState must be a string"};
  }
  return Repetition{std::move(responses), std::move(state)};
}

bool is_of_repetition(std::string_view key) {
  return key == "inputResponses" || key == "requestState";
}

bool may_be_repeated(std::string_view method) {
  return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

// The mark precedes the characters as they are written: a state returns to the byte, even if its escapes are not
// valid UTF-16.
Json with_state_marked(const Json& result) {
  const Json state = json::member(result, "requestState");
  if (state.kind() != JsonKind::string || !json::characters(state).starts_with(kRequestStateFamily)) return result;
  const std::string_view whole = result.text();
  const auto inside = static_cast<std::size_t>(state.text().data() + 1 - whole.data());
  std::string text;
  text.reserve(whole.size() + kMark.size());
  return Json(text.append(whole.substr(0, inside)).append(kMark).append(whole.substr(inside)));
}

Json without_mark(const Json& state) {
  if (state.kind() != JsonKind::string) return state;
  const std::string_view written = state.text().substr(1);
  if (written.starts_with(kMark)) return Json(std::string("\"").append(written.substr(kMark.size())));
  // The client has written the mark in another way.
  const std::string characters = json::characters(state);
  if (!characters.starts_with(kMark)) return state;
  return Json(json::quoted(std::string_view(characters).substr(kMark.size())));
}

}  // namespace workbench::protocol
