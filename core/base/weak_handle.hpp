#pragma once

#include <memory>

namespace workbench::base {

/// Finds an object that may have been destroyed. [loop thread]
template <typename T>
class WeakHandle {
 public:
  WeakHandle() = default;
  explicit WeakHandle(const std::shared_ptr<T*>& object) : object_(object) {}

  /// Null: the object has been destroyed.
  [[nodiscard]] T* get() const {
    const std::shared_ptr<T*> object = object_.lock();
    return object == nullptr ? nullptr : *object;
  }

 private:
  std::weak_ptr<T*> object_;
};

/// A member of the object that handles refer to: they find the object for as long as this member lives. [loop thread]
template <typename T>
class WeakHandleSource {
 public:
  explicit WeakHandleSource(T& object) : object_(std::make_shared<T*>(&object)) {}
  WeakHandleSource(const WeakHandleSource&) = delete;
  WeakHandleSource& operator=(const WeakHandleSource&) = delete;

  [[nodiscard]] WeakHandle<T> handle() const { return WeakHandle<T>(object_); }

 private:
  std::shared_ptr<T*> object_;
};

}  // namespace workbench::base
