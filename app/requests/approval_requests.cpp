#include "requests/approval_requests.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "requests/guarded.hpp"

namespace workbench::app {
namespace {

constexpr std::array<std::string_view, 4> kMethods{"workbench/approvals", "workbench/approve",
                                                   "workbench/approvals/standing", "workbench/approvals/revoke"};

constexpr std::string_view kInboxKeeper = "the plugin that keeps the waiting calls";

/// The surfaces that connect as operators. A client's own form is not one of them.
constexpr std::array<std::string_view, 3> kSurfaces{"terminal", "console", "notification"};

constexpr std::size_t kMaxIds = 10'000;
constexpr std::size_t kMaxReasonBytes = 2'000;

Error invalid(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

std::optional<ApprovalAnswer::Decision> decision_of(std::string_view word) {
  using Decision = ApprovalAnswer::Decision;
  constexpr std::array<std::pair<std::string_view, Decision>, 4> kWords{{{"once", Decision::once},
                                                                         {"same_arguments", Decision::same_arguments},
                                                                         {"tool", Decision::tool},
                                                                         {"no", Decision::no}}};
  for (const auto& [name, decision] : kWords) {
    if (name == word) return decision;
  }
  return std::nullopt;
}

Result<std::vector<std::string>> ids_of(const Json& params) {
  std::vector<std::string> ids;
  for (const Json& id : json::elements(json::member(params, "ids"))) {
    if (id.kind() != JsonKind::string) return invalid("\"ids\" must be an array of strings");
    ids.push_back(json::characters(id));
  }
  if (ids.empty()) return invalid("\"ids\" must name at least one call");
  if (ids.size() > kMaxIds) return invalid("\"ids\" has more than " + std::to_string(kMaxIds) + " elements");
  return ids;
}

Result<ApprovalAnswer> answer_of(const Json& params, const std::string& who) {
  auto ids = ids_of(params);
  if (!ids) return ids.error();
  const auto decision = decision_of(json::member_characters(params, "decision"));
  if (!decision) return invalid(R"("decision" must be "once", "same_arguments", "tool" or "no")");
  std::string reason = json::member_characters(params, "reason");
  if (reason.size() > kMaxReasonBytes) {
    return invalid("\"reason\" has more than " + std::to_string(kMaxReasonBytes) + " bytes");
  }
  std::string how = json::member_characters(params, "how");
  if (how.empty()) how = kSurfaces.front();
  if (std::find(kSurfaces.begin(), kSurfaces.end(), how) == kSurfaces.end()) {
    return invalid(R"("how" must be "terminal", "console" or "notification")");
  }
  return ApprovalAnswer{*std::move(ids), *decision, std::move(reason), who, std::move(how)};
}

Json object_with(std::string_view key, const Json& value) {
  return std::move(JsonWriter().object().member(key, value).end()).json();
}

std::size_t size_of(const Json& array) {
  return json::elements(array).size();
}

}  // namespace

bool ApprovalRequests::has(std::string_view method) const {
  return std::find(kMethods.begin(), kMethods.end(), method) != kMethods.end();
}

Result<Json> ApprovalRequests::result_of(const OperatorRequest& request) {
  if (inbox_ == nullptr) {
    return Error{ErrorKind::unavailable,
                 "no plugin of this workbench asks for approvals; add \"approvals\" to plugins.load or plugins.add"};
  }
  return guarded(kInboxKeeper, [&]() -> Result<Json> {
    if (request.method == "workbench/approvals") return list(request);
    if (request.method == "workbench/approve") return answer(request);
    if (request.method == "workbench/approvals/standing") {
      return object_with("standing", inbox_->standing(own_name(request.from)));
    }
    const auto revoked = inbox_->revoke(json::member_characters(request.params, "id"), own_name(request.from));
    return revoked ? Result<Json>(Json("{}")) : Result<Json>(revoked.error());
  });
}

Result<Json> ApprovalRequests::list(const OperatorRequest& request) const {
  const Json id = json::member(request.params, "id");
  if (id.is_absent()) return object_with("waiting", inbox_->waiting(own_name(request.from)));
  return inbox_->find(json::characters(id), own_name(request.from));
}

Result<Json> ApprovalRequests::answer(const OperatorRequest& request) {
  auto answer = answer_of(request.params, request.from.who);
  if (!answer) return answer.error();
  const auto count = inbox_->answer(*answer, own_name(request.from));
  if (!count) return count.error();
  return std::move(JsonWriter().object().member("answered", *count).end()).json();
}

std::unique_ptr<EventLoop::Subscription> ApprovalRequests::on_change(MoveOnlyFunction<void()> changed) {
  if (inbox_ == nullptr) return nullptr;
  using Subscription = std::unique_ptr<EventLoop::Subscription>;
  auto subscribed =
      guarded(kInboxKeeper, [&]() -> Result<Subscription> { return inbox_->on_change(std::move(changed)); });
  return subscribed ? *std::move(subscribed) : nullptr;
}

std::size_t ApprovalRequests::waiting() const {
  if (inbox_ == nullptr) return 0;
  const auto count = guarded(kInboxKeeper, [&]() -> Result<std::size_t> { return inbox_->count(); });
  return count ? *count : 0;
}

Json ApprovalRequests::counts(const Operator& from) const {
  if (inbox_ == nullptr) return {};
  const auto counted = guarded(kInboxKeeper, [&]() -> Result<Json> {
    const auto own = own_name(from);
    JsonWriter writer;
    writer.object().member("waiting", own ? size_of(inbox_->waiting(own)) : inbox_->count());
    writer.member("standing", size_of(inbox_->standing(own)));
    return std::move(writer.end()).json();
  });
  return counted ? *counted : Json();
}

Json ApprovalRequests::flows(const Operator& from) const {
  if (inbox_ == nullptr) return {};
  const auto flows = guarded(kInboxKeeper, [&]() -> Result<Json> { return inbox_->flows(own_name(from)); });
  return flows ? *flows : Json();
}

}  // namespace workbench::app
