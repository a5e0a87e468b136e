#pragma once

#include <memory>

#include <workbench/host.hpp>
#include <workbench/middleware.hpp>
#include <workbench/options.hpp>

#include "call_store.hpp"

namespace workbench::call_log {

/// The middleware `recent-calls`: keeps the latest calls in memory, and changes nothing. A workbench that has it calls
/// the observer itself, which costs less; on_tool_call() is for hosts that do not know of observers.
class RecentCallsMiddleware final : public Middleware {
 public:
  /// `store` gets the calls as long as this exists.
  RecentCallsMiddleware(const Options& options, Host& host, std::shared_ptr<CallStore> store);
  ~RecentCallsMiddleware() override;

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override;

 private:
  const std::shared_ptr<CallStore> store_;
};

}  // namespace workbench::call_log
