#include "config/config_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include <workbench/file_descriptor.hpp>

#include "config/utf16.hpp"

namespace workbench::config {
namespace {

/// For the writer of a pipe, at a time, in milliseconds.
constexpr int kPipePatience = 2'000;

Error read_error(int error_number) {
  if (error_number == ENOENT) return {ErrorKind::not_found, "does not exist"};
  if (error_number == EISDIR) return {ErrorKind::invalid_argument, "is a folder, not a file"};
  const bool is_exhausted = error_number == EMFILE || error_number == ENFILE || error_number == ENOMEM;
  return {is_exhausted ? ErrorKind::busy : ErrorKind::unavailable,
          "cannot be read (" + std::generic_category().message(error_number) + ")"};
}

}  // namespace

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
