#include "service_manager.hpp"

#include <systemd/sd-daemon.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace workbench::app {
namespace {

/// Best effort: nobody could do anything about a failure.
void notify(const std::string& lines) {
  sd_notify(0, lines.c_str());
}

/// The time at which a reload began, by which systemd tells the answer to its own request from earlier ones
/// (Type=notify-reload).
std::string monotonic_microseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::to_string(std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1'000);
}

}  // namespace

ServiceManager::ServiceManager(EventLoop& loop) : loop_(loop) {
  std::uint64_t microseconds = 0;
  if (sd_watchdog_enabled(0, &microseconds) <= 0) return;
  // "It is recommended that a daemon sends a keep-alive notification message to the service manager every half of the
  // time returned here" (sd_watchdog_enabled(3)).
  watchdog_interval_ = std::chrono::milliseconds(std::clamp<std::uint64_t>(microseconds / 2'000, 1, 3'600'000));
  feed_watchdog();
}

void ServiceManager::feed_watchdog() {
  notify("WATCHDOG=1");
  watchdog_ = loop_.after(watchdog_interval_, [this] { feed_watchdog(); });
}

void ServiceManager::notify_ready(std::string status) {
  status_ = std::move(status);
  notify("READY=1\nSTATUS=" + status_);
}

void ServiceManager::notify_stopping() {
  notify("STOPPING=1\nSTATUS=Shutting down");
}

ServiceManager::Reloading::Reloading(ServiceManager& manager) : manager_(manager) {
  notify("RELOADING=1\nMONOTONIC_USEC=" + monotonic_microseconds() + "\nSTATUS=Reading the configuration again");
}

ServiceManager::Reloading::~Reloading() {
  notify("READY=1\nSTATUS=" + manager_.status_);
}

}  // namespace workbench::app
