#pragma once

#include <memory>

#include <workbench/host.hpp>
#include <workbench/middleware.hpp>
#include <workbench/options.hpp>

#include "call_log_settings.hpp"
#include "decision_lines.hpp"
#include "line_writer.hpp"

namespace workbench::call_log {

/// The middleware: writes a line about each call when it is answered or cancelled, and changes nothing.
class CallLog final : public Middleware {
 public:
  /// `decisions` gets the log to write to as long as this exists; null: there are none.
  CallLog(const Options& options, Host& host, std::shared_ptr<DecisionLines> decisions = nullptr);
  ~CallLog() override;

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override;

 private:
  class OpenCall;

  Host& host_;
  const CallLogSettings settings_;
  LineWriter writer_;
  const std::shared_ptr<DecisionLines> decisions_;
};

}  // namespace workbench::call_log
