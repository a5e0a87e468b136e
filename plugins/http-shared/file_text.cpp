#include "http-shared/file_text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include <workbench/file_descriptor.hpp>

namespace workbench::http {
namespace {

constexpr std::size_t kMaxBytes = 1024UL * 1024;

Error unreadable(const std::string& file, const std::string& reason) {
  return {ErrorKind::invalid_argument, "cannot read '" + file + "'; name a readable file (" + reason + ")"};
}

}  // namespace

Result<std::string> read_small_file(const std::string& file) {
  const FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!descriptor || ::fstat(descriptor.get(), &status) != 0) {
    return unreadable(file, std::generic_category().message(errno));
  }
  if (!S_ISREG(status.st_mode)) return unreadable(file, "not a regular file");
  std::string text;
  std::array<char, std::size_t{16} * 1024> chunk;
  for (;;) {
    const ::ssize_t count = ::read(descriptor.get(), chunk.data(), chunk.size());
    if (count == 0) return text;
    if (count < 0) return unreadable(file, std::generic_category().message(errno));
    text.append(chunk.data(), static_cast<std::size_t>(count));
    if (text.size() > kMaxBytes) return unreadable(file, "larger than 1 MiB");
  }
}

}  // namespace workbench::http
