#include "join/joined_session.hpp"

#include <algorithm>
#include <array>
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

/// Requests that two workbenches may carry out, because they only read, or set a value that the session already has.
constexpr std::array<std::string_view, 12> kRepeatable{"ping",
                                                       "server/discover",
                                                       "tools/list",
                                                       "prompts/list",
                                                       "resources/list",
                                                       "resources/templates/list",
                                                       "resources/read",
                                                       "prompts/get",
                                                       "completion/complete",
                                                       "logging/setLevel",
                                                       "resources/subscribe",
                                                       "resources/unsubscribe"};

/// The beginning of the ids of our own requests; ids of clients do not begin like this.
constexpr std::string_view kResumed = "\"mcp-workbench/resume/";

/// A copy, because it is kept, and must not keep the whole message with it.
Json kept(const Json& value) {
  return value.is_absent() ? Json() : Json(std::string(value.text()));
}

bool is_repeatable(std::string_view method) {
  return std::find(kRepeatable.begin(), kRepeatable.end(), method) != kRepeatable.end();
}

bool names_its_revision(const Json& params) {
  const Json meta = json::member(params, "_meta");
  return !json::member(meta, "io.modelcontextprotocol/protocolVersion").is_absent();
}

}  // namespace

std::optional<Message> JoinedSession::from_client(Envelope message, const Json& text) {
  Message forwarded;
  switch (message.kind) {
    case Envelope::Kind::request: record_request(message, text); break;
    case Envelope::Kind::notification:
      if (message.method == "notifications/initialized") is_initialized_ = true;
      if (message.method == kCancelled) cancel(Id::from(json::member(message.params, "requestId")));
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

void JoinedSession::record_request(const Envelope& request, const Json& text) {
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
  OpenRequest open{request.method, names_its_revision(request.params), ++last_recorded_, {}, false};
  if (is_repeatable(request.method) && kept_bytes_ + text.text().size() <= kMaxKeptBytes) {
    open.text = kept(text);
    kept_bytes_ += text.text().size();
  }
  open_.emplace(request.id, std::move(open));
}

void JoinedSession::finish(const Id& id) {
  const auto [first, end] = open_.equal_range(id);
  for (auto open = first; open != end; ++open) drop_text(open->second);
  if (first != end) open_.erase(first);
}

void JoinedSession::cancel(const Id& id) {
  if (open_.count(id) == 1) finish(id);
}

void JoinedSession::drop_text(OpenRequest& request) {
  kept_bytes_ -= request.text.text().size();
  request.text = {};
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
  finish(id);
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
  for (auto& [id, request] : open_) request.is_lost = !request.text.is_absent();
  std::erase_if(open_, [&](const auto& open) {
    const auto& [id, request] = open;
    if (request.is_lost || id == initialize_id_) return false;
    messages.push_back(answer(id, request,
                              reason + "; this request was not repeated, because it is not known whether it was "
                                       "carried out"));
    return true;
  });
  for (Message& message : cancel_asked(reason)) messages.push_back(std::move(message));
  return messages;
}

std::vector<Message> JoinedSession::cancel_asked(const std::string& reason) {
  std::vector<Message> messages;
  for (const auto& [number, id] : std::exchange(asked_, {})) {
    JsonWriter params;
    params.object().key("requestId").number(static_cast<std::int64_t>(number)).key("reason").string(reason).end();
    messages.push_back(jsonrpc::write_notification(kCancelled, std::move(params).json()));
  }
  return messages;
}

std::vector<Message> JoinedSession::fail_all(const std::string& reason) {
  std::vector<Message> messages = cancel_asked(reason);
  for (const auto& [id, request] : open_) messages.push_back(answer(id, request, reason));
  open_.clear();
  kept_bytes_ = 0;
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

Message JoinedSession::request_of_ours(std::string_view method, const Json& params) {
  const Json id(std::string(kResumed) + std::to_string(++last_resumed_) + '"');
  return jsonrpc::write_request(Id::from(id), method, params);
}

// "Receivers MUST respond promptly with an empty response", and a ping may be sent before `initialize` was answered
// ("basic/utilities/ping" and "basic/lifecycle" of 2025-11-25).
Message JoinedSession::greeting() {
  return request_of_ours("ping", {});
}

std::vector<Message> JoinedSession::resume() {
  std::vector<Message> messages = handshake();
  std::map<std::uint64_t, OpenRequest*> lost;
  for (auto& [id, request] : open_) {
    if (request.is_lost) lost.emplace(request.number, &request);
  }
  for (const auto& [number, request] : lost) {
    messages.push_back(Message().append(request->text));
    drop_text(*request);
    request->is_lost = false;
  }
  return messages;
}

std::vector<Message> JoinedSession::handshake() {
  std::vector<Message> messages;
  if (initialize_.is_absent()) return messages;
  if (!initialize_id_.is_absent()) {
    messages.push_back(jsonrpc::write_request(initialize_id_, kInitialize, initialize_));
    return messages;
  }
  messages.push_back(request_of_ours(kInitialize, initialize_));
  if (is_initialized_) messages.push_back(jsonrpc::write_notification("notifications/initialized", {}));
  if (!log_level_.is_absent()) messages.push_back(request_of_ours("logging/setLevel", log_level_));
  for (const auto& subscription : subscribed_) {
    messages.push_back(request_of_ours("resources/subscribe", subscription.second));
  }
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
