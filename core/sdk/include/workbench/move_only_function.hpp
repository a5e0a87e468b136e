#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace workbench {

template <typename Signature>
class MoveOnlyFunction;

/// A callable that owns what it captured and need not be copyable; named after C++23's std::move_only_function.
/// Calling an empty one is undefined.
template <typename R, typename... Args>
class MoveOnlyFunction<R(Args...)> {
 public:
  MoveOnlyFunction() = default;
  MoveOnlyFunction(std::nullptr_t) {}

  template <typename F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, MoveOnlyFunction> && std::is_invocable_r_v<R, F&, Args...>)
      MoveOnlyFunction(F&& callable)
      : callable_(std::make_unique<Holder<std::remove_cvref_t<F>>>(std::forward<F>(callable))) {}

  explicit operator bool() const noexcept { return callable_ != nullptr; }

  R operator()(Args... args) { return callable_->call(std::forward<Args>(args)...); }

 private:
  struct Callable {
    virtual ~Callable() = default;
    virtual R call(Args... args) = 0;
  };

  template <typename F>
  struct Holder final : Callable {
    explicit Holder(F&& callable) : function(std::move(callable)) {}
    explicit Holder(const F& callable) : function(callable) {}
    R call(Args... args) override { return function(std::forward<Args>(args)...); }
    F function;
  };

  std::unique_ptr<Callable> callable_;
};

}  // namespace workbench
