#include "lock/special_text.hpp"

#include "lock/json_text.hpp"

namespace workbench::lock {
namespace {

/// The characters of a string, or of an array of lines. Absent: it is neither.
std::optional<std::string> joined_lines(JsonTape::Value value) {
  if (value.kind() == JsonKind::string) return decoded(value.raw_string());
  if (value.kind() != JsonKind::array) return std::nullopt;
  std::optional<std::string> text(std::in_place);
  bool is_first = true;
  for_each_element(value, [&](JsonTape::Value line) {
    if (line.kind() != JsonKind::string) text.reset();
    if (!text) return;
    if (!is_first) text->push_back('\n');
    text->append(decoded(line.raw_string()));
    is_first = false;
  });
  return text;
}

/// A string, or an array of its lines if it has several.
void append_lines(std::string& out, std::string_view characters) {
  if (characters.find('\n') == std::string_view::npos) return append_quoted(out, characters);
  char before = '[';
  for (std::size_t at = 0; at <= characters.size();) {
    const std::size_t line_end = std::min(characters.find('\n', at), characters.size());
    out.push_back(before);
    append_quoted(out, characters.substr(at, line_end - at));
    before = ',';
    at = line_end + 1;
  }
  out.push_back(']');
}

bool is_reserved_key(std::string_view key) {
  const std::size_t name = key.find_first_not_of('$');
  if (name == 0 || name == std::string_view::npos) return false;
  return key.substr(name) == kLinesKey.substr(1) || key.substr(name) == kPatternKey.substr(1);
}

}  // namespace

std::string form_key(std::string_view key, FormSource source) {
  std::string written(key);
  if (source == FormSource::server && is_reserved_key(key)) written.insert(written.begin(), '$');
  return written;
}

std::optional<SpecialText> special_text(JsonTape::Value value) {
  if (value.kind() == JsonKind::string) return SpecialText{decoded(value.raw_string()), false};
  if (!is_special_object(value)) return std::nullopt;
  auto characters = joined_lines(value.first().next());
  if (!characters) return std::nullopt;
  return SpecialText{*std::move(characters), value.first().raw_string() == kPatternKey};
}

void append_text(std::string& out, const SpecialText& text) {
  const bool is_object = text.is_pattern || text.characters.find('\n') != std::string::npos;
  if (is_object) out.append("{\"").append(text.is_pattern ? kPatternKey : kLinesKey).append("\":");
  append_lines(out, text.characters);
  if (is_object) out.push_back('}');
}

}  // namespace workbench::lock
