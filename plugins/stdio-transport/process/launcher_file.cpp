#include "process/launcher_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <utility>

#include "shared/descriptor.hpp"

namespace workbench::stdio {
namespace {

/// None: there is no such file. Above the standard descriptors, which a new program has from elsewhere.
FileDescriptor opened_program(const std::string& path) {
  const FileDescriptor opened(::open(path.c_str(), O_PATH | O_CLOEXEC));
  return copy_of(opened.get());
}

}  // namespace

LauncherFile::LauncherFile(std::string path)
    : path_(std::move(path)), file_(std::make_shared<const FileDescriptor>(opened_program(path_))) {}

int LauncherFile::replaced() const {
  struct stat named {};
  struct stat open {};
  if (!file_->is_open() || ::fstat(file_->get(), &open) != 0) return -1;
  const bool is_named =
      ::stat(path_.c_str(), &named) == 0 && named.st_dev == open.st_dev && named.st_ino == open.st_ino;
  return is_named ? -1 : file_->get();
}

}  // namespace workbench::stdio
