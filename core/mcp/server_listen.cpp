#include "mcp/server_listen.hpp"

#include <array>
#include <utility>
#include <variant>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"
#include "mcp/callback_request.hpp"
#include "mcp/request_meta.hpp"

namespace workbench::mcp {
namespace {

bool is_offered(const Json& capabilities, std::string_view group, std::string_view what) {
  const Json offered = jsonrpc::member(jsonrpc::member(capabilities, group), what);
  return offered.text() == "true";
}

}  // namespace

ServerListen::ServerListen(Host& host, std::string source, ServerConnection& connection, Revision revision,
                           const Json& capabilities, std::chrono::milliseconds limit)
    : host_(host), source_(std::move(source)), connection_(connection), revision_(revision), limit_(limit) {
  has_subscriptions_ = is_offered(capabilities, "resources", "subscribe");
  for (const std::string_view group : {"tools", "prompts", "resources"}) {
    if (!is_offered(capabilities, group, "listChanged")) continue;
    if (!list_filter_.empty()) list_filter_ += ',';
    list_filter_.append("\"").append(group).append("ListChanged\":true");
  }
}

void ServerListen::start() {
  if (is_stateless(revision_) && !list_filter_.empty()) listen();
}

void ServerListen::watch(std::set<std::string> uris) {
  if (!has_subscriptions_ || uris == watched_) return;
  const std::set<std::string> before = std::exchange(watched_, std::move(uris));
  if (is_stateless(revision_)) return listen();
  for (const std::string& uri : watched_) {
    if (before.find(uri) == before.end()) subscribe("resources/subscribe", uri);
  }
  for (const std::string& uri : before) {
    if (watched_.find(uri) == watched_.end()) subscribe("resources/unsubscribe", uri);
  }
}

// A listen request cannot be changed: the new one takes over, and only then the old one ends.
void ServerListen::listen() {
  const std::uint64_t before = std::exchange(listen_id_, connection_.next_id());
  Message message = jsonrpc::begin_request(jsonrpc::Id(listen_id_), "subscriptions/listen");
  message.append("{\"notifications\":").append(filter());
  message.append(",\"_meta\":{").append(stateless_meta(Json("{}"), {})).append("}}}");
  connection_.request(listen_id_, std::move(message), limit_,
                      std::make_unique<CallbackRequest>([this, id = listen_id_](const PeerAnswer& answer) {
                        if (listen_id_ == id) listen_id_ = 0;
                        if (std::holds_alternative<Json>(answer)) return;
                        host_.log(LogLevel::debug, source_, "does not tell of changes: " + as_error(answer).message);
                      }));
  connection_.hold(listen_id_);
  if (before != 0) connection_.cancel(before, {});
}

std::string ServerListen::filter() const {
  std::string text = "{" + list_filter_;
  if (has_subscriptions_ && !watched_.empty()) {
    if (text.size() > 1) text += ',';
    text.append("\"resourceSubscriptions\":[");
    for (const std::string& uri : watched_) {
      if (text.back() != '[') text += ',';
      jsonrpc::append_quoted(text, uri);
    }
    text += ']';
  }
  return text + "}";
}

void ServerListen::subscribe(std::string_view method, const std::string& uri) {
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), method);
  message.append("{\"uri\":").append(jsonrpc::quoted(uri)).append("}}");
  connection_.request(id, std::move(message), limit_,
                      std::make_unique<CallbackRequest>([this, what = std::string(method)](const PeerAnswer& answer) {
                        if (std::holds_alternative<Json>(answer)) return;
                        host_.log(LogLevel::warning, source_, what + ": " + as_error(answer).message);
                      }));
}

}  // namespace workbench::mcp
