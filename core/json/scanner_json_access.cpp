#include "json/scanner_json_access.hpp"

#include <algorithm>
#include <utility>

#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "json/reader.hpp"
#include "json/scanner.hpp"

namespace workbench::json {
namespace {

std::string_view name_of(JsonKind kind) {
  switch (kind) {
    case JsonKind::absent: return "no value";
    case JsonKind::object: return "an object";
    case JsonKind::array: return "an array";
    case JsonKind::string: return "a string";
    case JsonKind::number: return "a number";
    case JsonKind::boolean: return "a boolean";
    case JsonKind::null: return "null";
  }
  return "something else";
}

Error expected(JsonKind kind, const Json& value) {
  std::string message = "Expected ";
  message.append(name_of(kind)).append(", received ").append(name_of(value.kind()));
  return {ErrorKind::invalid_argument, std::move(message)};
}

}  // namespace

Result<std::vector<JsonMember>> ScannerJsonAccess::members(const Json& object) const {
  if (object.kind() != JsonKind::object) return expected(JsonKind::object, object);
  return json::members(object);
}

Result<PickedMembers> ScannerJsonAccess::pick(const Json& object, std::span<const std::string_view> names,
                                              std::span<Json> found) const {
  for (Json& value : found) value = Json();
  if (object.kind() != JsonKind::object) return expected(JsonKind::object, object);
  PickedMembers picked;
  for (MemberReader member(object.text()); member.next();) {
    std::size_t index = 0;
    while (index != names.size() && !member.key().equals(names[index])) ++index;
    if (index == names.size()) {
      if (!picked.other) picked.other = member.key().decoded();
    } else if (found[index].is_absent()) {
      found[index] = object.part(member.value());
    } else if (!picked.repeated) {
      picked.repeated = std::string(names[index]);
    }
  }
  return picked;
}

Result<std::vector<Json>> ScannerJsonAccess::elements(const Json& array) const {
  if (array.kind() != JsonKind::array) return expected(JsonKind::array, array);
  return json::elements(array);
}

Result<std::string> ScannerJsonAccess::characters(const Json& string) const {
  if (string.kind() != JsonKind::string) return expected(JsonKind::string, string);
  return json::characters(string);
}

std::string ScannerJsonAccess::quoted(std::string_view characters) const {
  return json::quoted(characters);
}

Result<Json> ScannerJsonAccess::checked(std::string text) const {
  if (const std::optional<Fault> fault = check(text, max_depth_)) {
    std::string message = "Invalid JSON: ";
    message.append(fault->what).append(", at byte ").append(std::to_string(fault->offset));
    return Error{ErrorKind::protocol, std::move(message)};
  }
  // In valid JSON they can only stand between tokens, where a blank does as well; in a transport that frames messages
  // by lines they would end the message.
  std::replace_if(
      text.begin(), text.end(), [](char byte) { return byte == '\n' || byte == '\r'; }, ' ');
  const auto buffer = std::make_shared<const std::string>(std::move(text));
  return Json(buffer, without_blanks(*buffer));
}

}  // namespace workbench::json
