#include "session.hpp"

#include <array>
#include <ostream>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::demo {
namespace {

using jsonrpc::Envelope;
using jsonrpc::Unreadable;

constexpr std::size_t kMaxDepth = 1000;

constexpr std::array<std::string_view, 4> kRevisionNames = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

/// "If the server supports the requested protocol version, it MUST respond with the same version. Otherwise, the server
/// MUST respond with another protocol version it supports. This SHOULD be the latest version supported by the server."
ProtocolRevision choose_revision(std::string_view requested) {
  for (std::size_t i = 0; i < kRevisionNames.size(); ++i) {
    if (kRevisionNames[i] == requested) return static_cast<ProtocolRevision>(i);
  }
  return ProtocolRevision::r2025_11_25;
}

std::string_view name_of(ProtocolRevision revision) {
  return kRevisionNames[static_cast<std::size_t>(revision)];
}

std::string joined(const Message& message) {
  std::string text;
  for (const Message::Piece& piece : message.pieces()) text += piece.text();
  return text;
}

Message refuse(const Envelope& request, int code, std::string_view why) {
  return jsonrpc::write_error(request.id, code, why);
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

std::string Session::answer(std::string line) {
  if (is_blank(line)) return {};
  if (jsonrpc::is_batch(line)) return answer_batch(std::move(line));
  return answer_reading(jsonrpc::read_message(std::move(line), kMaxDepth));
}

std::string Session::answer_batch(std::string line) {
  // No other revision has batches.
  if (revision_ != ProtocolRevision::r2025_03_26) {
    return joined(jsonrpc::write_error({}, jsonrpc::kInvalidRequest,
                                       "Only revision 2025-03-26 has batches; send the messages one by one."));
  }
  const auto read = jsonrpc::read_batch(std::move(line), kMaxDepth);
  if (const auto* unreadable = std::get_if<Unreadable>(&read)) return answer_unreadable(*unreadable);

  const auto& messages = std::get<std::vector<Json>>(read);
  if (messages.empty()) return joined(jsonrpc::write_error({}, jsonrpc::kInvalidRequest, "An empty batch."));

  std::string answers;
  for (const Json& message : messages) {
    const std::string one = answer_reading(jsonrpc::read_message(message));
    if (!one.empty()) answers.append(answers.empty() ? "[" : ",").append(one);
  }
  return answers.empty() ? answers : answers + "]";
}

std::string Session::answer_reading(const Reading& reading) {
  if (const auto* unreadable = std::get_if<Unreadable>(&reading)) return answer_unreadable(*unreadable);
  const auto& envelope = std::get<Envelope>(reading);
  // This server sends no requests, and a tool has finished before a cancellation of its call is read.
  if (envelope.kind != Envelope::Kind::request) return {};
  return joined(answer_request(envelope));
}

std::string Session::answer_unreadable(const Unreadable& unreadable) {
  log_ << "mcp-workbench-demo-server: cannot read a message: " << unreadable.what << std::endl;
  // Before 2025-11-25 an error without an id is not a valid message, so nothing is sent.
  if (unreadable.id.is_absent() && revision_ != ProtocolRevision::r2025_11_25) return {};
  const int code = unreadable.fault == Unreadable::Fault::not_json ? jsonrpc::kParseError : jsonrpc::kInvalidRequest;
  return joined(jsonrpc::write_error(unreadable.id, code, unreadable.what));
}

Message Session::answer_request(const Envelope& request) {
  if (request.method == "ping") return jsonrpc::write_result(request.id, Json("{}"));
  if (request.method == "initialize") return initialize(request);

  const bool lists = request.method == "tools/list";
  if (!lists && request.method != "tools/call") {
    return refuse(request, jsonrpc::kMethodNotFound, "This server has no method '" + request.method + "'.");
  }
  if (!revision_) return refuse(request, jsonrpc::kInvalidParams, "Send 'initialize' before '" + request.method + "'.");
  return lists ? list_tools(request) : call_tool(request);
}

Message Session::initialize(const Envelope& request) {
  if (revision_) return refuse(request, jsonrpc::kInvalidRequest, "This session is initialized already.");
  const Json requested = json::member(request.params, "protocolVersion");
  if (requested.kind() != JsonKind::string) {
    return refuse(request, jsonrpc::kInvalidParams, "'initialize' needs a string 'protocolVersion'.");
  }
  revision_ = choose_revision(json::characters(requested));

  JsonWriter result;
  result.object().member("protocolVersion", name_of(*revision_)).key("capabilities").raw(R"({"tools":{}})");
  result.key("serverInfo").object().member("name", "mcp-workbench-demo-server");
  if (*revision_ >= ProtocolRevision::r2025_06_18) result.member("title", "MCP Workbench demo server");
  result.member("version", DEMO_SERVER_VERSION).end();
  result.member("instructions",
                "Small tools that need no network: sums, text statistics, hashes, the time, directory listings and "
                "unit conversion.");
  return jsonrpc::write_result(request.id, std::move(result.end()).json());
}

Message Session::list_tools(const Envelope& request) const {
  // The list is one page, so no client has a cursor from this server.
  if (!json::member(request.params, "cursor").is_absent()) {
    return refuse(request, jsonrpc::kInvalidParams, "There is no such 'cursor'; leave it out to get all tools.");
  }
  JsonWriter result;
  result.object().key("tools").array();
  for (const DemoTool* tool : tools()) result.value(definition(*tool, *revision_));
  result.end().end();
  return jsonrpc::write_result(request.id, std::move(result).json());
}

Message Session::call_tool(const Envelope& request) const {
  constexpr std::array<std::string_view, 2> kMembers = {"name", "arguments"};
  std::array<Json, 2> found;
  if (json::pick_members(request.params, kMembers, found)) {
    return refuse(request, jsonrpc::kInvalidParams, "'name' and 'arguments' may be given only once.");
  }
  const auto& [name, arguments] = found;
  if (name.kind() != JsonKind::string) {
    return refuse(request, jsonrpc::kInvalidParams, "'tools/call' needs the tool's 'name' as a string.");
  }
  if (!arguments.is_absent() && arguments.kind() != JsonKind::object) {
    return refuse(request, jsonrpc::kInvalidParams, "'arguments' must be an object.");
  }
  const DemoTool* tool = find_tool(json::characters(name));
  if (tool == nullptr) return refuse(request, jsonrpc::kInvalidParams, "Unknown tool: " + json::characters(name));
  return jsonrpc::write_result(request.id, call(*tool, arguments, *revision_));
}

}  // namespace workbench::demo
