#include "json/visible_json.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/visible_text.hpp"
#include "json/escape.hpp"
#include "json/raw_string.hpp"

namespace workbench::json {
namespace {

void append_unit(std::string& out, unsigned unit) {
  out.append("\\u");
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += base::hex_digit(unit >> shift & 0xFU);
}

/// Characters beyond the first 65,536 as a pair of surrogates.
void append_json_escape(std::string& out, char32_t value) {
  if (value < 0x10000) return append_unit(out, value);
  append_unit(out, 0xD800U + ((value - 0x10000U) >> 10U));
  append_unit(out, 0xDC00U + ((value - 0x10000U) & 0x3FFU));
}

/// Whether a string may have hidden characters, seen from how it is written.
bool may_hide(const RawString& string) {
  return string.escaped || std::any_of(string.text.begin(), string.text.end(), [](char byte) {
           return byte == '\x7F' || static_cast<unsigned char>(byte) >= 0x80;
         });
}

/// Where the string ends whose first character is at `begin`: at its closing quote.
RawString string_at(std::string_view text, std::size_t begin) {
  bool escaped = false;
  std::size_t end = begin;
  while (text[end] != '"') {
    escaped = escaped || text[end] == '\\';
    end += text[end] == '\\' ? 2U : 1U;
  }
  return {text.substr(begin, end - begin), escaped};
}

/// The value with those strings replaced for which `replacement` returns another one.
template <typename Replacement>
Json rewritten(const Json& value, Replacement replacement) {
  const std::string_view text = value.text();
  std::string changed;
  std::size_t done = 0;
  for (std::size_t quote = text.find('"'); quote != std::string_view::npos;) {
    const RawString string = string_at(text, quote + 1);
    const std::size_t after = quote + 1 + string.text.size() + 1;
    if (const std::optional<std::string> other = replacement(string)) {
      changed.append(text.substr(done, quote - done));
      append_quoted(changed, *other);
      done = after;
    }
    quote = text.find('"', after);
  }
  if (done == 0) return value;
  return Json(changed.append(text.substr(done)));
}

}  // namespace

std::string visible_json(std::string_view text) {
  constexpr char32_t kReplacement = 0xFFFD;
  base::HiddenCharacters characters(text);
  std::string visible;
  std::size_t done = 0;
  while (const auto hidden = characters.next()) {
    visible.append(text.substr(done, hidden->offset - done));
    append_json_escape(visible, hidden->is_valid ? hidden->value : kReplacement);
    done = hidden->offset + hidden->length;
  }
  return visible.append(text.substr(done));
}

VisibleJson with_visible_strings(const Json& value) {
  VisibleJson visible;
  visible.value = rewritten(value, [&](const RawString& string) -> std::optional<std::string> {
    if (!may_hide(string)) return std::nullopt;
    std::string before = string.decoded();
    if (base::is_visible(before)) return std::nullopt;
    std::string after = base::visible_text(before);
    if (visible.shown.size() < VisibleJson::kMaxShown) visible.shown.emplace(after, std::move(before));
    return after;
  });
  return visible;
}

Json with_hidden_strings(const Json& value, const std::map<std::string, std::string>& shown) {
  return rewritten(value, [&](const RawString& string) -> std::optional<std::string> {
    const auto found = shown.find(string.decoded());
    if (found == shown.end()) return std::nullopt;
    return found->second;
  });
}

}  // namespace workbench::json
