#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace workbench {

template <typename Signature>
class MoveOnlyFunction;

/// A callable that owns what it captured and need not be copyable; named after C++23's std::move_only_function.
/// Calling an empty one is undefined.
///
/// A callable that captured no more than two pointers, and is trivially copyable, is kept inside and costs no
/// allocation: most callbacks are such, and every tool call makes one.
template <typename R, typename... Args>
class MoveOnlyFunction<R(Args...)> {
 public:
  MoveOnlyFunction() = default;
  MoveOnlyFunction(std::nullptr_t) {}

  template <typename F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, MoveOnlyFunction> && std::is_invocable_r_v<R, F&, Args...>)
      MoveOnlyFunction(F&& callable) {
    using Callable = std::remove_cvref_t<F>;
    if constexpr (fits_inside<Callable>) {
      ::new (place_.bytes.data()) Callable(std::forward<F>(callable));
      call_ = [](Place& place, Args&&... args) -> R {
        return place.template as<Callable>()(std::forward<Args>(args)...);
      };
    } else {
      ::new (place_.bytes.data()) Callable*(new Callable(std::forward<F>(callable)));
      call_ = [](Place& place, Args&&... args) -> R {
        return (*place.template as<Callable*>())(std::forward<Args>(args)...);
      };
      destroy_ = [](Place& place) { delete place.template as<Callable*>(); };
    }
  }

  MoveOnlyFunction(MoveOnlyFunction&& other) noexcept
      : place_(other.place_),
        call_(std::exchange(other.call_, nullptr)),
        destroy_(std::exchange(other.destroy_, nullptr)) {}

  MoveOnlyFunction& operator=(MoveOnlyFunction&& other) noexcept {
    // The old callable is destroyed last, because its destructor may use this function.
    MoveOnlyFunction taken(std::move(other));
    std::swap(place_, taken.place_);
    std::swap(call_, taken.call_);
    std::swap(destroy_, taken.destroy_);
    return *this;
  }

  ~MoveOnlyFunction() {
    if (destroy_ != nullptr) destroy_(place_);
  }

  explicit operator bool() const noexcept { return call_ != nullptr; }

  R operator()(Args... args) { return call_(place_, std::forward<Args>(args)...); }

 private:
  /// Where the callable is, or the pointer to it.
  struct Place {
    template <typename T>
    T& as() {
      return *std::launder(reinterpret_cast<T*>(bytes.data()));
    }
    alignas(void*) std::array<std::byte, 2 * sizeof(void*)> bytes{};
  };

  template <typename Callable>
  static constexpr bool fits_inside = sizeof(Callable) <= sizeof(Place) &&
                                      alignof(Callable) <= alignof(Place) && std::is_trivially_copyable_v<Callable>;

  Place place_;
  R (*call_)(Place& place, Args&&... args) = nullptr;  // null: empty
  void (*destroy_)(Place& place) = nullptr;            // null: nothing to destroy
};

}  // namespace workbench
