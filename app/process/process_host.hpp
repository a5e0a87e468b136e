#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <workbench/end_patience.hpp>
#include <workbench/host.hpp>
#include <workbench/trace_sink.hpp>

#include "base/metrics.hpp"
#include "base/process_limits.hpp"
#include "event_loop/loop.hpp"
#include "event_loop/resolver.hpp"
#include "json/scanner_json_access.hpp"
#include "process/confinement_table.hpp"
#include "process/container_table.hpp"
#include "process/log.hpp"

namespace workbench::app {

/// The base of the program while it serves clients or checks servers: the SDK's Host, with the log and the event loop
/// that belong to it.
class ProcessHost final : public Host, private base::CoreHost, private EndPatience, private TraceSettings {
 public:
  /// `log_file`: see Log.
  ProcessHost(LogLevel level, const base::ProcessLimits& limits, const std::string& log_file = {})
      : log_(level, log_file), limits_(limits), json_(limits.message_depth) {}

  [[nodiscard]] event_loop::Loop& loop() override { return loop_; }
  [[nodiscard]] const JsonAccess& json() const override { return json_; }
  [[nodiscard]] const base::ProcessLimits& limits() const override { return limits_; }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> resolve(std::string name, std::uint16_t port,
                                                                 MoveOnlyFunction<void(Addresses)> done) override {
    return resolver_.resolve(std::move(name), port, std::move(done));
  }
  /// See Log.
  [[nodiscard]] std::uint64_t dropped_log_lines() const { return log_.dropped_lines(); }

  /// See Log.
  [[nodiscard]] const RecentLines& recent_log() const { return log_.recent(); }

  /// Later decisions use these. Plugins, and the objects that they made, keep the limits of the start.
  void set_limits(const base::ProcessLimits& limits) { limits_ = limits; }
  [[nodiscard]] ConfinementTable& confinements() { return confinements_; }
  [[nodiscard]] ContainerTable& containers() { return containers_; }
  /// Where requests are traced from now on; null: nowhere. It lives as long as what is traced.
  void set_trace_sink(TraceSink* sink) { trace_sink_ = sink; }
  /// What plugins read as TraceSettings.
  void set_trace_endpoint(std::string endpoint) { trace_endpoint_ = std::move(endpoint); }
  void set_log_level(LogLevel level) { log_.set_level(level); }

  void log(LogLevel level, std::string_view source, std::string_view text) override { log_.write(level, source, text); }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> add_metrics(
      MoveOnlyFunction<void(MetricsWriter&)> collect) override {
    return metrics_.add(std::move(collect));
  }
  [[nodiscard]] std::string metrics() override { return metrics_.text(); }
  [[nodiscard]] void* find_extension(ExtensionId id) override {
    if (id == TraceSink::kExtension) return trace_sink_;
    if (id == TraceSettings::kExtension) return static_cast<TraceSettings*>(this);
    if (id == EndPatience::kExtension) return static_cast<EndPatience*>(this);
    if (id == Confinements::kExtension) return static_cast<Confinements*>(&confinements_);
    if (id == ServerContainers::kExtension) return static_cast<ServerContainers*>(&containers_);
    return id == CoreHost::kExtension ? static_cast<CoreHost*>(this) : nullptr;
  }

  /// Whether the process serves clients and does not end: only then may the end of a server take longer than the end of
  /// the process may. At first it does not.
  void set_staying(bool stays) { stays_ = stays; }

 private:
  // CoreHost
  [[nodiscard]] const base::ProcessLimits& process_limits() const override { return limits_; }
  // TraceSettings
  [[nodiscard]] std::string endpoint() const override { return trace_endpoint_; }
  // EndPatience
  [[nodiscard]] std::chrono::milliseconds end_patience() const override {
    return stays_ ? std::max(limits_.server_end, limits_.shutdown) : limits_.shutdown;
  }

  Log log_;  // first, because the others may log while they are destroyed
  event_loop::Loop loop_;
  event_loop::Resolver resolver_{loop_};
  base::Metrics metrics_;
  base::ProcessLimits limits_;
  ConfinementTable confinements_;
  ContainerTable containers_;
  TraceSink* trace_sink_ = nullptr;
  std::string trace_endpoint_;
  bool stays_ = false;
  const json::ScannerJsonAccess json_;
};

}  // namespace workbench::app
