#include "consent/private_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/write_all.hpp"
#include "config/config_file.hpp"
#include "consent/opened_file.hpp"
#include "process/system_failure.hpp"

namespace workbench::app {
namespace {

constexpr mode_t kForItsOwner = 0600;
constexpr mode_t kFolderForItsOwner = 0700;

Error cannot_be(const char* what, const std::filesystem::path& file) {
  return system_failure(file.string() + " cannot be " + what);
}

}  // namespace

Result<std::string> read_private_file(const std::filesystem::path& file, std::size_t max_bytes) {
  auto opened = read_opened(file, max_bytes, Pipes::left);
  if (!opened) return Error{opened.error().kind, file.string() + " " + opened.error().message};
  if (!opened->is_regular) {
    return Error{ErrorKind::unavailable, file.string() + " is not used, because it is not a regular file; remove it"};
  }
  if (opened->foreign) {
    return Error{ErrorKind::unavailable, file.string() + " is not used, because " + opened->foreign->text() + "; " +
                                             opened->foreign->remedy + ", then look at what is in it"};
  }
  return std::move(opened->bytes);
}

Result<void> make_private_folder(const std::filesystem::path& folder) {
  const std::filesystem::path above = folder.parent_path();
  if (above != folder && ::access(above.c_str(), F_OK) != 0) static_cast<void>(make_private_folder(above));
  if (::mkdir(folder.c_str(), kFolderForItsOwner) == 0 || errno == EEXIST) return {};
  return cannot_be("made", folder);
}

Result<FileDescriptor> lock_beside(const std::filesystem::path& file) {
  const std::filesystem::path name = file.string() + ".lock";
  FileDescriptor lock(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kForItsOwner));
  if (!lock.is_open() || ::flock(lock.get(), LOCK_EX) != 0) return cannot_be("locked", name);
  return lock;
}

Result<void> write_private_file(const std::filesystem::path& file, std::string_view text) {
  const std::string draft = file.string() + ".new";
  ::unlink(draft.c_str());  // of a process that has been killed; the writer holds the lock
  const FileDescriptor descriptor(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kForItsOwner));
  if (!descriptor.is_open()) return cannot_be("created", draft);
  if (!base::write_all(descriptor.get(), text) || ::fsync(descriptor.get()) != 0) {
    const Error failed = cannot_be("written", draft);
    ::unlink(draft.c_str());
    return failed;
  }
  if (::rename(draft.c_str(), file.c_str()) != 0) return cannot_be("replaced", file);
  return {};
}

}  // namespace workbench::app
