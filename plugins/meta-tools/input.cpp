#include "input.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "lean/characters.hpp"
#include "lean/first_sentence.hpp"

namespace meta_tools {
namespace {

/// The lengths at which a key and a number of the client are cut in a message.
constexpr std::size_t kMaxKey = 100;
constexpr std::size_t kMaxNumber = 20;

/// Callers name members by the literals that they gave the constructor, mostly at the same address.
bool is_same(std::string_view one, std::string_view other) {
  return one.size() == other.size() && (one.data() == other.data() || one == other);
}

}  // namespace

using workbench::Json;
using workbench::JsonKind;

std::string_view kind_name(const Json& value) {
  switch (value.kind()) {
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

Json definition_from(std::string text) {
  std::erase(text, '\n');
  return Json(std::move(text));
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

bool has_more_than(std::size_t count, const Json& container) {
  const std::string_view text = container.text();
  std::size_t depth = 0;
  bool is_in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char byte = text[at];
    if (is_in_string) {
      if (byte == '\\') ++at;
      is_in_string = byte != '"';
    } else if (byte == '"') {
      is_in_string = true;
    } else if (byte == '{' || byte == '[') {
      ++depth;
    } else if (byte == '}' || byte == ']') {
      --depth;
    } else if (byte == ',' && depth == 1 && count-- <= 1) {
      return true;
    }
  }
  return false;
}

Json member_of(const Json& object, std::string_view name, const workbench::JsonAccess& json) {
  std::array<Json, 1> found;
  static_cast<void>(json.pick(object, std::array{name}, found));
  return std::move(found.front());
}

std::optional<std::string> short_text(const Json& value, const workbench::JsonAccess& json, std::size_t max) {
  constexpr std::size_t kMaxNotation = 12;  // bytes of one character, as two escapes
  if (value.text().size() > kMaxNotation * max + 2) return std::nullopt;
  auto text = json.characters(value);
  if (!text) return std::nullopt;
  if (text->size() <= max) return *std::move(text);
  const auto continuing = std::count_if(text->begin(), text->end(), is_continuation);
  if (text->size() - static_cast<std::size_t>(continuing) > max) return std::nullopt;
  return *std::move(text);
}

Input::Input(const workbench::JsonAccess& json, const Json& object, std::string_view path,
             std::initializer_list<std::string_view> names)
    : json_(json), path_(path) {
  std::copy(names.begin(), names.end(), names_.begin());
  if (object.is_absent()) return;
  if (auto picked = json.pick(object, {names_.data(), names.size()}, {members_.data(), names.size()})) {
    picked_ = *std::move(picked);
  }
}

Json& Input::member(std::string_view name) {
  const auto found =
      std::find_if(names_.begin(), names_.end(), [name](std::string_view one) { return is_same(one, name); });
  return members_[static_cast<std::size_t>(found - names_.begin())];
}

std::string Input::characters(std::string_view name, std::size_t max) {
  const Json& value = member(name);
  if (value.is_absent()) return {};
  if (value.text().size() <= max) {  // no more characters than bytes
    if (auto characters = json_.characters(value)) return *std::move(characters);
  } else if (auto text = short_text(value, json_, max)) {
    return *std::move(text);
  }
  if (value.kind() != JsonKind::string) {
    fail_type(name, "string", value);
  } else {
    fail("Invalid parameters: " + path_of(name) + ": Expected at most " + std::to_string(max) +
         " characters, received more");
  }
  return {};
}

std::string Input::name(std::string_view name, std::size_t max) {
  std::string text = characters(name, max);
  if (is_blank(text)) {
    fail("Invalid parameters: " + std::string(name) + " cannot be empty");
  }
  return text;
}

std::size_t Input::number(std::string_view name, std::size_t min, std::size_t max, std::size_t absent) {
  const Json& value = member(name);
  if (value.is_absent()) return absent;
  std::size_t number = 0;
  const std::string_view text = value.text();
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  if (is_whole && number >= min && number <= max) return number;
  fail("Invalid parameters: " + std::string(name) + ": Expected integer from " + std::to_string(min) + " to " +
       std::to_string(max) + ", received " +
       (value.kind() == JsonKind::number ? cut_at_word(text, kMaxNumber) : std::string(kind_name(value))));
  return absent;
}

Json Input::object(std::string_view name) {
  Json& value = member(name);
  if (value.is_absent() || value.kind() == JsonKind::object) return std::exchange(value, Json());
  fail_type(name, "object", value);
  return {};
}

std::string Input::path_of(std::string_view name) const {
  return path_.empty() ? std::string(name) : std::string(path_) + "." + std::string(name);
}

void Input::fail_type(std::string_view name, std::string_view expected, const Json& value) {
  fail("Invalid parameters: " + path_of(name) + ": Expected " + std::string(expected) + ", received " +
       std::string(kind_name(value)));
}

void Input::check_keys() {
  if (picked_.other)
    return fail("Invalid parameters: Unrecognized key: '" + cut_at_word(*picked_.other, kMaxKey) + "'");
  if (picked_.repeated) fail("Invalid parameters: Duplicate key: '" + *picked_.repeated + "'");
}

workbench::Result<workbench::ToolIdentifier> read_identifier(const Json& tool, std::string_view path,
                                                             const workbench::JsonAccess& json) {
  Input input(json, tool, path, {"toolbox", "server", "tool"});
  const auto part = [&input](std::string_view name) {
    std::string text = input.characters(name);
    if (text.empty()) input.fail("Invalid tool identifier: " + std::string(name) + " cannot be empty");
    return text;
  };
  workbench::ToolIdentifier identifier{part("toolbox"), part("server"), part("tool")};
  input.check_keys();
  if (input.error()) return workbench::Error{workbench::ErrorKind::invalid_argument, *input.error()};
  return identifier;
}

}  // namespace meta_tools
