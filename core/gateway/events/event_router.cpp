#include "gateway/events/event_router.hpp"

#include <utility>
#include <variant>

#include "gateway/pool/request_attribution.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::gateway {

void EventRouter::on_event(servers::Server& server, servers::Event event) {
  std::visit([&](auto&& one) { handle(server, std::move(one)); }, std::move(event));
}

void EventRouter::handle(servers::Server& server, servers::CatalogChanged changed) {
  if (modes_ != nullptr) modes_->handle_list_change(server, changed.kind, changed.is_first);
}

void EventRouter::handle(servers::Server& server, servers::InputRequested requested) {
  if (protocol::is_vendor_method(requested.input_request.method) && !passes_vendor_messages()) {
    return requested.respond(protocol::cannot_be_asked(requested.input_request, Json()));
  }
  if (Tasks* const exchanged = tasks()) exchanged->relate(server, requested);
  send_input_request(server, std::move(requested), &clients_);
}

void EventRouter::handle(servers::Server& server, const servers::Logged& logged) {
  const protocol::LogMessage named{with_logger(logged.message.params, server.name())};
  detail::ClientRequest* request = find_request_of_log_message(server, logged.related_request);
  if (request != nullptr) return request->log(named.params);
  if (modes_ != nullptr) clients_.notify(named);
}

void EventRouter::handle(servers::Server&, const protocol::ResourceUpdated& updated) {
  if (modes_ != nullptr) clients_.notify(updated);
}

void EventRouter::handle(servers::Server&, const protocol::PlainNotification& plain) {
  if (modes_ != nullptr) clients_.notify(plain);
}

void EventRouter::handle(servers::Server& server, const protocol::TaskStatusChanged& changed) {
  if (tasks() == nullptr) return;
  const Json params = tasks()->status_for_clients(server, changed.params);
  if (!params.is_absent()) clients_.notify(protocol::TaskStatusChanged{params});
}

void EventRouter::handle(servers::Server& server, const servers::ProgressReported& progressed) {
  if (tasks() == nullptr) return;
  const Json params = tasks()->progress_for_client(server, progressed);
  if (!params.is_absent()) clients_.notify(protocol::TaskProgressed{params});
}

void EventRouter::handle(servers::Server& server, const servers::VendorNotified& notified) {
  if (!passes_vendor_messages()) return;
  const protocol::VendorNotification& notification = notified.notification;
  detail::ClientRequest* request = find_request_of_notification(server, notified.related_request);
  if (request != nullptr) return request->notify(notification.method, notification.params);
  clients_.notify(notification);
}

protocol::Revision EventRouter::client_revision() const {
  const bool is_modern = modes_ != nullptr && !clients_.has_session();
  return is_modern ? protocol::kModernRevision : protocol::kLatestLegacyRevision;
}

bool EventRouter::hold_for_task(const servers::Server& server, servers::InputRequested& requested) {
  return tasks() != nullptr && tasks()->hold(server, requested);
}

bool EventRouter::has_open_tasks(const servers::Server& server) const {
  return tasks() != nullptr && tasks()->has_open_of(server);
}

}  // namespace workbench::gateway
