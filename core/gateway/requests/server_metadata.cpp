#include "gateway/requests/server_metadata.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include <workbench/trace_span.hpp>

#include "json/lookup.hpp"
#include "protocol/implementation.hpp"
#include "protocol/request_metadata.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

/// Another workbench in front of this one has named its client already.
protocol::Introduction introduction_of(const RoutedRequest& routed) {
  const detail::ClientRequest& client = *routed.request;
  const servers::ConfiguredServer& server = (*routed.server)->configured();
  protocol::Introduction introduction = server.introduction_of(client.identity().implementation);
  const bool is_named_twice = !introduction.as_client && !client.meta().is_absent() &&
                              !json::member(client.meta(), protocol::kClientBehindKey).is_absent();
  return is_named_twice ? protocol::Introduction{} : introduction;
}

/// The clients' own wishes aside: completions and requests about tasks are answered soon, and the params of a vendor's
/// method are the vendor's.
bool may_take_long(const RoutedRequest& routed) {
  return routed.is_tool_call() || routed.method == "resources/read" || routed.method == "prompts/get";
}

/// The client's `members` with the context of our span in place of its own ("inject traceparent and tracestate to the
/// MCP message params._meta", semantic conventions for MCP); its `baggage` passes.
std::string with_trace(const std::string& members, const TraceContext& trace) {
  const Json own = json_of(trace);
  const Json kept(
      "{" +
      json::members_without(Json("{" + members + "}"),
                            [](std::string_view key) { return key == "traceparent" || key == "tracestate"; }) +
      "}");
  JsonWriter writer(members.size() + own.text().size());
  const auto inner = [](std::string_view object) { return object.substr(1, object.size() - 2); };
  writer.raw_items(inner(kept.text())).raw_items(inner(own.text()));
  return std::move(writer).take();
}

}  // namespace

std::string client_metadata(const RoutedRequest& routed, bool is_modern_server, bool takes_tasks,
                            const TraceContext& trace) {
  const detail::ClientRequest& client = *routed.request;
  std::string members;
  if (!client.meta().is_absent()) members = protocol::metadata_for_server(client.meta());
  if (!trace.traceparent.empty()) members = with_trace(members, trace);
  if (!is_modern_server) return members;
  const CallerIdentity& identity = client.identity();
  std::string modern = protocol::modern_request_metadata(identity.capabilities, identity.log_level,
                                                         introduction_of(routed), takes_tasks);
  if (members.empty()) return modern;
  return members.append(",").append(modern);
}

// The token is an integer, as the official clients send it. A usual call takes three short pieces and no allocation.
void end_with_metadata(Message& message, const RoutedRequest& routed, bool has_members, const std::string& members,
                       const jsonrpc::Id& id) {
  constexpr std::string_view kBegin = R"(,"_meta":{)";
  constexpr std::string_view kBeginWithToken = R"(,"_meta":{"progressToken":)";
  constexpr std::string_view kToken = R"(,"progressToken":)";
  const bool asks_for_progress = may_take_long(routed) || routed.request->wants_progress();
  if (members.empty() && !asks_for_progress) {
    message.append("}}");
    return;
  }
  const std::size_t comma = has_members ? 0 : 1;
  if (members.empty()) {
    message.append(kBeginWithToken.substr(comma));
  } else {
    message.append(kBegin.substr(comma)).append(members);
    if (asks_for_progress) message.append(kToken);
  }
  if (asks_for_progress) message.append(id.raw());
  message.append("}}}");
}

}  // namespace workbench::gateway
