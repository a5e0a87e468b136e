#include "process/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include <workbench/file_descriptor.hpp>

namespace workbench::app {
namespace {

/// The value of a variable; empty if it is not set.
std::string_view systemd_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

/// Sends the lines as one datagram to the socket that NOTIFY_SOCKET names, if it is set. sd_notify() of libsystemd does
/// the same, but that library would be loaded at every start. Best effort: no caller could handle a failure.
void notify(std::string_view lines) {
  const std::string_view path = systemd_variable("NOTIFY_SOCKET");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, path.data(), path.size());
  if (path.front() == '@') address.sun_path[0] = '\0';  // "an abstract namespace UNIX socket" (sd_notify(3))
  const FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  static_cast<void>(::sendto(socket.get(), lines.data(), lines.size(), MSG_NOSIGNAL,
                             reinterpret_cast<const sockaddr*>(&address), length));
}

/// A decimal number and nothing else; else 0.
std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failed == std::errc() && end == text.data() + text.size() ? number : 0;
}

/// The interval in which the service manager expects a keep-alive; 0: it expects none of this process.
std::uint64_t watchdog_microseconds() {
  const std::string_view process = systemd_variable("WATCHDOG_PID");
  if (!process.empty() && number_in(process) != static_cast<std::uint64_t>(::getpid())) return 0;
  return number_in(systemd_variable("WATCHDOG_USEC"));
}

/// The time at which a reload began, by which systemd distinguishes the answer to its own request from earlier ones
/// (Type=notify-reload).
std::string monotonic_microseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::to_string(std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1'000);
}

}  // namespace

ServiceManager::ServiceManager(EventLoop& loop) : loop_(loop) {
  const std::uint64_t microseconds = watchdog_microseconds();
  if (microseconds == 0) return;
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
