#include "scan/word_reader.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace workbench::scan {
namespace {

/// Files with secrets: behind a dot that begins a name, and elsewhere.
constexpr std::array<std::string_view, 17> kDotFiles = {
    "ssh",           "aws",           "env",    "netrc",           "npmrc",        "pypirc",
    "gnupg",         "kube",          "pgpass", "git-credentials", "bash_history", "zsh_history",
    "config/gcloud", "docker/config", "cursor", "azure",           "vault-token"};
constexpr std::array<std::string_view, 11> kPlainFiles = {
    "id_rsa",     "id_ed25519",        "id_ecdsa",   "etc/passwd",
    "etc/shadow", "proc/self/environ", "mcp.json",   "claude_desktop_config",
    "wallet.dat", "login data",        "etc\\passwd"};

/// Addresses in examples of documentation.
constexpr std::array<std::string_view, 4> kExampleHosts = {"example.com", "example.org", "example.net", "domain.com"};

}  // namespace

/// The bytes of the letter or digit at `at`; 0: none begins there.
std::size_t WordReader::letter_length(std::size_t at) const {
  const auto byte = static_cast<unsigned char>(text_[at]);
  if (byte < 0x80) return base::is_ascii_letter_or_digit(text_[at]) ? 1 : 0;
  const std::string_view two = text_.substr(at, 2);
  const bool is_punctuation = two == "\xE2\x80" || two == "\xE2\x81" || two == "\xE3\x80" || two == "\xC2\xA0";
  return is_punctuation ? 0 : 1;
}

bool WordReader::ends_sentence(std::size_t at) const {
  const char byte = text_[at];
  const char after = at + 1 < text_.size() ? text_[at + 1] : ' ';
  if (byte == '\n') return after == '\n';
  if (byte == ';') return true;
  if (byte == '.' || byte == '!' || byte == '?') return after == ' ' || after == '\n' || after == '\t' || after == '"';
  return text_.substr(at, 3) == "\xE3\x80\x82";
}

bool WordReader::next() {
  begins_sentence_ = end_ == 0;
  std::size_t at = end_;
  while (at < text_.size() && letter_length(at) == 0) {
    begins_sentence_ = begins_sentence_ || ends_sentence(at);
    const auto lead = static_cast<unsigned char>(text_[at]);
    at += lead >= 0xE0 ? 3U : lead >= 0x80 ? 2U : 1U;
  }
  if (at >= text_.size()) return false;
  begin_ = at;
  while (at < text_.size() && letter_length(at) != 0) ++at;
  end_ = at;
  return true;
}

bool WordReader::is_email() const {
  if (end_ + 1 >= text_.size() || text_[end_] != '@' || letter_length(end_ + 1) == 0) return false;
  const std::string_view host = text_.substr(end_ + 1, 64);
  const std::string_view name = host.substr(0, host.find_first_of(" ,;)>'\"`\n"));
  if (name.find('.') == std::string_view::npos) return false;
  return std::none_of(kExampleHosts.begin(), kExampleHosts.end(),
                      [&](std::string_view example) { return name.starts_with(example); });
}

bool WordReader::is_phone() const {
  const std::string_view digits = word();
  return begin_ > 0 && text_[begin_ - 1] == '+' && digits.size() >= 2 &&
         std::all_of(digits.begin(), digits.end(), base::is_ascii_digit);
}

bool WordReader::is_sensitive_file() const {
  const std::string_view rest = text_.substr(begin_);
  const auto begins = [&](std::string_view name) {
    return rest.starts_with(name) && (rest.size() == name.size() || !base::is_ascii_letter_or_digit(rest[name.size()]));
  };
  if (std::any_of(kPlainFiles.begin(), kPlainFiles.end(), begins)) return true;
  const bool is_behind_dot = begin_ > 0 && text_[begin_ - 1] == '.';
  const bool begins_name = is_behind_dot && (begin_ == 1 || !base::is_ascii_letter_or_digit(text_[begin_ - 2]));
  return begins_name && text_.substr(begin_ - std::min<std::size_t>(begin_, 2), 2) != ")." &&
         std::any_of(kDotFiles.begin(), kDotFiles.end(), begins);
}

WordClasses WordReader::classes() const {
  const auto set = [](WordClasses& classes, WordClass one) { classes.set(static_cast<std::size_t>(one)); };
  const std::string_view found = word();
  const std::string_view rest = text_.substr(end_, 3);
  WordClasses classes;
  const bool is_before_not = found == "don" || found == "shouldn" || found == "mustn" || found == "needn";
  if (is_before_not && (rest.starts_with("'t") || rest == "\xE2\x80\x99")) {  // don't; "can't" is not an order
    set(classes, WordClass::negation);
    set(classes, WordClass::dont);
    return classes;
  }
  classes = classes_of(found);
  if (rest == "://") set(classes, WordClass::url);
  if (is_email()) set(classes, WordClass::email);
  if (is_phone()) set(classes, WordClass::phone);
  if (has(classes, WordClass::file_word) && is_sensitive_file()) set(classes, WordClass::sensitive_file);
  return classes;
}

}  // namespace workbench::scan
