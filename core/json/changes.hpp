#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

#include "json/reader.hpp"

namespace workbench::json {

/// What becomes of a value. Absent: it stays to the byte. Empty: it is left out. Otherwise the JSON text in its place;
/// in place of an element, also several of them with commas between.
using Change = std::optional<std::string>;

/// The text of an object or array, some of whose items are changed. Nothing is copied before the first that is.
class ChangedItems {
 public:
  explicit ChangedItems(std::string_view container) : container_(container) {}

  /// The next item: from `begin` to the end of its value, which are parts of the container's text.
  void add(const char* begin, std::string_view value, const Change& change);

  /// Absent: all items stay.
  [[nodiscard]] Change result() &&;

 private:
  const std::string_view container_;
  std::size_t unchanged_ = 1;  // bytes of the container: its bracket, and the items before the first that is changed
  bool has_items_ = false;
  bool is_changed_ = false;
  std::string text_;  // as soon as one is changed
};

/// The object with each value as `change_of(key, value)` has it; keys are decoded. Absent: nothing changes.
template <typename ChangeOf>
[[nodiscard]] Change changed_members(const Json& object, ChangeOf change_of) {
  ChangedItems items(object.text());
  for (MemberReader member(object.text()); member.next();) {
    const RawString key = member.key();
    const Json value = object.part(member.value());
    const Change change = key.escaped ? change_of(std::string_view(key.decoded()), value) : change_of(key.text, value);
    items.add(key.text.data() - 1, member.value(), change);
  }
  return std::move(items).result();
}

/// The same for the elements of an array, each as `change_of(element)` has it.
template <typename ChangeOf>
[[nodiscard]] Change changed_elements(const Json& array, ChangeOf change_of) {
  ChangedItems items(array.text());
  for (ElementReader element(array.text()); element.next();) {
    items.add(element.value().data(), element.value(), change_of(array.part(element.value())));
  }
  return std::move(items).result();
}

/// The value with a change that does not leave it out.
[[nodiscard]] inline Json with_change(const Json& value, Change change) {
  return change ? Json(*std::move(change)) : value;
}

}  // namespace workbench::json
