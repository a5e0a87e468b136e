#include "config/config_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <workbench/file_descriptor.hpp>

namespace workbench::config {
namespace {

Error read_error(int error_number) {
  if (error_number == ENOENT) return {ErrorKind::not_found, "does not exist"};
  if (error_number == EISDIR) return {ErrorKind::invalid_argument, "is a folder, not a file"};
  return {ErrorKind::unavailable, "cannot be read (" + std::generic_category().message(error_number) + ")"};
}

void remove_byte_order_mark(std::string& text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (std::string_view(text).substr(0, kByteOrderMark.size()) == kByteOrderMark) text.erase(0, kByteOrderMark.size());
}

}  // namespace

Result<std::string> read_text_file(const std::filesystem::path& file, std::size_t max_bytes) {
  // Opening a pipe would wait for a writer. It could not be read again either, when the configuration changes.
  FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct ::stat status {};
  if (!descriptor || ::fstat(descriptor.get(), &status) != 0) return read_error(errno);
  if (S_ISFIFO(status.st_mode)) return Error{ErrorKind::invalid_argument, "is a pipe, not a file"};
  // C streams rather than std::ifstream, because they report why an operation failed.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(::fdopen(descriptor.get(), "rb"), &std::fclose);
  if (!stream) return read_error(errno);
  static_cast<void>(descriptor.release());
  std::string text;
  char chunk[16 * 1024];
  while (const std::size_t count = std::fread(chunk, 1, sizeof chunk, stream.get())) {
    text.append(chunk, count);
    if (text.size() > max_bytes) {
      return Error{ErrorKind::invalid_argument, "is larger than " + std::to_string(max_bytes) + " bytes"};
    }
  }
  if (std::ferror(stream.get()) != 0) return read_error(errno);
  remove_byte_order_mark(text);
  return text;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace workbench::config
