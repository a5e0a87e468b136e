#include "json/lookup.hpp"

#include <cstddef>

#include "json/reader.hpp"

namespace workbench::json {

namespace {

/// `take(i, value)` is called for the value of each `names[i]`; it returns false if it has been called for it before.
template <typename Take>
std::optional<std::string_view> pick(std::string_view object, std::span<const std::string_view> names, Take take) {
  std::optional<std::string_view> twice;
  for (MemberReader member(object); member.next();) {
    const RawString key = member.key();
    for (std::size_t index = 0; index != names.size(); ++index) {
      if (!key.equals(names[index])) continue;
      if (!take(index, member.value()) && !twice) twice = names[index];
    }
  }
  return twice;
}

}  // namespace

std::optional<std::string_view> pick_members(std::string_view object, std::span<const std::string_view> names,
                                             std::span<std::string_view> found) {
  for (std::string_view& value : found) value = {};
  return pick(object, names, [found](std::size_t index, std::string_view value) {
    if (!found[index].empty()) return false;
    found[index] = value;
    return true;
  });
}

std::optional<std::string_view> pick_members(const Json& object, std::span<const std::string_view> names,
                                             std::span<Json> found) {
  for (Json& value : found) value = Json();
  return pick(object.text(), names, [&object, found](std::size_t index, std::string_view value) {
    if (!found[index].is_absent()) return false;
    found[index] = object.part(value);
    return true;
  });
}

Json member(const Json& object, std::string_view name) {
  for (MemberReader member(object.text()); member.next();) {
    if (member.key().equals(name)) return object.part(member.value());
  }
  return {};
}

std::vector<JsonMember> members(const Json& object) {
  std::vector<JsonMember> found;
  for (MemberReader member(object.text()); member.next();) {
    found.push_back({member.key().decoded(), object.part(member.value())});
  }
  return found;
}

std::vector<Json> elements(const Json& array) {
  std::vector<Json> found;
  for (ElementReader element(array.text()); element.next();) found.push_back(array.part(element.value()));
  return found;
}

}  // namespace workbench::json
