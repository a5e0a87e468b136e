#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include <workbench/move_only_function.hpp>

#include "base/own_time.hpp"

namespace workbench::base {

/// Receives what code throws that is not ours: from a direct call into it, and from the callbacks that it hands over
/// during that call. The caller of such code enters the scope around the call (Entry, or run()); the function that
/// accepts its callbacks wraps them with guarded(). A scope is owned by a shared_ptr, which wrapped callbacks share.
/// [the thread that entered it]
class ExceptionScope : public std::enable_shared_from_this<ExceptionScope> {
 public:
  /// A call that takes longer blocks everything else in the process for too long.
  static constexpr std::chrono::milliseconds kMaxCallTime{100};

  ExceptionScope() = default;
  ExceptionScope(const ExceptionScope&) = delete;
  ExceptionScope& operator=(const ExceptionScope&) = delete;
  virtual ~ExceptionScope() = default;

  /// Reports the exception that is being handled. Inside catch (...) only.
  virtual void handle_exception() noexcept = 0;

  /// A run() has taken longer than kMaxCallTime, not counting the time that was measured inside it for other code.
  virtual void handle_slow_call(OwnTime::Duration took) noexcept = 0;

  /// The innermost scope that this thread has entered; null: none, so our own code is running.
  [[nodiscard]] static ExceptionScope* current() noexcept { return current_; }

  /// Enters a scope for as long as this object lives; null: our own code.
  class Entry {
   public:
    explicit Entry(ExceptionScope* scope) noexcept : outer_(std::exchange(current_, scope)) {}
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { current_ = outer_; }

   private:
    ExceptionScope* const outer_;
  };

  /// Calls `function` in this scope. False: it threw, which has been reported.
  template <typename Function>
  bool run(Function&& function) noexcept {
    const Entry entry(this);
    OwnTime time;
    bool returned = true;
    try {
      std::forward<Function>(function)();
    } catch (...) {
      handle_exception();
      returned = false;
    }
    if (const auto took = time.end(); took > kMaxCallTime) handle_slow_call(took);
    return returned;
  }

 private:
  inline static constinit thread_local ExceptionScope* current_ = nullptr;
};

/// `callback` in the scope that is current now, in which it will run; unchanged if there is none.
template <typename... Arguments>
[[nodiscard]] MoveOnlyFunction<void(Arguments...)> guarded(MoveOnlyFunction<void(Arguments...)>&& callback) {
  ExceptionScope* const scope = ExceptionScope::current();
  if (scope == nullptr || !callback) return std::move(callback);
  return [scope = scope->shared_from_this(), callback = std::move(callback)](Arguments... arguments) mutable {
    scope->run([&] { callback(std::forward<Arguments>(arguments)...); });
  };
}

}  // namespace workbench::base
