#include "mcp/outgoing_message.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include "http-shared/json_text.hpp"
#include "http-shared/mirrored_name.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";

// Messages that only read, or that set something to a value that they name. A request that carries input responses
// ("basic/patterns/mrtr") continues an operation, whatever its method is.
constexpr std::array<std::string_view, 19> kRepeatable = {"initialize",
                                                          "server/discover",
                                                          "ping",
                                                          "tools/list",
                                                          "prompts/list",
                                                          "prompts/get",
                                                          "resources/list",
                                                          "resources/templates/list",
                                                          "resources/read",
                                                          "resources/subscribe",
                                                          "resources/unsubscribe",
                                                          "subscriptions/listen",
                                                          "completion/complete",
                                                          "logging/setLevel",
                                                          "tasks/get",
                                                          "tasks/cancel",
                                                          "notifications/initialized",
                                                          "notifications/cancelled",
                                                          "notifications/roots/list_changed"};

/// The number that an id is, in quotes or not.
std::optional<double> number_in_id(std::string_view id) {
  if (id.size() > 2 && id.front() == '"' && id.back() == '"') id = id.substr(1, id.size() - 2);
  double number = 0;
  const auto [stop, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  if (error != std::errc() || stop != id.data() + id.size()) return std::nullopt;
  return number;
}

}  // namespace

bool is_same_id(const Json& received, const Json& sent) {
  if (received.is_absent() || sent.is_absent()) return false;
  if (received.text() == sent.text()) return true;
  const auto number = number_in_id(received.text());
  return number && number == number_in_id(sent.text());
}

OutgoingMessage read_outgoing(const JsonAccess& json, const Message& message) {
  OutgoingMessage outgoing;
  outgoing.text = std::make_shared<const std::string>(join(message));

  constexpr std::array<std::string_view, 3> kNames{"method", "id", "params"};
  std::array<Json, 3> found;
  const Json whole(outgoing.text, *outgoing.text);
  if (!json.pick(whole, kNames, found)) return outgoing;
  outgoing.method = string_or_empty(json, found[0]);
  outgoing.id = found[1];
  if (outgoing.method.empty()) return outgoing;

  outgoing.may_repeat = std::find(kRepeatable.begin(), kRepeatable.end(), outgoing.method) != kRepeatable.end();
  const std::array<std::string_view, 6> names{"_meta",          "arguments",    "requestId",
                                              "inputResponses", "requestState", mirrored_name(outgoing.method).member};
  std::array<Json, 6> params;
  if (!json.pick(found[2], names, params)) return outgoing;
  outgoing.version = string_or_empty(json, member(json, params[0], kVersionKey));
  if (outgoing.method == "tools/call") outgoing.arguments = params[1];
  if (outgoing.method == "notifications/cancelled") outgoing.cancelled = params[2];
  if (!params[3].is_absent() || !params[4].is_absent()) outgoing.may_repeat = false;
  if (!names[5].empty()) outgoing.name = params[5];
  return outgoing;
}

Incoming read_incoming(const JsonAccess& json, const Json& message) {
  constexpr std::array<std::string_view, 4> kNames{"id", "result", "error", "method"};
  std::array<Json, 4> found;
  if (!json.pick(message, kNames, found)) return {};
  return {found[0], found[1], found[2], !found[3].is_absent()};
}

}  // namespace workbench::http::transport
