#include "private_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <workbench/file_descriptor.hpp>

namespace meta_tools {
namespace {

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

void make_private_folders(const std::filesystem::path& folder) {
  std::error_code failed;
  if (folder.empty() || std::filesystem::exists(folder, failed)) return;
  make_private_folders(folder.parent_path());
  ::mkdir(folder.c_str(), S_IRWXU);
}

bool replace_private_file(const std::filesystem::path& file, std::string_view text) {
  std::string temporary = file.string() + ".XXXXXX";
  const workbench::FileDescriptor written(::mkostemp(temporary.data(), O_CLOEXEC));  // with mode 0600
  if (!written.is_open()) return false;
  if (write_all(written.get(), text) && ::rename(temporary.c_str(), file.c_str()) == 0) return true;
  const int reason = errno;
  ::unlink(temporary.c_str());
  errno = reason;
  return false;
}

}  // namespace meta_tools
