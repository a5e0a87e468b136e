#include "scan/json_strings.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "base/visible_text.hpp"

namespace workbench::scan {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool is_high_surrogate(char32_t value) {
  return value >= 0xD800 && value < 0xDC00;
}
bool is_low_surrogate(char32_t value) {
  return value >= 0xDC00 && value < 0xE000;
}

/// The four hexadecimal digits at `at`; what is none counts as 0.
char32_t unit_at(std::string_view written, std::size_t at) {
  char32_t unit = 0;
  for (const char digit : written.substr(std::min(at, written.size()), 4)) {
    unit = unit * 16 + base::hex_value(digit).value_or(0);
  }
  return unit;
}

char plain_escape(char letter) {
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'b': return '\b';
    case 'f': return '\f';
    default: return letter;
  }
}

/// Reads the escape \uXXXX at `at`, and the second half of a pair. Returns its length.
std::size_t append_unit(std::string_view written, std::size_t at, std::string& out) {
  const char32_t unit = unit_at(written, at + 2);
  if (is_high_surrogate(unit) && written.substr(std::min(at + 6, written.size()), 2) == "\\u") {
    const char32_t second = unit_at(written, at + 8);
    if (is_low_surrogate(second)) {
      base::append_utf8(out, 0x10000 + ((unit - 0xD800) << 10U) + (second - 0xDC00));
      return 12;
    }
  }
  base::append_utf8(out, is_high_surrogate(unit) || is_low_surrogate(unit) ? kReplacement : unit);
  return 6;
}

}  // namespace

std::string decoded_json(std::string_view written) {
  std::string out;
  out.reserve(written.size());
  for (std::size_t at = 0; at < written.size();) {
    const std::size_t escape = std::min(written.find('\\', at), written.size());
    out.append(written.substr(at, escape - at));
    if (escape + 1 >= written.size()) break;
    if (written[escape + 1] == 'u') {
      at = escape + append_unit(written, escape, out);
    } else {
      out += plain_escape(written[escape + 1]);
      at = escape + 2;
    }
  }
  return out;
}

bool JsonStrings::next() {
  while (at_ < json_.size()) {
    if (step()) return true;
  }
  return false;
}

/// Takes one token. Returns whether it is a key or a scalar value.
bool JsonStrings::step() {
  const char byte = json_[at_];
  switch (byte) {
    case '{':
    case '[':
      levels_.push_back({byte == '{', {}, 0});
      expects_key_ = byte == '{';
      break;
    case '}':
    case ']':
      if (!levels_.empty()) levels_.pop_back();
      expects_key_ = false;
      break;
    case ',':
      if (!levels_.empty()) ++levels_.back().index;
      expects_key_ = !levels_.empty() && levels_.back().is_object;
      break;
    case ':': expects_key_ = false; break;
    case '"': read_string(); return true;
    case ' ':
    case '\t':
    case '\n':
    case '\r': break;
    default: read_other(); return true;
  }
  ++at_;
  return false;
}

void JsonStrings::read_string() {
  const std::size_t begin = ++at_;
  bool has_escapes = false;
  while (at_ < json_.size() && json_[at_] != '"') {
    if (json_[at_] == '\\') {
      has_escapes = true;
      ++at_;
    }
    ++at_;
  }
  const std::string_view written = json_.substr(begin, std::min(at_, json_.size()) - begin);
  at_ = std::min(at_ + 1, json_.size());
  kind_ = expects_key_ ? Kind::key : Kind::string;
  if (expects_key_ && !levels_.empty()) levels_.back().key = written;
  if (has_escapes) decoded_ = decoded_json(written);
  text_ = has_escapes ? std::string_view(decoded_) : written;
}

void JsonStrings::read_other() {
  const std::size_t end = std::min(json_.find_first_of(",:]}[{\" \t\r\n", at_ + 1), json_.size());
  kind_ = Kind::other;
  text_ = json_.substr(at_, end - at_);
  at_ = end;
}

std::string JsonStrings::path() const {
  std::string path;
  for (const Level& level : levels_) {
    if (level.is_object) {
      if (!path.empty()) path += '.';
      path += base::visible_line(decoded_json(base::up_to_character(level.key, kMaxPathBytes)));
    } else {
      path.append("[").append(std::to_string(level.index)).append("]");
    }
    if (path.size() > kMaxPathBytes) break;
  }
  return base::shortened(path, kMaxPathBytes);
}

std::string_view JsonStrings::key_at(std::size_t level) const {
  return level < levels_.size() ? levels_[level].key : std::string_view();
}

std::string_view JsonStrings::last_key() const {
  const auto last = std::find_if(levels_.rbegin(), levels_.rend(), [](const Level& level) { return level.is_object; });
  return last == levels_.rend() ? std::string_view() : last->key;
}

}  // namespace workbench::scan
