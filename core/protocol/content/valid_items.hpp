#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <workbench/json.hpp>

#include "json/changes.hpp"
#include "json/reader.hpp"

namespace workbench::protocol {

/// How many items of one list are corrected, and how many bytes are written for them: an item of one byte becomes a
/// block, a message or contents with a URI, and a list has room for millions. Valid items are not counted.
class CorrectionLimit {
 public:
  static constexpr std::size_t kItems = 10'000;

  explicit CorrectionLimit(const Json& list) : bytes_(2 * list.text().size() + kLeastBytes) {}

  /// Counts an item for which so many bytes are written. False: it is too much, from now on.
  [[nodiscard]] bool allows(std::size_t bytes) {
    if (items_ == 0 || bytes > bytes_) {
      items_ = 0;
      return false;
    }
    --items_;
    bytes_ -= bytes;
    return true;
  }

 private:
  static constexpr std::size_t kLeastBytes = 4UL * 1024 * 1024;

  std::size_t items_ = kItems;
  std::size_t bytes_;
};

/// The elements of a list, each as `valid_item` has it. A list for which that is more than the limit allows is one item
/// itself, as `valid_item` has an array: a text with its JSON.
template <typename ValidItem>
[[nodiscard]] json::Change valid_items(const Json& list, CorrectionLimit& limit, ValidItem valid_item) {
  json::ChangedItems items(list.text());
  for (json::ElementReader element(list.text()); element.next();) {
    const json::Change change = valid_item(list.part(element.value()));
    if (change && !limit.allows(change->size())) return "[" + *valid_item(list) + "]";
    items.add(element.value().data(), element.value(), change);
  }
  return std::move(items).result();
}

template <typename ValidItem>
[[nodiscard]] json::Change valid_items(const Json& list, ValidItem valid_item) {
  CorrectionLimit limit(list);
  return valid_items(list, limit, std::move(valid_item));
}

}  // namespace workbench::protocol
