#include "servers/subscriptions.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::servers {
namespace {

using jsonrpc::CallbackRequest;
using protocol::ListKind;

/// Between the end of a subscription and the next attempt; pauses double. After a subscription that lasted for the
/// longest of them, the next pause is the shortest again.
constexpr std::chrono::milliseconds kMinPause{1'000};
constexpr std::chrono::milliseconds kMaxPause{60'000};

bool is_declared(const Json& capabilities, std::string_view group, std::string_view what) {
  const Json declared = json::member(json::member(capabilities, group), what);
  return declared.text() == "true";
}

/// Whether the server itself refuses to listen. -32603 is an internal error, perhaps of a proxy.
bool is_refusal(const Response& response) {
  const auto* error = std::get_if<PeerError>(&response);
  if (error == nullptr) return false;
  const Json code = json::member(error->object, "code");
  return code.text() != std::to_string(jsonrpc::kInternalError);
}

}  // namespace

Subscriptions::Subscriptions(Host& host, std::string source, ServerConnection& connection, protocol::Revision revision,
                             const Json& capabilities, std::chrono::milliseconds limit, MoveOnlyFunction<void()> missed)
    : host_(host),
      source_(std::move(source)),
      connection_(connection),
      revision_(revision),
      limit_(limit),
      has_resource_subscriptions_(is_declared(capabilities, "resources", "subscribe")),
      missed_(std::move(missed)) {
  for (const ListKind kind : protocol::kListKinds) {
    if (is_declared(capabilities, protocol::list_capability(kind), "listChanged")) lists_.insert(kind);
  }
}

void Subscriptions::start() {
  if (is_modern(revision_) && !lists_.empty()) listen();
}

void Subscriptions::watch(std::set<std::string> uris) {
  if (!has_resource_subscriptions_ || uris == uris_) return;
  const std::set<std::string> before = std::exchange(uris_, std::move(uris));
  if (is_modern(revision_)) return listen();
  for (const std::string& uri : uris_) {
    if (before.find(uri) == before.end()) send("resources/subscribe", uri);
  }
  for (const std::string& uri : before) {
    if (uris_.find(uri) == uris_.end()) send("resources/unsubscribe", uri);
  }
}

// A listen request cannot be changed: the new one is sent first, and then the old one is cancelled.
void Subscriptions::listen() {
  listen_timer_.reset();
  begun_ = std::chrono::steady_clock::now();
  const std::uint64_t before = std::exchange(listen_id_, connection_.next_id());
  Message message = jsonrpc::begin_request(jsonrpc::Id(listen_id_), "subscriptions/listen");
  message.append("{\"notifications\":").append(filter());
  message.append(",\"_meta\":{").append(protocol::modern_request_metadata(Json("{}"), {})).append("}}}");
  const auto done = [this, id = listen_id_](const Response& response) { handle_end(id, response); };
  connection_.request(listen_id_, std::move(message), limit_, std::make_unique<CallbackRequest>(done));
  connection_.hold(listen_id_);
  if (before != 0) connection_.cancel(before, {});
}

void Subscriptions::handle_acknowledgement(std::uint64_t id) {
  if (id != listen_id_) return;
  was_acknowledged_ = true;
  if (std::exchange(may_have_missed_, false)) missed_();
}

// Proxies may close a stream over HTTP at any time, and a request may fail for want of a place or of time, so the
// subscription is renewed. A server that refuses it, or ends it without ever having acknowledged one, is not asked
// again.
void Subscriptions::handle_end(std::uint64_t id, const Response& response) {
  if (listen_id_ != id) return;
  listen_id_ = 0;
  const bool has_failed = std::holds_alternative<Error>(response);
  if ((was_acknowledged_ || has_failed) && !is_refusal(response)) return listen_again_later();
  if (std::holds_alternative<Json>(response)) return;
  host_.log(LogLevel::debug, source_, "does not notify of changes: " + as_error(response).message);
}

void Subscriptions::listen_again_later() {
  const bool lasted = std::chrono::steady_clock::now() - begun_ >= kMaxPause;
  pause_ = pause_.count() == 0 || lasted ? kMinPause : std::min(2 * pause_, kMaxPause);
  may_have_missed_ = true;
  listen_timer_ = host_.loop().after(pause_, [this] { listen(); });
}

/// SubscriptionFilter. Resource templates change with the resources.
Json Subscriptions::filter() const {
  JsonWriter writer;
  writer.object();
  for (const ListKind kind : lists_) {
    if (kind == ListKind::resource_templates) continue;
    writer.member(std::string(protocol::list_capability(kind)) + "ListChanged", true);
  }
  if (has_resource_subscriptions_ && !uris_.empty()) {
    writer.key("resourceSubscriptions").array();
    for (const std::string& uri : uris_) writer.string(uri);
    writer.end();
  }
  writer.end();
  return std::move(writer).json();
}

void Subscriptions::send(std::string_view method, const std::string& uri) {
  const std::uint64_t id = connection_.next_id();
  JsonWriter params;
  params.object().member("uri", uri).end();
  const auto done = [this, what = std::string(method)](const Response& response) {
    if (std::holds_alternative<Json>(response)) return;
    host_.log(LogLevel::warning, source_, what + ": " + as_error(response).message);
  };
  connection_.request(id, jsonrpc::write_request(jsonrpc::Id(id), method, std::move(params).json()), limit_,
                      std::make_unique<CallbackRequest>(done));
}

}  // namespace workbench::servers
