#include "gateway/events/notification_relay.hpp"

#include <chrono>
#include <utility>
#include <variant>

#include "gateway/pool/request_attribution.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/vendor_method.hpp"

namespace workbench::gateway {
namespace {

/// Servers that start together change a list several times within a moment: the client is notified once.
constexpr std::chrono::milliseconds kBatchWindow{10};

}  // namespace

void NotificationRelay::connect(Mode& mode, clients::Client& client) {
  mode_ = &mode;
  client_ = &client;
  mode.on_changed([this](protocol::ListKind kind, Mode::Urgency urgency) { notify_list_changed(kind, urgency); });
  mode.on_log_message([this](const Json& params) { client_->notify(protocol::LogMessage{params}); });
}

void NotificationRelay::on_event(servers::Server& server, servers::Event event) {
  std::visit([&](auto&& one) { handle(server, std::move(one)); }, std::move(event));
}

void NotificationRelay::handle(servers::Server& server, servers::ListChanged changed) {
  if (mode_ != nullptr) mode_->handle_list_change(server, changed.kind, changed.is_first);
}

void NotificationRelay::handle(servers::Server& server, servers::InputRequested requested) {
  if (protocol::is_vendor_method(requested.input_request.method) && !passes_vendor_messages()) {
    return requested.respond(protocol::cannot_be_asked(requested.input_request, Json()));
  }
  if (Tasks* const exchanged = tasks()) exchanged->relate(server, requested);
  send_input_request(server, std::move(requested), client_);
}

void NotificationRelay::handle(servers::Server& server, const servers::Logged& logged) {
  const protocol::LogMessage named{with_logger(logged.message.params, server.name())};
  detail::ClientRequest* request = find_request_of_log_message(server, logged.related_request);
  if (request != nullptr) return request->log(named.params);
  if (client_ != nullptr) client_->notify(named);
}

void NotificationRelay::handle(servers::Server&, const protocol::ResourceUpdated& updated) {
  if (client_ != nullptr) client_->notify(updated);
}

void NotificationRelay::handle(servers::Server&, const protocol::ElicitationComplete& complete) {
  if (client_ != nullptr) client_->notify(complete);
}

void NotificationRelay::handle(servers::Server& server, const protocol::TaskStatusChanged& changed) {
  if (tasks() == nullptr || client_ == nullptr) return;
  const Json params = tasks()->status_for_clients(server, changed.params);
  if (!params.is_absent()) client_->notify(protocol::TaskStatusChanged{params});
}

void NotificationRelay::handle(servers::Server& server, const servers::TaskProgressed& progressed) {
  if (tasks() == nullptr || client_ == nullptr) return;
  const Json params = tasks()->progress_for_client(server, progressed);
  if (!params.is_absent()) client_->notify(protocol::TaskProgressed{params});
}

void NotificationRelay::handle(servers::Server& server, const servers::VendorNotified& notified) {
  if (!passes_vendor_messages()) return;
  const protocol::VendorNotification& notification = notified.notification;
  detail::ClientRequest* request = find_request_of_notification(server, notified.related_request);
  if (request != nullptr) return request->notify(notification.method, notification.params);
  if (client_ != nullptr) client_->notify(notification);
}

bool NotificationRelay::passes_vendor_messages() const {
  return mode_ != nullptr && mode_->passes_vendor_messages();
}

protocol::Revision NotificationRelay::client_revision() const {
  return client_ != nullptr && !client_->has_session() ? protocol::kModernRevision : protocol::kLatestLegacyRevision;
}

Json NotificationRelay::client_capabilities() const {
  return client_ != nullptr ? client_->capabilities() : Json();
}

Json NotificationRelay::client_implementation() const {
  return client_ != nullptr ? client_->implementation() : Json();
}

bool NotificationRelay::has_open_tasks(const servers::Server& server) const {
  return tasks() != nullptr && tasks()->has_open_of(server);
}

void NotificationRelay::notify_list_changed(protocol::ListKind kind, Mode::Urgency urgency) {
  EventLoop::Timer& timer = list_changed_timers_[static_cast<std::size_t>(kind)];
  if (urgency == Mode::Urgency::if_pending && timer == nullptr) return;
  if (urgency != Mode::Urgency::batched) {
    timer.reset();
    return client_->notify(protocol::ListChanged{kind});
  }
  if (timer != nullptr) return;
  timer = host_.loop().after(kBatchWindow, [this, kind] {
    list_changed_timers_[static_cast<std::size_t>(kind)].reset();
    client_->notify(protocol::ListChanged{kind});
  });
}

}  // namespace workbench::gateway
