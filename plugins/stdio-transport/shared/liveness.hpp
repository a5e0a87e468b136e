#pragma once

#include <utility>

namespace workbench::stdio {

/// A member of an object that calls others which may destroy it: a LivenessCheck on the stack finds out whether they
/// have. Unlike a weak pointer it costs no memory on the heap, because it is needed for each read of each stream.
/// [loop thread]
class Liveness {
 public:
  Liveness() = default;
  Liveness(const Liveness&) = delete;
  Liveness& operator=(const Liveness&) = delete;
  inline ~Liveness();

 private:
  friend class LivenessCheck;
  class LivenessCheck* innermost_ = nullptr;
};

/// Lives on the stack of a function of the object; checks of one object end in the reverse of their order.
class LivenessCheck {
 public:
  explicit LivenessCheck(Liveness& object) : object_(&object), outer_(std::exchange(object.innermost_, this)) {}
  LivenessCheck(const LivenessCheck&) = delete;
  LivenessCheck& operator=(const LivenessCheck&) = delete;
  ~LivenessCheck() {
    if (is_alive()) object_->innermost_ = outer_;
  }

  /// False: the object has been destroyed, and nothing of it may be touched.
  [[nodiscard]] bool is_alive() const { return object_ != nullptr; }

 private:
  friend class Liveness;
  Liveness* object_;
  LivenessCheck* const outer_;
};

inline Liveness::~Liveness() {
  for (LivenessCheck* check = innermost_; check != nullptr; check = check->outer_) check->object_ = nullptr;
}

}  // namespace workbench::stdio
