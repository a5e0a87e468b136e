#include "clients/modern_request.hpp"

#include <utility>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/errors.hpp"
#include "protocol/compat/modern_result.hpp"
#include "protocol/compat/nested_request_state.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/logging_level.hpp"

namespace workbench::clients {
namespace {

/// Questions that a server asks together are asked together.
constexpr std::chrono::milliseconds kBatchWindow{5};

Json error_object(const Error& error) {
  const bool is_the_request = error.kind == ErrorKind::invalid_argument || error.kind == ErrorKind::not_found;
  const int code = is_the_request ? jsonrpc::kInvalidParams : jsonrpc::kInternalError;
  return Json("{\"code\":" + std::to_string(code) + ",\"message\":" + json::quoted(error.message) + "}");
}

/// What a server hears when its question was never answered.
Response no_answer_to(const InputRequest& input_request) {
  if (input_request.method == "elicitation/create") return Json(R"({"action":"cancel"})");
  return Error{ErrorKind::timed_out, "the client did not answer in time"};
}

}  // namespace

ModernRequest::ModernRequest(SessionRequestHome& home, SuspensionStore& suspensions, Host& host,
                             jsonrpc::ReplyAddress address, std::string method, Json params,
                             protocol::RequestMetadata metadata)
    : SessionRequest(home, host, std::move(address), json::member(params, "_meta")),
      suspensions_(suspensions),
      method_(std::move(method)),
      params_(std::move(params)),
      metadata_(std::move(metadata)) {}

ModernRequest::~ModernRequest() {
  if (is_suspended_ && !is_over()) suspensions_.leave(*this);
}

// --- answers ---------------------------------------------------------------------------------------------------------

void ModernRequest::result(Json object) {
  if (is_suspended_ && !is_over()) return suspensions_.settle(*this, std::move(object), {});
  finish(protocol::write_modern_result(address().id, method_, object));
}

void ModernRequest::error(const PeerError& error) {
  Json object = protocol::for_modern_era(error);
  if (const auto urls = protocol::urls_to_visit(error, host().json())) {
    const InputRequest visit{"elicitation/create", Json(R"({"mode":"url"})")};
    if (protocol::may_be_asked(visit, protocol::kModernRevision, metadata_.capabilities)) return result(*urls);
    object = protocol::needs_url_mode(error);
  }
  if (is_suspended_ && !is_over()) return suspensions_.settle(*this, {}, object);
  finish(jsonrpc::write_error(address().id, object));
}

void ModernRequest::fail(const Error& error) {
  const Json object = error_object(error);
  if (is_suspended_ && !is_over()) return suspensions_.settle(*this, {}, object);
  finish(jsonrpc::write_error(address().id, object));
}

// --- questions -------------------------------------------------------------------------------------------------------

void ModernRequest::ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) {
  if (is_over()) return;
  if (!protocol::may_be_asked(input_request, protocol::kModernRevision, metadata_.capabilities))
    return answered(protocol::cannot_be_asked(input_request));
  input_request.params = protocol::params_for_client(input_request, protocol::kModernRevision, host().json());
  input_requests_.push_back({"q" + std::to_string(++asked_), std::move(input_request), std::move(answered)});
  if (!is_suspended_) ask_soon();
}

void ModernRequest::ask_soon() {
  if (ask_ != nullptr) return;
  ask_ = host().loop().after(kBatchWindow, [this] {
    ask_.reset();
    if (!is_over() && !is_suspended_) suspensions_.suspend(*this);
  });
}

void ModernRequest::suspend_with(Message answer) {
  is_suspended_ = true;
  answer_for_now(std::move(answer));
}

void ModernRequest::resume(SessionRequestHome& home, jsonrpc::ReplyAddress address, Json meta,
                           protocol::RequestMetadata metadata, const Json& input_responses) {
  is_suspended_ = false;
  move_to(home, std::move(address), std::move(meta));
  metadata_ = std::move(metadata);
  // Taken out before anybody is told, who may ask again.
  std::vector<std::pair<OpenInputRequest, Json>> told;
  std::vector<OpenInputRequest> left;
  for (OpenInputRequest& input_request : input_requests_) {
    Json answer = json::member(input_responses, input_request.key);
    if (answer.is_absent()) {
      left.push_back(std::move(input_request));
    } else {
      told.emplace_back(std::move(input_request), std::move(answer));
    }
  }
  input_requests_ = std::move(left);
  if (!input_requests_.empty()) ask_soon();
  for (auto& [input_request, answer] : told) input_request.answered(std::move(answer));
}

void ModernRequest::give_up() {
  is_suspended_ = false;
  for (OpenInputRequest& input_request : std::exchange(input_requests_, {}))
    input_request.answered(no_answer_to(input_request.input_request));
  cancel(Json(R"("the client did not come back with the answers")"));  // may destroy this
}

Json ModernRequest::input_responses() const {
  return json::member(params_, "inputResponses");
}

Json ModernRequest::request_state() const {
  return protocol::without_mark(json::member(params_, "requestState"));
}

// --- on the way ------------------------------------------------------------------------------------------------------

void ModernRequest::report_progress(std::string_view members) {
  if (!is_suspended_) SessionRequest::report_progress(members);
}

void ModernRequest::log(const Json& params) {
  if (is_suspended_ || metadata_.log_level.empty()) return;
  const std::string level = json::characters(json::member(params, "level"));
  if (protocol::severity_of(level) < protocol::severity_of(metadata_.log_level)) return;
  send_related(jsonrpc::write_notification("notifications/message", params));
}

}  // namespace workbench::clients
