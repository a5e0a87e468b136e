#include "jsonrpc/quote.hpp"

#include <array>
#include <cstring>

#include "jsonrpc/bytes.hpp"
#include "jsonrpc/spelling.hpp"

namespace workbench::jsonrpc {
namespace {

/// Collects what is appended in a block on the stack, because a string that grows by a few bytes at a time is slow.
class Block {
 public:
  explicit Block(std::string& out) : out_(out) {}

  /// Room for at least this many bytes is there after each of the functions below.
  static constexpr std::size_t kRoom = 16;

  void append(std::string_view bytes) {  // no more than kRoom
    std::memcpy(block_.data() + size_, bytes.data(), bytes.size());
    advance(bytes.size());
  }

  /// Appends all plain bytes that come next, and returns the first that is not one, or `end`.
  const char* append_plain(const char* at, const char* end) {
#if defined(__SSE2__)
    while (end - at >= 16) {
      const __m128i bytes = load_16(at);
      _mm_storeu_si128(reinterpret_cast<__m128i*>(block_.data() + size_), bytes);
      const std::uint32_t found = not_plain(bytes);
      const int count = found == 0 ? 16 : std::countr_zero(found);
      advance(static_cast<std::size_t>(count));
      at += count;
      if (found != 0) return at;
    }
#endif
    for (; at != end && is_plain(*at); ++at) append({at, 1});
    return at;
  }

  void flush() {
    out_.append(block_.data(), size_);
    size_ = 0;
  }

 private:
  void advance(std::size_t count) {
    size_ += count;
    if (size_ > block_.size() - kRoom) flush();
  }

  std::string& out_;
  std::array<char, 4096> block_;  // written before it is read
  std::size_t size_ = 0;
};

void append_escape(Block& block, char byte) {
  switch (byte) {
    case '"': return block.append("\\\"");
    case '\\': return block.append("\\\\");
    case '\b': return block.append("\\b");
    case '\f': return block.append("\\f");
    case '\n': return block.append("\\n");
    case '\r': return block.append("\\r");
    case '\t': return block.append("\\t");
    default: break;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  block.append("\\u00");
  block.append(kHex.substr(value >> 4U, 1));
  block.append(kHex.substr(value & 0xFU, 1));
}

}  // namespace

void append_quoted(std::string& out, std::string_view characters) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  Block block(out);
  block.append("\"");
  const char* at = characters.data();
  const char* const end = at + characters.size();
  while ((at = block.append_plain(at, end)) != end) {
    const std::size_t length = utf8_length(at, end);
    if (length == 1) {
      append_escape(block, *at);
    } else {
      block.append(length == 0 ? kReplacement : std::string_view(at, length));
    }
    at += length == 0 ? 1 : length;
  }
  block.append("\"");
  block.flush();
}

std::string quoted(std::string_view characters) {
  std::string out;
  out.reserve(characters.size() + characters.size() / 8 + 2);
  append_quoted(out, characters);
  return out;
}

std::string characters(const Json& string) {
  return spelling_of(string.text()).decoded();
}

}  // namespace workbench::jsonrpc
