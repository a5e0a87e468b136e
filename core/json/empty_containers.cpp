#include "json/empty_containers.hpp"

#include <string>
#include <utility>

#include "json/reader.hpp"

namespace workbench::json {
namespace {

bool is_empty(std::string_view value, char open, char close) {
  return value.size() >= 2 && value.front() == open && value.back() == close &&
         without_blanks(value.substr(1, value.size() - 2)).empty();
}

/// Appends `object` to `text`, changed as with_empty_objects() says; returns whether anything was changed.
bool append_changed(std::string& text, std::string_view object, int depth) {
  bool is_changed = false;
  const char* at = object.data();
  const auto copy_up_to = [&](const char* end) { text.append(std::exchange(at, end), end); };
  for (MemberReader member(object); member.next();) {
    const std::string_view value = member.value();
    copy_up_to(value.data());
    if (is_empty_array(value)) {
      text.append("{}");
      is_changed = true;
    } else if (depth > 1 && value.front() == '{') {
      is_changed = append_changed(text, value, depth - 1) || is_changed;
    } else {
      text.append(value);
    }
    at = value.data() + value.size();
  }
  copy_up_to(object.data() + object.size());
  return is_changed;
}

}  // namespace

bool is_empty_array(std::string_view value) {
  return is_empty(value, '[', ']');
}

bool is_empty_object(std::string_view value) {
  return is_empty(value, '{', '}');
}

Json as_object(const Json& value) {
  return is_empty_array(value.text()) ? Json("{}") : value;
}

Json with_empty_objects(const Json& object, int depth) {
  if (object.kind() != JsonKind::object) return object;
  std::string text;
  return append_changed(text, object.text(), depth) ? Json(std::move(text)) : object;
}

}  // namespace workbench::json
