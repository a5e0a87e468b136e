#include "mcp/tool_listing.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"
#include "mcp/callback_request.hpp"
#include "mcp/tool_definition.hpp"

namespace workbench::mcp {

ToolListing::ToolListing(Host& host, std::string source, ServerConnection& connection,
                         std::chrono::steady_clock::time_point deadline, Listed listed)
    : host_(host),
      source_(std::move(source)),
      connection_(connection),
      deadline_(deadline),
      listed_(std::move(listed)) {}

void ToolListing::ask_for_page(const Json& cursor) {
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "tools/list");
  if (cursor.is_absent()) {
    message.append("{}}");
  } else {
    message.append("{\"cursor\":").append(cursor).append("}}");
  }
  connection_.request(id, std::move(message), time_left(deadline_),
                      std::make_unique<CallbackRequest>([weak = weak_from_this()](PeerAnswer answer) {
                        if (const auto self = weak.lock()) self->take_answer(std::move(answer));
                      }));
}

void ToolListing::take_answer(PeerAnswer answer) {
  if (const Json* result = std::get_if<Json>(&answer)) return take_page(*result);
  finish(as_error(answer).within("tools/list"));
}

void ToolListing::take_page(const Json& result) {
  constexpr std::array<std::string_view, 2> kNames{"tools", "nextCursor"};
  std::array<Json, 2> found;
  if (result.kind() == JsonKind::object) jsonrpc::pick_members(result, kNames, found);
  const auto& [tools, next_cursor] = found;
  auto definitions = host_.json().elements(tools);
  if (!definitions) {
    return finish(Error{ErrorKind::protocol, "tools/list: the server's answer has no array \"tools\""});
  }
  for (const Json& definition : *definitions) take_tool(definition);
  ++pages_;

  const Limits& limits = host_.limits();
  if (tools_.size() > limits.tools_per_server) {
    return finish(Error{ErrorKind::protocol, "tools/list: more than " + std::to_string(limits.tools_per_server) +
                                                 " tools (limits.toolsPerServer)"});
  }
  // An empty string is a cursor like any other; only its absence ends the list.
  if (next_cursor.kind() != JsonKind::string) return finish(std::move(tools_));
  if (!cursors_.insert(std::string(next_cursor.text())).second) {
    warn("tools/list repeats a cursor after " + std::to_string(pages_) + " pages; the list is taken to end there");
    return finish(std::move(tools_));
  }
  if (pages_ >= limits.pages_per_list) {
    return finish(Error{ErrorKind::protocol, "tools/list: more than " + std::to_string(limits.pages_per_list) +
                                                 " pages (limits.pagesPerList)"});
  }
  ask_for_page(next_cursor);
}

void ToolListing::take_tool(const Json& definition) {
  auto tool = read_tool(definition);
  if (!tool) return warn("left out a tool: " + tool.error().message);
  if (!names_.insert(tool->name).second) return warn("left out a second tool named '" + tool->name + "'");
  tools_.push_back(*std::move(tool));
}

void ToolListing::finish(Result<std::vector<Tool>> outcome) {
  std::exchange(listed_, {})(std::move(outcome));
}

std::chrono::milliseconds time_left(std::chrono::steady_clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return std::max(left, std::chrono::milliseconds(1));
}

}  // namespace workbench::mcp
