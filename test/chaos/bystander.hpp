#pragma once

// A client that nothing is wrong with: it calls a healthy server all the time while others misbehave.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace chaos {

/// Calls `steady/steady/echo` in a thread of its own until it is stopped, alternately as a client of each era; each
/// call carries a proof, which its answer has to contain.
class Bystander {
 public:
  /// Returns when calls in both eras have been answered.
  explicit Bystander(std::uint16_t port);
  ~Bystander();
  Bystander(const Bystander&) = delete;
  Bystander& operator=(const Bystander&) = delete;

  struct Report {
    std::size_t calls = 0;
    std::chrono::milliseconds slowest{0};
    std::vector<std::string> failures;  ///< it stops at the first one
  };
  /// Waits until it has called at least once more.
  [[nodiscard]] Report stop();

 private:
  void run(std::uint16_t port);

  std::atomic<bool> is_over_ = false;
  std::atomic<std::size_t> calls_ = 0;
  std::atomic<bool> has_failed_ = false;
  Report report_;
  std::thread thread_;
};

}  // namespace chaos
