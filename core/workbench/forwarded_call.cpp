#include "workbench/forwarded_call.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"

namespace workbench {
namespace {

/// The members of `object` but for those that `is_left_out` names, as `"key":value,"key":value`.
template <typename Predicate>
std::string members_without(const JsonAccess& json, const Json& object, Predicate is_left_out) {
  std::string text;
  const auto members = json.members(object);
  if (!members) return text;
  for (const JsonMember& member : *members) {
    if (is_left_out(std::string_view(member.key))) continue;
    if (!text.empty()) text += ',';
    jsonrpc::append_quoted(text, member.key);
    text.append(":").append(member.value.text());
  }
  return text;
}

class ForwardedCall final : public mcp::WaitingRequest {
 public:
  ForwardedCall(ToolIdentifier tool, ToolCall call) : tool_(std::move(tool)), call_(std::move(call)) {}

  void answered(PeerAnswer answer) override {
    if (Json* result = std::get_if<Json>(&answer)) {
      if (result->kind() == JsonKind::object) return call_.reply(ToolResult::passed_on(std::move(*result)));
      answer = Error{ErrorKind::protocol, "the server's result is not an object"};
    }
    answer_undelivered(tool_, as_error(answer), std::move(call_));
  }

  void progressed(const Json& params) override {
    if (!call_.caller().wants_progress()) return;
    call_.caller().report_progress(
        members_without(call_.host().json(), params, [](std::string_view key) { return key == "progressToken"; }));
  }

 private:
  ToolIdentifier tool_;
  ToolCall call_;
};

/// The client's `_meta` for the server: its progress token becomes ours, and what the client told about its own session
/// is not the server's. Everything else travels.
std::string forwarded_meta(const ToolCall& call, std::uint64_t id) {
  const Json meta = call.caller().meta();
  std::string text;
  if (meta.is_absent()) return text;
  text = members_without(call.host().json(), meta, [](std::string_view key) {
    return key == "progressToken" || key.starts_with("io.modelcontextprotocol/");
  });
  if (call.caller().wants_progress()) {
    if (!text.empty()) text += ',';
    text.append("\"progressToken\":").append(std::to_string(id));
  }
  return text;
}

}  // namespace

void forward_call(mcp::ServerConnection& connection, std::chrono::milliseconds limit, const ToolIdentifier& tool,
                  const Json& arguments, ToolCall call) {
  const std::uint64_t id = connection.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "tools/call");
  message.append("{\"name\":").append(jsonrpc::quoted(tool.tool)).append(",\"arguments\":");
  if (arguments.is_absent()) {
    message.append("{}");
  } else {
    message.append(arguments);
  }
  const std::string meta = forwarded_meta(call, id);
  if (!meta.empty()) message.append(",\"_meta\":{").append(meta).append("}");
  message.append("}}");

  call.caller().on_cancel([&connection, id](const Json& reason) { connection.cancel(id, reason); });
  connection.request(id, std::move(message), limit, std::make_unique<ForwardedCall>(tool, std::move(call)));
}

void answer_undelivered(const ToolIdentifier& tool, const Error& reason, ToolCall call) {
  call.reply(
      ToolResult::error("[" + tool.toolbox + "/" + tool.server + "/" + tool.tool + "] Error: " + reason.message));
}

}  // namespace workbench
