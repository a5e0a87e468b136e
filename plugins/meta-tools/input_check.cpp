#include "input_check.hpp"

#include <algorithm>
#include <utility>

namespace meta_tools {

using workbench::Json;
using workbench::JsonKind;
using workbench::JsonMember;

namespace {

std::string_view word_for(JsonKind kind) {
  switch (kind) {
    case JsonKind::absent: return "undefined";
    case JsonKind::object: return "object";
    case JsonKind::array: return "array";
    case JsonKind::string: return "string";
    case JsonKind::number: return "number";
    case JsonKind::boolean: return "boolean";
    case JsonKind::null: return "null";
  }
  return {};
}

}  // namespace

Input::Input(const workbench::JsonAccess& json, const Json& object, std::string path)
    : json_(json), path_(std::move(path)) {
  if (object.is_absent()) return;
  if (auto members = json.members(object)) members_ = *std::move(members);
}

Json Input::member(std::string_view name) {
  known_.emplace_back(name);
  const auto found =
      std::find_if(members_.begin(), members_.end(), [&](const JsonMember& member) { return member.key == name; });
  return found == members_.end() ? Json() : found->value;
}

std::string Input::characters(std::string_view name) {
  const Json value = member(name);
  if (value.is_absent()) return {};
  auto characters = json_.characters(value);
  if (characters) return *std::move(characters);
  fail_type(name, "string", value);
  return {};
}

Json Input::object(std::string_view name) {
  const Json value = member(name);
  if (value.is_absent() || value.kind() == JsonKind::object) return value;
  fail_type(name, "object", value);
  return {};
}

void Input::fail_type(std::string_view name, std::string_view expected, const Json& value) {
  std::string place = path_.empty() ? std::string(name) : path_ + "." + std::string(name);
  fail("Invalid parameters: " + std::move(place) + ": Expected " + std::string(expected) + ", received " +
       std::string(word_for(value.kind())));
}

void Input::refuse_other_keys() {
  for (auto member = members_.begin(); member != members_.end(); ++member) {
    if (std::find(known_.begin(), known_.end(), member->key) == known_.end()) {
      return fail("Invalid parameters: Unrecognized key: '" + member->key + "'");
    }
    const auto is_the_same = [&](const JsonMember& other) { return other.key == member->key; };
    if (std::any_of(members_.begin(), member, is_the_same)) {
      return fail("Invalid parameters: Duplicate key: '" + member->key + "'");
    }
  }
}

}  // namespace meta_tools
