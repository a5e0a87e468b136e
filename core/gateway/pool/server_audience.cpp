#include "gateway/pool/server_audience.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "gateway/pool/request_attribution.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::gateway {
namespace {

/// Who receives an event of a server. A workspace receives it as its own servers' (EventRouter).
enum class Recipients {
  all,                 ///< every workspace
  first,               ///< one workspace, since it belongs to a request, which any of them finds
  first_if_requested,  ///< the same if it belongs to a request; otherwise every workspace
  request,             ///< the client of the request that it must belong to, if there is one
  nobody,
};

struct Row {
  Recipients of_session;  // with its one workspace, `all` and `first` are the same
  Recipients of_principal;
  Recipients of_several_principals;  // of a project or the process
};

constexpr Row kAlwaysAll{Recipients::all, Recipients::all, Recipients::all};

// A server that several principals use cannot know which client it works for: an event that belongs to a request
// reaches only the client of that request; any other event reaches no client. An event without a row does not compile.
//
// clang-format off
template <typename Event> struct RowOf;
//                                                                             session             principal                        several principals
template <> struct RowOf<servers::CatalogChanged>       { static constexpr Row row = kAlwaysAll; };
template <> struct RowOf<protocol::ResourceUpdated>     { static constexpr Row row = kAlwaysAll; };
template <> struct RowOf<servers::InputRequested>       { static constexpr Row row{Recipients::first, Recipients::first,              Recipients::request}; };
template <> struct RowOf<servers::Logged>               { static constexpr Row row{Recipients::first, Recipients::first,              Recipients::request}; };
// Each session knows what it has been sent, and receives what is about that.
template <> struct RowOf<protocol::PlainNotification>   { static constexpr Row row = kAlwaysAll; };
// "Requestors MUST NOT rely on receiving this notification" ("basic/utilities/tasks", Task Status Notification): a
// client that waits for a task asks for it.
template <> struct RowOf<protocol::TaskStatusChanged>   { static constexpr Row row{Recipients::all,   Recipients::all,                Recipients::nobody}; };
template <> struct RowOf<servers::ProgressReported>     { static constexpr Row row{Recipients::all,   Recipients::all,                Recipients::nobody}; };
// Notifications outside the specification pass only where a server is one principal's own.
template <> struct RowOf<servers::VendorNotified>       { static constexpr Row row{Recipients::first, Recipients::first_if_requested, Recipients::nobody}; };
// clang-format on

template <typename Event>
Recipients recipients_of(ServerScope scope) {
  constexpr Row row = RowOf<Event>::row;
  if (is_shared(scope)) return row.of_several_principals;
  return scope == ServerScope::principal ? row.of_principal : row.of_session;
}

// --- Recipients::request ---------------------------------------------------------------------------------------------

void send_to_request(servers::Server& server, servers::InputRequested requested) {
  if (protocol::is_vendor_method(requested.input_request.method)) {
    return requested.respond(protocol::cannot_be_asked(requested.input_request, Json()));
  }
  send_input_request(server, std::move(requested), nullptr);
}

void send_to_request(servers::Server& server, const servers::Logged& logged) {
  detail::ClientRequest* request = find_request_of_log_message(server, logged.related_request);
  if (request != nullptr) request->log(with_logger(logged.message.params, server.name()));
}

template <typename Event>
constexpr bool kMayBeForOneRequest = RowOf<Event>::row.of_several_principals == Recipients::request;

// --- Recipients::first_if_requested ----------------------------------------------------------------------------------

template <typename Event>
bool belongs_to_request(servers::Server& server, const Event& event) {
  if constexpr (requires { event.related_request; }) {
    return find_request_of_notification(server, event.related_request) != nullptr;
  } else {
    return false;
  }
}

}  // namespace

template <typename Event>
void ServerAudience::deliver(servers::Server& server, Event event) {
  Recipients recipients = recipients_of<Event>(scope_);
  if (recipients == Recipients::first_if_requested) {
    recipients = belongs_to_request(server, event) ? Recipients::first : Recipients::all;
  }
  if (recipients == Recipients::first) return first().on_event(server, std::move(event));
  if constexpr (std::is_copy_constructible_v<Event>) {
    if (recipients == Recipients::all) return notify_all(server, event);
  }
  if constexpr (kMayBeForOneRequest<Event>) {
    if (recipients == Recipients::request) send_to_request(server, std::move(event));
  }
}

// The server itself names the task, or the stream of our request about it: nothing is guessed between principals.
bool ServerAudience::hold_for_task(const servers::Server& server, servers::InputRequested& requested) {
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.observer->hold_for_task(server, requested); });
}

void ServerAudience::on_event(servers::Server& server, servers::Event event) {
  auto* const requested = std::get_if<servers::InputRequested>(&event);
  if (requested != nullptr && hold_for_task(server, *requested)) return;
  std::visit([&](auto&& one) { deliver(server, std::move(one)); }, std::move(event));
}

void ServerAudience::on_ready(const servers::Server& server) {
  if (server.is_modern()) modern_ready_(server);
}

void ServerAudience::forget(const ServerUser& user) {
  for (Member& member : members_) {
    if (member.user == &user) member.user = nullptr;
  }
}

void ServerAudience::notify_changed() const {
  for (const Member& member : members_) {
    if (member.user != nullptr) member.user->on_changed();
  }
}

// They leave meanwhile.
void ServerAudience::notify_superseded(const servers::Server& server) const {
  const std::vector<Member> members(members_.begin(), members_.end());
  for (const Member& member : members) {
    if (member.user != nullptr) member.user->on_superseded(server);
  }
}

// --- the clients that it is started for ------------------------------------------------------------------------------

protocol::Revision ServerAudience::client_revision() const {
  if (is_shared(scope_)) return protocol::kLatestLegacyRevision;
  return scope_ == ServerScope::principal ? protocol::kModernRevision : first().client_revision();
}

// The capabilities of one of several workspaces matter only for its lists, which a modern server must not make depend
// on them ("server/tools", Capabilities).
Json ServerAudience::client_capabilities() const {
  return is_shared(scope_) ? Json("{}") : first().client_capabilities();
}

Json ServerAudience::client_implementation() const {
  return !is_shared(scope_) && members_.size() == 1 ? first().client_implementation() : Json();
}

bool ServerAudience::has_open_tasks(const servers::Server& server) const {
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.observer->has_open_tasks(server); });
}

}  // namespace workbench::gateway
