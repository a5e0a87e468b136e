#include "servers/connection.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/process_limits.hpp"
#include "base/text.hpp"
#include "json/lone_surrogates.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/log_message.hpp"
#include "protocol/notification.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::servers {

using jsonrpc::Envelope;
using jsonrpc::Id;
using protocol::ListKind;

namespace {

/// Bytes of the id of a server's request, as it was written: it may be kept until a client has answered.
constexpr std::size_t kMaxId = 1024;

/// Bytes of what is quoted in a symptom.
constexpr std::size_t kMaxShownId = 40;
constexpr std::size_t kMaxShownMessage = 300;

/// The symptom that any other replaces: many servers that work greet on stdout.
constexpr std::string_view kStrayOutput = "it has sent text that is not a message";

}  // namespace

ServerConnection::ServerConnection(Host& host, std::string source, std::unique_ptr<Connection> connection,
                                   LastWordsPlace last_words, ServerConnectionObserver& observer)
    : host_(host),
      source_(source),
      max_backlog_(base::process_limits(host).server_backlog_bytes),
      last_words_(last_words),
      observer_(observer),
      peer_(host, std::move(source), std::move(connection), *this),
      unread_responses_(host, peer_, max_backlog_, [this] { update_reading(); }),
      input_requests_(
          host.limits(),
          [this](const jsonrpc::ReplyTarget& target, Message&& response) { respond(target, std::move(response)); },
          [this](Message&& notification) { notify(std::move(notification)); }) {}

// --- requests of ours ------------------------------------------------------------------------------------------------

void ServerConnection::request(std::uint64_t id, Message&& message, std::chrono::milliseconds limit,
                               std::unique_ptr<jsonrpc::PendingRequest> request) {
  const std::size_t size = message.size();
  // The usual case is decided without asking the transport. One message of legal size always fits an empty backlog.
  const std::size_t backlog = peer_.has_backlog_over(max_backlog_ - std::min(max_backlog_, size)) ? peer_.backlog() : 0;
  if (backlog > 0 && backlog + size > max_backlog_) {
    jsonrpc::PendingRequest& refused = *request;
    return refused.handle_response(
        std::move(request),
        Error{ErrorKind::busy, "the server does not read what it was sent (" + std::to_string(backlog) +
                                   " bytes are waiting for it); try again later"});
  }
  peer_.request(id, std::move(message), limit, std::move(request));
}

void ServerConnection::notify_if_read(Message&& notification) {
  if (peer_.has_backlog_over(max_backlog_)) {
    return log(LogLevel::debug, "dropped a client's notification: the server does not read what it was sent");
  }
  notify(std::move(notification));
}

// --- requests of the server's ----------------------------------------------------------------------------------------

void ServerConnection::handle_request(Envelope&& request, jsonrpc::ReplyTarget target) {
  const auto respond_error = [&](int code, std::string_view message) {
    respond(target, jsonrpc::write_error(target.id, code, message));
  };
  if (target.id.raw().size() > kMaxId) {
    return respond_error(jsonrpc::kInvalidRequest, "the id is longer than " + std::to_string(kMaxId) + " bytes");
  }
  if (request.method == "ping") return respond(target, jsonrpc::write_result(target.id, Json("{}")));
  if (protocol::is_input_request(request.method) || protocol::is_vendor_method(request.method)) {
    request.params = json::without_lone_surrogates(request.params);
    auto added = input_requests_.add(std::move(request), target);
    if (!added) return respond_error(jsonrpc::kInternalError, added.error().message);
    return observer_.on_event(*std::move(added));
  }
  log(LogLevel::debug, "refused a request whose method clients do not have: " + request.method);
  respond_error(jsonrpc::kMethodNotFound, "Method not found: " + request.method);
}

void ServerConnection::respond(const jsonrpc::ReplyTarget& target, Message&& response) {
  const std::size_t size = response.size();
  peer_.respond(target, std::move(response));
  unread_responses_.add(size);
}

void ServerConnection::pause_reading(bool paused) {
  is_paused_ = paused;
  update_reading();
}

void ServerConnection::update_reading() {
  peer_.pause_reading(is_paused_ || unread_responses_.must_wait());
}

/// Stops the time limits of all requests in flight for as long as it lives: the request that is asked may be cancelled,
/// and then there is no response.
class ServerConnection::Hold {
 public:
  explicit Hold(ServerConnection& connection) : connection_(connection.self_.handle()) {
    connection.in_flight_.entries().for_each([&](std::uint64_t id, const InFlightRequests::Entry&) {
      ids_.push_back(id);
      connection.peer_.hold(id);
    });
  }
  Hold(Hold&& other) noexcept : connection_(other.connection_), ids_(std::exchange(other.ids_, {})) {}
  ~Hold() { end(); }

  void end() {
    ServerConnection* connection = connection_.get();
    for (const std::uint64_t id : std::exchange(ids_, {})) {
      if (connection != nullptr) connection->peer_.resume(id);
    }
  }

 private:
  base::WeakHandle<ServerConnection> connection_;
  std::vector<std::uint64_t> ids_;
};

/// One input request that was sent to a client, until there is a response. If it is destroyed before, because the
/// client's request in whose course it was sent has ended, the server gets an error; if that request was only a guess,
/// the others are tried.
class ServerConnection::Asked {
 public:
  Asked(ServerConnection& connection, InputRequested event, Attribution attribution)
      : connection_(connection.self_.handle()),
        event_(std::move(event)),
        hold_(connection),
        is_guessed_(attribution == Attribution::guessed) {}
  Asked(Asked&& other) noexcept
      : connection_(std::exchange(other.connection_, {})),
        event_(std::move(other.event_)),
        hold_(std::move(other.hold_)),
        is_guessed_(other.is_guessed_) {}
  ~Asked() {
    ServerConnection* connection = connection_.get();
    if (connection == nullptr || !is_guessed_) return;
    connection->host_.loop().post([handle = connection_, event = std::move(event_)]() mutable {
      ServerConnection* present = handle.get();
      const auto& cancellation = event.input_request.cancellation;
      const bool is_wanted = cancellation == nullptr || !cancellation->is_cancelled();
      if (present != nullptr && is_wanted) present->observer_.on_event(std::move(event));
    });
  }

  void operator()(InputResponse response) {
    connection_ = {};
    hold_.end();
    event_.respond(std::move(response));
  }

 private:
  base::WeakHandle<ServerConnection> connection_;  // empty: there was a response, or this was moved
  InputRequested event_;
  Hold hold_;
  bool is_guessed_;
};

void ServerConnection::ask(detail::ClientRequest& request, InputRequested event, Attribution attribution) {
  InputRequest input_request = event.input_request;
  request.ask(std::move(input_request), Asked(*this, std::move(event), attribution));
}

void ServerConnection::ask(InputRequested event,
                           MoveOnlyFunction<void(InputRequest, MoveOnlyFunction<void(InputResponse)>)> ask) {
  InputRequest input_request = event.input_request;
  ask(std::move(input_request), Asked(*this, std::move(event), Attribution::certain));
}

// --- what is not an answer -------------------------------------------------------------------------------------------

void ServerConnection::handle_unreadable(const jsonrpc::Unreadable& unreadable, const jsonrpc::ReplyTarget&) {
  if (unreadable.what == jsonrpc::kContentLengthFraming) {
    symptom_ = jsonrpc::kContentLengthFraming;
  } else if (unreadable.is_output && symptom_.empty()) {
    symptom_ = kStrayOutput;
  }
}

/// "Error responses MUST include the same ID as the request they correspond to (except in error cases where the ID
/// could not be read due to a malformed request)" ("basic/index", Responses): the latter say what is wrong.
void ServerConnection::handle_stray_response(const Id& id, const Response& response) {
  if (!symptom_.empty() && symptom_ != kStrayOutput) return;
  symptom_.clear();
  if (!id.is_absent()) {
    symptom_ = "it responds with ids that no request has, such as " + base::shortened(id.raw(), kMaxShownId);
  } else if (const auto* error = std::get_if<PeerError>(&response)) {
    symptom_ = "it has sent an error without an id: " + base::shortened(error->message, kMaxShownMessage);
  }
  if (!symptom_.empty()) log(LogLevel::warning, symptom_);
}

// --- notifications of the server's -----------------------------------------------------------------------------------

void ServerConnection::handle_notification(Envelope&& notification) {
  const std::string& method = notification.method;
  const Json params = json::without_lone_surrogates(notification.params);
  if (method == "notifications/progress") {
    const std::uint64_t request = Id::from(json::member(params, "progressToken")).own_number_in_any_form();
    if (!peer_.handle_progress(request, params) && request != 0) observer_.on_event(ProgressReported{request, params});
    return;
  }
  if (method == "notifications/message") return handle_log_message(params, notification.related_request);
  if (handle_list_change(method)) return;
  if (method == "notifications/resources/updated") return handle_resource_update(params);
  if (method == "notifications/subscriptions/acknowledged") {
    return observer_.on_subscription_acknowledged(Id::from(protocol::subscription_of(params)).own_number_in_any_form(),
                                                  json::member(params, "notifications"));
  }
  if (method == "notifications/tasks/status") return observer_.on_event(protocol::TaskStatusChanged{params});
  if (const auto* plain = protocol::find_plain_kind(method)) {
    return observer_.on_event(protocol::PlainNotification{plain, params});
  }
  if (method == "notifications/cancelled") return handle_cancellation(params);
  if (protocol::is_vendor_method(method)) {
    return observer_.on_event(VendorNotified{{method, params}, notification.related_request});
  }
  log(LogLevel::trace, "ignored the notification " + method);
}

bool ServerConnection::handle_list_change(std::string_view method) {
  bool is_about_a_list = false;
  for (const ListKind kind : protocol::kListKinds) {
    if (protocol::list_changed_method(kind) != method) continue;
    is_about_a_list = true;
    observer_.on_event(CatalogChanged{kind});
  }
  return is_about_a_list;
}

void ServerConnection::handle_resource_update(const Json& params) {
  const Json uri = json::member(params, "uri");
  if (uri.kind() != JsonKind::string) return log(LogLevel::debug, "dropped the update of a resource without a URI");
  const bool is_ours = !protocol::subscription_of(params).is_absent();  // clients have subscriptions of their own
  observer_.on_event(protocol::ResourceUpdated{json::characters(uri),
                                               is_ours ? Json("{\"uri\":" + std::string(uri.text()) + "}") : params});
}

// A legacy server withdraws a request of its own. A modern one has none: it ends a `subscriptions/listen` of ours
// ("basic/patterns/cancellation").
void ServerConnection::handle_cancellation(const Json& params) {
  const Id id = Id::from(json::member(params, "requestId"));
  const Json reason = json::member(params, "reason");
  input_requests_.cancel(id, reason.kind() == JsonKind::string ? reason : Json());
  const std::uint64_t own = id.own_number_in_any_form();
  if (own != 0) observer_.on_subscription_cancelled(own, reason.kind() == JsonKind::string ? reason : Json());
}

void ServerConnection::handle_log_message(const Json& params, std::uint64_t related_request) {
  const Json message = protocol::valid_log_message(params);
  if (message.text() != params.text() && !std::exchange(has_logged_invalid_message_, true)) {
    log(LogLevel::debug, "its log messages are not as the schema has them, and are corrected where that is possible");
  }
  if (message.is_absent()) return;
  log_server_message(message);
  observer_.on_event(Logged{{message}, related_request});
}

void ServerConnection::log_server_message(const Json& params) {
  const std::string level = json::characters(json::member(params, "level"));
  const Json data = json::member(params, "data");
  const std::string text = data.kind() == JsonKind::string ? json::characters(data) : std::string(data.text());
  const bool is_error = protocol::severity_of(level) >= protocol::severity_of("error");
  log(is_error ? LogLevel::warning : LogLevel::debug, "server log (" + level + "): " + text);
}

// --- the end ---------------------------------------------------------------------------------------------------------

Error ServerConnection::with_last_words(const Error& reason) {
  const std::string words = peer_.last_words();
  if (words.empty()) return reason;
  if (last_words_ == LastWordsPlace::in_errors) {
    return {reason.kind, reason.message + std::string(kBeforeLastWords) + ": " + words};
  }
  const std::string begin = reason.message + std::string(kBeforeLastWords);
  log(LogLevel::warning, begin + ": " + words);
  return {reason.kind, begin + " are in the log of the workbench"};
}

Error ServerConnection::handle_end(const Error& reason) {
  unread_responses_.stop();
  // If we have closed the connection, the server's last words explain nothing.
  Error explained = reason;
  if (reason.kind != ErrorKind::cancelled) {
    explained = with_last_words(reason);
  } else if (close_reason_) {
    explained = *close_reason_;
  }
  observer_.on_ended(explained);
  return explained;
}

void ServerConnection::handle_closed(const Error& reason) {
  input_requests_.cancel_all();
  observer_.on_closed(reason);
}

}  // namespace workbench::servers
