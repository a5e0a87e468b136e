#include "client_files/value.hpp"

#include <algorithm>
#include <charconv>

namespace workbench::client_files {

const Member* Value::member(std::string_view name) const {
  const auto found = std::find_if(members.rbegin(), members.rend(), [&](const Member& m) { return m.name == name; });
  return found == members.rend() ? nullptr : &*found;
}

const Value* Value::find(std::string_view name) const {
  const Member* const found = member(name);
  return found == nullptr ? nullptr : &found->value;
}

const Value* Value::at(const std::vector<std::string>& path) const {
  const Value* value = this;
  for (const std::string& name : path) {
    value = value->find(name);
    if (value == nullptr) break;
  }
  return value;
}

std::optional<std::string> Value::scalar() const {
  if (kind != Kind::text && kind != Kind::number) return std::nullopt;
  return text;
}

std::optional<double> Value::as_number() const {
  if (kind != Kind::number) return std::nullopt;
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

bool Value::same_as(const Value& other) const {
  if (kind != other.kind || flag != other.flag || text != other.text) return false;
  if (elements.size() != other.elements.size() || members.size() != other.members.size()) return false;
  for (std::size_t index = 0; index < elements.size(); ++index) {
    if (!elements[index].same_as(other.elements[index])) return false;
  }
  return std::all_of(members.begin(), members.end(), [&](const Member& mine) {
    const Value* const theirs = other.find(mine.name);
    return theirs != nullptr && find(mine.name)->same_as(*theirs);
  });
}

std::string_view kind_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::null: return "null";
    case Value::Kind::flag: return "true or false";
    case Value::Kind::number: return "a number";
    case Value::Kind::text: return "a string";
    case Value::Kind::list: return "a list";
    case Value::Kind::object: return "an object";
  }
  return "";
}

}  // namespace workbench::client_files
