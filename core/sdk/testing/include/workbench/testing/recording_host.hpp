#pragma once

#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>

namespace workbench::test {

/// A host for tests: the loop that it is given, limits that a test may change, and a log that it can read.
class RecordingHost : public Host {
 public:
  /// Without `json`, a plugin under test that asks for it fails its test. Both must outlive the host.
  explicit RecordingHost(EventLoop& loop, const JsonAccess* json = nullptr) : loop_(loop), json_(json) {}

  RecordingHost(const RecordingHost&) = delete;
  RecordingHost& operator=(const RecordingHost&) = delete;
  virtual ~RecordingHost() = default;

  [[nodiscard]] EventLoop& loop() override { return loop_; }
  [[nodiscard]] const JsonAccess& json() const override {
    if (json_ == nullptr) throw std::logic_error("this test's host has no JsonAccess");
    return *json_;
  }
  [[nodiscard]] const Limits& limits() const override { return changeable_limits; }

  void log(LogLevel level, std::string_view source, std::string_view text) override {
    const std::lock_guard lock(mutex_);
    lines_.push_back({level, std::string(source), std::string(text)});
  }

  struct Line {
    LogLevel level;
    std::string source;
    std::string text;
  };
  [[nodiscard]] std::vector<Line> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  /// The same as texts, `source: text`.
  [[nodiscard]] std::vector<std::string> logged() const {
    std::vector<std::string> texts;
    for (const Line& line : lines()) texts.push_back(line.source + ": " + line.text);
    return texts;
  }

  Limits changeable_limits;

 private:
  EventLoop& loop_;
  const JsonAccess* json_;
  mutable std::mutex mutex_;
  std::vector<Line> lines_;
};

}  // namespace workbench::test
