#include "bystander.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>

#include "caller.hpp"

namespace chaos {
namespace {

using Clock = std::chrono::steady_clock;

/// So that a scenario has a processor to itself now and then.
constexpr std::chrono::milliseconds kPause{1};

}  // namespace

Bystander::Bystander(std::uint16_t port) : thread_([this, port] { run(port); }) {
  while (calls_ < 2 && !has_failed_) std::this_thread::sleep_for(kPause);
  if (!has_failed_) return;
  thread_.join();
  throw std::runtime_error("the bystander failed from the start: " + report_.failures.front());
}

Bystander::~Bystander() {
  is_over_ = true;
  if (thread_.joinable()) thread_.join();
}

void Bystander::run(std::uint16_t port) {
  try {
    std::array<Caller, 2> callers{Caller(port, Era::legacy), Caller(port, Era::modern)};
    for (Caller& caller : callers) caller.open("steady");
    for (bool is_last = false; !is_last; ++calls_) {
      is_last = is_over_;
      const auto begun = Clock::now();
      callers[calls_ % callers.size()].prove("steady", "steady");
      const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
      if (calls_ >= callers.size()) report_.slowest = std::max(report_.slowest, taken);
      std::this_thread::sleep_for(kPause);
    }
  } catch (const std::exception& failure) {
    report_.failures.emplace_back(failure.what());
    has_failed_ = true;
  }
}

Bystander::Report Bystander::stop() {
  is_over_ = true;
  if (thread_.joinable()) thread_.join();
  report_.calls = calls_;
  return report_;
}

}  // namespace chaos
