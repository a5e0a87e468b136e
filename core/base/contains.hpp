#pragma once

#include <algorithm>

namespace workbench::base {

/// Whether one of the elements of `list` is `value`.
template <typename List, typename Value>
[[nodiscard]] constexpr bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace workbench::base
