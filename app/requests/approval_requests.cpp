#include "requests/approval_requests.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <set>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"

namespace workbench::app {
namespace {

constexpr std::array<std::string_view, 5> kMethods{"workbench/approvals", "workbench/approve",
                                                   "workbench/approvals/standing", "workbench/approvals/revoke",
                                                   "workbench/approvals/subscribe"};

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

Error failure_of_plugin(const char* what) {
  return {ErrorKind::internal, std::string("the plugin that keeps the waiting calls threw: ") + what};
}

/// An exception of the plugin as an error.
template <typename Function>
auto guarded(const Function& function) -> decltype(function()) {
  try {
    return function();
  } catch (const std::exception& exception) {
    return failure_of_plugin(exception.what());
  } catch (...) {
    return failure_of_plugin("an object that is not a std::exception");
  }
}

std::size_t size_of(const Json& array) {
  return json::elements(array).size();
}

Error unknown_call() {
  return {ErrorKind::not_found, "no call of yours waits under this id: it was answered, or has expired"};
}

bool is_visible_to(const Operator& from, const Json& item) {
  return from.sees_everything() || json::member_characters(item, "principal") == from.own->name;
}

/// The items of an array that belong to the operator.
Json visible_to(const Operator& from, const Json& items) {
  if (from.sees_everything()) return items;
  JsonWriter writer;
  writer.array();
  for (const Json& item : json::elements(items)) {
    if (is_visible_to(from, item)) writer.value(item);
  }
  return std::move(writer.end()).json();
}

/// Removes the ids that none of `items` has.
void keep_visible(std::vector<std::string>& ids, const Json& items) {
  std::set<std::string> visible;
  for (const Json& item : json::elements(items)) visible.insert(json::member_characters(item, "id"));
  std::erase_if(ids, [&](const std::string& id) { return visible.count(id) == 0; });
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
  return guarded([&]() -> Result<Json> {
    if (request.method == "workbench/approvals") return list(request);
    if (request.method == "workbench/approve") return answer(request);
    if (request.method == "workbench/approvals/standing") {
      return object_with("standing", visible_to(request.from, inbox_->standing()));
    }
    if (request.method == "workbench/approvals/revoke") return revoke(request);
    return Json("{}");
  });
}

Result<Json> ApprovalRequests::list(const OperatorRequest& request) const {
  const Json id = json::member(request.params, "id");
  if (id.is_absent()) return object_with("waiting", visible_to(request.from, inbox_->waiting()));
  auto found = inbox_->find(json::characters(id));
  if (found && !is_visible_to(request.from, *found)) return unknown_call();
  return found;
}

Result<Json> ApprovalRequests::answer(const OperatorRequest& request) {
  auto answer = answer_of(request.params, request.from.who);
  if (!answer) return answer.error();
  if (!request.from.sees_everything()) {
    keep_visible(answer->ids, visible_to(request.from, inbox_->waiting()));
    if (answer->ids.empty()) return unknown_call();
  }
  const auto count = inbox_->answer(*answer);
  if (!count) return count.error();
  return std::move(JsonWriter().object().member("answered", *count).end()).json();
}

Result<Json> ApprovalRequests::revoke(const OperatorRequest& request) {
  std::vector<std::string> ids{json::member_characters(request.params, "id")};
  if (!request.from.sees_everything()) keep_visible(ids, visible_to(request.from, inbox_->standing()));
  if (ids.empty()) return Error{ErrorKind::not_found, "no decision of yours has this id"};
  const auto revoked = inbox_->revoke(ids.front());
  return revoked ? Result<Json>(Json("{}")) : Result<Json>(revoked.error());
}

std::unique_ptr<EventLoop::Subscription> ApprovalRequests::on_change(MoveOnlyFunction<void()> changed) {
  if (inbox_ == nullptr) return nullptr;
  using Subscription = std::unique_ptr<EventLoop::Subscription>;
  auto subscribed = guarded([&]() -> Result<Subscription> { return inbox_->on_change(std::move(changed)); });
  return subscribed ? *std::move(subscribed) : nullptr;
}

std::size_t ApprovalRequests::waiting() const {
  if (inbox_ == nullptr) return 0;
  const auto count = guarded([&]() -> Result<std::size_t> { return inbox_->count(); });
  return count ? *count : 0;
}

Json ApprovalRequests::counts(const Operator& from) const {
  if (inbox_ == nullptr) return {};
  const auto counted = guarded([&]() -> Result<Json> {
    JsonWriter writer;
    const std::size_t count = from.sees_everything() ? inbox_->count() : size_of(visible_to(from, inbox_->waiting()));
    writer.object().member("waiting", count).member("standing", size_of(visible_to(from, inbox_->standing())));
    return std::move(writer.end()).json();
  });
  return counted ? *counted : Json();
}

Json ApprovalRequests::flows(const Operator& from) const {
  if (inbox_ == nullptr) return {};
  const auto flows = guarded([&]() -> Result<Json> { return visible_to(from, inbox_->flows()); });
  return flows ? *flows : Json();
}

}  // namespace workbench::app
