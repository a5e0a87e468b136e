#include "client_files/secret_mask.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "client_files/document.hpp"
#include "client_files/secret_patterns.hpp"
#include "client_files/secret_spans.hpp"
#include "client_files/text_edit.hpp"
#include "json/extensions.hpp"
#include "json/scanner.hpp"

namespace workbench::client_files {
namespace {

/// A line of a file that is not JSON: `name = "value"`, `- name: value`, `- value`.
class LineOfFile {
 public:
  explicit LineOfFile(std::string_view line) : line_(line) {
    at_ = std::min(line.find_first_not_of(" \t-\"'", 0), line.size());
    std::size_t end = at_;
    while (end < line.size() && is_secret_name_byte(line[end])) ++end;
    std::size_t sign = end;
    while (sign < line.size() && std::string_view(" \t\"'").find(line[sign]) != std::string_view::npos) ++sign;
    if (end > at_ && sign < line.size() && (line[sign] == '=' || line[sign] == ':') &&
        !line.substr(sign).starts_with("://")) {
      name_ = line.substr(at_, end - at_);
      at_ = std::min(line.find_first_not_of(kBlanks, sign + 1), line.size());
    } else {
      at_ = std::min(line.find_first_not_of(" \t"), line.size());
      if (line.substr(at_, 2) == "- ") at_ = std::min(line.find_first_not_of(" \t", at_ + 1), line.size());
    }
    end_ = line.find_last_not_of(" \t\r\n,") + 1;
    if (end_ > at_ + 1 && kQuotes.find(line[at_]) != std::string_view::npos && line[at_] == line[end_ - 1]) {
      ++at_;
      --end_;
    }
  }

  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] std::size_t begin() const { return at_; }
  [[nodiscard]] std::string_view value() const {
    return end_ > at_ ? line_.substr(at_, end_ - at_) : std::string_view();
  }

 private:
  std::string_view line_;
  std::string_view name_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

std::vector<SecretSpan> secrets_of_lines(std::string_view text) {
  std::vector<SecretSpan> spans;
  std::string_view option;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const LineOfFile line(text.substr(at, end - at));
    const std::string_view name = line.name().empty() ? option : line.name();
    for (SecretSpan& span : secrets_in(name, line.value())) {
      spans.push_back({at + line.begin() + span.begin, at + line.begin() + span.end, std::move(span.name)});
    }
    option = line.name().empty() && line.value().starts_with('-') ? line.value() : std::string_view();
    at = end + 1;
  }
  return spans;
}

std::vector<SecretSpan> secrets_of_file(std::string_view text) {
  const json::ExtendedJson extended = json::without_extensions(text);
  if (json::check(extended.plain, kMaxDepth)) return secrets_of_lines(text);
  return secrets_in_checked_json(text, extended.plain);
}

}  // namespace

std::string with_secrets_masked(std::string_view text) {
  std::string masked;
  std::size_t at = 0;
  for (const SecretSpan& span : secrets_of_file(text)) {
    masked.append(text.substr(at, span.begin - at)).append("***");
    at = span.end;
  }
  return masked.append(text.substr(at));
}

}  // namespace workbench::client_files
