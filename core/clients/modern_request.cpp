#include "clients/modern_request.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/exception_scope.hpp"
#include "clients/open_requests.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/elicitation.hpp"
#include "protocol/compat/errors.hpp"
#include "protocol/compat/input_required.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/input_responses.hpp"
#include "protocol/notification.hpp"

namespace workbench::clients {
namespace {

/// Input requests that a server sends together reach the client together.
constexpr std::chrono::milliseconds kBatchWindow{5};

std::shared_ptr<const CallerIdentity> identity_of(const ModernRequest::Sending& sending) {
  return std::make_shared<const CallerIdentity>(
      CallerIdentity{true, sending.metadata.client_info, sending.metadata.capabilities, sending.metadata.log_level,
                     sending.principal, sending.metadata.implementation});
}

/// What a server receives in place of a response that never arrived.
InputResponse no_response_to(const InputRequest& input_request) {
  if (input_request.method == "elicitation/create") return Json(R"({"action":"cancel"})");
  return Error{ErrorKind::timed_out, "the client did not answer in time"};
}

}  // namespace

ModernRequest::ModernRequest(RequestOrigin& origin, SuspensionHandler& suspension, Host& host,
                             jsonrpc::ReplyTarget target, Sending sending, Toolboxes& toolboxes)
    : Request(origin, host, protocol::kModernRevision, identity_of(sending), std::move(target), std::move(sending.meta),
              toolboxes),
      suspension_(suspension),
      method_(std::move(sending.method)),
      params_(std::move(sending.params)),
      repetition_(std::move(sending.repetition)) {}

ModernRequest::~ModernRequest() {
  if (is_suspended_ && is_open()) suspension_.remove(*this);
}

// --- answers ---------------------------------------------------------------------------------------------------------

void ModernRequest::result(Json object) {
  deliver(std::move(object));
}

void ModernRequest::deliver(Json object) {
  if (!notify_result(object)) return;
  const Principal* const principal = identity().principal.get();
  if (principal != nullptr && !principal->name.empty()) object = protocol::for_principal(method_, object);
  if (is_suspended_ && is_open()) {
    set_over();
    return suspension_.complete(*this, std::move(object), {});
  }
  finish(protocol::write_modern_result(target().id, method_, object));
}

void ModernRequest::error(const PeerError& error) {
  notify_error(error);
  if (const auto visit = protocol::urls_to_visit(error)) {
    if (protocol::visits_urls(identity().capabilities)) return result(*visit);
    return finish_with_error(protocol::needs_url_mode(error));
  }
  finish_with_error(protocol::for_modern_era(error));
}

void ModernRequest::finish_with_error(const Json& object) {
  if (!is_suspended_ || !is_open()) return Request::finish_with_error(object);
  set_over();
  suspension_.complete(*this, {}, visible_error(object));
}

// --- input requests --------------------------------------------------------------------------------------------------

void ModernRequest::ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) {
  if (!is_open()) return;
  if (!protocol::may_be_asked(input_request, revision(), identity().capabilities)) {
    return done(protocol::cannot_be_asked(input_request, identity().capabilities));
  }
  if (input_request.cancellation != nullptr && input_request.cancellation->is_cancelled()) {
    return done(protocol::input_request_cancelled());
  }
  input_request.params = protocol::params_for_modern_client(input_request);
  std::string key = "q" + std::to_string(++last_key_);
  if (input_request.cancellation != nullptr) {
    input_request.cancellation->on_cancelled([self = self_.handle(), key] {
      if (ModernRequest* request = self.get()) request->cancel_input_request(key);
    });
  }
  input_requests_.push_back({std::move(key), std::move(input_request), base::guarded(std::move(done))});
  if (!is_suspended_) ask_soon();
}

void ModernRequest::cancel_input_request(const std::string& key) {
  const auto found = std::find_if(input_requests_.begin(), input_requests_.end(),
                                  [&](const OpenInputRequest& open) { return open.key == key; });
  if (found == input_requests_.end()) return;
  OpenInputRequest cancelled = std::move(*found);
  input_requests_.erase(found);
  cancelled.done(protocol::input_request_cancelled());
}

void ModernRequest::ask_soon() {
  if (ask_timer_ != nullptr) return;
  ask_timer_ = host().loop().after(kBatchWindow, [this] {
    ask_timer_.reset();
    if (is_open() && !is_suspended_ && !input_requests_.empty()) suspension_.suspend(*this);
  });
}

void ModernRequest::suspend(Message&& response) {
  is_suspended_ = true;
  detach(std::move(response));
}

Result<void> ModernRequest::check_responses(const Json& responses) const {
  for (const OpenInputRequest& open : input_requests_) {
    const Json response = json::member(responses, open.key);
    if (response.is_absent()) continue;
    if (auto checked = protocol::check_input_response(open.input_request, response); !checked) {
      return checked.error().within("inputResponses." + open.key);
    }
  }
  return {};
}

void ModernRequest::resume(OpenRequests& session, jsonrpc::ReplyTarget target, Sending sending) {
  is_suspended_ = false;
  set_identity(identity_of(sending));
  attach(session, std::move(target), std::move(sending.meta));
  session.add(*this);
  report_kept_progress();
  const Json responses = std::move(sending.repetition.input_responses);
  // Extracted before any of them is answered, because an answer may add others or destroy this object.
  std::vector<std::pair<OpenInputRequest, Json>> answered;
  std::vector<OpenInputRequest> unanswered;
  for (OpenInputRequest& open : input_requests_) {
    Json response = json::member(responses, open.key);
    if (response.is_absent()) {
      unanswered.push_back(std::move(open));
    } else {
      answered.emplace_back(std::move(open), std::move(response));
    }
  }
  input_requests_ = std::move(unanswered);
  if (!input_requests_.empty()) ask_soon();
  for (auto& [open, response] : answered) open.done(std::move(response));
}

void ModernRequest::expire() {
  is_suspended_ = false;
  const base::WeakHandle<ModernRequest> self = self_.handle();
  for (OpenInputRequest& open : std::exchange(input_requests_, {})) open.done(no_response_to(open.input_request));
  if (self.get() != nullptr) cancel(Json(R"("the client did not repeat it with the responses")"));
}

Json ModernRequest::input_responses() const {
  return repetition_.input_responses;
}

Json ModernRequest::request_state() const {
  return protocol::without_mark(repetition_.request_state);
}

void ModernRequest::log(const Json& params) {
  if (origin() == nullptr || identity().log_level.empty()) return;
  if (!protocol::is_as_severe_as(params, identity().log_level)) return;
  origin()->notify(*this, jsonrpc::write_notification("notifications/message", params));
}

}  // namespace workbench::clients
