#include "servers/subscriptions.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

#include "json/lookup.hpp"
#include "jsonrpc/callback_request.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/request_meta.hpp"

namespace workbench::servers {
namespace {

/// Between the end of the listening and the next attempt; the pauses double. Listening that lasted for the longest of
/// them was all right, and the next pause is a short one again.
constexpr std::chrono::milliseconds kMinPause{1'000};
constexpr std::chrono::milliseconds kMaxPause{60'000};

bool is_offered(const Json& capabilities, std::string_view group, std::string_view what) {
  const Json offered = json::member(json::member(capabilities, group), what);
  return offered.text() == "true";
}

/// Whether the server itself says that it does not listen. -32603 says that something went wrong, on the way perhaps.
bool is_refusal(const Response& answer) {
  const auto* error = std::get_if<PeerError>(&answer);
  if (error == nullptr) return false;
  const Json code = json::member(error->object, "code");
  return code.text() != std::to_string(jsonrpc::kInternalError);
}

}  // namespace

class ServerListen::Request final : public jsonrpc::WaitingRequest {
 public:
  Request(ServerListen& listen, std::uint64_t id) : listen_(listen), id_(id) {}
  void acknowledged() override { listen_.record_acknowledgement(); }
  void answered(Response answer) override { listen_.handle_end(id_, answer); }

 private:
  ServerListen& listen_;
  const std::uint64_t id_;
};

ServerListen::ServerListen(Host& host, std::string source, ServerConnection& connection, protocol::Revision revision,
                           const Json& capabilities, std::chrono::milliseconds limit, MoveOnlyFunction<void()> missed)
    : host_(host),
      source_(std::move(source)),
      connection_(connection),
      revision_(revision),
      limit_(limit),
      missed_(std::move(missed)) {
  has_subscriptions_ = is_offered(capabilities, "resources", "subscribe");
  for (const protocol::ListKind kind : protocol::kListKinds) {
    if (is_offered(capabilities, protocol::list_capability(kind), "listChanged")) lists_.insert(kind);
  }
}

void ServerListen::start() {
  if (is_modern(revision_) && !lists_.empty()) listen();
}

void ServerListen::watch(std::set<std::string> uris) {
  if (!has_subscriptions_ || uris == watched_) return;
  const std::set<std::string> before = std::exchange(watched_, std::move(uris));
  if (is_modern(revision_)) return listen();
  for (const std::string& uri : watched_) {
    if (before.find(uri) == before.end()) subscribe("resources/subscribe", uri);
  }
  for (const std::string& uri : before) {
    if (watched_.find(uri) == watched_.end()) subscribe("resources/unsubscribe", uri);
  }
}

// A listen request cannot be changed: the new one takes over, and only then the old one ends.
void ServerListen::listen() {
  again_.reset();
  begun_ = std::chrono::steady_clock::now();
  const std::uint64_t before = std::exchange(listen_id_, connection_.next_id());
  Message message = jsonrpc::begin_request(jsonrpc::Id(listen_id_), "subscriptions/listen");
  message.append("{\"notifications\":").append(filter());
  message.append(",\"_meta\":{").append(protocol::modern_request_metadata(Json("{}"), {})).append("}}}");
  connection_.request(listen_id_, std::move(message), limit_, std::make_unique<Request>(*this, listen_id_));
  connection_.hold(listen_id_);
  if (before != 0) connection_.cancel(before, {});
}

void ServerListen::record_acknowledgement() {
  is_known_to_listen_ = true;
  if (std::exchange(has_missed_, false)) missed_();
}

// A stream over HTTP lives as long as all that lies between lets it; that is no reason to miss changes from then on. A
// server that never listened, or says itself that it will not, is left alone.
void ServerListen::handle_end(std::uint64_t id, const Response& how) {
  if (listen_id_ != id) return;
  listen_id_ = 0;
  if (is_known_to_listen_ && !is_refusal(how)) return listen_again_later();
  if (std::holds_alternative<Json>(how)) return;
  host_.log(LogLevel::debug, source_, "does not tell of changes: " + as_error(how).message);
}

void ServerListen::listen_again_later() {
  const bool was_all_right = std::chrono::steady_clock::now() - begun_ >= kMaxPause;
  pause_ = pause_.count() == 0 || was_all_right ? kMinPause : std::min(2 * pause_, kMaxPause);
  has_missed_ = true;
  again_ = host_.loop().after(pause_, [this] { listen(); });
}

std::string ServerListen::filter() const {
  std::string text = "{";
  for (const protocol::ListKind kind : lists_) {
    if (kind == protocol::ListKind::resource_templates) continue;  // they change with the resources
    if (text.size() > 1) text += ',';
    text.append("\"").append(protocol::list_capability(kind)).append("ListChanged\":true");
  }
  if (has_subscriptions_ && !watched_.empty()) {
    if (text.size() > 1) text += ',';
    text.append("\"resourceSubscriptions\":[");
    for (const std::string& uri : watched_) {
      if (text.back() != '[') text += ',';
      json::append_quoted(text, uri);
    }
    text += ']';
  }
  return text + "}";
}

void ServerListen::subscribe(std::string_view method, const std::string& uri) {
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), method);
  message.append("{\"uri\":").append(json::quoted(uri)).append("}}");
  connection_.request(
      id, std::move(message), limit_,
      std::make_unique<jsonrpc::CallbackRequest>([this, what = std::string(method)](const Response& answer) {
        if (std::holds_alternative<Json>(answer)) return;
        host_.log(LogLevel::warning, source_, what + ": " + as_error(answer).message);
      }));
}

}  // namespace workbench::servers
