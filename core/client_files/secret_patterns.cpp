#include "client_files/secret_patterns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/ascii.hpp"
#include "base/contains.hpp"
#include "client_files/foreign_text.hpp"

namespace workbench::client_files {
namespace {

/// Anywhere in a name, which is compared in capitals and with `_` between its words.
constexpr std::array<std::string_view, 14> kSecretParts = {
    "TOKEN",         "SECRET",     "PASSWORD",   "PASSWD",  "PASSPHRASE", "APIKEY",     "CREDENTIAL",
    "AUTHORIZATION", "PRIVATEKEY", "PROXY_USER", "USERPWD", "SIGNATURE",  "SESSION_ID", "CONNECTION_STRING"};
/// As a word of a name: short ones are parts of other words.
constexpr std::array<std::string_view, 13> kSecretWords = {
    "KEY", "KEYS", "PAT", "PWD", "PASS", "JWT", "AUTH", "SIG", "COOKIE", "COOKIES", "PRIVATE", "BEARER", "PW"};
/// A name with one of these words is about a secret, but is not the name of one.
constexpr std::array<std::string_view, 21> kNotSecretWords = {
    "FILE", "PATH",   "URL",   "URI",    "DIR",      "FOLDER",  "TYPE",  "METHOD",    "MODE",      "HOST",  "PORT",
    "NAME", "ISSUER", "SCOPE", "SCOPES", "ENDPOINT", "ENABLED", "LIMIT", "TOKENIZER", "AUTHORITY", "PUBLIC"};
/// With these, a value that has only digits is a secret as well.
constexpr std::array<std::string_view, 6> kPasswordParts = {"PASSWORD", "PASSWD", "PASSPHRASE",
                                                            "SECRET",   "PWD",    "PASS"};

constexpr std::array<std::string_view, 46> kKnownBeginnings = {
    "sk-",     "sk_live_",    "sk_test_", "rk_live_", "pk_live_", "whsec_", "ghp_",   "gho_",    "ghu_",      "ghs_",
    "ghr_",    "github_pat_", "glpat-",   "glsa_",    "xoxb-",    "xoxp-",  "xoxa-",  "xoxe",    "xapp-",     "AKIA",
    "ASIA",    "AIza",        "ya29.",    "eyJ",      "hf_",      "npm_",   "pypi-",  "dop_v1_", "dckr_pat_", "ntn_",
    "secret_", "lin_api_",    "figd_",    "tvly-",    "gsk_",     "r8_",    "shpat_", "sntrys_", "sntryu_",   "ATATT",
    "SG.",     "pplx-",       "xai-",     "fc-",      "key-",     "PMAK-"};

constexpr std::array<std::string_view, 8> kSchemes = {"bearer ",  "basic ",  "token ",     "apikey ",
                                                      "api-key ", "digest ", "negotiate ", "bot "};

constexpr std::array<std::string_view, 12> kPlainWords = {"true", "false", "yes",  "no",    "on",     "off",
                                                          "none", "null",  "auto", "oauth", "oauth2", "default"};

template <std::size_t N>
bool has_part(std::string_view text, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return text.find(part) != text.npos; });
}

/// GITHUB, TOKEN of github-token, githubToken and GITHUB_TOKEN.
std::vector<std::string> words_in(std::string_view name) {
  std::vector<std::string> words(1);
  char before = '\0';
  for (const char byte : name) {
    const bool is_upper = byte >= 'A' && byte <= 'Z';
    const bool begins = is_upper && before >= 'a' && before <= 'z';
    if (!base::is_ascii_letter_or_digit(byte) || begins) words.emplace_back();
    if (base::is_ascii_letter_or_digit(byte)) words.back() += variable_name(std::string_view(&byte, 1)).back();
    before = byte;
  }
  return words;
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), base::is_ascii_digit);
}

/// A path, and not a key in base64 that begins with a slash.
bool is_path(std::string_view value) {
  const bool begins =
      value.starts_with('/') || value.starts_with("./") || value.starts_with("../") || value.starts_with("~/");
  return begins && value.find_first_of("+=") == std::string_view::npos;
}

bool is_plain_value(std::string_view name, std::string_view value) {
  if (value.starts_with("$${") && value.find('}') == value.size() - 1) return true;  // the server replaces it
  if (base::contains(kPlainWords, base::ascii_lower(value))) return true;
  if (is_digits(value) && value.size() < 8) return !has_part(variable_name(name), kPasswordParts);
  const bool is_foreign_reference = value.starts_with('{') && value.ends_with('}');  // {file:...}, {env:...}
  return is_foreign_reference || is_path(value) || value.starts_with("http://") || value.starts_with("https://");
}

/// In bits for each byte.
double entropy_of(std::string_view text) {
  std::array<double, 256> counts{};
  for (const char byte : text) counts[static_cast<unsigned char>(byte)] += 1;
  double entropy = 0;
  for (const double count : counts) {
    const double share = count / static_cast<double>(text.size());
    if (count > 0) entropy -= share * std::log2(share);
  }
  return entropy;
}

/// 8-4-4-4-12 hexadecimal digits: mostly the public id of something.
bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_hyphen = at == 8 || at == 13 || at == 18 || at == 23;
    const bool fits =
        is_hyphen ? text[at] == '-' : std::string_view("0123456789abcdefABCDEF").find(text[at]) != text.npos;
    if (!fits) return false;
  }
  return true;
}

/// Whether small letters, capitals and digits alternate as they do by chance, and not as in words with numbers.
bool is_mixed(std::string_view text) {
  const auto kind = [](char byte) { return base::is_ascii_digit(byte) ? 0 : byte >= 'a' && byte <= 'z' ? 1 : 2; };
  std::size_t changes = 0;
  std::size_t count = 0;
  int before = -1;
  for (const char byte : text) {
    if (!base::is_ascii_letter_or_digit(byte)) continue;
    if (before >= 0 && kind(byte) != before) ++changes;
    before = kind(byte);
    ++count;
  }
  return changes * 4 >= count;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  constexpr std::size_t kMaxSecretName = 200;  // what is longer is not a name
  if (name.size() > kMaxSecretName) return false;
  const std::vector<std::string> words = words_in(name);
  const auto is_one_of = [&](const auto& table) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return base::contains(table, word); });
  };
  if (is_one_of(kNotSecretWords)) return false;
  return is_one_of(kSecretWords) || has_part(variable_name(name), kSecretParts);
}

bool looks_like_a_key(std::string_view text) {
  constexpr std::size_t kMinBytes = 24;
  constexpr std::size_t kMaxBytes = 4096;
  constexpr double kMinEntropy = 3.4;
  if (text.size() > kMaxBytes || is_uuid(text)) return false;
  const auto digits = std::count_if(text.begin(), text.end(), base::is_ascii_digit);
  const auto begins = [&](std::string_view beginning) { return text.starts_with(beginning); };
  const bool is_known = std::any_of(kKnownBeginnings.begin(), kKnownBeginnings.end(), begins);
  if (is_known && text.size() >= 16 && digits > 0 && text.find_first_of(" /\\:") == text.npos) return true;
  if (text.size() < kMinBytes || digits < 3) return false;
  const bool is_one_word = std::all_of(text.begin(), text.end(), [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || std::string_view("_-+=").find(byte) != std::string_view::npos;
  });
  return is_one_word && is_mixed(text) && entropy_of(text) >= kMinEntropy;
}

bool is_secret(std::string_view name, std::string_view value) {
  if (value.empty() || has_reference(value) || is_plain_value(name, value)) return false;
  return is_secret_name(name) || looks_like_a_key(value);
}

bool has_reference(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('$', at)) != std::string_view::npos;) {
    if (text.substr(at, 2) == "${") return true;
    at += text.substr(at, 3) == "$${" ? std::size_t{3} : std::size_t{1};
  }
  return false;
}

std::size_t end_of_scheme(std::string_view name, std::string_view value) {
  const std::string lower = base::ascii_lower(value.substr(0, 12));
  const bool is_known =
      std::any_of(kSchemes.begin(), kSchemes.end(), [&](std::string_view s) { return lower.starts_with(s); });
  const bool may_be_any = base::ascii_lower(name).ends_with("authorization");
  constexpr std::size_t kMaxScheme = 32;
  const std::size_t blank = value.substr(0, kMaxScheme).find(' ');
  if (blank == std::string_view::npos || (!is_known && !may_be_any)) return 0;
  return std::min(value.find_first_not_of(' ', blank), value.size());
}

}  // namespace workbench::client_files
