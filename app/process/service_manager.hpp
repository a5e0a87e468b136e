#pragma once

#include <chrono>
#include <string>

#include <workbench/event_loop.hpp>

namespace workbench::app {

/// Reports to the service manager that has started the process (systemd, by the protocol of sd_notify(3)) what state
/// the service is in, and that the loop still runs. Without a service manager nothing happens. [loop thread]
class ServiceManager {
 public:
  /// `loop` must outlive it.
  explicit ServiceManager(EventLoop& loop);
  ServiceManager(const ServiceManager&) = delete;
  ServiceManager& operator=(const ServiceManager&) = delete;

  /// Clients are accepted from now on. `status` is a line for a person.
  void notify_ready(std::string status);

  /// The service has begun to end.
  void notify_stopping();

  /// While one exists, the configuration is being read again.
  class Reloading {
   public:
    explicit Reloading(ServiceManager& manager);
    Reloading(const Reloading&) = delete;
    Reloading& operator=(const Reloading&) = delete;
    ~Reloading();

   private:
    ServiceManager& manager_;
  };

 private:
  void feed_watchdog();

  EventLoop& loop_;
  std::string status_;
  std::chrono::milliseconds watchdog_interval_{0};  // 0: none is set
  EventLoop::Timer watchdog_;
};

}  // namespace workbench::app
