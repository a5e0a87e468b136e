#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <workbench/host.hpp>

#include "event_loop/loop.hpp"

namespace workbench {

/// A host with a real loop that remembers its log.
class FakeHost final : public Host {
 public:
  EventLoop& loop() override { return real_loop; }
  const JsonAccess& json() const override { throw std::logic_error("these tests need no JSON from the host"); }
  const Limits& limits() const override { return limits_; }
  void log(LogLevel, std::string_view source, std::string_view text) override {
    logged.push_back(std::string(source).append(": ").append(text));
  }

  /// Runs what is due now.
  void run_what_is_due() {
    const auto end = real_loop.after(std::chrono::milliseconds(5), [this] { real_loop.stop(); });
    real_loop.run();
  }

  event_loop::Loop real_loop;
  std::vector<std::string> logged;

 private:
  Limits limits_;
};

}  // namespace workbench
