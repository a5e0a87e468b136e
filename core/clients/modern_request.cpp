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
constexpr std::chrono::milliseconds kTimeToGather{5};

Json error_object(const Error& error) {
  const bool is_the_request = error.kind == ErrorKind::invalid_argument || error.kind == ErrorKind::not_found;
  const int code = is_the_request ? jsonrpc::kInvalidParams : jsonrpc::kInternalError;
  return Json("{\"code\":" + std::to_string(code) + ",\"message\":" + json::quoted(error.message) + "}");
}

/// What a server hears when its question was never answered.
PeerAnswer no_answer_to(const Question& question) {
  if (question.method == "elicitation/create") return Json(R"({"action":"cancel"})");
  return Error{ErrorKind::timed_out, "the client did not answer in time"};
}

}  // namespace

StatelessRequest::StatelessRequest(SessionRequestHome& home, ParkingPlace& parking, Host& host,
                                   jsonrpc::ReplyAddress address, std::string method, Json params,
                                   protocol::StatelessClaim claim)
    : SessionRequest(home, host, std::move(address), json::member(params, "_meta")),
      parking_(parking),
      method_(std::move(method)),
      params_(std::move(params)),
      claim_(std::move(claim)) {}

StatelessRequest::~StatelessRequest() {
  if (is_parked_ && !is_over()) parking_.leave(*this);
}

// --- answers ---------------------------------------------------------------------------------------------------------

void StatelessRequest::result(Json object) {
  if (is_parked_ && !is_over()) return parking_.settle(*this, std::move(object), {});
  finish(protocol::write_stateless_result(address().id, method_, object));
}

void StatelessRequest::error(const PeerError& error) {
  Json object = protocol::for_stateless_era(error);
  if (const auto urls = protocol::urls_to_visit(error, host().json())) {
    const Question visit{"elicitation/create", Json(R"({"mode":"url"})")};
    if (protocol::may_be_asked(visit, protocol::kStatelessRevision, claim_.capabilities)) return result(*urls);
    object = protocol::needs_url_mode(error);
  }
  if (is_parked_ && !is_over()) return parking_.settle(*this, {}, object);
  finish(jsonrpc::write_error(address().id, object));
}

void StatelessRequest::fail(const Error& error) {
  const Json object = error_object(error);
  if (is_parked_ && !is_over()) return parking_.settle(*this, {}, object);
  finish(jsonrpc::write_error(address().id, object));
}

// --- questions -------------------------------------------------------------------------------------------------------

void StatelessRequest::ask(Question question, MoveOnlyFunction<void(PeerAnswer)> answered) {
  if (is_over()) return;
  if (!protocol::may_be_asked(question, protocol::kStatelessRevision, claim_.capabilities))
    return answered(protocol::cannot_be_asked(question));
  question.params = protocol::params_for_client(question, protocol::kStatelessRevision, host().json());
  questions_.push_back({"q" + std::to_string(++asked_), std::move(question), std::move(answered)});
  if (!is_parked_) ask_soon();
}

void StatelessRequest::ask_soon() {
  if (ask_ != nullptr) return;
  ask_ = host().loop().after(kTimeToGather, [this] {
    ask_.reset();
    if (!is_over() && !is_parked_) parking_.park(*this);
  });
}

void StatelessRequest::park_with(Message answer) {
  is_parked_ = true;
  answer_for_now(std::move(answer));
}

void StatelessRequest::resume(SessionRequestHome& home, jsonrpc::ReplyAddress address, Json meta,
                              protocol::StatelessClaim claim, const Json& input_responses) {
  is_parked_ = false;
  move_to(home, std::move(address), std::move(meta));
  claim_ = std::move(claim);
  // Taken out before anybody is told, who may ask again.
  std::vector<std::pair<OpenQuestion, Json>> told;
  std::vector<OpenQuestion> left;
  for (OpenQuestion& question : questions_) {
    Json answer = json::member(input_responses, question.key);
    if (answer.is_absent()) {
      left.push_back(std::move(question));
    } else {
      told.emplace_back(std::move(question), std::move(answer));
    }
  }
  questions_ = std::move(left);
  if (!questions_.empty()) ask_soon();
  for (auto& [question, answer] : told) question.answered(std::move(answer));
}

void StatelessRequest::give_up() {
  is_parked_ = false;
  for (OpenQuestion& question : std::exchange(questions_, {})) question.answered(no_answer_to(question.question));
  cancel(Json(R"("the client did not come back with the answers")"));  // may destroy this
}

Json StatelessRequest::input_responses() const {
  return json::member(params_, "inputResponses");
}

Json StatelessRequest::request_state() const {
  return protocol::without_mark(json::member(params_, "requestState"));
}

// --- on the way ------------------------------------------------------------------------------------------------------

void StatelessRequest::report_progress(std::string_view members) {
  if (!is_parked_) SessionRequest::report_progress(members);
}

void StatelessRequest::log(const Json& params) {
  if (is_parked_ || claim_.log_level.empty()) return;
  const std::string level = json::characters(json::member(params, "level"));
  if (protocol::severity_of(level) < protocol::severity_of(claim_.log_level)) return;
  send_related(jsonrpc::write_notification("notifications/message", params));
}

}  // namespace workbench::clients
