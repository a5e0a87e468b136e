#include "config/config_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include <workbench/file_descriptor.hpp>

namespace workbench::config {
namespace {

/// For the writer of a pipe, at a time, in milliseconds.
constexpr int kPipePatience = 2'000;

Error read_error(int error_number) {
  if (error_number == ENOENT) return {ErrorKind::not_found, "does not exist"};
  if (error_number == EISDIR) return {ErrorKind::invalid_argument, "is a folder, not a file"};
  return {ErrorKind::unavailable, "cannot be read (" + std::generic_category().message(error_number) + ")"};
}

constexpr std::string_view kLittleEndianMark = "\xFF\xFE";
constexpr std::string_view kBigEndianMark = "\xFE\xFF";

void append_utf8(char32_t code, std::string& text) {
  constexpr char32_t kLast1 = 0x7F;
  constexpr char32_t kLast2 = 0x7FF;
  constexpr char32_t kLast3 = 0xFFFF;
  const auto following = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code <= kLast1) {
    text += static_cast<char>(code);
  } else if (code <= kLast2) {
    text += static_cast<char>(0xC0U | (code >> 6U));
    following(0);
  } else if (code <= kLast3) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    following(6);
    following(0);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    following(12);
    following(6);
    following(0);
  }
}

/// `text` begins with a byte order mark.
std::string utf8_of_utf16(std::string_view text) {
  const bool is_little = text.starts_with(kLittleEndianMark);
  const auto unit_at = [&](std::size_t at) -> char32_t {
    const auto first = static_cast<unsigned char>(text[at]);
    const auto second = static_cast<unsigned char>(text[at + 1]);
    return is_little ? first | (char32_t{second} << 8U) : second | (char32_t{first} << 8U);
  };
  const auto is_high = [](char32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; };
  const auto is_low = [](char32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; };
  constexpr char32_t kReplacement = 0xFFFD;
  std::string utf8;
  std::size_t at = 2;
  for (; at + 1 < text.size(); at += 2) {
    const char32_t unit = unit_at(at);
    if (is_high(unit) && at + 3 < text.size() && is_low(unit_at(at + 2))) {
      append_utf8(0x10000 + ((unit - 0xD800) << 10U) + (unit_at(at + 2) - 0xDC00), utf8);
      at += 2;
    } else {
      append_utf8(is_high(unit) || is_low(unit) ? kReplacement : unit, utf8);
    }
  }
  if (at < text.size()) append_utf8(kReplacement, utf8);
  return utf8;
}

}  // namespace

bool is_utf16(std::string_view text) {
  return text.starts_with(kLittleEndianMark) || text.starts_with(kBigEndianMark);
}

Result<FileDescriptor> open_file(const std::filesystem::path& file) {
  // So as not to wait for the writer of a pipe: the caller may have other things to do.
  FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor) return read_error(errno);
  return descriptor;
}

Result<std::string> read_bytes(const FileDescriptor& file, std::size_t max_bytes) {
  std::string text;
  std::array<char, std::size_t{16} * 1024> chunk;
  for (;;) {
    const ::ssize_t count = ::read(file.get(), chunk.data(), chunk.size());
    if (count == 0) break;
    if (count > 0) {
      text.append(chunk.data(), static_cast<std::size_t>(count));
      if (text.size() > max_bytes) {
        return Error{ErrorKind::invalid_argument, "is larger than " + std::to_string(max_bytes) + " bytes"};
      }
    } else if (errno == EAGAIN) {
      pollfd readable{file.get(), POLLIN, 0};
      if (::poll(&readable, 1, kPipePatience) == 0) {
        return Error{ErrorKind::timed_out, "is a pipe whose writer does not write; use a file"};
      }
    } else if (errno != EINTR) {
      return read_error(errno);
    }
  }
  return text;
}

Result<std::string> read_bytes(const std::filesystem::path& file, std::size_t max_bytes) {
  const auto descriptor = open_file(file);
  return descriptor ? read_bytes(*descriptor, max_bytes) : descriptor.error();
}

Result<std::string> read_text_file(const std::filesystem::path& file, std::size_t max_bytes) {
  auto text = read_bytes(file, max_bytes);
  if (!text) return text;
  return without_byte_order_mark(*std::move(text));
}

std::string without_byte_order_mark(std::string text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (is_utf16(text)) return utf8_of_utf16(text);
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace workbench::config
