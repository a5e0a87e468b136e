#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/host.hpp>

namespace workbench::test {

/// A host for tests: the loop that it is given, limits and names that a test may change, and a log that it can read.
class RecordingHost : public Host {
 public:
  /// Without `json`, a plugin under test that asks for it fails its test. Both must outlive the host.
  explicit RecordingHost(EventLoop& loop, const JsonAccess* json = nullptr);

  RecordingHost(const RecordingHost&) = delete;
  RecordingHost& operator=(const RecordingHost&) = delete;
  virtual ~RecordingHost();

  [[nodiscard]] EventLoop& loop() override { return loop_; }
  [[nodiscard]] const JsonAccess& json() const override {
    if (json_ == nullptr) throw std::logic_error("this test's host has no JsonAccess");
    return *json_;
  }
  [[nodiscard]] const Limits& limits() const override { return changeable_limits; }

  /// The addresses that `changeable_names` has for `name`, whatever the port; else not_found.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> resolve(std::string name, std::uint16_t /*port*/,
                                                                 MoveOnlyFunction<void(Addresses)> done) override {
    const auto found = changeable_names.find(name);
    Addresses addresses = found == changeable_names.end()
                              ? Addresses(Error{ErrorKind::not_found, "this test's host does not know '" + name + "'"})
                              : Addresses(found->second);
    return loop_.after(
        std::chrono::milliseconds(0),
        [addresses = std::move(addresses), done = std::move(done)]() mutable { done(std::move(addresses)); });
  }

  void log(LogLevel level, std::string_view source, std::string_view text) override {
    const std::lock_guard lock(mutex_);
    lines_.push_back({level, std::string(source), std::string(text)});
  }

  /// As in the workbench; but what a collector throws passes through metrics().
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> add_metrics(
      MoveOnlyFunction<void(MetricsWriter&)> collect) override;
  [[nodiscard]] std::string metrics() override;

  [[nodiscard]] std::vector<NamedAuthenticator> authenticators() override { return changeable_authenticators; }

  /// `extension`, which must outlive the host, is found by Host::extension<T>() from now on.
  template <typename T>
  void provide(T& extension) {
    extensions_[{std::string(T::kExtension.name), T::kExtension.version}] = &extension;
  }
  [[nodiscard]] void* find_extension(ExtensionId id) override {
    const auto found = extensions_.find({std::string(id.name), id.version});
    return found == extensions_.end() ? nullptr : found->second;
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
  std::map<std::string, std::vector<SocketAddress>, std::less<>> changeable_names;
  std::vector<NamedAuthenticator> changeable_authenticators;

 private:
  struct Collectors;

  EventLoop& loop_;
  const JsonAccess* json_;
  const std::unique_ptr<Collectors> collectors_;
  mutable std::mutex mutex_;
  std::vector<Line> lines_;
  std::map<std::pair<std::string, int>, void*> extensions_;
};

}  // namespace workbench::test
