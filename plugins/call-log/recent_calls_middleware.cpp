#include "recent_calls_middleware.hpp"

#include <utility>

#include "recent_call_settings.hpp"

namespace workbench::call_log {

RecentCallsMiddleware::RecentCallsMiddleware(const Options& options, Host& host, std::shared_ptr<CallStore> store)
    : store_(std::move(store)) {
  const RecentCallSettings settings = RecentCallSettings::from(options);
  if (settings.max_calls > 0) store_->start(settings, host);
}

RecentCallsMiddleware::~RecentCallsMiddleware() {
  store_->stop();
}

// Two pointers, which the callback holds without an allocation.
void RecentCallsMiddleware::on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) {
  if (void* const begun = store_->begin(tool, call.arguments(), call.caller(), call.toolboxes())) {
    call.on_answer([store = store_.get(), begun](const ToolOutcome& outcome) { store->end(begun, outcome); });
  }
  next(std::move(call));
}

}  // namespace workbench::call_log
