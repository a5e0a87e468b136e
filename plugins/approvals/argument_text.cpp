#include "argument_text.hpp"

#include <algorithm>
#include <string_view>

#include "content_digest.hpp"
#include "json_cursor.hpp"
#include "shown_text.hpp"

namespace workbench::approvals {
namespace {

/// Writes a JSON text again, up to a number of bytes.
class ShownJson {
 public:
  ShownJson(std::string_view text, std::size_t max_bytes) : cursor_(text), max_bytes_(max_bytes) {}

  [[nodiscard]] ArgumentText take() && {
    while (cursor_.peek() != '\0' && !is_full()) append_token();
    return {std::move(out_), !is_full(), 0, {}};
  }

 private:
  [[nodiscard]] bool is_full() const { return is_full_; }

  void append_token() {
    const char first = cursor_.peek();
    if (first == '"') return append_string(cursor_.string());
    if (std::string_view("{}[]:,").find(first) != std::string_view::npos) {
      static_cast<void>(cursor_.skip(first));
      return append({&first, 1});
    }
    append(cursor_.word());
  }

  void append_string(std::string_view raw) {
    append("\"");
    while (!raw.empty() && !is_full()) {
      const std::size_t plain = plain_beginning(raw).size();
      append_cut(raw.substr(0, plain));
      raw.remove_prefix(plain);
      JsonCharacters characters(raw);
      if (const auto character = characters.next()) append_character(*character);
      raw = characters.rest();
    }
    append("\"");
  }

  /// What is shown as it is.
  [[nodiscard]] static std::string_view plain_beginning(std::string_view raw) {
    const auto* const end =
        std::find_if(raw.begin(), raw.end(), [](char byte) { return byte < 0x20 || byte > 0x7E || byte == '\\'; });
    return raw.substr(0, static_cast<std::size_t>(end - raw.begin()));
  }

  /// As much of plain text as there is room for.
  void append_cut(std::string_view plain) {
    const std::string_view shown = plain.substr(0, max_bytes_ - std::min(out_.size(), max_bytes_));
    append(shown);
    is_full_ = is_full_ || shown.size() < plain.size();
  }

  void append_character(char32_t character) {
    switch (character) {
      case '"': return append("\\\"");
      case '\\': return append("\\\\");
      case '\n': return append("\\n");
      case '\r': return append("\\r");
      case '\t': return append("\\t");
      default: break;
    }
    std::string shown;
    append_shown(shown, character);
    append(shown);
  }

  /// All of it, or nothing from here on.
  void append(std::string_view piece) {
    if (is_full_ || out_.size() + piece.size() > max_bytes_) {
      is_full_ = true;
      return;
    }
    out_ += piece;
  }

  JsonCursor cursor_;
  const std::size_t max_bytes_;
  std::string out_;
  bool is_full_ = false;
};

/// The beginning of a valid text of UTF-8, whole characters.
std::string_view beginning_of(std::string_view text, std::size_t max_bytes) {
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

}  // namespace

ArgumentText shown_arguments(const Json& arguments, std::size_t max_bytes) {
  const std::string_view sent = arguments.text();
  ArgumentText shown = ShownJson(sent, max_bytes).take();
  shown.bytes = sent.size();
  shown.sha256 = digits_of(digest_of(sent));
  return shown;
}

std::string preview_of(const ArgumentText& arguments, std::size_t max_bytes) {
  if (arguments.is_whole && arguments.text.size() <= max_bytes) return arguments.text;
  const std::string_view text = arguments.text;
  const std::string_view beginning = text.size() > max_bytes ? beginning_of(text, max_bytes) : text;
  return std::string(beginning)
      .append("... (")
      .append(std::to_string(arguments.bytes))
      .append(" bytes, SHA-256 ")
      .append(arguments.sha256)
      .append(")");
}

}  // namespace workbench::approvals
