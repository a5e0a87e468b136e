#include "client/workbench_client.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

#include "client/client_capabilities.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/implementation.hpp"
#include "protocol/revision.hpp"

namespace workbench::app {
namespace {

/// A request whose progress the caller wants. The workbench limits the time of calls, so there is no limit here.
class CallRequest final : public jsonrpc::PendingRequest {
 public:
  CallRequest(WorkbenchClient::Progress progress, MoveOnlyFunction<void(Response)> done)
      : progress_(std::move(progress)), done_(std::move(done)) {}

  void handle_response(std::unique_ptr<jsonrpc::PendingRequest>, Response response) override {
    done_(std::move(response));
  }
  void handle_progress(const Json& params) override {
    if (progress_) progress_(params);
  }

 private:
  WorkbenchClient::Progress progress_;
  MoveOnlyFunction<void(Response)> done_;
};

Json initialize_params() {
  JsonWriter writer;
  writer.object().member("protocolVersion", protocol::name_of(protocol::kLatestLegacyRevision));
  writer.member("capabilities", client_capabilities());
  writer.key("clientInfo").object().member("name", WorkbenchClient::kName).member("version", protocol::version()).end();
  return std::move(writer.end()).json();
}

}  // namespace

WorkbenchClient::WorkbenchClient(Host& host, std::unique_ptr<Connection> connection)
    : peer_(host, "workbench", std::move(connection), *this) {
  peer_.start();
}

void WorkbenchClient::on_elicitation(MoveOnlyFunction<void(const Json& params, Respond respond)> elicit,
                                     MoveOnlyFunction<void()> withdraw) {
  elicit_ = std::move(elicit);
  withdraw_ = std::move(withdraw);
}

void WorkbenchClient::initialize(MoveOnlyFunction<void(Response)> done) {
  const std::uint64_t id = peer_.next_id();
  auto initialized = [this, done = std::move(done)](Response response) mutable {
    if (std::holds_alternative<Json>(response)) {
      peer_.notify(jsonrpc::write_notification("notifications/initialized", {}));
    }
    done(std::move(response));
  };
  peer_.request(
      id, jsonrpc::write_request(jsonrpc::Id(id), "initialize", initialize_params()),
      jsonrpc::PendingRequests::kNoLimit,
      std::make_unique<jsonrpc::CallbackRequest>(std::move(initialized), jsonrpc::CallbackRequest::Cancellable::no));
}

std::uint64_t WorkbenchClient::call_tool(std::string_view name, const Json& arguments, Progress progress,
                                         MoveOnlyFunction<void(Response)> done) {
  const std::uint64_t id = peer_.next_id();
  JsonWriter params;
  params.object().member("name", name).member("arguments", arguments);
  params.key("_meta").object().member("progressToken", id).end();
  peer_.request(id, jsonrpc::write_request(jsonrpc::Id(id), "tools/call", std::move(params.end()).json()),
                jsonrpc::PendingRequests::kNoLimit,
                std::make_unique<CallRequest>(std::move(progress), std::move(done)));
  return id;
}

void WorkbenchClient::cancel(std::uint64_t id, std::string_view reason) {
  peer_.cancel(id, Json(json::quoted(reason)));
}

void WorkbenchClient::handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) {
  if (request.method == "ping") return peer_.respond(target, jsonrpc::write_result(target.id, {}));
  if (request.method == "elicitation/create") return elicit(request.params, std::move(target));
  peer_.respond_error(target, jsonrpc::kMethodNotFound, "Method not found: " + request.method);
}

// One at a time: a person can fill in one form, and a second call is not made meanwhile.
void WorkbenchClient::elicit(const Json& params, jsonrpc::ReplyTarget target) {
  if (!elicit_ || elicitation_) {
    return peer_.respond(target, jsonrpc::write_result(target.id, Json(R"({"action":"decline"})")));
  }
  elicitation_ = target.id;
  elicit_(params, [self = self_.handle(), target](const Json& result) {
    WorkbenchClient* const client = self.get();
    if (client == nullptr || client->elicitation_ != target.id) return;
    client->elicitation_.reset();
    if (result.is_absent()) {
      return client->peer_.respond_error(target, jsonrpc::kMethodNotFound,
                                         "Method not found: there is no person to ask");
    }
    client->peer_.respond(target, jsonrpc::write_result(target.id, result));
  });
}

void WorkbenchClient::handle_notification(jsonrpc::Envelope&& notification) {
  if (notification.method == "notifications/progress") {
    const Json token = json::member(notification.params, "progressToken");
    peer_.handle_progress(jsonrpc::Id::from(token).own_number(), notification.params);
  } else if (notification.method == "notifications/cancelled" && elicitation_) {
    if (jsonrpc::Id::from(json::member(notification.params, "requestId")) != *elicitation_) return;
    elicitation_.reset();
    withdraw_();
  }
}

void WorkbenchClient::handle_closed(const Error&) {
  if (auto closed = std::exchange(closed_, {})) closed();
}

}  // namespace workbench::app
