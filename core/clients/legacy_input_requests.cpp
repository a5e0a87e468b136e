#include "clients/legacy_input_requests.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "base/cancellation_reason.hpp"
#include "clients/request.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/elicitation.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/input_responses.hpp"

namespace workbench::clients {
namespace {

/// An input request that the client has not answered.
class SentRequest final : public jsonrpc::PendingRequest {
 public:
  SentRequest(MoveOnlyFunction<void(Response)> done, std::shared_ptr<InputProgress> progress)
      : done_(std::move(done)), progress_(std::move(progress)) {}

  void handle_response(std::unique_ptr<PendingRequest>, Response response) override { done_(std::move(response)); }
  void handle_progress(const Json& params) override {
    if (progress_ == nullptr) return;
    progress_->report(
        json::members_without(params, [](std::string_view key) { return key == "progressToken" || key == "_meta"; }));
  }

 private:
  MoveOnlyFunction<void(Response)> done_;
  const std::shared_ptr<InputProgress> progress_;
};

/// What the server that asked receives.
InputResponse checked_response(const InputRequest& asked, Response response) {
  const auto* const result = std::get_if<Json>(&response);
  if (result == nullptr) return response;
  const auto checked = protocol::check_input_response(asked, *result);
  if (checked) return response;
  return Error{ErrorKind::protocol,
               "the client's response to " + asked.method + " is not valid: " + checked.error().message};
}

}  // namespace

void LegacyInputRequests::send(InputRequest input_request, protocol::Revision revision, const Json& capabilities,
                               const Request* related, MoveOnlyFunction<void(InputResponse)> done) {
  if (!protocol::may_be_asked(input_request, revision, capabilities)) {
    return done(protocol::cannot_be_asked(input_request, capabilities));
  }
  if (input_request.cancellation != nullptr && input_request.cancellation->is_cancelled()) {
    return done(protocol::input_request_cancelled());
  }
  const std::uint64_t id = outgoing_.peer().next_id();
  const auto params = protocol::params_for_legacy_client(input_request, revision, id);
  if (!params) return done(params.error());
  const std::string related_id = related == nullptr ? std::string() : related->target().related_request();
  sent_.emplace(id, Sent{related, related_id, OpenInput::of(input_request, std::chrono::steady_clock::now())});
  elicitations_.add(json::member(*params, "elicitationId"));
  if (input_request.cancellation != nullptr) {
    input_request.cancellation->on_cancelled(
        [self = self_.handle(), id, weak = std::weak_ptr(input_request.cancellation)] {
          LegacyInputRequests* const requests = self.get();
          const auto cancellation = weak.lock();
          if (requests != nullptr)
            requests->cancel(id, cancellation ? base::cancellation_reason(cancellation) : Json());
        });
  }
  Message message = jsonrpc::write_request(jsonrpc::Id(id), input_request.method, *params);
  message.related_request = related_id;
  auto answered = [self = self_.handle(), id, asked = InputRequest{input_request.method},
                   done = std::move(done)](Response response) mutable {
    if (LegacyInputRequests* requests = self.get()) requests->sent_.erase(id);
    done(checked_response(asked, std::move(response)));
  };
  outgoing_.peer().request(id, std::move(message), jsonrpc::PendingRequests::kNoLimit,
                           std::make_unique<SentRequest>(std::move(answered), std::move(input_request.progress)));
}

bool LegacyInputRequests::has_open(const Request& related) const {
  return std::any_of(sent_.begin(), sent_.end(), [&](const auto& sent) { return sent.second.related == &related; });
}

OpenInputs LegacyInputRequests::open() const {
  OpenInputs inputs;
  for (const auto& [id, sent] : sent_) inputs.push_back(sent.input);
  return inputs;
}

void LegacyInputRequests::drop(const Request& related) {
  std::vector<std::pair<std::uint64_t, std::string>> dropped;
  for (const auto& [id, sent] : sent_) {
    if (sent.related == &related) dropped.emplace_back(id, sent.related_id);
  }
  for (const auto& [id, related_id] : dropped) {
    sent_.erase(id);
    outgoing_.peer().cancel(id, {}, related_id);
  }
}

void LegacyInputRequests::cancel(std::uint64_t id, const Json& reason) {
  const auto found = sent_.find(id);
  if (found == sent_.end()) return;
  const std::string related_id = std::move(found->second.related_id);
  sent_.erase(found);
  outgoing_.peer().fail(id, protocol::input_request_cancelled(), related_id, reason);
}

}  // namespace workbench::clients
