#include "gateway/requests/failed_request.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "protocol/compat/errors.hpp"
#include "protocol/input_requests.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

/// Whether the client handles the error URLElicitationRequired. To a modern client that does not declare the mode, the
/// error says what it would have to declare.
bool can_visit_urls(const CallerIdentity& client) {
  return client.is_modern || protocol::visits_urls(client.capabilities);
}

}  // namespace

Error with_unknown_outcome(Error reason) {
  const bool has_ended = reason.kind == ErrorKind::unavailable || reason.kind == ErrorKind::cancelled;
  const std::size_t end = std::min(reason.message.find(servers::kBeforeLastWords), reason.message.size());
  const bool says_it_already = reason.message.rfind("is not known", end) != std::string::npos;
  if (!has_ended || says_it_already) return reason;
  reason.message.insert(end, "; whether the request was carried out is not known");
  return reason;
}

void answer_with_error(RoutedRequest& routed, const PeerError& error) {
  detail::ClientRequest& client = *routed.request;
  const bool sends_to_urls = protocol::urls_to_visit(error).has_value();
  if (sends_to_urls ? can_visit_urls(client.identity()) : routed.style == CallStyle::native) return client.error(error);
  if (!routed.is_tool_call()) return client.error(protocol::needs_url_mode_in_words(error));
  // The server's own message is its answer and is not shortened, as ToolResult::error() would be.
  const std::string text = undelivered(routed.target, error.message + protocol::urls_in_words(error));
  JsonWriter result(text.size() + 64);
  result.object().key("content").array().object().member("type", "text").member("text", text).end().end();
  client.result(ToolResult::passed_on(std::move(result.member("isError", true).end()).json(), ErrorKind::protocol));
}

void answer_with_failure(RoutedRequest& routed, const Error& reason) {
  detail::ClientRequest& client = *routed.request;
  if (!routed.is_tool_call()) return client.fail({ErrorKind::unavailable, reason.message});
  client.result(ToolResult::error(undelivered(routed.target, reason.message), reason.kind));
}

}  // namespace workbench::gateway
