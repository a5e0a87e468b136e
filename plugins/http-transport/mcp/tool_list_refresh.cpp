#include "mcp/tool_list_refresh.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "http-shared/json_text.hpp"

namespace workbench::http::transport {
namespace {

constexpr int kMaxPages = 100;
constexpr std::string_view kProtocolPrefix = "io.modelcontextprotocol/";

/// What a modern request says of its client; the rest of `_meta`, such as a progress token, belongs to the call alone.
std::string meta_of(const JsonAccess& json, const OutgoingMessage& call) {
  const Json params = member(json, Json(call.text, *call.text), "params");
  JsonWriter meta;
  meta.object();
  if (const auto members = json.members(member(json, params, "_meta"))) {
    for (const JsonMember& one : *members) {
      if (one.key.starts_with(kProtocolPrefix)) meta.member(one.key, one.value);
    }
  }
  meta.end();
  return std::move(meta).take();
}

}  // namespace

ToolListRefresh::ToolListRefresh(ServerEndpoint& endpoint, MessageDelivery& delivery, const OutgoingMessage& call,
                                 MoveOnlyFunction<void()> done)
    : endpoint_(endpoint), delivery_(delivery), meta_(meta_of(endpoint.json(), call)), done_(std::move(done)) {}

void ToolListRefresh::request_page(const Json& cursor) {
  JsonWriter request;
  request.object().member("jsonrpc", "2.0").member("id", "tools-for-headers").member("method", "tools/list");
  request.key("params").object().optional_member("cursor", cursor).key("_meta").raw(meta_).end().end();
  OutgoingMessage message = read_outgoing(endpoint_.json(), Message(std::move(request).take()));
  page_ = std::make_shared<OwnRequest>(endpoint_, delivery_, std::move(message),
                                       [this](const OwnRequest::Outcome& outcome) { handle_page(outcome); });
  page_->start();
}

void ToolListRefresh::handle_page(const OwnRequest::Outcome& outcome) {
  const JsonAccess& json = endpoint_.json();
  const Json& result = outcome.answer.result;
  std::vector<std::string> dropped;  // reported when the host requests the list
  if (!result.is_absent()) static_cast<void>(endpoint_.tool_headers().learn(result, result, dropped));
  const Json cursor = member(json, result, "nextCursor");
  if (cursor.kind() == JsonKind::string && ++pages_ < kMaxPages) return request_page(cursor);
  std::exchange(done_, {})();  // may destroy this
}

}  // namespace workbench::http::transport
