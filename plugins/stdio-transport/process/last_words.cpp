#include "process/last_words.hpp"

#include <Poco/String.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace workbench::stdio {
namespace {

constexpr std::size_t kMaxText = 300;
constexpr std::size_t kMaxError = 220;
constexpr std::size_t kKeptLines = 5;

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

/// Whether `next` makes one of U+0080 to U+009F, which terminals may obey, too, of the end of `text` in UTF-8.
bool completes_c1_control(std::string_view text, char next) {
  return text.ends_with('\xC2') && (static_cast<unsigned char>(next) & 0xE0U) == 0x80U;
}

/// The line without colours and other control sequences.
std::string without_controls(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.substr(i, 2) == "\x1b[") {
      while (i + 1 < line.size() && (line[i] == '\x1b' || line[i] < '@' || line[i] == '[')) ++i;
    } else if (completes_c1_control(text, line[i])) {
      text.pop_back();
    } else if (!is_control(line[i])) {
      text += line[i];
    } else if (line[i] == '\t') {
      text += ' ';
    }
  }
  return text;
}

/// At most `bytes`, cut at the border of a character.
std::string cut(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  std::size_t end = bytes - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "...";
}

/// `TypeError: ...`, `Error [ERR_X]: ...`, `pkg.mod.SomeException`.
bool names_an_exception(std::string_view line) {
  if (line.starts_with("Uncaught ")) line.remove_prefix(9);
  const auto is_part_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
  };
  const auto name_end =
      static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_part_of_name) - line.begin());
  const std::string_view name = line.substr(0, name_end);
  if (!name.ends_with("Error") && !name.ends_with("Exception")) return false;
  std::string_view rest = line.substr(name_end);
  if (rest.starts_with(" [")) rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
  return rest.empty() || rest.front() == ':';
}

/// Whether it has the level of a log line: a separate word in capitals.
bool has_severe_level(std::string_view line) {
  constexpr std::array<std::string_view, 3> kLevels{"ERROR", "FATAL", "CRITICAL"};
  const auto is_letter = [&](std::size_t at) {
    return at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) != 0 || line[at] == '_');
  };
  return std::any_of(kLevels.begin(), kLevels.end(), [&](std::string_view level) {
    const std::size_t at = line.find(level);
    return at != std::string_view::npos && (at == 0 || !is_letter(at - 1)) && !is_letter(at + level.size());
  });
}

bool looks_like_error(std::string_view line) {
  if (names_an_exception(line) || has_severe_level(line)) return true;
  if (line.starts_with("thread '") && line.find(" panicked at ") != std::string_view::npos) return true;
  const std::string text = Poco::toLower(std::string(line.substr(0, kMaxText)));
  if (starts_with_any(text, {"error:", "error[", "error ", "fatal:", "fatal error", "panic:"})) return true;
  return text.find(": error:") != std::string::npos || text.find(": fatal:") != std::string::npos;
}

/// The message in a line that npm wrote about an error. Null data: it is another line.
std::string_view npm_message(std::string_view line) {
  for (const std::string_view prefix : {"npm ERR!", "npm error"}) {
    if (!line.starts_with(prefix)) continue;
    line.remove_prefix(prefix.size());
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line;
  }
  return {};
}

/// Marks a position in the source line above it: blanks, carets, tildes.
bool is_marker(std::string_view line) {
  return line.find('^') != std::string_view::npos && line.find_first_not_of(" ^~") == std::string_view::npos;
}

/// `/path/file.js:12`, `node:internal/modules/cjs/loader:1210`.
bool is_location(std::string_view line) {
  const std::size_t colon = line.rfind(':');
  return colon != std::string_view::npos && colon + 1 < line.size() && line.find(' ') == std::string_view::npos &&
         line.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
}

}  // namespace

void LastWords::add(std::string_view line) {
  const std::string text = without_controls(line.substr(0, 4 * kMaxText));
  const std::size_t indent = text.find_first_not_of(' ');
  if (indent == std::string::npos) return;
  std::string trimmed = text.substr(indent, text.find_last_not_of(' ') + 1 - indent);

  if (std::exchange(error_continues_, false)) {
    error_.append(" ").append(trimmed);
    return;
  }
  if (is_frame(trimmed, indent) || is_decoration(trimmed, indent)) return;
  const bool ends_traceback = indent == 0 && std::exchange(in_traceback_, false);
  after_frame_ = false;
  if (trimmed.starts_with("npm ERR!") || trimmed.starts_with("npm error"))
    return handle_npm(trimmed, npm_message(trimmed));
  if (indent == 0 && (ends_traceback || looks_like_error(trimmed))) return handle_error(std::move(trimmed));
  keep(std::move(trimmed));
}

bool LastWords::is_frame(std::string_view line, std::size_t indent) {
  if (indent == 0) return false;
  if (line.starts_with("File \"") && line.find("\", line ") != std::string_view::npos) {
    after_frame_ = true;
    return true;
  }
  if (line.find(".go:") != std::string_view::npos) {  // in Go, the line above has the name of the function
    if (!others_.empty()) others_.pop_back();
    return true;
  }
  const std::size_t number_end = line.find_first_not_of("0123456789");
  const bool is_numbered =
      number_end != 0 && number_end != std::string_view::npos && line.substr(number_end).starts_with(": ");
  const bool is_of_node = line.starts_with("at ") || (line.starts_with("... ") && line.ends_with(" ..."));
  if (is_of_node && line.ends_with(" {")) in_properties_ = true;
  return is_of_node || is_numbered || line.starts_with("[Previous line repeated");
}

bool LastWords::is_decoration(std::string_view line, std::size_t indent) {
  if (in_properties_) {
    in_properties_ = indent > 0;
    if (line == "}") return true;
    if (in_properties_) return !line.starts_with("[cause]");
  }
  if (line.starts_with("Traceback (most recent call last)")) {
    in_traceback_ = true;
    return true;
  }
  if (is_marker(line)) {
    forget_source_line();
    return true;
  }
  if (after_frame_ && indent >= 4) return true;
  if (line.starts_with("goroutine ") && line.ends_with(":")) return true;
  return starts_with_any(line, {"Node.js v", "stack backtrace:", "note: run with `RUST_BACKTRACE",
                                "note: Some details are omitted", "The above exception was the direct cause",
                                "During handling of the above exception", "created by ", "exit status "});
}

/// Node prints the location, the source line and a marker below it, all before the error.
void LastWords::forget_source_line() {
  if (after_frame_ || others_.empty()) return;  // a source line that Python quotes has not been kept
  others_.pop_back();
  if (!others_.empty() && is_location(others_.back())) others_.pop_back();
}

void LastWords::handle_error(std::string line) {
  if (!error_.empty()) keep(std::exchange(error_, {}));
  error_continues_ = line.find(" panicked at ") != std::string::npos && line.ends_with(":");
  error_ = std::move(line);
}

/// npm writes several lines; only the code and the first sentence are informative. If a script that npm has run failed,
/// they follow its error, which is more informative.
void LastWords::handle_npm(const std::string& line, std::string_view message) {
  constexpr std::string_view kCode = "code ";
  const bool has_npm_error = error_.starts_with("npm ");
  if (message.empty() || (!error_.empty() && !has_npm_error)) return;
  if (starts_with_any(message, {"syscall ", "errno ", "path ", "dest ", "command ", "A complete log of this run"}))
    return;
  if (!has_npm_error || message.starts_with(kCode)) {
    error_ = line;
  } else if (npm_message(error_).starts_with(kCode) && error_.find(": ") == std::string::npos) {
    error_.append(": ").append(message);
  }
}

void LastWords::keep(std::string line) {
  others_.push_back(std::move(line));
  if (others_.size() > kKeptLines) others_.pop_front();
}

std::string LastWords::text() const {
  constexpr std::string_view kSeparator = " | ";
  if (error_.empty() && others_.empty()) return {};
  if (error_.empty() && others_.back().size() > kMaxText) return cut(others_.back(), kMaxText);

  const std::string first = cut(error_, kMaxError);
  std::string rest;
  for (auto line = others_.rbegin(); line != others_.rend(); ++line) {
    if (first.size() + rest.size() + line->size() + 2 * kSeparator.size() > kMaxText) break;
    rest = rest.empty() ? *line : *line + std::string(kSeparator) + rest;
  }
  if (first.empty() || rest.empty()) return first + rest;
  return first + std::string(kSeparator) + rest;
}

}  // namespace workbench::stdio
