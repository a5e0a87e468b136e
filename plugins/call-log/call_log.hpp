#pragma once

#include <workbench/host.hpp>
#include <workbench/middleware.hpp>
#include <workbench/options.hpp>

#include "call_log_settings.hpp"
#include "line_writer.hpp"

namespace workbench::call_log {

/// The middleware: writes a line about each call when it is answered or cancelled, and changes nothing.
class CallLog final : public Middleware {
 public:
  CallLog(const Options& options, Host& host);

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override;

 private:
  class OpenCall;

  Host& host_;
  const CallLogSettings settings_;
  LineWriter writer_;
};

}  // namespace workbench::call_log
