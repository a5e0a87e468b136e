#include "protocol/compat/server_result.hpp"

#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "json/lookup.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/own_metadata.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::protocol {
namespace {

/// Bytes of a server's text in an error.
constexpr std::size_t kMaxQuotedText = 100;

Error malformed(const std::string& what) {
  return {ErrorKind::protocol, "the server's result asks for input, but " + what};
}

Result<InputRequest> read_entry(const JsonMember& entry) {
  const std::string place = "inputRequests." + base::shortened(entry.key, kMaxQuotedText);
  InputRequest read{json::member_characters(entry.value, "method"),
                    without_own_metadata(json::member(entry.value, "params"))};
  if (!is_input_request(read.method)) return malformed(place + " is not a request that a client may be sent");
  const bool may_lack_params = read.method == "roots/list";
  if (read.params.kind() != JsonKind::object && !(may_lack_params && read.params.is_absent())) {
    return malformed(place + ".params is not an object");
  }
  if (needed_for(read) == NeededCapability::none_known) return malformed(place + ".params.mode is not known");
  return read;
}

/// `requests` may be absent.
Result<InputRequired> read_entries(const Json& requests) {
  if (!requests.is_absent() && requests.kind() != JsonKind::object) return malformed("inputRequests is not an object");
  InputRequired required;
  for (const JsonMember& entry : json::members(requests)) {
    auto read = read_entry(entry);
    if (!read) return read.error();
    required.input_requests.emplace_back(entry.key, *std::move(read));
  }
  return required;
}

Result<InputRequired> read_required(const Json& requests, const Json& state) {
  if (requests.is_absent() && state.is_absent()) return malformed("has neither inputRequests nor requestState");
  if (!state.is_absent() && state.kind() != JsonKind::string) return malformed("requestState is not a string");
  auto required = read_entries(requests);
  if (required) required->request_state = state;
  return required;
}

}  // namespace

Result<InputRequired> read_task_input(const Json& task) {
  constexpr std::array<std::string_view, 2> kNames{"status", "inputRequests"};
  std::array<Json, 2> found;
  json::pick_members(task, kNames, found);
  return read_entries(json::characters(found[0]) == "input_required" ? found[1] : Json());
}

Result<ServerResult> read_server_result(const Json& result, std::string_view method) {
  constexpr std::array<std::string_view, 3> kNames{"resultType", "inputRequests", "requestState"};
  std::array<Json, 3> found;
  json::pick_members(result, kNames, found);
  const auto& [type, requests, state] = found;
  if (type.is_absent() || is_vendor_method(method)) return ServerResult{};
  const std::string name = json::characters(type);
  if (name == "complete") return ServerResult{};
  if (name == "task") return ServerResult{ServerResult::Type::task};
  if (name != "input_required") {
    return Error{ErrorKind::protocol,
                 "the server's result is of the unknown resultType " + base::shortened(type.text(), kMaxQuotedText)};
  }
  if (!may_be_repeated(method)) {
    return Error{ErrorKind::protocol, "the server's result asks for input, which a server must not do in response to " +
                                          std::string(method)};
  }
  auto required = read_required(requests, state);
  if (!required) return required.error();
  return ServerResult{ServerResult::Type::input_required, *std::move(required)};
}

}  // namespace workbench::protocol
