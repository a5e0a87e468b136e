#include "lock/form_writer.hpp"

#include <algorithm>
#include <vector>

#include "lock/json_text.hpp"
#include "lock/sorted_members.hpp"

namespace workbench::lock {
namespace {

void append_object_form(std::string& out, JsonTape::Value object, FormSource source) {
  const std::vector<SortedMember> members = sorted_members(object, source);
  char before = '{';
  for (const SortedMember& member : members) {
    out.push_back(before);
    append_quoted(out, member.key);
    out.push_back(':');
    append_form(out, member.value, source, member.key);
    before = ',';
  }
  if (members.empty()) out.push_back('{');
  out.push_back('}');
}

void append_array_form(std::string& out, JsonTape::Value array, FormSource source, bool is_a_set) {
  std::vector<std::string> elements;
  for_each_element(array, [&](JsonTape::Value element) { append_form(elements.emplace_back(), element, source); });
  if (is_a_set) std::sort(elements.begin(), elements.end());
  char before = '[';
  for (const std::string& element : elements) {
    out.push_back(before);
    out.append(element);
    before = ',';
  }
  if (elements.empty()) out.push_back('[');
  out.push_back(']');
}

}  // namespace

std::string form_of(JsonTape::Value value, FormSource source) {
  std::string form;
  append_form(form, value, source);
  return form;
}

void append_form(std::string& out, JsonTape::Value value, FormSource source, std::string_view key) {
  switch (value.kind()) {
    case JsonKind::object:
      if (source == FormSource::lock_file) {
        if (const auto text = special_text(value)) return append_text(out, *text);
      }
      return append_object_form(out, value, source);
    case JsonKind::array: return append_array_form(out, value, source, is_set(key));
    case JsonKind::string: return append_text(out, {decoded(value.raw_string()), false});
    case JsonKind::number: return append_number(out, value.scalar());
    default: out.append(value.scalar());
  }
}

}  // namespace workbench::lock
