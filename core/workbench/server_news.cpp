#include "workbench/server_news.hpp"

#include <utility>

#include "jsonrpc/members.hpp"
#include "jsonrpc/quote.hpp"
#include "workbench/era_bridge.hpp"
#include "workbench/forwarded_request.hpp"
#include "workbench/server.hpp"

namespace workbench {
namespace {

/// Several servers that start together change a list several times in a moment; the client is told once.
constexpr std::chrono::milliseconds kTimeToGather{10};

}  // namespace

void ServerNews::connect(Offer& offer, mcp::ClientPeer& client) {
  offer_ = &offer;
  client_ = &client;
  offer.on_changed([this](mcp::ListKind kind, Offer::Urgency urgency) { notify_changed(kind, urgency); });
  offer.on_message([this](const Json& params) { client_->log(params); });
}

void ServerNews::on_question(Server& server, Question question, MoveOnlyFunction<void(PeerAnswer)> answer) {
  server.calls_under_way().ask(std::move(question), client_, std::move(answer));
}

void ServerNews::on_log(Server& server, const Json& params) {
  const Json named = with_logger(params, server.name(), host_.json());
  ForwardedRequest* request = server.calls_under_way().only_one();
  if (request != nullptr && request->caller().is_stateless()) return request->caller().log(named);
  if (client_ != nullptr) client_->log(named);
}

void ServerNews::on_list_changed(Server& server, mcp::ListKind kind, bool is_first) {
  if (offer_ != nullptr) offer_->note_changed(server, kind, is_first);
}

void ServerNews::on_resource_updated(Server&, const Json& params) {
  if (client_ == nullptr) return;
  client_->resource_updated(jsonrpc::characters(jsonrpc::member(params, "uri")), params);
}

void ServerNews::on_elicitation_complete(const Json& params) {
  if (client_ != nullptr) client_->elicitation_complete(params);
}

mcp::Revision ServerNews::client_revision() const {
  return client_ != nullptr && !client_->has_session() ? mcp::kStatelessRevision : mcp::kNewestRevision;
}

Json ServerNews::client_capabilities() const {
  return client_ != nullptr ? client_->capabilities() : Json("{}");
}

void ServerNews::notify_changed(mcp::ListKind kind, Offer::Urgency urgency) {
  EventLoop::Timer& timer = changed_[static_cast<std::size_t>(kind)];
  if (urgency == Offer::Urgency::at_once) {
    timer.reset();
    return client_->list_changed(kind);
  }
  if (timer != nullptr) return;
  timer = host_.loop().after(kTimeToGather, [this, kind] {
    changed_[static_cast<std::size_t>(kind)].reset();
    client_->list_changed(kind);
  });
}

Json with_logger(const Json& params, const std::string& server, const JsonAccess& json) {
  const std::string own = jsonrpc::characters(jsonrpc::member(params, "logger"));
  std::string text = "{\"logger\":" + jsonrpc::quoted(own.empty() ? server : server + ": " + own);
  const std::string rest = members_without(json, params, [](std::string_view key) { return key == "logger"; });
  if (!rest.empty()) text.append(",").append(rest);
  return Json(text.append("}"));
}

}  // namespace workbench
