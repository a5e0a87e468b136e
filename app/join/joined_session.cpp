#include "join/joined_session.hpp"

#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::app {
namespace {

using jsonrpc::Envelope;
using jsonrpc::Id;

constexpr std::string_view kInitialize = "initialize";
constexpr std::string_view kCancelled = "notifications/cancelled";

/// The beginning of the ids of resume(); no client's own begin so.
constexpr std::string_view kResumed = "\"mcp-workbench/resume/";

/// A copy, because it is kept, and must not keep the whole message with it.
Json kept(const Json& value) {
  return value.is_absent() ? Json() : Json(std::string(value.text()));
}

bool names_its_revision(const Json& params) {
  const Json meta = json::member(params, "_meta");
  return !json::member(meta, "io.modelcontextprotocol/protocolVersion").is_absent();
}

}  // namespace

std::optional<Message> JoinedSession::from_client(Envelope message, const Json& text) {
  Message forwarded;
  switch (message.kind) {
    case Envelope::Kind::request: record_request(message); break;
    case Envelope::Kind::notification:
      if (message.method == "notifications/initialized") is_initialized_ = true;
      if (message.method == kCancelled) open_.erase(Id::from(json::member(message.params, "requestId")));
      break;
    case Envelope::Kind::result:
    case Envelope::Kind::error: {
      const auto asked = asked_.find(message.id.own_number());
      if (asked == asked_.end()) return std::nullopt;
      const Id id = std::move(asked->second);
      asked_.erase(asked);
      if (message.kind == Envelope::Kind::result) return jsonrpc::write_result(id, message.result);
      return jsonrpc::write_error(id, message.error);
    }
  }
  forwarded.append(text);
  return forwarded;
}

void JoinedSession::record_request(const Envelope& request) {
  if (request.method == kInitialize) {
    initialize_ = kept(request.params);
    initialize_id_ = request.id;
  } else if (request.method == "logging/setLevel") {
    log_level_ = kept(request.params);
  } else if (request.method == "resources/subscribe") {
    subscribed_[json::characters(json::member(request.params, "uri"))] = kept(request.params);
  } else if (request.method == "resources/unsubscribe") {
    subscribed_.erase(json::characters(json::member(request.params, "uri")));
  }
  open_.insert_or_assign(request.id, OpenRequest{request.method, names_its_revision(request.params)});
}

std::optional<Message> JoinedSession::from_workbench(Envelope message, const Json& text) {
  Message forwarded;
  switch (message.kind) {
    case Envelope::Kind::request:
      asked_.emplace(++last_asked_, std::move(message.id));
      return jsonrpc::write_request(Id(last_asked_), message.method, message.params);
    case Envelope::Kind::notification:
      if (message.method == kCancelled) return cancellation(message.params);
      break;
    case Envelope::Kind::result:
    case Envelope::Kind::error:
      if (message.id.raw().starts_with(kResumed)) return std::nullopt;
      record_result(message.id);
      break;
  }
  forwarded.append(text);
  return forwarded;
}

void JoinedSession::record_result(const Id& id) {
  was_served_ = true;
  if (id == initialize_id_) initialize_id_ = {};
  open_.erase(id);
}

/// With the id that the client knows.
Message JoinedSession::cancellation(const Json& params) const {
  const Id id = Id::from(json::member(params, "requestId"));
  for (const auto& [number, asked] : asked_) {
    if (!(asked == id)) continue;
    const std::string others = json::members_without(params, [](std::string_view key) { return key == "requestId"; });
    return jsonrpc::write_notification(
        kCancelled, Json(R"({"requestId":)" + std::to_string(number) + (others.empty() ? "" : "," + others) + "}"));
  }
  return jsonrpc::write_notification(kCancelled, params);
}

// --- the end of a workbench ------------------------------------------------------------------------------------------

std::vector<Message> JoinedSession::lose(const std::string& reason) {
  std::vector<Message> messages;
  for (auto request = open_.begin(); request != open_.end();) {
    if (request->first == initialize_id_) {
      ++request;
      continue;
    }
    messages.push_back(answer(request->first, request->second,
                              reason + "; this request was not repeated, because it may have had an effect"));
    request = open_.erase(request);
  }
  for (const auto& [number, id] : asked_) {
    JsonWriter params;
    params.object().key("requestId").number(static_cast<std::int64_t>(number)).key("reason").string(reason).end();
    messages.push_back(jsonrpc::write_notification(kCancelled, std::move(params).json()));
  }
  asked_.clear();
  return messages;
}

std::vector<Message> JoinedSession::fail_all(const std::string& reason) {
  std::vector<Message> messages = lose(reason);
  for (const auto& [id, request] : open_) messages.push_back(answer(id, request, reason));
  open_.clear();
  return messages;
}

/// A tool call is answered by a tool result, which a model reads; other requests by an error of the protocol.
Message JoinedSession::answer(const Id& id, const OpenRequest& request, const std::string& reason) {
  if (request.method != "tools/call") return jsonrpc::write_error(id, jsonrpc::kInternalError, reason);
  JsonWriter result;
  result.object();
  if (request.is_modern) result.key("resultType").string("complete");
  result.key("content").array();
  result.object().key("type").string("text").key("text").string("Error: " + reason).end();
  result.end().key("isError").boolean(true).end();
  return jsonrpc::write_result(id, std::move(result).json());
}

std::vector<Message> JoinedSession::resume() {
  std::vector<Message> messages;
  if (initialize_.is_absent()) return messages;
  const auto send = [&](std::string_view method, const Json& params) {
    const Json id(std::string(kResumed) + std::to_string(++last_resumed_) + '"');
    messages.push_back(jsonrpc::write_request(Id::from(id), method, params));
  };
  if (!initialize_id_.is_absent()) {
    messages.push_back(jsonrpc::write_request(initialize_id_, kInitialize, initialize_));
    return messages;
  }
  send(kInitialize, initialize_);
  if (is_initialized_) messages.push_back(jsonrpc::write_notification("notifications/initialized", {}));
  if (!log_level_.is_absent()) send("logging/setLevel", log_level_);
  for (const auto& subscription : subscribed_) send("resources/subscribe", subscription.second);
  return messages;
}

std::vector<Message> JoinedSession::notices_after(const std::string& reason) const {
  std::vector<Message> messages;
  if (!is_initialized_) return messages;
  JsonWriter params;
  params.object().key("level").string("warning").key("logger").string("mcp-workbench").key("data");
  params.string(reason + "; this session continues with another one").end();
  messages.push_back(jsonrpc::write_notification("notifications/message", std::move(params).json()));
  messages.push_back(jsonrpc::write_notification("notifications/tools/list_changed", {}));
  return messages;
}

}  // namespace workbench::app
