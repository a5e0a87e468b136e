#include "connection_time.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http {
namespace {

/// How long a connection may be idle between two requests.
constexpr std::chrono::seconds kIdleTime{75};
/// How long the client may take to read the last response before the connection is closed.
constexpr std::chrono::seconds kLingerTime{2};

/// A client that sends a large body has the time limit for each part of this size.
constexpr std::size_t kTimedPart = 1024UL * 1024;

std::chrono::milliseconds within(const Expiry* authorized_until, std::chrono::milliseconds limit) {
  if (authorized_until == nullptr) return limit;
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(authorized_until->left(std::chrono::system_clock::now()));
  return std::clamp(left, std::chrono::milliseconds(0), limit);
}

}  // namespace

void ConnectionTime::await(WaitingFor what, std::size_t body, const Expiry* authorized_until) {
  const bool is_new = std::exchange(awaited_, what) != what;
  const bool has_begun = what == WaitingFor::head || what == WaitingFor::body || what == WaitingFor::reader;
  const bool has_part = body >= timed_body_ + kTimedPart;
  if (!is_new && has_begun && !has_part) return;
  timed_body_ = body;
  deadline_.set(limit(authorized_until));
}

void ConnectionTime::await_reader_again(const Expiry* authorized_until) {
  deadline_.set(within(authorized_until, settings_.request_time));
}

std::chrono::milliseconds ConnectionTime::limit(const Expiry* authorized_until) const {
  switch (awaited_) {
    case WaitingFor::request: return kIdleTime;
    // Until something has to be sent, so that the connection is not taken for dead.
    case WaitingFor::response: return within(authorized_until, settings_.keep_alive);
    case WaitingFor::reader: return within(authorized_until, settings_.request_time);
    case WaitingFor::end: return kLingerTime;
    default: return settings_.request_time;
  }
}

}  // namespace workbench::http
