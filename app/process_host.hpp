#pragma once

#include <workbench/host.hpp>

#include "event_loop/loop.hpp"
#include "json/scanner_json_access.hpp"
#include "log.hpp"

namespace workbench::app {

/// The promise's Host, put together from what the process has.
class ProcessHost final : public Host {
 public:
  /// `loop` and `log` must outlive the host.
  ProcessHost(event_loop::Loop& loop, Log& log, const Limits& limits)
      : loop_(loop), log_(log), limits_(limits), json_(limits.message_depth) {}

  [[nodiscard]] EventLoop& loop() override { return loop_; }
  [[nodiscard]] const JsonAccess& json() const override { return json_; }
  [[nodiscard]] const Limits& limits() const override { return limits_; }
  void log(LogLevel level, std::string_view source, std::string_view text) override { log_.write(level, source, text); }

 private:
  event_loop::Loop& loop_;
  Log& log_;
  const Limits limits_;
  const json::Access json_;
};

}  // namespace workbench::app
