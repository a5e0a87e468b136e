#include "clients/session.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/is_literal.hpp"
#include "base/process_limits.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/notification.hpp"
#include "protocol/request_metadata.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::clients {

using jsonrpc::Envelope;
using jsonrpc::Id;
using jsonrpc::ReplyTarget;
using jsonrpc::Unreadable;

namespace {

/// Null: its authentication knows no scopes.
std::shared_ptr<const Scopes> scopes_of(const std::shared_ptr<const Principal>& principal) {
  if (principal == nullptr || !principal->scopes) return nullptr;
  return {principal, &*principal->scopes};
}

bool is_about_subscriptions(std::string_view method) {
  return method == "resources/subscribe" || method == "resources/unsubscribe" || method == "subscriptions/listen";
}

}  // namespace

Session::Session(Host& host, AcceptedClient client, Backend& backend, SuspendedRequests& suspended, RequestUsage& usage,
                 SessionObserver& observer)
    : host_(host),
      backend_(backend),
      observer_(observer),
      scopes_(scopes_of(client.principal)),
      peer_(host, "client", std::move(client.connection), *this),
      outgoing_(peer_, backend, host),
      input_requests_(outgoing_),
      quota_(base::process_limits(host), usage, client.is_modern),
      watched_(host, backend, [this] { return watched_uris(); }),
      subscriptions_(outgoing_, quota_, watched_, backend),
      requests_(outgoing_, quota_, std::move(client.check_arguments),
                [this](Request& request) {
                  input_requests_.drop(request);
                  close_if_finished();
                }),
      parts_{.host = host,
             .backend = backend,
             .outgoing = outgoing_,
             .requests = requests_,
             .input_requests = input_requests_,
             .watched = watched_,
             .subscriptions = subscriptions_,
             .suspended = suspended,
             .principal = std::move(client.principal)},
      legacy_methods_(parts_),
      modern_methods_(parts_),
      legacy_(parts_, legacy_methods_),
      modern_(parts_, modern_methods_) {}

Session::~Session() {
  requests_.cancel_all("the workbench is ending");
}

// --- incoming messages -----------------------------------------------------------------------------------------------

bool Session::accepts_batches() const {
  return legacy_.negotiation() != nullptr && protocol::has_batches(legacy_.negotiation()->revision);
}

void Session::handle_request(Envelope&& request, ReplyTarget target) {
  target.number = request.related_request;
  // "Requests MUST include a string or integer ID" ("basic/index", section Requests).
  if (!target.id.is_string_or_integer()) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidRequest,
                                   "Invalid request: `id` must be a string or an integer");
  }
  if (target.scopes == nullptr) target.scopes = scopes_;
  if (watched_.is_due() && !is_about_subscriptions(request.method)) watched_.send();
  // The one method of the hot path: its params are read once, `_meta` included.
  if (base::is_literal(request.method, "tools/call") && has_session()) {
    auto call = read_tool_call(request.params);
    if (!call || protocol::requested_version(call->meta).is_absent()) {
      return legacy_.call_tool(std::move(call), request.params, std::move(target));
    }
    return modern_.dispatch(request, call->meta, std::move(target));
  }
  if (request.params.kind() == JsonKind::array) {
    return outgoing_.respond_error(target, jsonrpc::kInvalidParams, request.method + ": params must be an object");
  }
  const Json meta = json::member(request.params, "_meta");
  const Json version = protocol::requested_version(meta);
  // A client that names a version in its `initialize` gets its session, unless the version is one that has none.
  const bool is_modern =
      !version.is_absent() &&
      (request.method != "initialize" || json::characters(version) == protocol::name_of(protocol::kModernRevision));
  if (is_modern) return modern_.dispatch(request, meta, std::move(target));
  legacy_.dispatch(request, std::move(target));
}

void Session::handle_notification(Envelope&& notification) {
  if (notification.params.kind() == JsonKind::array) {
    return log(LogLevel::debug, "ignored a notification whose params are an array: " + notification.method);
  }
  if (notification.method == "notifications/cancelled") return cancel_request(notification);
  if (notification.method == "notifications/progress") {  // with an input request
    const Json& params = notification.params;
    peer_.handle_progress(Id::from(json::member(params, "progressToken")).own_number(), params);
    return;
  }
  if (notification.method == "notifications/initialized") return backend_.handle_initialized();
  if (notification.method == "notifications/roots/list_changed") return backend_.handle_roots_changed();
  if (protocol::is_vendor_method(notification.method) && backend_.passes_vendor_messages()) {
    return backend_.handle_vendor_notification(notification.method, notification.params,
                                               notification.scopes == nullptr ? scopes_ : notification.scopes);
  }
  log(LogLevel::trace, "ignored the notification " + notification.method);
}

std::optional<protocol::Revision> Session::revision() const {
  if (has_session()) return legacy_.negotiation()->revision;
  return modern_.is_used() ? std::optional(protocol::kModernRevision) : std::nullopt;
}

// Without an id, it is not known which request is answered: clients of some revisions cannot read that. Before a
// revision is known, an answer that the client's may not have is better than none: a client that frames its messages in
// another way would wait for ever.
void Session::handle_unreadable(const Unreadable& unreadable, const ReplyTarget& target) {
  const auto spoken = revision();
  const bool may_be_answered = !unreadable.id.is_absent() || !spoken || protocol::may_omit_error_id(*spoken);
  if (!may_be_answered) return;
  const bool is_json = unreadable.fault == Unreadable::Fault::not_message;
  ReplyTarget named = target;
  named.number = unreadable.related_request;
  outgoing_.respond_error(named, is_json ? jsonrpc::kInvalidRequest : jsonrpc::kParseError,
                          (is_json ? "Invalid request: " : "Parse error: ") + unreadable.what);
}

// "Receivers MAY ignore" the cancellation of an unknown or completed request, and of one that cannot be cancelled
// ("basic/utilities/cancellation").
void Session::cancel_request(const Envelope& notification) {
  const Id id = Id::from(json::member(notification.params, "requestId"));
  if (subscriptions_.cancel(id)) return watched_.update();
  Request* request = requests_.extract(id, notification.related_request);
  if (request == nullptr) return;
  const Json reason = json::member(notification.params, "reason");
  const auto* const related = request;
  request->cancel(reason.kind() == JsonKind::string ? reason : Json());
  input_requests_.drop(*related);  // only compared: it may have been destroyed
  close_if_finished();
}

// --- messages from the servers ---------------------------------------------------------------------------------------

std::string Session::name() const {
  return legacy_.negotiation() == nullptr ? std::string() : legacy_.negotiation()->identity->client_info.name;
}

Json Session::capabilities() const {
  return has_session() ? legacy_.negotiation()->identity->capabilities : modern_.latest_capabilities();
}

Json Session::implementation() const {
  return has_session() ? legacy_.negotiation()->identity->implementation : Json();
}

void Session::ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) {
  if (!has_session()) return done(protocol::cannot_be_asked(input_request, Json()));
  const Negotiation& negotiation = *legacy_.negotiation();
  input_requests_.send(std::move(input_request), negotiation.revision, negotiation.identity->capabilities, nullptr,
                       std::move(done));
}

void Session::notify(const protocol::Notification& notification) {
  std::visit([this](const auto& one) { send(one); }, notification);
}

void Session::send(const protocol::ListChanged& changed) {
  subscriptions_.notify(changed);
  if (!legacy_.has_declared(protocol::list_capability(changed.kind))) return;
  outgoing_.notify(jsonrpc::write_notification(protocol::list_changed_method(changed.kind), {}));
}

void Session::send(const protocol::ResourceUpdated& updated) {
  subscriptions_.notify(updated);
  if (!protocol::is_subscribed(legacy_.uris(), updated.uri)) return;
  outgoing_.notify(jsonrpc::write_notification("notifications/resources/updated", updated.params));
}

void Session::send(const protocol::LogMessage& message) {
  if (!has_session()) return;
  if (!protocol::is_as_severe_as(message.params, legacy_.negotiation()->identity->log_level)) return;
  outgoing_.notify(jsonrpc::write_notification("notifications/message", message.params));
}

void Session::send(const protocol::TaskStatusChanged& changed) {
  if (has_session()) outgoing_.notify(jsonrpc::write_notification("notifications/tasks/status", changed.params));
}

void Session::send(const protocol::TaskProgressed& progressed) {
  if (has_session()) outgoing_.notify(jsonrpc::write_notification("notifications/progress", progressed.params));
}

// "Clients MUST ignore notifications referencing unknown or already-completed IDs" ("client/elicitation", Completion
// Notifications for URL Mode Elicitation): they may be another client's.
void Session::send(const protocol::PlainNotification& plain) {
  if (!has_session() || !plain.kind->is_in(legacy_.negotiation()->revision)) return;
  if (!input_requests_.elicitations().extract(json::member(plain.params, plain.kind->subject))) return;
  outgoing_.notify(jsonrpc::write_notification(plain.kind->method, plain.params));
}

void Session::send(const protocol::VendorNotification& notification) {
  if (has_session()) outgoing_.notify_if_read(jsonrpc::write_notification(notification.method, notification.params));
}

std::set<std::string> Session::watched_uris() const {
  std::set<std::string> all = subscriptions_.uris();
  all.insert(legacy_.uris().begin(), legacy_.uris().end());
  return all;
}

// --- the end ---------------------------------------------------------------------------------------------------------

void Session::close() {
  requests_.cancel_all("the workbench is ending");
  subscriptions_.close();
  peer_.close();
}

void Session::close_when_idle() {
  is_finishing_ = true;
  close_if_finished();
}

void Session::handle_end_of_input() {
  is_finishing_ = true;
  observer_.on_client_finished();
  close_if_finished();
}

// Subscriptions and suspended requests end only by a message from the client, which will send nothing more: the session
// does not wait for them.
void Session::close_if_finished() {
  if (!is_finishing_ || requests_.size() > 0) return;
  subscriptions_.close();
  peer_.close();
}

void Session::handle_closed(const Error& reason) {
  requests_.cancel_all("the client has disconnected");
  observer_.on_client_gone(reason);
}

}  // namespace workbench::clients
