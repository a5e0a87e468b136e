#include "gateway/requests/tasks/task_watch.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {
namespace {

/// How often a state is fetched if its server does not say, and at most.
constexpr std::chrono::milliseconds kFetchInterval{1'000};
constexpr std::chrono::milliseconds kMinFetchInterval{50};

/// What a notification says: everything but what belongs to the answer that it was fetched with.
Json notified_part(const Json& detailed_task) {
  JsonWriter writer(detailed_task.text().size());
  writer.object().raw_items(
      json::members_without(detailed_task, [](std::string_view key) { return key == "resultType" || key == "_meta"; }));
  return std::move(writer.end()).json();
}

}  // namespace

TaskWatch::TaskWatch(TaskTable& table, EventLoop& loop, std::string id, Fetch fetch, Notify notify)
    : table_(table), loop_(loop), id_(std::move(id)), fetch_(std::move(fetch)), notify_(std::move(notify)) {
  table_.add_observer(id_, *this);
  wait({});
}

TaskWatch::~TaskWatch() {
  table_.remove_observer(*this);
}

void TaskWatch::on_task_changed() {
  if (state_ != State::waiting) {
    has_changed_ = true;
  } else if (due_ > Clock::now() + kMinFetchInterval) {
    wait(kMinFetchInterval);
  }
}

void TaskWatch::wait(std::chrono::milliseconds time) {
  state_ = State::waiting;
  has_changed_ = false;
  due_ = Clock::now() + time;
  timer_ = loop_.after(time, [this] {
    const EventLoop::Timer on_the_stack = std::move(timer_);
    fetch();
  });
}

void TaskWatch::fetch() {
  state_ = State::fetching;
  fetch_([self = self_.handle()](const Response& response) {
    if (TaskWatch* const watch = self.get()) watch->handle_state(response);
  });
}

void TaskWatch::handle_state(const Response& response) {
  const auto* const state = std::get_if<Json>(&response);
  const auto task = state == nullptr ? Result<protocol::Task>(Error{}) : protocol::read_task(*state);
  const auto* const error = std::get_if<PeerError>(&response);
  const auto* const reason = std::get_if<Error>(&response);
  const bool is_unknown = (error != nullptr && protocol::is_unknown_task(*error)) ||
                          (reason != nullptr && reason->kind == ErrorKind::not_found);
  if (is_unknown || (task && protocol::has_ended(task->status))) {
    state_ = State::ended;
  } else {
    const auto interval =
        std::max(task ? task->poll_interval.value_or(kFetchInterval) : kFetchInterval, kMinFetchInterval);
    wait(has_changed_ ? kMinFetchInterval : interval);
  }
  if (task) report(notified_part(*state));
}

void TaskWatch::report(const Json& detailed_task) {
  const std::size_t hash = std::hash<std::string_view>()(detailed_task.text());
  if (std::exchange(reported_, hash) != hash) notify_(detailed_task);
}

}  // namespace workbench::gateway
