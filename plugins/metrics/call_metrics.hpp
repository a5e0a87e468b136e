#pragma once

#include <memory>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/middleware.hpp>
#include <workbench/options.hpp>

#include "tool_counts.hpp"

namespace workbench::metrics {

/// The middleware: counts each call when it is answered or cancelled, and changes nothing.
class CallMetrics final : public Middleware {
 public:
  CallMetrics(const Options& options, Host& host);

  [[nodiscard]] static std::vector<OptionDescription> option_descriptions();
  /// Everything that is wrong with the options.
  [[nodiscard]] static std::vector<OptionError> check(const Options& options);

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override;

 private:
  Host& host_;
  AllToolCounts counts_;
  const std::unique_ptr<EventLoop::Subscription> collector_;
};

}  // namespace workbench::metrics
