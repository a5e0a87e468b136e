#include "servers/server_subscriptions.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/notification.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::servers {
namespace {

using jsonrpc::CallbackRequest;

/// Between the end of a subscription and the next attempt; pauses double. After a subscription that lasted for the
/// longest of them, the next pause is the shortest again.
constexpr std::chrono::milliseconds kMinPause{1'000};
constexpr std::chrono::milliseconds kMaxPause{60'000};

/// Whether the server itself refuses to listen. -32603 is an internal error, perhaps of a proxy.
bool is_refusal(const Response& response) {
  const auto* error = std::get_if<PeerError>(&response);
  if (error == nullptr) return false;
  const Json code = json::member(error->object, "code");
  return code.text() != std::to_string(jsonrpc::kInternalError);
}

}  // namespace

ServerSubscriptions::ServerSubscriptions(Host& host, std::string source, ServerConnection& connection,
                                         protocol::Revision revision, const Json& capabilities,
                                         std::chrono::milliseconds limit, MoveOnlyFunction<void()> missed)
    : host_(host),
      source_(std::move(source)),
      connection_(connection),
      revision_(revision),
      limit_(limit),
      has_resource_subscriptions_(protocol::declares(capabilities, "resources", "subscribe")),
      missed_(std::move(missed)) {
  for (const protocol::SubscriptionFlag& flag : protocol::kSubscriptionFlags) {
    if (protocol::declares(capabilities, flag.capability, "listChanged")) methods_.insert(flag.method);
  }
}

void ServerSubscriptions::start() {
  if (is_modern(revision_) && !methods_.empty()) listen();
}

void ServerSubscriptions::watch(std::set<std::string> uris) {
  if (!has_resource_subscriptions_ || uris == uris_) return;
  const std::set<std::string> before = std::exchange(uris_, std::move(uris));
  if (is_modern(revision_)) return listen();
  for (const std::string& uri : uris_) {
    if (before.find(uri) == before.end()) subscribe(uri);
  }
  for (const std::string& uri : before) {
    if (uris_.find(uri) == uris_.end()) unsubscribe(uri);
  }
}

// --- the answers of the server ---------------------------------------------------------------------------------------

ServerSubscriptions::~ServerSubscriptions() {
  answer_all(Error{ErrorKind::unavailable, "the server has ended"});
}

void ServerSubscriptions::when_watched(const std::string& uri, MoveOnlyFunction<void(Response)> done) {
  if (!has_resource_subscriptions_) {
    const std::string what = "the server of this resource offers no subscriptions";
    return done(PeerError{jsonrpc::error_object(jsonrpc::kMethodNotFound, what), what});
  }
  if (uris_.find(uri) == uris_.end()) {
    const auto leaving = leaving_.find(uri);
    if (leaving == leaving_.end()) return done(Json("{}"));
    leaving->second.push_back(std::move(done));
    return;
  }
  if (granted_.find(uri) != granted_.end()) return done(Json("{}"));
  waiting_.emplace(uri, std::move(done));
  if (!is_modern(revision_)) {
    if (sent_.find(uri) == sent_.end()) subscribe(uri);
    return;
  }
  if (listen_id_ == 0 || is_acknowledged_) listen();
  // The request itself has no time limit, because it stays open.
  if (waiting_timer_ != nullptr) return;
  waiting_timer_ = host_.loop().after(limit_, [this] {
    const EventLoop::Timer on_the_stack = std::move(waiting_timer_);
    answer_all(Error{ErrorKind::timed_out, "the server did not acknowledge the subscription in time"});
  });
}

void ServerSubscriptions::subscribe(const std::string& uri) {
  sent_.insert(uri);
  send("resources/subscribe", uri, [this, uri](const Response& response) { handle_answer(uri, response); });
}

void ServerSubscriptions::unsubscribe(const std::string& uri) {
  const bool may_be_granted = granted_.erase(uri) > 0 || sent_.find(uri) != sent_.end();
  answer(uri, Error{ErrorKind::cancelled, "it was unsubscribed meanwhile"});
  if (!may_be_granted) return;
  leaving_.try_emplace(uri);
  send("resources/unsubscribe", uri, [this, uri](const Response& response) { finish_unsubscription(uri, response); });
}

void ServerSubscriptions::finish_unsubscription(const std::string& uri, const Response& response) {
  const auto left = leaving_.extract(uri);
  if (left.empty()) return;  // it was unsubscribed twice
  for (auto& done : left.mapped()) done(response);
}

void ServerSubscriptions::handle_answer(const std::string& uri, const Response& response) {
  sent_.erase(sent_.find(uri));
  const bool is_granted = std::holds_alternative<Json>(response);
  if (is_granted && uris_.find(uri) != uris_.end()) granted_.insert(uri);
  answer(uri, response);
}

void ServerSubscriptions::answer(const std::string& uri, const Response& response) {
  for (auto waiting = waiting_.find(uri); waiting != waiting_.end(); waiting = waiting_.find(uri)) {
    auto done = std::move(waiting->second);
    waiting_.erase(waiting);
    done(response);
  }
}

void ServerSubscriptions::answer_all(const Response& response) {
  for (auto& [uri, done] : std::exchange(waiting_, {})) done(response);
  for (auto& [uri, waiting] : std::exchange(leaving_, {})) {
    for (auto& done : waiting) done(response);
  }
}

// --- a modern server -------------------------------------------------------------------------------------------------

// A listen request cannot be changed: the new one is sent first, and then the old one is cancelled.
void ServerSubscriptions::listen() {
  listen_timer_.reset();
  begun_ = std::chrono::steady_clock::now();
  is_acknowledged_ = false;
  granted_.clear();
  const std::uint64_t before = std::exchange(listen_id_, connection_.next_id());
  Message message = jsonrpc::begin_request(jsonrpc::Id(listen_id_), "subscriptions/listen");
  message.append("{\"notifications\":").append(filter());
  message.append(",\"_meta\":{").append(protocol::modern_request_metadata(Json("{}"), {})).append("}}}");
  const auto done = [this, id = listen_id_](const Response& response) { handle_end(id, response); };
  connection_.request(listen_id_, std::move(message), limit_, std::make_unique<CallbackRequest>(done));
  connection_.hold(listen_id_);
  if (before != 0) connection_.cancel(before, {});
}

// "The notifications field in the acknowledgment reflects the subset the server agreed to honor"
// ("basic/patterns/subscriptions", Acknowledgment).
void ServerSubscriptions::handle_acknowledgement(std::uint64_t id, const Json& granted) {
  if (id != listen_id_) return;
  was_acknowledged_ = true;
  is_acknowledged_ = true;
  granted_.clear();
  refused_.clear();
  for (const protocol::SubscriptionFlag& flag : protocol::kSubscriptionFlags) {
    const Json is_granted = json::member(granted, flag.member);
    if (!granted.is_absent() && is_granted.text() != "true") refused_.insert(flag.method);
  }
  if (granted.is_absent()) granted_ = uris_;
  for (const Json& uri : json::elements(json::member(granted, "resourceSubscriptions"))) {
    granted_.insert(json::characters(uri));
  }
  waiting_timer_.reset();
  for (auto& [uri, done] : std::exchange(waiting_, {})) {
    if (granted_.find(uri) != granted_.end()) {
      done(Json("{}"));
    } else {
      done(Error{ErrorKind::invalid_argument, "the server does not notify of updates of " + uri});
    }
  }
  if (std::exchange(may_have_missed_, false)) missed_();
}

// "On stdio, the server also sends this notification, solely to terminate a subscriptions/listen stream" (schema,
// CancelledNotification).
void ServerSubscriptions::handle_cancellation(std::uint64_t id, const Json& reason) {
  if (id != listen_id_) return;
  if (!reason.is_absent()) {
    host_.log(LogLevel::debug, source_, "has ended the subscription: " + json::characters(reason));
  }
  connection_.complete(id, Json("{}"));
}

// Proxies may close a stream over HTTP at any time, and a request may fail for lack of room or of time, so the
// subscription is renewed. A server that refuses it, or ends it without ever having acknowledged one, is not asked
// again.
void ServerSubscriptions::handle_end(std::uint64_t id, const Response& response) {
  if (listen_id_ != id) return;
  listen_id_ = 0;
  is_acknowledged_ = false;
  granted_.clear();
  waiting_timer_.reset();
  answer_all(std::holds_alternative<Json>(response)
                 ? Response(Error{ErrorKind::protocol, "the server has ended the subscription"})
                 : response);
  const bool has_failed = std::holds_alternative<Error>(response);
  if ((was_acknowledged_ || has_failed) && !is_refusal(response)) return listen_again_later();
  handle_refusal(std::holds_alternative<Json>(response) ? "it has ended the subscription" : as_error(response).message);
}

/// Clients that were promised notifications are told once that there may have been changes.
void ServerSubscriptions::handle_refusal(const std::string& why) {
  if (!was_acknowledged_) return host_.log(LogLevel::debug, source_, "does not notify of changes: " + why);
  host_.log(LogLevel::warning, source_, "does not notify of changes any more: " + why);
  missed_();
}

void ServerSubscriptions::listen_again_later() {
  const bool lasted = std::chrono::steady_clock::now() - begun_ >= kMaxPause;
  pause_ = pause_.count() == 0 || lasted ? kMinPause : std::min(2 * pause_, kMaxPause);
  may_have_missed_ = true;
  listen_timer_ = host_.loop().after(pause_, [this] { listen(); });
}

/// SubscriptionFilter.
Json ServerSubscriptions::filter() const {
  JsonWriter writer;
  writer.object();
  for (const protocol::SubscriptionFlag& flag : protocol::kSubscriptionFlags) {
    if (methods_.count(flag.method) > 0) writer.member(flag.member, true);
  }
  if (has_resource_subscriptions_ && !uris_.empty()) {
    writer.key("resourceSubscriptions").array();
    for (const std::string& uri : uris_) writer.string(uri);
    writer.end();
  }
  writer.end();
  return std::move(writer).json();
}

void ServerSubscriptions::send(std::string_view method, const std::string& uri,
                               MoveOnlyFunction<void(const Response&)> done) {
  const std::uint64_t id = connection_.next_id();
  JsonWriter params;
  params.object().member("uri", uri).end();
  auto handle = [this, what = std::string(method), done = std::move(done)](const Response& response) mutable {
    if (!std::holds_alternative<Json>(response)) {
      host_.log(LogLevel::warning, source_, what + ": " + as_error(response).message);
    }
    done(response);
  };
  connection_.request(id, jsonrpc::write_request(jsonrpc::Id(id), method, std::move(params).json()), limit_,
                      std::make_unique<CallbackRequest>(std::move(handle)));
}

}  // namespace workbench::servers
