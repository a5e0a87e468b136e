#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace workbench::base {

/// Values by ids that count upwards from 1, such as our own requests' ids: a ring in which the place of a value
/// follows from its id, so that adding, finding and extracting one cost neither a hash nor an allocation. A value that
/// stays until the ring has come round to its place moves aside into a map. Not tied to a thread.
template <typename Value>
class IdSlots {
 public:
  /// Adds `value` under `id`, which is not 0 and not in use. The reference is valid until the next insert() or
  /// extract().
  Value& insert(std::uint64_t id, Value value) {
    if (slots_.empty()) slots_.resize(kFirstSize);
    while (place_of(id).id != 0 && in_ring_ * 2 >= slots_.size() && slots_.size() < kMaxSize) grow();
    Slot& place = place_of(id);
    if (place.id != 0) {
      aside_.emplace(place.id, std::move(place.value));
      --in_ring_;
    }
    ++in_ring_;
    place.id = id;
    place.value = std::move(value);
    return place.value;
  }

  /// Null: no value has this id. Valid as from insert().
  [[nodiscard]] Value* find(std::uint64_t id) {
    if (Slot* const place = find_in_ring(id)) return &place->value;
    if (aside_.empty()) return nullptr;
    const auto found = aside_.find(id);
    return found == aside_.end() ? nullptr : &found->second;
  }

  /// Removes the value of `id` and returns it. Absent: no value has this id.
  [[nodiscard]] std::optional<Value> extract(std::uint64_t id) {
    if (Slot* const place = find_in_ring(id)) {
      place->id = 0;
      --in_ring_;
      return std::exchange(place->value, Value());
    }
    if (aside_.empty()) return std::nullopt;
    auto node = aside_.extract(id);
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
  }

  /// Removes all values and returns them, in no order.
  [[nodiscard]] std::vector<Value> extract_all() {
    std::vector<Value> all;
    all.reserve(size());
    for (Slot& slot : std::exchange(slots_, {})) {
      if (slot.id != 0) all.push_back(std::move(slot.value));
    }
    for (auto& [id, value] : std::exchange(aside_, {})) all.push_back(std::move(value));
    in_ring_ = 0;
    return all;
  }

  [[nodiscard]] std::size_t size() const { return in_ring_ + aside_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }

  /// Any value; null: there is none. Valid as from insert().
  [[nodiscard]] const Value* any() const {
    const Value* any = nullptr;
    all_of([&](std::uint64_t, const Value& value) {
      any = &value;
      return false;
    });
    return any;
  }

  /// Calls `visit(id, value)` for all values, in no order, until it returns false. `visit` must not add or extract.
  /// Returns whether `visit` returned true for all.
  template <typename Visit>
  bool all_of(Visit visit) const {
    for (const auto& [id, value] : aside_) {
      if (!visit(id, value)) return false;
    }
    std::size_t left = in_ring_;
    for (auto slot = slots_.begin(); left != 0; ++slot) {
      if (slot->id == 0) continue;
      --left;
      if (!visit(slot->id, slot->value)) return false;
    }
    return true;
  }

  /// The same, for all values.
  template <typename Visit>
  void for_each(Visit visit) const {
    all_of([&](std::uint64_t id, const Value& value) {
      visit(id, value);
      return true;
    });
  }

 private:
  struct Slot {
    std::uint64_t id = 0;  // 0: free
    Value value{};
  };

  static constexpr std::size_t kFirstSize = 16;  // a power of two, like every size
  static constexpr std::size_t kMaxSize = 4096;

  [[nodiscard]] Slot& place_of(std::uint64_t id) { return slots_[id & (slots_.size() - 1)]; }

  /// Null: the id is not in use.
  [[nodiscard]] Slot* find_in_ring(std::uint64_t id) {
    if (slots_.empty() || id == 0) return nullptr;
    Slot& place = place_of(id);
    return place.id == id ? &place : nullptr;
  }

  /// Two ids that had places of their own have them in a ring of twice the size, too.
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    slots_.swap(old);
    for (Slot& slot : old) {
      if (slot.id != 0) place_of(slot.id) = std::move(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t in_ring_ = 0;
  std::unordered_map<std::uint64_t, Value> aside_;
};

}  // namespace workbench::base
