#include "lock/icon_list.hpp"

#include <algorithm>

#include "lock/json_tape.hpp"

namespace workbench::lock {
namespace {

using Value = JsonTape::Value;

bool is_list(Value value, bool (*is_element)(Value)) {
  if (value.kind() != JsonKind::array) return false;
  bool is_it = true;
  for_each_element(value, [&](Value element) { is_it = is_it && is_element(element); });
  return is_it;
}

bool is_string(Value value) {
  return value.kind() == JsonKind::string;
}

bool is_member_of_icon(Value key, Value value) {
  const std::string_view name = key.raw_string();
  if (name == "src" || name == "mimeType") return is_string(value);
  if (name == "theme") return value.scalar() == R"("light")" || value.scalar() == R"("dark")";
  return name == "sizes" && is_list(value, is_string);
}

bool is_icon(Value value) {
  if (value.kind() != JsonKind::object) return false;
  bool is_it = true;
  for_each_member(value, [&](Value key, Value each) { is_it = is_it && is_member_of_icon(key, each); });
  return is_it;
}

}  // namespace

bool is_icon_list(const std::optional<std::string>& form) {
  JsonTape tape;
  return !form || (!tape.read(*form) && is_list(tape.root(), is_icon));
}

}  // namespace workbench::lock
