#include "mcp/stateless_request.hpp"

#include <utility>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"
#include "mcp/error_code.hpp"
#include "mcp/foreign_state.hpp"
#include "mcp/log_level.hpp"
#include "mcp/question_rules.hpp"
#include "mcp/stateless_result.hpp"

namespace workbench::mcp {
namespace {

/// Questions that a server asks together are asked together.
constexpr std::chrono::milliseconds kTimeToGather{5};

Json error_object(const Error& error) {
  const bool is_the_request = error.kind == ErrorKind::invalid_argument || error.kind == ErrorKind::not_found;
  const int code = is_the_request ? jsonrpc::kInvalidParams : jsonrpc::kInternalError;
  return Json("{\"code\":" + std::to_string(code) + ",\"message\":" + jsonrpc::quoted(error.message) + "}");
}

/// What a server hears when its question was never answered.
PeerAnswer no_answer_to(const Question& question) {
  if (question.method == "elicitation/create") return Json(R"({"action":"cancel"})");
  return Error{ErrorKind::timed_out, "the client did not answer in time"};
}

}  // namespace

StatelessRequest::StatelessRequest(SessionRequestHome& home, ParkingPlace& parking, Host& host, ReplyAddress address,
                                   std::string method, Json params, StatelessClaim claim)
    : SessionRequest(home, host, std::move(address), jsonrpc::member(params, "_meta")),
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
  finish(write_stateless_result(address().id, method_, object));
}

void StatelessRequest::error(const PeerError& error) {
  Json object = for_stateless_era(error);
  if (const auto urls = urls_to_visit(error, host().json())) {
    const Question visit{"elicitation/create", Json(R"({"mode":"url"})")};
    if (may_be_asked(visit, kStatelessRevision, claim_.capabilities)) return result(*urls);
    object = needs_url_mode(error);
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
  if (!may_be_asked(question, kStatelessRevision, claim_.capabilities)) return answered(cannot_be_asked(question));
  question.params = params_for_client(question, kStatelessRevision, host().json());
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

void StatelessRequest::resume(SessionRequestHome& home, ReplyAddress address, Json meta, StatelessClaim claim,
                              const Json& input_responses) {
  is_parked_ = false;
  move_to(home, std::move(address), std::move(meta));
  claim_ = std::move(claim);
  // Taken out before anybody is told, who may ask again.
  std::vector<std::pair<OpenQuestion, Json>> told;
  std::vector<OpenQuestion> left;
  for (OpenQuestion& question : questions_) {
    Json answer = jsonrpc::member(input_responses, question.key);
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
  return jsonrpc::member(params_, "inputResponses");
}

Json StatelessRequest::request_state() const {
  return without_mark(jsonrpc::member(params_, "requestState"));
}

// --- on the way ------------------------------------------------------------------------------------------------------

void StatelessRequest::report_progress(std::string_view members) {
  if (!is_parked_) SessionRequest::report_progress(members);
}

void StatelessRequest::log(const Json& params) {
  if (is_parked_ || claim_.log_level.empty()) return;
  const std::string level = jsonrpc::characters(jsonrpc::member(params, "level"));
  if (severity_of(level) < severity_of(claim_.log_level)) return;
  send_related(jsonrpc::write_notification("notifications/message", params));
}

}  // namespace workbench::mcp
