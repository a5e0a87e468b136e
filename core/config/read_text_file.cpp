#include "config/read_text_file.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string_view>
#include <system_error>

namespace workbench::config {
namespace {

Error unreadable(int error_number) {
  if (error_number == ENOENT) return {ErrorKind::not_found, "does not exist"};
  if (error_number == EISDIR) return {ErrorKind::invalid_argument, "is a folder, not a file"};
  return {ErrorKind::unavailable, "cannot be read (" + std::generic_category().message(error_number) + ")"};
}

void remove_byte_order_mark(std::string& text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (std::string_view(text).substr(0, kByteOrderMark.size()) == kByteOrderMark) text.erase(0, kByteOrderMark.size());
}

}  // namespace

Result<std::string> read_text_file(const std::filesystem::path& file, std::size_t most_bytes) {
  // C's files, because they say why something failed.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rbe"), &std::fclose);
  if (!stream) return unreadable(errno);
  std::string text;
  char piece[16 * 1024];
  while (const std::size_t got = std::fread(piece, 1, sizeof piece, stream.get())) {
    text.append(piece, got);
    if (text.size() > most_bytes) {
      return Error{ErrorKind::invalid_argument, "is larger than " + std::to_string(most_bytes) + " bytes"};
    }
  }
  if (std::ferror(stream.get()) != 0) return unreadable(errno);
  remove_byte_order_mark(text);
  return text;
}

}  // namespace workbench::config
