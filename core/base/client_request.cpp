#include "base/client_request.hpp"

#include <algorithm>
#include <utility>

namespace workbench::detail {

/// What a HeldResult holds. It keeps the request alive.
class ClientRequest::Holder final : public HeldResultSlot {
 public:
  Holder(ClientRequest& request, Json result, std::string_view owner)
      : request_(request), result_(std::move(result)), owner_(owner) {
    ++request_.holders_;
  }
  ~Holder() override {
    if (is_open()) fail_owner("dropped a result without passing it on");
    if (--request_.holders_ == 0 && request_.is_abandoned_) delete &request_;
  }

  [[nodiscard]] const Json& result() const override { return result_; }
  [[nodiscard]] Caller& caller() const override { return request_; }
  [[nodiscard]] bool is_open() const override { return !is_done_ && request_.is_open(); }

  void pass_on(Json result) override {
    if (!is_open()) return;
    const bool is_changed = result.is_absent() || result.text().data() != result_.text().data();
    if (is_changed) {
      auto checked = request_.checked_replacement(std::move(result));
      if (!checked) return fail_owner(checked.error().message);
      result = *std::move(checked);
    }
    end();
    request_.deliver(std::move(result));
  }

  void fail(const Error& error) override {
    if (!is_open()) return;
    end();
    request_.fail(error);
  }

 private:
  void end() {
    is_done_ = true;
    request_.set_time_limit({});
    request_.cancelled_ = {};  // what the holder has set
  }

  void fail_owner(const std::string& what) {
    fail({ErrorKind::internal, std::string(owner_.empty() ? "the workbench" : owner_).append(" ").append(what)});
  }

  ClientRequest& request_;
  const Json result_;
  const std::string_view owner_;
  bool is_done_ = false;
};

void ClientRequest::add_watcher(Watcher watcher) {
  if (watchers_ == nullptr) watchers_ = std::make_unique<std::vector<Watcher>>();
  watchers_->push_back(std::move(watcher));
}

bool ClientRequest::notify_answered(Response& response, std::optional<ErrorKind> failure) {
  const auto now = std::chrono::steady_clock::now();
  Json* const result = std::get_if<Json>(&response);
  std::optional<bool> known_error;
  std::optional<bool> may_change;
  while (watchers_ != nullptr && !watchers_->empty()) {
    Watcher watcher = std::move(watchers_->back());
    watchers_->pop_back();
    if (watcher.answered) {
      if (!known_error) known_error = result == nullptr || is_error_result(*result);
      watcher.answered(ToolOutcome{response, *known_error, now - watcher.since, failure});
      continue;
    }
    if (!may_change) may_change = result != nullptr && !asks_for_input(*result);
    if (!*may_change) continue;
    if (watcher.hold) {
      let_hold(watcher, *result);
      return false;
    }
    watcher.change(*result);
    known_error.reset();
  }
  watchers_.reset();
  if (CallObserver* const observer = std::exchange(observation_.observer, nullptr)) {
    if (!known_error) known_error = result == nullptr || is_error_result(*result);
    observer->end(observation_.begun, ToolOutcome{response, *known_error, now - observation_.since, failure});
  }
  return true;
}

// The owner's interest in a cancellation ends with its answer. The holder may pass the result on at once, which
// answers the request; the request is not destroyed then, because its owner still has it.
void ClientRequest::let_hold(Watcher& watcher, const Json& result) {
  cancelled_ = {};
  auto holder = std::make_unique<Holder>(*this, result, watcher.owner);
  handle_hold(watcher.owner);
  watcher.hold(HeldResult(std::move(holder)));
}

void ClientRequest::set_option(std::string_view name, Json value) {
  if (options_ == nullptr) options_ = std::make_unique<std::vector<std::pair<std::string, Json>>>();
  std::erase_if(*options_, [&](const auto& option) { return option.first == name; });
  if (!value.is_absent()) options_->emplace_back(name, std::move(value));
}

Json ClientRequest::option(std::string_view name) const {
  if (options_ == nullptr) return {};
  const auto found =
      std::find_if(options_->begin(), options_->end(), [&](const auto& option) { return option.first == name; });
  return found == options_->end() ? Json() : found->second;
}

void AnswerIfDropped::operator()(ClientRequest* request) const noexcept {
  if (request->holders_ > 0) {
    request->is_abandoned_ = true;
    if (DropGuard* const guard = std::exchange(request->guard_, nullptr)) guard->forget_request();
    return;
  }
  if (DropGuard* guard = std::exchange(request->guard_, nullptr)) {
    guard->forget_request();
    if (request->is_open()) {
      guard->dropped_.reset(request);
      return;
    }
  }
  if (request->is_open()) {
    request->fail({ErrorKind::internal, request->owner().empty()
                                            ? "the request was dropped without an answer"
                                            : std::string(request->owner()) + " dropped a call without an answer"});
  }
  delete request;
}

}  // namespace workbench::detail
