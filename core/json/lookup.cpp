#include "json/lookup.hpp"

#include <cstddef>

#include "json/reader.hpp"

namespace workbench::json {

std::optional<std::string_view> pick_members(const Json& object, std::span<const std::string_view> names,
                                             std::span<Json> found) {
  for (Json& value : found) value = Json();
  std::optional<std::string_view> twice;
  for (MemberReader member(object.text()); member.next();) {
    for (std::size_t index = 0; index != names.size(); ++index) {
      if (!member.key().equals(names[index])) continue;
      if (found[index].is_absent()) {
        found[index] = object.part(member.value());
      } else if (!twice) {
        twice = names[index];
      }
    }
  }
  return twice;
}

Json member(const Json& object, std::string_view name) {
  for (MemberReader member(object.text()); member.next();) {
    if (member.key().equals(name)) return object.part(member.value());
  }
  return {};
}

std::string member_characters(const Json& object, std::string_view name) {
  return characters(member(object, name));
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
