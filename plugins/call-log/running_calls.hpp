#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kept_call.hpp"

namespace workbench::call_log {

/// A call that has not ended, as an element of a list.
struct RunningCall {
  KeptCall call;
  bool is_modern = false;  ///< the client's request is of the modern era
  RunningCall* older = nullptr;
  RunningCall* newer = nullptr;
};

/// The calls that have not ended. Their objects are used again, so that a call allocates none. [loop thread]
class RunningCalls {
 public:
  RunningCalls() { spare_.reserve(kMaxSpare); }  // so that remove() needs no memory
  RunningCalls(const RunningCalls&) = delete;
  RunningCalls& operator=(const RunningCalls&) = delete;
  ~RunningCalls();

  /// Adds an empty one. Valid until remove().
  [[nodiscard]] RunningCall& add();
  void remove(RunningCall& running) noexcept;

  /// Null: none runs. `older` leads to the others.
  [[nodiscard]] const RunningCall* newest() const { return newest_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  /// As many as a busy agent has calls in flight.
  static constexpr std::size_t kMaxSpare = 256;

  RunningCall* newest_ = nullptr;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<RunningCall>> spare_;
};

}  // namespace workbench::call_log
