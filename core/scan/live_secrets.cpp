#include "scan/live_secrets.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>

#include "base/ascii.hpp"

namespace workbench::scan {
namespace {

struct KeyForm {
  std::string_view beginning;
  std::size_t min_length;  ///< of what follows
};

constexpr std::array kKeyForms{
    KeyForm{"ghp_", 36},    KeyForm{"gho_", 36},        KeyForm{"ghs_", 36},     KeyForm{"ghu_", 36},
    KeyForm{"ghr_", 36},    KeyForm{"github_pat_", 60}, KeyForm{"glpat-", 20},   KeyForm{"sk-proj-", 40},
    KeyForm{"sk-ant-", 40}, KeyForm{"sk-", 40},         KeyForm{"sk_live_", 24}, KeyForm{"rk_live_", 24},
    KeyForm{"AKIA", 16},    KeyForm{"ASIA", 16},        KeyForm{"AIza", 35},     KeyForm{"xoxb-", 30},
    KeyForm{"xoxp-", 30},   KeyForm{"xapp-", 30},       KeyForm{"npm_", 36},     KeyForm{"hf_", 34},
    KeyForm{"pypi-", 80},   KeyForm{"dop_v1_", 64},     KeyForm{"gsk_", 50},     KeyForm{"SG.", 60},
    KeyForm{"ya29.", 60},   KeyForm{"shpat_", 32},      KeyForm{"PMAK-", 50},
};

bool is_of_key(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '-' || byte == '.';
}

std::size_t different_bytes(std::string_view text) {
  std::bitset<256> seen;
  for (const char byte : text) seen.set(static_cast<unsigned char>(byte));
  return seen.count();
}

/// Whether it stands for a key: "xxxx", "your-token", "EXAMPLE", "1234567890".
bool is_placeholder(std::string_view key) {
  constexpr std::array<std::string_view, 9> kWords = {"example", "your",   "xxxx",  "0000",  "1234567",
                                                      "abcdef",  "placeh", "dummy", "redact"};
  constexpr std::size_t kFewBytes = 9;
  const std::string lower = base::ascii_lower(key);
  const bool has_word = std::any_of(kWords.begin(), kWords.end(),
                                    [&](std::string_view word) { return lower.find(word) != std::string::npos; });
  return has_word || different_bytes(key) <= kFewBytes || std::none_of(key.begin(), key.end(), base::is_ascii_digit);
}

bool is_key(std::string_view word) {
  constexpr std::size_t kMaxKey = 512;
  if (word.size() > kMaxKey) return false;
  return std::any_of(kKeyForms.begin(), kKeyForms.end(), [&](const KeyForm& form) {
    return word.starts_with(form.beginning) && word.size() >= form.beginning.size() + form.min_length &&
           !is_placeholder(word.substr(form.beginning.size()));
  });
}

/// A signed token: three parts, of which the first two are JSON.
bool is_signed_token(std::string_view word) {
  constexpr std::size_t kMinSignature = 20;
  if (!word.starts_with("eyJ")) return false;
  const std::size_t second = word.find(".eyJ");
  const std::size_t third = second == std::string_view::npos ? second : word.find('.', second + 1);
  return third != std::string_view::npos && word.size() - third > kMinSignature && !is_placeholder(word.substr(third));
}

void find_keys(std::string_view text, FindingList& findings) {
  for (std::size_t at = 0; at < text.size();) {
    if (!is_of_key(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_of_key(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.size() > 19 && (is_key(word) || is_signed_token(word))) {
      findings.add(Severity::warn, "live-secret", "has what looks like a key that can be used; it should be revoked",
                   word.substr(0, 8));
    }
    at = end;
  }
}

void find_private_keys(std::string_view text, FindingList& findings) {
  constexpr std::size_t kABody = 64;
  for (std::size_t at = 0; (at = text.find("PRIVATE KEY-----", at)) != std::string_view::npos; ++at) {
    const std::string_view body = text.substr(at + 16, 2 * kABody);
    const auto letters = std::count_if(body.begin(), body.end(), base::is_ascii_letter_or_digit);
    if (static_cast<std::size_t>(letters) < kABody || is_placeholder(body)) continue;
    findings.add(Severity::warn, "live-secret", "has a private key; it should be replaced", "PRIVATE KEY-----");
    return;
  }
}

}  // namespace

void find_live_secrets(const ScannedText& text, FindingList& findings) {
  find_keys(text.text, findings);
  find_private_keys(text.text, findings);
}

}  // namespace workbench::scan
