#pragma once

#include <memory>
#include <utility>

#include <workbench/middleware.hpp>

#include "tool_usage.hpp"

namespace meta_tools {

/// The middleware `tool-usage`: counts the calls of each tool for search_tools, and changes nothing.
class UsageCounter final : public workbench::Middleware {
 public:
  /// `host` must outlive it.
  UsageCounter(workbench::Host& host, std::shared_ptr<ToolUsage> usage) : host_(host), usage_(std::move(usage)) {}
  ~UsageCounter() override { usage_->write(host_); }

  void on_tool_call(const workbench::ToolIdentifier& tool, workbench::ToolCall call, Next next) override {
    usage_->count(tool, host_);
    next(std::move(call));
  }

 private:
  workbench::Host& host_;
  std::shared_ptr<ToolUsage> usage_;
};

}  // namespace meta_tools
