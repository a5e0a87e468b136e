#include "gateway/notification_relay.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "gateway/forwarded_request.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "protocol/compat/results.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

/// Several servers that start together change a list several times in a moment; the client is told once.
constexpr std::chrono::milliseconds kBatchWindow{10};

}  // namespace

void NotificationRelay::connect(Mode& offer, clients::ClientPeer& client) {
  offer_ = &offer;
  client_ = &client;
  offer.on_changed([this](protocol::ListKind kind, Mode::Urgency urgency) { notify_changed(kind, urgency); });
  offer.on_message([this](const Json& params) { client_->log(params); });
}

void NotificationRelay::on_input_request(servers::Server& server, InputRequest input_request,
                                         MoveOnlyFunction<void(Response)> answer) {
  ask_client_of(server, std::move(input_request), client_, std::move(answer));
}

void NotificationRelay::on_log(servers::Server& server, const Json& params) {
  const Json named = with_logger(params, server.name(), host_.json());
  servers::InFlightRequest* request = server.in_flight().only_one();
  if (request != nullptr && request->caller().is_modern()) return request->caller().log(named);
  if (client_ != nullptr) client_->log(named);
}

void NotificationRelay::on_list_changed(servers::Server& server, protocol::ListKind kind, bool is_first) {
  if (offer_ != nullptr) offer_->record_change(server, kind, is_first);
}

void NotificationRelay::on_resource_updated(servers::Server&, const Json& params) {
  if (client_ == nullptr) return;
  client_->resource_updated(json::characters(json::member(params, "uri")), params);
}

void NotificationRelay::on_elicitation_complete(const Json& params) {
  if (client_ != nullptr) client_->elicitation_complete(params);
}

protocol::Revision NotificationRelay::client_revision() const {
  return client_ != nullptr && !client_->has_session() ? protocol::kModernRevision : protocol::kLatestLegacyRevision;
}

Json NotificationRelay::client_capabilities() const {
  return client_ != nullptr ? client_->capabilities() : Json("{}");
}

void NotificationRelay::notify_changed(protocol::ListKind kind, Mode::Urgency urgency) {
  EventLoop::Timer& timer = changed_[static_cast<std::size_t>(kind)];
  if (urgency == Mode::Urgency::at_once) {
    timer.reset();
    return client_->list_changed(kind);
  }
  if (timer != nullptr) return;
  timer = host_.loop().after(kBatchWindow, [this, kind] {
    changed_[static_cast<std::size_t>(kind)].reset();
    client_->list_changed(kind);
  });
}

void ask_client_of(servers::Server& server, InputRequest input_request, clients::ClientPeer* peer,
                   MoveOnlyFunction<void(Response)> answered) {
  const std::vector<servers::InFlightRequest*> candidates = server.in_flight().running();
  if (candidates.size() == 1) return candidates.front()->ask(std::move(input_request), std::move(answered));

  const bool is_the_session = std::none_of(candidates.begin(), candidates.end(), [](servers::InFlightRequest* request) {
    return request->caller().is_modern();
  });
  if (is_the_session && peer != nullptr && peer->has_session())
    return peer->ask(std::move(input_request), std::move(answered));
  answered(Error{ErrorKind::unavailable,
                 candidates.empty() ? "no client is there to be asked: no request is under way"
                                    : "several requests are under way, and it cannot be told whose client is meant"});
}

Json with_logger(const Json& params, const std::string& server, const JsonAccess& json) {
  const std::string own = json::characters(json::member(params, "logger"));
  std::string text = "{\"logger\":" + json::quoted(own.empty() ? server : server + ": " + own);
  const std::string rest =
      protocol::members_without(json, params, [](std::string_view key) { return key == "logger"; });
  if (!rest.empty()) text.append(",").append(rest);
  return Json(text.append("}"));
}

}  // namespace workbench::gateway
