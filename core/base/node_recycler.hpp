#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace workbench::base {

/// Keeps the nodes of entries that were removed from a map for later ones, so that an entry that is added and removed
/// with each request costs no allocation. `Map` is one of the standard's unordered maps.
template <typename Map>
class NodeRecycler {
 public:
  using Value = typename Map::mapped_type;

  /// Adds an entry to `map`; a key may be used at most once unless it is a multimap.
  void insert(Map& map, typename Map::key_type key, Value value) {
    if (spare_.empty()) {
      map.emplace(std::move(key), std::move(value));
      return;
    }
    auto node = std::move(spare_.back());
    spare_.pop_back();
    node.key() = std::move(key);
    node.mapped() = std::move(value);
    map.insert(std::move(node));
  }

  /// Removes an entry of `map` and returns its value.
  Value extract(Map& map, typename Map::iterator entry) {
    auto node = map.extract(entry);
    Value value = std::exchange(node.mapped(), Value());
    if (spare_.size() < kMaxSpare) spare_.push_back(std::move(node));
    return value;
  }

 private:
  /// As many as a busy agent has requests in flight.
  static constexpr std::size_t kMaxSpare = 256;

  std::vector<typename Map::node_type> spare_;
};

}  // namespace workbench::base
