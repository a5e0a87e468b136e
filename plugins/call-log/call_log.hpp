#pragma once

#include <memory>

#include <workbench/host.hpp>
#include <workbench/middleware.hpp>
#include <workbench/options.hpp>

#include "call_log_settings.hpp"
#include "decision_lines.hpp"
#include "line_writer.hpp"
#include "value_rights.hpp"

namespace workbench::call_log {

/// The middleware: writes a line about each call when it is answered or cancelled, and changes nothing.
class CallLog final : public Middleware {
 public:
  /// As long as this exists, `decisions` has the log to write to, and `rights` has what the options permit. Null: there
  /// are none.
  CallLog(const Options& options, Host& host, std::shared_ptr<DecisionLines> decisions = nullptr,
          std::shared_ptr<ValueRights> rights = nullptr);
  ~CallLog() override;

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override;

 private:
  class OpenCall;

  Host& host_;
  const CallLogSettings settings_;
  LineWriter writer_;
  const std::shared_ptr<DecisionLines> decisions_;
  const std::shared_ptr<ValueRights> rights_;
};

}  // namespace workbench::call_log
