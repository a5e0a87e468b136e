#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/json_tape.hpp"
#include "lock/special_text.hpp"

namespace workbench::lock {

/// A member of an object, by its key as the lock file has it, decoded.
struct SortedMember {
  std::string key;
  JsonTape::Value value;
};

/// The members of an object by their keys; those with one key in their order.
[[nodiscard]] std::vector<SortedMember> sorted_members(JsonTape::Value object, FormSource source);

/// A member of two objects.
struct PairedMember {
  std::string key;
  std::optional<JsonTape::Value> first;   ///< absent: only the second object has it
  std::optional<JsonTape::Value> second;  ///< absent: only the first object has it
};

/// The members of two objects, the first one of the lock file, by their keys. Absent: a key occurs twice in one of
/// them.
[[nodiscard]] std::optional<std::vector<PairedMember>> paired_members(JsonTape::Value first, JsonTape::Value second,
                                                                      FormSource source_of_second);

/// Whether the order of an array means nothing: it is the value of a schema keyword that has a set. `key`: of the
/// member that is the array.
[[nodiscard]] bool is_set(std::string_view key);

}  // namespace workbench::lock
