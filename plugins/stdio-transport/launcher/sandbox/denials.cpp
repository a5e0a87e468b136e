#include "denials.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace launcher {

namespace {

/// Longer texts are cut.
constexpr std::size_t kMaxText = 400;

/// So that a text is one line, and ends no other record.
void escape(const char* text, char (&escaped)[kMaxText]) {
  std::size_t size = 0;
  for (; *text != '\0' && size + 5 < sizeof escaped; ++text) {
    const auto byte = static_cast<unsigned char>(*text);
    if (byte < 0x20 || byte == 0x7f || byte == '\\') {
      size += static_cast<std::size_t>(std::snprintf(escaped + size, sizeof escaped - size, "\\x%02x", unsigned{byte}));
    } else {
      escaped[size++] = *text;
    }
  }
  escaped[size] = '\0';
}

}  // namespace

bool Denials::is_known(const char* text) const {
  for (const char* known : texts_) {
    const std::size_t length = std::strlen(known);
    const bool is_folder = length > 0 && known[length - 1] == '/';
    if (is_folder ? std::strncmp(known, text, length) == 0 : std::strcmp(known, text) == 0) return true;
  }
  return false;
}

void Denials::add(const char* what, const char* which) {
  char escaped[kMaxText];
  escape(which, escaped);
  char text[kMaxText + 16];
  std::snprintf(text, sizeof text, "%s %s", what, escaped);
  if (is_known(text)) return;
  if (texts_.size() == kMax) return;
  char* copy = strdup(text);
  if (copy != nullptr) texts_.add(copy);
  // Before the call is answered, so that it comes before what the server says of that.
  move_to_records();
  records_.write_within(0);
}

void Denials::move_to_records() {
  while (has_pending() && records_.denied(texts_[moved_])) ++moved_;
}

}  // namespace launcher
