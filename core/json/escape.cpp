#include "json/escape.hpp"

#include <array>
#include <cstddef>
#include <cstring>

#include "base/ascii.hpp"
#include "json/bytes.hpp"
#include "json/raw_string.hpp"

namespace workbench::json {
namespace {

/// What follows the backslash in the short form of an escape; 0 if there is none.
char short_form(char byte) {
  switch (byte) {
    case '"':
    case '\\': return byte;
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
  }
}

/// Whether a byte is plain or has a short escape: all but a few.
bool is_common(char byte) {
  return is_plain(byte) || short_form(byte) != 0;
}

/// Collects what is appended in a block on the stack, because a string that grows by a few bytes at a time is slow.
class Block {
 public:
  explicit Block(std::string& out) : out_(out) {}

  /// Makes room for one call of each function below.
  void make_room() {
    if (size_ > block_.size() - kRoom) flush();
  }

  void append(std::string_view few_bytes) {
    std::memcpy(block_.data() + size_, few_bytes.data(), few_bytes.size());
    size_ += few_bytes.size();
  }

  /// Appends up to 16 common bytes, escaped where that is necessary, and returns the place behind them.
  const char* append_common(const char* at, const char* end) {
#if defined(__SSE2__)
    if (end - at >= 32) return append_common_16(at);
#endif
    for (const char* const begin = at; at != end && at != begin + 16 && is_common(*at); ++at) {
      if (is_plain(*at)) {
        append({at, 1});
      } else {
        append_escape(*at);
      }
    }
    return at;
  }

  /// Appends the one byte or character that is not common, and returns the place behind it.
  const char* append_uncommon(const char* at, const char* end) {
    if (!is_beyond_ascii(*at)) {
      append("\\u00");
      append(base::hex({at, 1}));
      return at + 1;
    }
    const std::size_t length = utf8_length(at, end);
    append(length == 0 ? "\xEF\xBF\xBD" : std::string_view(at, length));
    return at + (length == 0 ? 1 : length);
  }

  void flush() {
    out_.append(block_.data(), size_);
    size_ = 0;
  }

 private:
  // For 16 bytes that are all escaped, then 16 bytes that are copied at once although fewer count, then one uncommon
  // character.
  static constexpr std::size_t kRoom = 64;

  void append_escape(char byte) {
    block_[size_++] = '\\';
    block_[size_++] = short_form(byte);
  }

#if defined(__SSE2__)
  // Copies always 16 bytes and keeps those up to the next escape; 32 bytes must be there to read.
  const char* append_common_16(const char* at) {
    const char* const end = at + 16;
    const auto copy = [this](const char* from, const char* to) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(block_.data() + size_), load_16(from));
      size_ += static_cast<std::size_t>(to - from);
    };
    const char* from = at;
    for (std::uint32_t found = not_plain(load_16(at)); found != 0; found &= found - 1) {
      const char* const special = at + std::countr_zero(found);
      copy(from, special);
      if (short_form(*special) == 0) return special;
      append_escape(*special);
      from = special + 1;
    }
    copy(from, end);
    return end;
  }
#endif

  std::string& out_;
  std::array<char, 4096> block_;  // written before it is read
  std::size_t size_ = 0;
};

void append_escaped(std::string& out, const char* at, const char* end) {
  Block block(out);
  while (at != end) {
    block.make_room();
    at = block.append_common(at, end);
    if (at != end && !is_common(*at)) at = block.append_uncommon(at, end);
  }
  block.flush();
}

}  // namespace

// Names of methods and tools have nothing to escape: only what does is worth the block.
void append_quoted(std::string& out, std::string_view characters) {
  const char* const begin = characters.data();
  const char* const end = begin + characters.size();
  const char* const plain_end = skip_plain(begin, end);
  out.push_back('"');
  out.append(begin, plain_end);
  if (plain_end != end) append_escaped(out, plain_end, end);
  out.push_back('"');
}

std::string Quoted::operator()(std::string_view characters) const {
  std::string out;
  out.reserve(characters.size() + characters.size() / 8 + 2);
  append_quoted(out, characters);
  return out;
}

std::string characters(const Json& string) {
  return raw_string_of(string.text()).decoded();
}

}  // namespace workbench::json
