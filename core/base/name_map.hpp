#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace workbench::base {

/// The hash of a name, whatever kind of string it is in.
struct NameHash {
  using is_transparent = void;
  [[nodiscard]] std::size_t operator()(std::string_view name) const noexcept {
    return std::hash<std::string_view>()(name);
  }
};

/// Values by name, in no order. find() takes a std::string_view, without a copy of the name.
template <typename Value>
using NameMap = std::unordered_map<std::string, Value, NameHash, std::equal_to<>>;

/// Names, in no order.
using NameSet = std::unordered_set<std::string, NameHash, std::equal_to<>>;

}  // namespace workbench::base
