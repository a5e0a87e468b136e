#include "json/escape.hpp"

#include <array>
#include <cstddef>
#include <cstring>

#include "json/byte_tables.hpp"
#include "json/bytes.hpp"
#include "json/instruction_sets.hpp"
#include "json/raw_string.hpp"

namespace workbench::json {
namespace {

/// Collects what is appended in a buffer on the stack, because a string that grows by a few bytes at a time is slow.
class EscapedText {
 public:
  explicit EscapedText(std::string& out) : out_(out) {}

  void append(const char* at, const char* end) {
    while (at != end) {
      at = append_blocks(at, end);
      // The rest is short, or something in it is not valid, and more of that may follow.
      const char* const stop = end - at < kSlice ? end : at + kSlice;
      make_room(6 * kSlice);
      while (at < stop) at = append_some(at, stop, end);
    }
    flush();
  }

 private:
  static constexpr std::ptrdiff_t kSlice = 128;

  const char* append_blocks(const char* at, const char* end) {
    for (;;) {
      make_room(kRoomToEscape);
      char* to = buffer_.data() + size_;
      const char* const rest = block_functions().escape(at, end, to, buffer_.data() + buffer_.size());
      size_ = static_cast<std::size_t>(to - buffer_.data());
      if (rest == at) return at;
      at = rest;
    }
  }

  // Plain bytes up to `stop`, or one character, which may end behind it.
  const char* append_some(const char* at, const char* stop, const char* end) {
    const char* const plain_end = skip_plain(at, stop);
    if (plain_end != at) {
      put(at, static_cast<std::size_t>(plain_end - at));
      return plain_end;
    }
    if (!is_beyond_ascii(*at)) {
      const EscapedForm& form = kEscapedForms.of[static_cast<unsigned char>(*at)];
      put(form.text, form.length);
      return at + 1;
    }
    const std::size_t length = utf8_length(at, end);
    if (length == 0) {
      put(kReplacement.data(), kReplacement.size());
      return at + 1;
    }
    put(at, length);
    return at + length;
  }

  void put(const char* bytes, std::size_t size) {
    std::memcpy(buffer_.data() + size_, bytes, size);
    size_ += size;
  }

  void make_room(std::size_t bytes) {
    if (size_ + bytes > buffer_.size()) flush();
  }

  void flush() {
    out_.append(buffer_.data(), size_);
    size_ = 0;
  }

  static constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

  std::string& out_;
  std::array<char, 4096> buffer_;  // written before it is read
  std::size_t size_ = 0;
};

}  // namespace

// Names of methods and tools have nothing to escape: only texts that have something are worth the block.
void append_quoted(std::string& out, std::string_view characters) {
  const char* const begin = characters.data();
  const char* const end = begin + characters.size();
  const char* const plain_end = skip_plain(begin, end);
  out.push_back('"');
  out.append(begin, plain_end);
  if (plain_end != end) EscapedText(out).append(plain_end, end);
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
