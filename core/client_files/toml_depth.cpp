#include "client_files/toml_depth.hpp"

#include <algorithm>
#include <vector>

namespace workbench::client_files {
namespace {

/// Reads a text from its beginning to its end and counts the levels of the place where it is.
class LevelsOfToml {
 public:
  LevelsOfToml(std::string_view text, std::size_t max_levels) : text_(text), max_levels_(max_levels) {}

  std::optional<std::size_t> find() {
    while (at_ < text_.size()) {
      const std::size_t before = at_;
      read();
      if (levels() > max_levels_) return before;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::size_t levels() const { return table_ + (open_.empty() ? 0 : open_.back()) + parts_; }

  /// One sign, string or comment.
  void read() {
    const char byte = text_[at_];
    switch (byte) {
      case '#': at_ = std::min(text_.find('\n', at_), text_.size()); return;
      case '"':
      case '\'': return pass_string(byte);
      case '\n': end_line(); break;
      case '.': ++parts_; break;
      case ',': parts_ = 0; break;
      case '[':
      case '{': open(byte); break;
      case ']':
      case '}': close(); break;
      default: break;
    }
    if (byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n') is_line_begin_ = false;
    ++at_;
  }

  void end_line() {
    if (is_header_) table_ = parts_ + 1;
    if (open_.empty()) {
      is_header_ = false;
      is_line_begin_ = true;
      parts_ = 0;
    }
  }

  void open(char byte) {
    if (is_header_) return;
    if (open_.empty() && is_line_begin_ && byte == '[') {
      is_header_ = true;
      table_ = 0;
    } else {
      open_.push_back((open_.empty() ? 0 : open_.back()) + parts_ + 1);
      parts_ = 0;
    }
  }

  void close() {
    if (is_header_ || open_.empty()) return;
    open_.pop_back();
    parts_ = 0;
  }

  void pass_string(char quote) {
    is_line_begin_ = false;
    const bool is_long = at_ + 2 < text_.size() && text_[at_ + 1] == quote && text_[at_ + 2] == quote;
    at_ += is_long ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\' && quote == '"') {
        ++at_;
      } else if (!is_long && (text_[at_] == quote || text_[at_] == '\n')) {
        if (text_[at_] == quote) ++at_;
        return;
      } else if (is_long && text_.substr(at_, 3) == long_end(quote)) {
        at_ += 3;
        while (at_ < text_.size() && text_[at_] == quote) ++at_;  // up to two belong to the string
        return;
      }
    }
    at_ = std::min(at_, text_.size());
  }

  static std::string_view long_end(char quote) { return quote == '"' ? R"(""")" : "'''"; }

  std::string_view text_;
  const std::size_t max_levels_;
  std::size_t at_ = 0;
  std::size_t table_ = 0;          // the parts of the last table's name
  std::size_t parts_ = 0;          // dots since the last value began
  std::vector<std::size_t> open_;  // the levels in each list and inline table that is open
  bool is_line_begin_ = true;
  bool is_header_ = false;
};

}  // namespace

std::optional<std::size_t> too_deep_in_toml(std::string_view text, std::size_t max_levels) {
  return LevelsOfToml(text, max_levels).find();
}

}  // namespace workbench::client_files
